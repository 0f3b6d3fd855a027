// Matrices for other programs: the Matrix Market exchange format [Boisvert et al. 1996].
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/index.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

// The entry at row i and column j; nullptr if none is stored.
const double* entry(const CompressedRows& matrix, int i, int j) {
  const auto begin = matrix.column.begin() + matrix.row_start[i];
  const auto end = matrix.column.begin() + matrix.row_start[usize(i) + 1];
  const auto found = std::lower_bound(begin, end, j);
  if (found == end || *found != j) return nullptr;
  return &matrix.value[found - matrix.column.begin()];
}

}  // namespace

std::string matrix_market_text(const CompressedRows& matrix, bool symmetric,
                               std::string_view comment) {
  std::string lines;
  std::size_t count = 0;
  for (int i = 0; i < matrix.rows; ++i) {
    for (int k = matrix.row_start[i]; k < matrix.row_start[usize(i) + 1]; ++k) {
      const int j = matrix.column[k];
      const double value = matrix.value[k];
      if (symmetric) {
        const double* mirrored = entry(matrix, j, i);
        if (mirrored == nullptr || *mirrored != value) {
          throw Error(
              fmt::format("entry {}, {} is not the same as entry {}, {}: the matrix is not "
                          "symmetric",
                          i, j, j, i));
        }
        if (j > i) continue;
      }
      fmt::format_to(std::back_inserter(lines), "{} {} {}\n", i + 1, j + 1, value);
      ++count;
    }
  }
  std::string text = fmt::format("%%MatrixMarket matrix coordinate real {}\n",
                                 symmetric ? "symmetric" : "general");
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    text += fmt::format("% {}\n", comment.substr(0, end));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return text + fmt::format("{} {} {}\n", matrix.rows, matrix.columns, count) + lines;
}

}  // namespace tensio
