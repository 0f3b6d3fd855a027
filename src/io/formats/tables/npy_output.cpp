// .npy files that grow by rows [NumPy's format 1.0].
#include "io/formats/tables/npy_output.hpp"

#include <fmt/format.h>

namespace tensio::io {
namespace {

// Always the same, so that the count can be written over; a multiple of 64, as NumPy aligns it.
constexpr std::size_t kHeaderSize = 128;

std::string header(std::uint64_t rows, std::span<const std::uint64_t> row_shape,
                   const char* type = "<f8") {
  std::string shape = fmt::format("{},", rows);
  for (const std::uint64_t length : row_shape) shape += fmt::format(" {},", length);
  if (!row_shape.empty()) shape.pop_back();
  const std::string dict =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  constexpr std::size_t kDictSize = kHeaderSize - 10;
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(kDictSize & 0xff);
  text += static_cast<char>(kDictSize >> 8);
  return text + dict + std::string(kDictSize - 1 - dict.size(), ' ') + '\n';
}

template <class Number>
std::string whole_file(const std::vector<std::uint64_t>& shape, std::span<const Number> values,
                       const char* type) {
  std::string bytes = header(shape[0], std::span(shape).subspan(1), type);
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return bytes;
}

}  // namespace

std::string npy_bytes(const std::vector<std::uint64_t>& shape, std::span<const double> values) {
  return whole_file(shape, values, "<f8");
}

std::string npy_bytes(const std::vector<std::uint64_t>& shape, std::span<const int> values) {
  return whole_file(shape, values, "<i4");
}

std::string npy_bytes(const std::vector<std::uint64_t>& shape,
                      std::span<const unsigned char> values) {
  return whole_file(shape, values, "|u1");
}

NpyFile::NpyFile(std::string path, std::vector<std::uint64_t> row_shape)
    : row_shape_(std::move(row_shape)), file_(std::move(path)) {
  write_header();
}

NpyFile::NpyFile(std::string path, std::vector<std::uint64_t> row_shape, std::uint64_t rows)
    : row_shape_(std::move(row_shape)), file_(std::move(path), size_of(rows)), rows_(rows) {
  write_header();
}

std::uint64_t NpyFile::row_length() const {
  std::uint64_t numbers = 1;
  for (const std::uint64_t length : row_shape_) numbers *= length;
  return numbers;
}

std::uint64_t NpyFile::size_of(std::uint64_t rows) const {
  return kHeaderSize + sizeof(double) * rows * row_length();
}

void NpyFile::write_header() { file_.overwrite(0, header(rows_, row_shape_)); }

void NpyFile::append(std::span<const double> row) {
  file_.overwrite(size_of(rows_),
                  {reinterpret_cast<const char*>(row.data()), row.size() * sizeof(double)});
  ++rows_;
  write_header();
}

}  // namespace tensio::io
