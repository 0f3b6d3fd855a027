// Indices and counts are int; the sizes of containers, offsets into arrays with several numbers for
// each item, and products of counts are 64-bit, since they may pass 2^31 where the counts do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tensio {

/// The same number as std::size_t, so that a product of counts does not overflow.
template <class Count>
requires std::is_integral_v<Count> || std::is_enum_v<Count>
constexpr std::size_t usize(Count count) { return static_cast<std::size_t>(count); }

/// The same for offsets.
constexpr std::ptrdiff_t wide(int index) { return index; }

/// Where the axes of a node begin in a vector of nodes; likewise for D numbers of each spring.
template <int D>
constexpr std::ptrdiff_t axis_offset(int node) {
  return wide(node) * D;
}
/// Where a block of D x D numbers begins.
template <int D>
constexpr std::ptrdiff_t block_offset(int slot) {
  return wide(slot) * D * D;
}

/// The largest index, and count, of nodes, springs, axes and blocks.
inline constexpr std::int64_t kMostIndices = 2147483647;

/// What arrays of a net have, from its counts alone.
struct NetSize {
  std::int64_t nodes = 0, springs = 0;
  int dimension = 3;

  constexpr std::int64_t axes() const { return nodes * dimension; }
  /// Entries of the list of each node's springs.
  constexpr std::int64_t incidences() const { return 2 * springs; }
  /// Blocks of the pattern of K, at most: parallel springs share theirs.
  constexpr std::int64_t most_blocks() const { return nodes + 2 * springs; }
  constexpr std::int64_t block_numbers() const { return most_blocks() * dimension * dimension; }
  /// Every index of the net fits an int.
  constexpr bool fits() const {
    return nodes <= kMostIndices && springs <= kMostIndices && axes() <= kMostIndices &&
           most_blocks() <= kMostIndices;
  }
};

}  // namespace tensio
