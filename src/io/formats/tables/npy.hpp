// Arrays from NumPy's .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// A list (one dimension) or a table (two) of numbers, row by row.
struct NpyArray {
  std::vector<double> values = {};
  std::size_t rows = 0;
  std::size_t width = 1;   ///< numbers in a row; 1 for a list
  bool is_table = false;   ///< two dimensions
  bool is_mask = false;    ///< truth values
  std::string error = {};  ///< why there is no array: a sentence without the file's name
};

/// Reads a whole .npy file: format 1 to 3, little-endian f8 f4 i8 i4 u4, u1 and b1, row by row or
/// column by column.
NpyArray parse_npy(std::string_view bytes);
/// The last item along the first dimension, which counts frames: of an array of 2 or 3 dimensions,
/// a list or a table.
NpyArray parse_last_npy(std::string_view bytes);

/// What the header of a .npy file says.
struct NpyLayout {
  std::string type = {};  ///< "<f8"
  bool by_columns = false;
  std::vector<std::uint64_t> shape = {};
  std::size_t data_begin = 0;  ///< the first byte of the numbers
  std::string error = {};      ///< why there is none
};
/// Of a file's first bytes, 4108 at the most.
NpyLayout npy_layout(std::string_view bytes);

/// Rows first .. first + count - 1 of a list or a table, without reading the others: what one rank
/// needs of a column with more rows than it has memory for. In an array that lies by columns it
/// reads one piece of each. The whole file may have 2^50 rows.
NpyArray read_npy_rows(std::istream& file, std::uint64_t first, std::size_t count);

}  // namespace tensio::io
