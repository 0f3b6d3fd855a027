// The program's requests by the calls of POSIX.
#if !defined(_WIN32)

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "system/sockets.hpp"
#include "system/system.hpp"

extern char** environ;

namespace tensio::cli {

void prepare_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // Reading only: a write to standard output then fails, and is reported.
    if (::fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", O_RDONLY);
  }
}

std::vector<std::string> words_given(int argc, char** argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

std::optional<std::size_t> terminal_columns(int stream) {
  struct winsize size = {};
  if (::ioctl(stream, TIOCGWINSZ, &size) != 0) return {};
  return size.ws_col;
}

bool leads_to_terminal(int stream) { return ::isatty(stream) == 1; }

std::filesystem::path program_file() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

namespace {

// Without a screen a text browser would take the terminal.
bool has_screen() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

}  // namespace

bool open_browser(const std::string& address) {
  if (!has_screen()) return false;
  std::string program = "xdg-open", word = address;
  char* words[] = {program.data(), word.data(), nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  // In a group of its own: Ctrl-C in this terminal is not for the browser.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, "xdg-open", &actions, &attributes, words, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0;
}

namespace sockets {

namespace {

// From the result of recv() or send().
Done done(ssize_t bytes) {
  if (bytes >= 0) return {.bytes = static_cast<std::size_t>(bytes)};
  return {.over = errno != EAGAIN && errno != EWOULDBLOCK};
}

}  // namespace

int listen_on_loopback(int& port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -1;
  const int yes = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(listener, 64) != 0 ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    const int reason = errno;
    ::close(listener);
    errno = reason;
    return -1;
  }
  port = ntohs(address.sin_port);
  return listener;
}

std::string last_problem() { return std::strerror(errno); }

int accept_next(int listener) {
  return ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

Done receive(int socket, char* bytes, std::size_t count) {
  for (;;) {
    const ssize_t got = ::recv(socket, bytes, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) return {.over = true};
    return done(got);
  }
}

Done send(int socket, const char* bytes, std::size_t count) {
  for (;;) {
    const ssize_t sent = ::send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    return done(sent);
  }
}

void end_sending(int socket) { ::shutdown(socket, SHUT_WR); }
void close(int socket) { ::close(socket); }

bool wait(std::span<Waiting> all, int milliseconds) {
  std::vector<pollfd> polled;
  polled.reserve(all.size());
  for (const Waiting& one : all)
    polled.push_back({one.socket, static_cast<short>(one.to_send ? POLLOUT : POLLIN), 0});
  const bool good = ::poll(polled.data(), polled.size(), milliseconds) >= 0 || errno == EINTR;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].ready = polled[i].revents != 0;
  return good;
}

}  // namespace sockets

}  // namespace tensio::cli

#endif
