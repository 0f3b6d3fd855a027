// Merging points by a grid of cells as wide as the distance.
#include "io/import/merge.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace tensio::io {
namespace {

using GridCell = std::array<double, 3>;

struct GridCellHash {
  std::size_t operator()(const GridCell& cell) const {
    std::uint64_t hash = 0;
    for (const double index : cell) {
      std::uint64_t bits;
      std::memcpy(&bits, &index, sizeof bits);
      hash = (hash ^ bits) * 0x9e3779b97f4a7c15ull;
      hash ^= hash >> 29;
    }
    return usize(hash ^ (hash >> 32));
  }
};

// Points that stay, by their cell. A cell is no wider than the distance, so few stay in each.
class Grid {
 public:
  Grid(const std::vector<double>& positions, double distance)
      : positions_(positions), distance_(distance) {}

  int first_near(int point) {
    const GridCell home = cell_of(point);
    int found = point;
    // without a distance a cell is a place
    const int reach = distance_ > 0 ? 1 : 0;
    for (int dx = -reach; dx <= reach; ++dx)
      for (int dy = -reach; dy <= reach; ++dy)
        for (int dz = -reach; dz <= reach; ++dz) {
          const auto members = cells_.find({home[0] + dx, home[1] + dy, home[2] + dz});
          if (members == cells_.end()) continue;
          for (const int other : members->second)
            if (other < found && near(other, point)) found = other;
        }
    if (found == point) cells_[home].push_back(point);
    return found;
  }

 private:
  const double* at(int point) const { return positions_.data() + 3 * usize(point); }
  GridCell cell_of(int point) const {
    GridCell cell;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double x = at(point)[axis];
      const double index = distance_ > 0 ? std::floor(x / distance_) : x;
      // + 0 makes -0 and 0 the same bits
      cell[axis] = (std::isfinite(index) ? index : x) + 0.0;
    }
    return cell;
  }
  bool near(int a, int b) const {
    if (!(distance_ > 0)) return true;
    const double x = at(a)[0] - at(b)[0], y = at(a)[1] - at(b)[1], z = at(a)[2] - at(b)[2];
    return x * x + y * y + z * z <= distance_ * distance_;
  }

  const std::vector<double>& positions_;
  double distance_;
  std::unordered_map<GridCell, std::vector<int>, GridCellHash> cells_;
};

}  // namespace

std::vector<int> nearest_before(const std::vector<double>& positions, double distance) {
  Grid grid(positions, distance);
  std::vector<int> first(positions.size() / 3);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = grid.first_near(static_cast<int>(i));
  return first;
}

}  // namespace tensio::io
