// Hilbert's curve by Gray codes of the coordinates' bits [Skilling 2004].
#include "network/space_curve.hpp"

#include <algorithm>
#include <utility>

#include "core/index.hpp"

namespace tensio {

namespace {

// As many bits as a key of 64 bits has room for.
constexpr int bits_for(int axes) { return axes == 3 ? 21 : 31; }

constexpr double kThinnest = 1.0 / 1024;

}  // namespace

std::uint64_t hilbert_key(std::array<std::uint32_t, 3> cell, int axes, int bits) {
  // From the coarsest level down: what the finer bits are in the frame of the cell around them,
  // which is the frame of the whole with an axis mirrored or two exchanged.
  for (int level = bits - 1; level > 0; --level) {
    const std::uint32_t bit = std::uint32_t{1} << level, finer = bit - 1;
    for (int axis = 0; axis < axes; ++axis) {
      if (cell[axis] & bit) {
        cell[0] ^= finer;
      } else {
        const std::uint32_t differs = (cell[0] ^ cell[axis]) & finer;
        cell[0] ^= differs;
        cell[axis] ^= differs;
      }
    }
  }
  // The bits of a level, one of each axis, are now a Gray code: its number has the parity of all
  // bits above in each bit.
  std::uint64_t key = 0;
  std::uint64_t parity = 0;
  for (int level = bits - 1; level >= 0; --level)
    for (int axis = 0; axis < axes; ++axis) {
      parity ^= cell[axis] >> level & 1;
      key = key << 1 | parity;
    }
  return key;
}

std::vector<std::uint64_t> curve_keys(int dimension, std::span<const double> position) {
  const std::size_t d = usize(dimension), n = position.size() / d;
  std::vector<std::uint64_t> keys(n, 0);
  if (n == 0) return keys;

  // Half the coordinates, so that no difference overflows.
  std::array<double, 3> low = {}, extent = {};
  double longest = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    double high = low[axis] = 0.5 * position[axis];
    for (std::size_t i = 1; i < n; ++i) {
      low[axis] = std::min(low[axis], 0.5 * position[i * d + axis]);
      high = std::max(high, 0.5 * position[i * d + axis]);
    }
    extent[axis] = high - low[axis];
    longest = std::max(longest, extent[axis]);
  }
  if (!(longest > 0)) return keys;

  std::array<std::size_t, 3> used = {};
  int axes = 0;
  for (std::size_t axis = 0; axis < d; ++axis)
    if (extent[axis] >= kThinnest * longest) used[axes++] = axis;

  const int bits = bits_for(axes);
  const double cells = static_cast<double>(std::uint32_t{1} << bits);
  for (std::size_t i = 0; i < n; ++i) {
    std::array<std::uint32_t, 3> cell = {};
    for (int k = 0; k < axes; ++k) {
      const std::size_t axis = used[k];
      const double along = (0.5 * position[i * d + axis] - low[axis]) / longest;
      cell[k] = static_cast<std::uint32_t>(std::min(along * cells, cells - 1));
    }
    keys[i] = hilbert_key(cell, axes, bits);
  }
  return keys;
}

}  // namespace tensio
