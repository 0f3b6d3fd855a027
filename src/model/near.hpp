// Which of many nodes lies near a point.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/index.hpp"

namespace tensio {

/// Nodes sorted into cells a few times as wide as the distance asked for, so that a search looks
/// into the cell of a point, and into those next to it where the point is near a face.
class NearNodes {
 public:
  NearNodes(const std::vector<double>& position, int dimension, double distance);
  /// The nearest node within the distance, the first of equally near ones; -1 where there is none.
  int find(const double* point) const;

 private:
  using Cell = std::array<double, 3>;  // its number along each axis
  struct Cells {
    Cell own = {};
    std::array<int, 3> below = {}, above = {};  // 1 where the next cell counts too
  };
  struct Nearest {
    int node = -1;
    double square = 0;  // of its distance
  };
  static std::uint64_t hash_of(const Cell& cell);
  Cells around(const double* point) const;
  void look_into(const Cell& cell, const double* point, Nearest& nearest) const;
  std::size_t part_of(std::uint64_t hash) const { return usize(hash >> shift_); }
  const double* at(int node) const { return position_.data() + usize(node) * usize(dimension_); }

  std::vector<double> position_;  // a copy: the rows may grow meanwhile
  int dimension_ = 3;
  double distance_ = 0;
  std::vector<std::pair<std::uint64_t, int>> cells_;  // hash of the cell, node; sorted
  // Hashes that begin alike: from starts_[part] on. About as many parts as nodes.
  std::vector<int> starts_;
  unsigned shift_ = 63;
};

}  // namespace tensio
