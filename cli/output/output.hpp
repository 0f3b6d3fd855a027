// Standard output and standard error: what is written there, checked, and in which colours.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "tensio/solve/report.hpp"

namespace tensio::cli {

/// Standard output could not be written; `code` is the errno.
class OutputError : public std::runtime_error {
 public:
  explicit OutputError(int code);
  int code() const { return code_; }

 private:
  int code_;
};

/// Collects text and writes it to standard output in large pieces.
/// Nothing is lost silently: a failed write throws OutputError.
class Output {
 public:
  Output() = default;
  /// With `keep`, nothing is written: take() gives the text.
  explicit Output(bool keep) : keep_(keep) {}
  std::string take() { return fmt::to_string(buffer_); }

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(fmt::appender(buffer_), format, std::forward<Arguments>(arguments)...);
    if (!keep_ && buffer_.size() >= kPiece) flush();
  }
  void text(std::string_view text) {
    buffer_.append(text);
    if (!keep_ && buffer_.size() >= kPiece) flush();
  }
  /// Must be called at the end; a destructor could not report a failure.
  void flush();

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 18;
  bool keep_ = false;
  fmt::memory_buffer buffer_;
};

/// Writes to standard error; a failure there has nowhere to be reported and is ignored.
void say(std::string_view text);

/// The text with ? in place of what a terminal would interpret instead of showing it: control
/// characters (C0 but for tabs, C1), marks that change the direction of writing, separators of
/// lines, and bytes that are not UTF-8.
std::string printable(std::string_view text);
/// The same for a text of several lines, whose ends stay.
std::string printable_lines(std::string_view text);

/// Writes a line with a warning to standard error.
void warn(std::string_view sentence);

enum class Colour { plain, bold, faint, green, yellow, red };

/// Whether a stream (1 or 2) is a terminal.
bool is_terminal(int stream);
/// The columns of a terminal; 80 where it does not say.
std::size_t terminal_width(int stream);
/// Whether it also takes colour: NO_COLOR is unset or empty and the terminal is not a dumb one.
bool takes_colour(int stream);
/// The text in a colour where the stream takes it, else the text.
std::string coloured(std::string_view text, Colour colour, int stream);

}  // namespace tensio::cli
