// Text files with columns of numbers.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "io/formats/tables/npy.hpp"

namespace tensio::io {

/// Appends the rows of a .csv text, two numbers each, the first ascending. They are separated by a
/// comma, a semicolon or a tab; a first line of words, empty lines and lines that begin with # are
/// ignored. Returns why the text is rejected, or an empty text.
std::string parse_csv_pairs(std::string_view text, std::vector<std::array<double, 2>>& pairs);

/// Which columns of a .csv text are wanted.
struct CsvColumns {
  std::string_view key = {};                 ///< "mass", "velocity"
  std::vector<std::string_view> parts = {};  ///< "x" and "y" of a key that has several
  bool all = false;                          ///< all of them, whatever they are called
};
/// Reads columns of numbers, separated as above. If the first line contains words, they are the
/// names of the columns, and the wanted ones are found by them: `mass`, or `velocity.x`, or `x`; a
/// unit in brackets behind a name is ignored. Without names all columns are read, in their order.
NpyArray parse_csv_columns(std::string_view text, const CsvColumns& wanted);

}  // namespace tensio::io
