// CSV text, row by row: the one reader of cells, quotes and comments [RFC 4180].
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

struct CsvCell {
  std::string_view written;  ///< in the file, with its quotes, without white space around it

  /// The content: without quotes, "" inside them as ", and without the apostrophe that csv_field
  /// adds.
  std::string text() const;
};

/// Iterates over the rows of a text. Empty lines are skipped; quoted cells may contain separators
/// and line ends.
class CsvRows {
 public:
  enum class Comments { none, skipped };  ///< lines that begin with #

  /// Each character of `separators` separates cells.
  CsvRows(std::string_view text, std::string_view separators, Comments comments);

  /// Reads the next row; false at the end of the text and at a fault.
  bool next();
  /// Splits this row again, and the following ones, at other separators; false at a fault.
  bool separate_by(std::string_view separators);

  const std::vector<CsvCell>& cells() const { return cells_; }
  /// The row as written.
  std::string_view row() const { return row_; }
  /// The line on which the row, or the fault, begins.
  int line() const;

  struct Fault {
    std::string_view place;  ///< the part of the text that is wrong
    std::string message;
  };
  /// Why next() was false; the message is empty at the end of the text.
  const Fault& fault() const { return fault_; }

 private:
  bool skip_to_row();
  bool read_row();
  bool read_quoted(std::size_t& end);
  bool fail(std::size_t begin, std::size_t end, const char* message);

  std::string_view text_;
  std::string separators_;
  Comments comments_;
  std::size_t position_ = 0;  // of the next byte
  std::string_view row_ = {};
  std::vector<CsvCell> cells_ = {};
  Fault fault_ = {};
};

}  // namespace tensio::io
