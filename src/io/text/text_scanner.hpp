// Words and numbers of a text file, line by line or flowing over lines, each with its place.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "io/text/foreign_file.hpp"

namespace tensio::io {

/// The limit of numbers that have no other.
inline constexpr int kLargestInt = std::numeric_limits<int>::max();

class TextScanner {
 public:
  /// A word that begins with one of `comment` ends its line.
  explicit TextScanner(const ForeignFile& file, std::string_view comment = {});

  /// Goes to the next line with a word; false where there is none.
  bool next_line();
  /// There is another word on this line.
  bool more();
  /// The next word of this line; what it should be is for the message where there is none.
  std::string_view word(std::string_view what);
  /// The next word, on this line or a later one.
  std::string_view flowing_word(std::string_view what);
  /// The rest of the line, without white space around it, and nothing is left of the line.
  std::string_view rest();
  /// The next line, without white space around it; it may be empty. False at the end.
  bool take_line(std::string_view& line);
  /// Fails where a word is left on this line.
  void end_line(std::string_view what);

  double number(std::string_view what) { return to_number(word(what), what); }
  int whole(std::string_view what, int low, int high) {
    return to_whole(word(what), what, low, high);
  }
  double flowing_number(std::string_view what) { return to_number(flowing_word(what), what); }
  int flowing_whole(std::string_view what, int low, int high) {
    return to_whole(flowing_word(what), what, low, high);
  }
  /// The word that was read last as a finite number, or a whole one within limits.
  double to_number(std::string_view word, std::string_view what) const;
  int to_whole(std::string_view word, std::string_view what, int low, int high) const;

  /// The word that was read last, as a view of the text.
  std::string_view last() const { return last_; }
  /// Fails there, or at another part of the text.
  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void fail_at(std::string_view part, const std::string& message) const;

  /// A \ at the end of a line joins the next one to it.
  void join_lines() { joins_lines_ = true; }
  /// The position of the next byte; behind the line's end after next_line() was false.
  std::size_t offset() const { return position_; }
  /// Continues at a byte, which begins a line.
  void go_to(std::size_t offset);
  /// The first byte behind this line.
  std::size_t line_end() const;
  /// Bytes that are left of the file.
  std::size_t bytes_left() const { return file_.bytes.size() - position_; }
  /// Fails if the rest of the file has no room for `count` items of at least `least` bytes each.
  void expect_room(int count, std::size_t least, std::string_view what) const;
  const ForeignFile& file() const { return file_; }

 private:
  bool skip_space();

  const ForeignFile& file_;
  std::string_view comment_;
  bool joins_lines_ = false;
  bool begun_ = false;        // the line at the position is being read
  std::size_t position_ = 0;  // in this line, or at its end
  std::string_view last_ = {};
};

/// The same letters, big or small (ASCII).
bool same_word(std::string_view a, std::string_view b);

}  // namespace tensio::io
