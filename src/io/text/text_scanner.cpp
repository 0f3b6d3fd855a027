// Scanning text: lines end at \n, white space separates words.
#include "io/text/text_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "io/text/number.hpp"

namespace tensio::io {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

}  // namespace

TextScanner::TextScanner(const ForeignFile& file, std::string_view comment)
    : file_(file), comment_(comment) {
  if (file.bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    position_ = kByteOrderMark.size();
  go_to(position_);
}

void TextScanner::go_to(std::size_t offset) {
  position_ = offset;
  begun_ = false;
  last_ = file_.bytes.substr(offset, 0);
}

// To the next word of this line; false at its end.
bool TextScanner::skip_space() {
  const std::string_view text = file_.bytes;
  for (; position_ < text.size(); ++position_) {
    const char c = text[position_];
    if (is_blank(c)) continue;
    if (c == '\n') return false;
    if (comment_.find(c) != std::string_view::npos) {
      position_ = std::min(text.find('\n', position_), text.size());
      return false;
    }
    if (c != '\\' || !joins_lines_) return true;
    std::size_t behind = position_ + 1;
    while (behind < text.size() && is_blank(text[behind])) ++behind;
    if (behind < text.size() && text[behind] != '\n') return true;
    position_ = std::min(behind, text.size() - 1);
  }
  return false;
}

bool TextScanner::next_line() {
  while (begun_ && skip_space()) word({});
  while (!skip_space()) {
    last_ = file_.bytes.substr(position_, 0);
    if (position_ >= file_.bytes.size()) return false;
    ++position_;
  }
  begun_ = true;
  last_ = file_.bytes.substr(position_, 0);
  return true;
}

bool TextScanner::more() { return skip_space(); }

std::string_view TextScanner::word(std::string_view what) {
  if (!skip_space()) {
    last_ = file_.bytes.substr(position_, 0);
    fail(position_ < file_.bytes.size() ? fmt::format("{} is missing at the end of this line", what)
                                        : fmt::format("the file ends where {} is expected", what));
  }
  begun_ = true;
  const std::string_view text = file_.bytes;
  const std::size_t begin = position_;
  while (position_ < text.size() && text[position_] != '\n' && !is_blank(text[position_]))
    ++position_;
  return last_ = text.substr(begin, position_ - begin);
}

std::string_view TextScanner::flowing_word(std::string_view what) {
  while (!skip_space() && position_ < file_.bytes.size()) ++position_;
  return word(what);
}

std::string_view TextScanner::rest() {
  if (!skip_space()) return last_ = file_.bytes.substr(position_, 0);
  const std::size_t begin = position_;
  position_ = std::min(file_.bytes.find('\n', position_), file_.bytes.size());
  std::size_t end = position_;
  while (end > begin && is_blank(file_.bytes[end - 1])) --end;
  return last_ = file_.bytes.substr(begin, end - begin);
}

bool TextScanner::take_line(std::string_view& line) {
  const std::string_view text = file_.bytes;
  // the rest of a line that was begun is skipped
  if (begun_) position_ = line_end();
  begun_ = false;
  last_ = text.substr(position_, 0);
  if (position_ >= text.size()) return false;
  std::size_t begin = position_;
  std::size_t end = std::min(text.find('\n', position_), text.size());
  position_ = std::min(end + 1, text.size());
  while (begin < end && is_blank(text[begin])) ++begin;
  while (end > begin && is_blank(text[end - 1])) --end;
  line = last_ = text.substr(begin, end - begin);
  return true;
}

void TextScanner::end_line(std::string_view what) {
  if (!skip_space()) return;
  word({});
  fail(fmt::format("`{}` follows {}, where the line should end", shortened(last_), what));
}

double TextScanner::to_number(std::string_view word, std::string_view what) const {
  const std::optional<double> value = whole_text_number(word);
  if (!value || !std::isfinite(*value)) {
    fail_at(word, fmt::format("{} must be a finite number, not `{}`", what, shortened(word)));
  }
  return *value;
}

int TextScanner::to_whole(std::string_view word, std::string_view what, int low, int high) const {
  const std::optional<double> value = whole_text_number(word);
  if (!value || std::floor(*value) != *value || *value < low || *value > high) {
    fail_at(word, fmt::format("{} must be a whole number from {} to {}, not `{}`", what, low, high,
                              shortened(word)));
  }
  return static_cast<int>(*value);
}

void TextScanner::fail(const std::string& message) const { fail_at(last_, message); }

void TextScanner::fail_at(std::string_view part, const std::string& message) const {
  file_.fail_at(part, message);
}

std::size_t TextScanner::line_end() const {
  const std::size_t end = file_.bytes.find('\n', position_);
  return end == std::string_view::npos ? file_.bytes.size() : end + 1;
}

void TextScanner::expect_room(int count, std::size_t least, std::string_view what) const {
  if (usize(count) <= bytes_left() / least + 1) return;
  fail(fmt::format("{} {} do not fit into the {} bytes that follow", count, what, bytes_left()));
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace tensio::io
