// Dense elimination of a front's columns, for each kind of processor; all give the same bits.
//
// A front is a symmetric matrix of `size` rows, of which only the part on and below the diagonal is
// stored. Its first `columns` columns lie in `panel`, by columns that are `stride` apart; the
// others in `update`, by columns of size - columns entries. With P the panel's upper block and B
// the rows below,
//
//   P = L D Lᵀ,   B becomes B (D Lᵀ)⁻¹,   update becomes update - B D⁻¹ Bᵀ with the first B
#pragma once

#include <cstddef>

namespace tensio {

/// Columns that are eliminated before the rest of the front is updated.
inline constexpr int kFrontBlock = 32;
/// No kernel computes tiles of more rows than this.
inline constexpr int kMostTileRows = 16;

/// Threads that share the columns of one front. Plain functions: kernels are compiled for
/// processors that others do not have, and must not leave behind code that these would then use.
struct FrontThreads {
  void* pool;
  /// Calls part(work, begin, end) on parts that cover 0 .. count once.
  void (*run)(void* pool, int count, void (*part)(void* work, int begin, int end), void* work);
};

struct DenseFront {
  double* panel;  ///< becomes L, with ones on the diagonal that are not stored
  std::size_t stride;
  int columns, size;
  double* update;
  double* pivots;                         ///< D, `columns` of them
  double* workspace;                      ///< of front_workspace(size) numbers
  const FrontThreads* threads = nullptr;  ///< null: one thread
};

constexpr std::size_t front_workspace(int size) {
  return 2 * static_cast<std::size_t>(kFrontBlock) *
         (static_cast<std::size_t>(size) + 2 * kMostTileRows);
}

/// False where a pivot is exactly zero: what follows it is then not computed.
using FrontKernel = bool (*)(const DenseFront& front);

bool factorise_front_baseline(const DenseFront& front);
bool factorise_front_avx2(const DenseFront& front);
bool factorise_front_avx512(const DenseFront& front);

/// The one for this processor.
FrontKernel front_kernel();

}  // namespace tensio
