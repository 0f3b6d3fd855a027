// Numbers of many items: one for all, a list, rows, or a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/formats/tables/csv.hpp"
#include "io/formats/tables/npy.hpp"
#include "io/json/value.hpp"
#include "io/scene/findings.hpp"
#include "io/text/data_files.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

class ParameterTable;

/// What every part of the reader needs.
struct Reading {
  Findings& findings;
  DataFiles& files;
  const ParameterTable* parameters = nullptr;  ///< once they are known
};

/// A number that is a whole one and fits into an int.
std::optional<int> whole_number(double value);

/// True for a string that names a .npy or .csv file.
bool names_file(const Value& value);
/// Reads the file that a string names, of a .csv file the columns that are wanted; reports why not.
std::optional<NpyArray> read_file(Reading& reading, const Value& value, const std::string& pointer,
                                  const CsvColumns& wanted);

struct ColumnSpec {
  std::string_view key;           ///< for messages
  std::size_t count = 0;          ///< items
  std::string_view items;         ///< what they are: "nodes", "springs"
  std::string_view heading = {};  ///< in a .csv file; empty: the last part of `key`
};
/// One number for all, a list with one per item, or a file. Empty where that failed.
Column read_column(Reading& reading, Value& value, const std::string& pointer,
                   const ColumnSpec& spec);

struct RowsSpec {
  std::string_view key;  ///< for messages
  std::string_view row;  ///< what a row is: "node", "spring"
  std::size_t width = 0;
  std::string_view example;  ///< of one row
  std::size_t first = 0;     ///< number of the first row
};
/// A list of rows, or a file; flat, row by row. Where rows have one number, plain numbers will do.
std::optional<std::vector<double>> read_rows(Reading& reading, Value& value,
                                             const std::string& pointer, const RowsSpec& spec);

/// One row of `width` numbers; where that is 1, a plain number too.
std::optional<std::vector<double>> read_row(Reading& reading, const Value& value,
                                            const std::string& pointer, const RowsSpec& spec);

/// One number, or one whole number; `allowed` ends the message where there is something else.
std::optional<double> read_number(Reading& reading, const Value& value, const std::string& pointer,
                                  std::string_view key, std::string_view allowed);
std::optional<int> read_whole_number(Reading& reading, const Value& value,
                                     const std::string& pointer, std::string_view key,
                                     std::string_view allowed);

/// A list of as many numbers as there are; empty where there is something else.
std::vector<double> read_list(Reading& reading, Value& value, const std::string& pointer,
                              std::string_view key, std::string_view example);

/// Text; empty where there is something else.
std::string read_text(Reading& reading, const Value& value, const std::string& pointer,
                      std::string_view key);

}  // namespace tensio::io
