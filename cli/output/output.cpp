// Standard output and standard error: what is written there, checked, and in which colours.
#include "output/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "io/text/characters.hpp"
#include "system/system.hpp"
#include "tensio/words.hpp"

namespace tensio::cli {

namespace {

// Returns 0, or the errno of the write that failed.
int write_all(int stream, std::string_view text) {
  // The count is a number of 32 bits on Windows.
  constexpr std::size_t kMost = std::size_t{1} << 30;
  while (!text.empty()) {
    const ssize_t written =
        ::write(stream, text.data(), static_cast<unsigned>(std::min(text.size(), kMost)));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

const char* escape_of(Colour colour) {
  switch (colour) {
    case Colour::plain: return "";
    case Colour::bold: return "\033[1m";
    case Colour::faint: return "\033[2m";
    case Colour::green: return "\033[1;32m";
    case Colour::yellow: return "\033[1;33m";
    case Colour::red: return "\033[1;31m";
  }
  return "";
}

}  // namespace

OutputError::OutputError(int code)
    : std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(code)),
      code_(code) {}

void Output::flush() {
  const int code = write_all(STDOUT_FILENO, {buffer_.data(), buffer_.size()});
  buffer_.clear();
  if (code != 0) throw OutputError(code);
}

void say(std::string_view text) { (void)write_all(STDERR_FILENO, text); }

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view one = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || io::is_control(io::code_point(one)))
      result += '?';
    else
      result += one;
    text.remove_prefix(one.size());
  }
  return result;
}

std::string printable_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += printable(text.substr(0, end));
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

void warn(std::string_view sentence) {
  say(fmt::format("{}{}\n", coloured("warning: ", Colour::yellow, 2), printable(sentence)));
}

bool is_terminal(int stream) { return leads_to_terminal(stream); }

std::size_t terminal_width(int stream) {
  const std::size_t columns = terminal_columns(stream).value_or(0);
  return columns < 2 ? 80 : columns;
}

bool takes_colour(int stream) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::strcmp(terminal, "dumb") == 0) return false;
  return is_terminal(stream);
}

std::string coloured(std::string_view text, Colour colour, int stream) {
  if (colour == Colour::plain || !takes_colour(stream)) return std::string(text);
  return fmt::format("{}{}\033[0m", escape_of(colour), text);
}

}  // namespace tensio::cli
