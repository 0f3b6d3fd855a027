// The program's requests by the calls of Windows.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <winsock2.h>
#include <ws2tcpip.h>

#include <windows.h>

#include <shellapi.h>

#include <fcntl.h>
#include <io.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cwchar>
#include <system_error>
#include <thread>
#include <utility>

#include "commands/video_encoder.hpp"
#include "exit_code.hpp"
#include "signals.hpp"
#include "system/sockets.hpp"
#include "system/system.hpp"
#include "tensio/error.hpp"

// ---- UTF-8 ----

// std::filesystem makes wide names of narrow ones by the C library's mbrtowc(), which on Windows
// knows no UTF-8: the linker puts this one in its stead. Letters beyond 16 bits come in two calls,
// with what is left in the state.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size,
                                      std::mbstate_t* state) {
  constexpr auto kWrong = static_cast<std::size_t>(-1), kCutOff = static_cast<std::size_t>(-2);
  static thread_local std::mbstate_t own = 0;
  std::mbstate_t& left = state != nullptr ? *state : own;
  wchar_t ignored;
  if (to == nullptr) to = &ignored;
  if (from == nullptr) {
    left = 0;
    return 0;
  }
  if (size == 0) return kCutOff;
  if (left != 0) {
    *to = static_cast<wchar_t>(left);
    left = 0;
    return 1;
  }
  const unsigned first = static_cast<unsigned char>(*from);
  const std::size_t count = first < 0x80   ? 1
                            : first < 0xc2 ? 0
                            : first < 0xe0 ? 2
                            : first < 0xf0 ? 3
                            : first < 0xf5 ? 4
                                           : 0;
  if (count == 0) return kWrong;
  if (size < count) return kCutOff;
  unsigned point = count == 1 ? first : first & (0xffu >> (count + 1));
  for (std::size_t i = 1; i < count; ++i) {
    const unsigned next = static_cast<unsigned char>(from[i]);
    if ((next & 0xc0u) != 0x80u) return kWrong;
    point = point << 6 | (next & 0x3fu);
  }
  if (count < 4) {
    *to = static_cast<wchar_t>(point);
    return point == 0 ? 0 : count;
  }
  *to = static_cast<wchar_t>(0xd7c0u + (point >> 10));
  left = static_cast<std::mbstate_t>(0xdc00u | (point & 0x3ffu));
  return count - 1;
}

namespace tensio::cli {

namespace {

std::string narrow(const wchar_t* text) {
  const int count = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (count <= 0) return {};
  std::string result(static_cast<std::size_t>(count), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), count, nullptr, nullptr);
  result.pop_back();  // the zero at the end
  return result;
}

HANDLE handle_of(int stream) { return reinterpret_cast<HANDLE>(::_get_osfhandle(stream)); }

}  // namespace

// ---- streams and terminals ----

void prepare_streams() {
  constexpr std::intptr_t kNowhere = -2;  // the C library's number for a stream without a handle
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const std::intptr_t handle = ::_get_osfhandle(stream);
    if (handle == -1 || handle == kNowhere) (void)::_open("NUL", _O_RDONLY | _O_BINARY);
    // The same bytes as on other systems: no carriage returns.
    (void)::_setmode(stream, _O_BINARY);
  }
  DWORD mode = 0;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (::GetConsoleMode(handle_of(stream), &mode) == 0) continue;
    ::SetConsoleOutputCP(CP_UTF8);
    // Colours by escape sequences.
    ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

std::vector<std::string> words_given(int, char**) {
  int count = 0;
  wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> result;
  for (int i = 1; i < count; ++i) result.push_back(narrow(words[i]));
  ::LocalFree(reinterpret_cast<HLOCAL>(words));
  return result;
}

