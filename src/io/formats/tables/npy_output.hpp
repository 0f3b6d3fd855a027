// Arrays for NumPy: .npy files that grow by rows, and .npz files of several arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/text/growing_file.hpp"

namespace tensio::io {

/// A .npy file of float64 whose first axis grows. Its header counts whole rows only: a row is
/// written before it is counted.
class NpyFile {
 public:
  /// `row_shape` is that of one row: {} for numbers, {nodes, axes} for vectors of nodes.
  NpyFile(std::string path, std::vector<std::uint64_t> row_shape);
  /// An existing file, cut back to this number of rows.
  NpyFile(std::string path, std::vector<std::uint64_t> row_shape, std::uint64_t rows);

  void append(std::span<const double> row);
  void sync() { file_.sync(); }
  void check_in_place() const { file_.check_in_place(); }
  std::uint64_t rows() const { return rows_; }
  /// Numbers in a row.
  std::uint64_t row_length() const;
  const std::string& path() const { return file_.path(); }

 private:
  std::uint64_t size_of(std::uint64_t rows) const;
  void write_header();

  std::vector<std::uint64_t> row_shape_;
  GrowingFile file_;
  std::uint64_t rows_ = 0;
};

/// A whole .npy file, of float64 ("<f8"), int32 ("<i4") or bytes ("|u1").
std::string npy_bytes(const std::vector<std::uint64_t>& shape, std::span<const double> values);
std::string npy_bytes(const std::vector<std::uint64_t>& shape, std::span<const int> values);
std::string npy_bytes(const std::vector<std::uint64_t>& shape,
                      std::span<const unsigned char> values);
/// A .npz file of .npy files, each with its name.
using NamedBytes = std::pair<std::string, std::string>;
std::string npz_archive(const std::vector<NamedBytes>& members);

/// Packs files, without compression, into a .npz file (zip with 64-bit sizes) that is whole or not
/// there; each is called by its own name.
void pack_npz(const std::string& path, const std::vector<std::string>& files);
/// Writes what pack_npz packed into a folder.
void unpack_npz(const std::string& path, const std::string& folder);

}  // namespace tensio::io
