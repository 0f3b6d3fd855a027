// Splitting CSV text into rows and cells.
#include "io/text/csv_rows.hpp"

#include <algorithm>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "tensio/files/table.hpp"

namespace tensio::io {
namespace {

// The end of the line that contains a byte, without white space before it.
std::size_t content_end(std::string_view text, std::size_t begin) {
  std::size_t end = std::min(text.find('\n', begin), text.size());
  while (end > begin && is_space(text[end - 1])) --end;
  return end;
}

}  // namespace

std::string CsvCell::text() const {
  if (!written.starts_with('"')) return std::string(written);
  const std::string_view inside = written.substr(1, written.size() - 2);
  std::string content;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    content += inside[i];
    if (inside[i] == '"') ++i;
  }
  return std::string(csv_text(content));
}

CsvRows::CsvRows(std::string_view text, std::string_view separators, Comments comments)
    : text_(text), separators_(separators), comments_(comments) {
  if (text.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
}

bool CsvRows::next() { return skip_to_row() && read_row(); }

bool CsvRows::separate_by(std::string_view separators) {
  separators_ = separators;
  position_ = usize(row_.data() - text_.data());
  return read_row();
}

int CsvRows::line() const {
  const std::string_view place = fault_.message.empty() ? row_ : fault_.place;
  return LineCounter(text_).at(usize(place.data() - text_.data())).line;
}

// To the first character of the next row; false where there is none.
bool CsvRows::skip_to_row() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '#' && comments_ == Comments::skipped) {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (is_space(c)) {
      ++position_;
    } else {
      return true;
    }
  }
  return false;
}

bool CsvRows::read_row() {
  cells_.clear();
  const std::size_t begin = position_;
  std::size_t end = content_end(text_, begin);
  for (;;) {
    while (position_ < end && text_[position_] == ' ') ++position_;
    const std::size_t cell = position_;
    if (cell < end && text_[cell] == '"') {
      if (!read_quoted(end)) return false;
      cells_.push_back({text_.substr(cell, position_ - cell)});
    }
    const std::size_t behind = position_;
    position_ = std::min(text_.substr(0, end).find_first_of(separators_, position_), end);
    const std::string_view rest = trimmed(text_.substr(behind, position_ - behind));
    if (behind == cell) {
      cells_.push_back({rest});
    } else if (!rest.empty()) {
      return fail(behind, position_, "there is text after a closing quote");
    }
    if (position_ >= end) break;
    ++position_;
  }
  row_ = text_.substr(begin, end - begin);
  return true;
}

// From a quote to behind the one that closes it; `end` becomes the end of that one's line.
bool CsvRows::read_quoted(std::size_t& end) {
  const std::size_t begin = position_;
  for (std::size_t i = begin + 1; i < text_.size(); ++i) {
    if (text_[i] != '"') continue;
    if (i + 1 < text_.size() && text_[i + 1] == '"') {
      ++i;
      continue;
    }
    position_ = i + 1;
    end = content_end(text_, position_);
    return true;
  }
  return fail(begin, end, "a quote is opened and not closed");
}

bool CsvRows::fail(std::size_t begin, std::size_t end, const char* message) {
  fault_ = {text_.substr(begin, end - begin), message};
  position_ = text_.size();
  return false;
}

}  // namespace tensio::io
