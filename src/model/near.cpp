#include "model/near.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tensio {

NearNodes::NearNodes(const std::vector<double>& position, int dimension, double distance)
    : position_(position), dimension_(dimension), distance_(distance) {
  const auto count = static_cast<int>(position.size() / usize(dimension));
  cells_.reserve(usize(count));
  for (int node = 0; node < count; ++node) cells_.emplace_back(cell(at(node), 0, 0, 0), node);
  std::sort(cells_.begin(), cells_.end());
  while (shift_ > 32 && (cells_.size() >> (64 - shift_)) > 0) --shift_;
  starts_.assign((std::size_t{1} << (64 - shift_)) + 1, 0);
  for (const auto& [hash, node] : cells_) ++starts_[part_of(hash) + 1];
  for (std::size_t part = 1; part < starts_.size(); ++part) starts_[part] += starts_[part - 1];
}

// Two cells may share a hash: that only costs a comparison.
std::uint64_t NearNodes::cell(const double* point, int dx, int dy, int dz) const {
  const int shift[] = {dx, dy, dz};
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (int axis = 0; axis < dimension_; ++axis) {
    const double number = std::floor(point[axis] / distance_) + shift[axis] + 0.0;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 31U;
  }
  return hash;
}

int NearNodes::find(const double* point) const {
  int best = -1;
  double least = distance_ * distance_;
  const int deep = dimension_ == 3 ? 1 : 0;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dz = -deep; dz <= deep; ++dz) {
        const std::uint64_t key = cell(point, dx, dy, dz);
        const auto first = cells_.begin() + starts_[part_of(key)];
        const auto last = cells_.begin() + starts_[part_of(key) + 1];
        auto entry = std::lower_bound(first, last, std::pair(key, -1));
        for (; entry != last && entry->first == key; ++entry) {
          double square = 0;
          for (int axis = 0; axis < dimension_; ++axis) {
            const double d = at(entry->second)[axis] - point[axis];
            square += d * d;
          }
          const bool nearer =
              square < least || (square == least && (best < 0 || entry->second < best));
          if (!nearer) continue;
          least = square;
          best = entry->second;
        }
      }
    }
  }
  return best;
}

}  // namespace tensio
