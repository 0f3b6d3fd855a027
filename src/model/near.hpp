// Which of many nodes lies near a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/index.hpp"

namespace tensio {

/// Nodes sorted into cells as wide as the distance asked for, so that a search looks into the
/// cells around a point only.
class NearNodes {
 public:
  NearNodes(const std::vector<double>& position, int dimension, double distance);
  /// The nearest node within the distance, the first of equally near ones; -1 where there is none.
  int find(const double* point) const;

 private:
  std::uint64_t cell(const double* point, int dx, int dy, int dz) const;
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
