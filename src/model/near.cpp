#include "model/near.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/index.hpp"

namespace tensio {

namespace {

/// Of a cell, in distances; and where cells begin, as a part of that: drawn coordinates are often
/// multiples of the spacing, and few should lie near the face of a cell.
constexpr double kWidth = 8, kOffset = 0.381966;

}  // namespace

NearNodes::NearNodes(const std::vector<double>& position, int dimension, double distance)
    : position_(position), dimension_(dimension), distance_(distance) {
  const auto count = static_cast<int>(position.size() / usize(dimension));
  cells_.reserve(usize(count));
  for (int node = 0; node < count; ++node) cells_.emplace_back(hash_of(around(at(node)).own), node);
  std::sort(cells_.begin(), cells_.end());
  while (shift_ > 32 && (cells_.size() >> (64 - shift_)) > 0) --shift_;
  starts_.assign((std::size_t{1} << (64 - shift_)) + 1, 0);
  for (const auto& [hash, node] : cells_) ++starts_[part_of(hash) + 1];
  for (std::size_t part = 1; part < starts_.size(); ++part) starts_[part] += starts_[part - 1];
}

// Two cells may share a hash: that only costs a comparison.
std::uint64_t NearNodes::hash_of(const Cell& cell) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const double number : cell) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 31U;
  }
  return hash;
}

NearNodes::Cells NearNodes::around(const double* point) const {
  Cells cells;
  for (int axis = 0; axis < std::min(dimension_, 3); ++axis) {
    const double along = point[axis] / (kWidth * distance_) + kOffset;
    const double number = std::floor(along) + 0.0;
    // How far from a face of its cell a node can have neighbours in the next one.
    const double margin = 1.0 / kWidth + 1e-15 * std::abs(along) + 1e-12;
    cells.own[axis] = number;
    cells.below[axis] = along - number <= margin ? 1 : 0;
    cells.above[axis] = number + 1 - along <= margin ? 1 : 0;
  }
  return cells;
}

int NearNodes::find(const double* point) const {
  Nearest nearest{-1, distance_ * distance_};
  const Cells cells = around(point);
  for (int dx = -cells.below[0]; dx <= cells.above[0]; ++dx)
    for (int dy = -cells.below[1]; dy <= cells.above[1]; ++dy)
      for (int dz = -cells.below[2]; dz <= cells.above[2]; ++dz)
        look_into({cells.own[0] + dx, cells.own[1] + dy, cells.own[2] + dz}, point, nearest);
  return nearest.node;
}

void NearNodes::look_into(const Cell& cell, const double* point, Nearest& nearest) const {
  const std::uint64_t key = hash_of(cell);
  const auto first = cells_.begin() + starts_[part_of(key)];
  const auto last = cells_.begin() + starts_[part_of(key) + 1];
  auto entry = std::lower_bound(first, last, std::pair(key, -1));
  for (; entry != last && entry->first == key; ++entry) {
    double square = 0;
    for (int axis = 0; axis < dimension_; ++axis) {
      const double d = at(entry->second)[axis] - point[axis];
      square += d * d;
    }
    if (square < nearest.square ||
        (square == nearest.square && (nearest.node < 0 || entry->second < nearest.node)))
      nearest = {entry->second, square};
  }
}

}  // namespace tensio