std::optional<std::size_t> terminal_columns(int stream) {
  CONSOLE_SCREEN_BUFFER_INFO info = {};
  if (::GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) return {};
  return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

// Not _isatty(), for which NUL is a terminal too.
bool leads_to_terminal(int stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::filesystem::path program_file() {
  std::wstring path(32768, L'\0');
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  path.resize(length);
  return path;
}

std::string cpu_model() {
  wchar_t name[256] = {};
  DWORD size = sizeof name;
  const LSTATUS status =
      ::RegGetValueW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size);
  return status == ERROR_SUCCESS ? narrow(name) : "unknown CPU";
}

bool open_browser(const std::string& address) {
  const std::wstring words(address.begin(), address.end());  // an address has ASCII letters only
  constexpr std::intptr_t kLastError = 32;                   // what ShellExecute documents
  return reinterpret_cast<std::intptr_t>(::ShellExecuteW(nullptr, L"open", words.c_str(), nullptr,
                                                         nullptr, SW_SHOWNORMAL)) > kLastError;
}

// ---- Ctrl-C, which Windows reports in a thread of its own; closing the window is its SIGTERM ----

namespace {

enum class Heeding { immediately, once, never };
std::atomic<Heeding> heeding = Heeding::never;
std::atomic<int> remembered = 0;
std::atomic<unsigned> patience = 0;  // seconds until a remembered signal ends the program; 0: never
std::string farewell_text;           // set before the handler is installed

void end_immediately(int signal) {
  (void)::_write(STDOUT_FILENO, farewell_text.data(), static_cast<unsigned>(farewell_text.size()));
  ::_exit(kExitSignal + signal);
}

void end_when_patience_is_lost() {
  std::thread([] {
    ::Sleep(1000 * patience.load());
    if (patience.load() > 0) end_immediately(remembered.load());
  }).detach();
}

BOOL WINAPI handle(DWORD event) {
  const int signal = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM;
  switch (heeding.load()) {
    case Heeding::never: return FALSE;
    case Heeding::immediately: end_immediately(signal); break;
    case Heeding::once: break;
  }
  heeding = Heeding::never;  // the second one ends the program
  remembered = signal;
  if (patience.load() > 0) end_when_patience_is_lost();
  // After a return from these the program would be ended: the main thread writes its checkpoint.
  if (signal == SIGTERM) ::Sleep(INFINITE);
  return TRUE;
}

}  // namespace

void watch_signals(std::string farewell) {
  farewell_text = std::move(farewell);
  heeding = Heeding::immediately;
  ::SetConsoleCtrlHandler(handle, TRUE);
}
void defer_signals() { heeding = Heeding::once; }
void heed_signals_within(unsigned seconds) {
  patience = seconds;
  if (seconds > 0 && remembered.load() != 0) end_when_patience_is_lost();
}
void release_signals() { heeding = Heeding::never; }
int remembered_signal() { return remembered.load(); }
const char* signal_name(int signal) { return signal == SIGTERM ? "SIGTERM" : "SIGINT"; }

// ---- films, which are not made here ----

VideoEncoder::VideoEncoder(const std::string& path, int, int, int) : path_(path) {
  throw Error({{.file = path,
                .message = "an .mp4 file cannot be written on Windows; write an .svg file, which "
                           "plays in every browser"}},
              ErrorKind::io);
}
VideoEncoder::~VideoEncoder() = default;
int VideoEncoder::wait() { return pid_; }
void VideoEncoder::add(const std::vector<unsigned char>&) {}
void VideoEncoder::finish() { (void)pipe_; }

// ---- sockets ----

namespace sockets {

namespace {

// Handles of sockets are small numbers.
SOCKET of(int socket) { return static_cast<SOCKET>(socket); }

Done done(int bytes) {
  if (bytes >= 0) return {.bytes = static_cast<std::size_t>(bytes)};
  return {.over = ::WSAGetLastError() != WSAEWOULDBLOCK};
}

bool set_not_waiting(SOCKET socket) {
  u_long yes = 1;
  return ::ioctlsocket(socket, static_cast<long>(FIONBIO), &yes) == 0;
}

}  // namespace

int listen_on_loopback(int& port) {
  WSADATA data = {};
  if (::WSAStartup(MAKEWORD(2, 2), &data) != 0) return -1;
  const SOCKET listener = ::socket(AF_INET, SOCK_STREAM, 0);
  if (listener == INVALID_SOCKET) return -1;
  // Here SO_REUSEADDR would let another program take the port.
  const BOOL yes = TRUE;
  ::setsockopt(listener, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, reinterpret_cast<const char*>(&yes),
               sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = ::htons(static_cast<u_short>(port));
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  int size = sizeof address;
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(listener, 64) != 0 || !set_not_waiting(listener) ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    const int reason = ::WSAGetLastError();
    ::closesocket(listener);
    ::WSASetLastError(reason);
    return -1;
  }
  port = ::ntohs(address.sin_port);
  return static_cast<int>(listener);
}

std::string last_problem() { return std::system_category().message(::WSAGetLastError()); }

int accept_next(int listener) {
  const SOCKET accepted = ::accept(of(listener), nullptr, nullptr);
  if (accepted == INVALID_SOCKET) return -1;
  if (!set_not_waiting(accepted)) {
    ::closesocket(accepted);
    return -1;
  }
  return static_cast<int>(accepted);
}

Done receive(int socket, char* bytes, std::size_t count) {
  const int got = ::recv(of(socket), bytes, static_cast<int>(count), 0);
  if (got == 0) return {.over = true};
  return done(got);
}

Done send(int socket, const char* bytes, std::size_t count) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  return done(::send(of(socket), bytes, static_cast<int>(count < kMost ? count : kMost), 0));
}

void end_sending(int socket) { ::shutdown(of(socket), SD_SEND); }
void close(int socket) { ::closesocket(of(socket)); }

bool wait(std::span<Waiting> all, int milliseconds) {
  std::vector<WSAPOLLFD> polled;
  polled.reserve(all.size());
  for (const Waiting& one : all)
    polled.push_back({of(one.socket), static_cast<short>(one.to_send ? POLLOUT : POLLIN), 0});
  const bool good = ::WSAPoll(polled.data(), static_cast<ULONG>(polled.size()), milliseconds) >= 0;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].ready = polled[i].revents != 0;
  return good;
}

}  // namespace sockets

}  // namespace tensio::cli

#endif
