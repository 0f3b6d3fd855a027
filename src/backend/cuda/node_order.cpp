// A node's place on the curve has the bits of its cell's coordinates in turn: x, y, z, x, ...
#include "backend/cuda/node_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "core/index.hpp"

namespace tensio {

namespace {

/// Bits of a coordinate; those of three fit into a place.
constexpr int kBits = 20;

struct Extent {
  double lowest[3] = {}, size = 0;
};

Extent extent_of(std::span<const double> position, std::size_t d) {
  Extent extent;
  for (std::size_t axis = 0; axis < d; ++axis) {
    double low = position[axis], high = low;
    for (std::size_t at = axis; at < position.size(); at += d) {
      low = std::min(low, position[at]);
      high = std::max(high, position[at]);
    }
    extent.lowest[axis] = low;
    extent.size = std::max(extent.size, high - low);
  }
  return extent;
}

double shortest_spring(const NetworkData& net, std::size_t d) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < usize(net.spring_count); ++s) {
    const double* const a = net.position.data() + usize(net.a[s]) * d;
    const double* const b = net.position.data() + usize(net.b[s]) * d;
    double squares = 0;
    for (std::size_t axis = 0; axis < d; ++axis)
      squares += (b[axis] - a[axis]) * (b[axis] - a[axis]);
    if (squares > 0) least = std::min(least, squares);
  }
  return std::sqrt(least);
}

}  // namespace

std::vector<int> nodes_along_curve(const NetworkData& net) {
  std::vector<int> order(usize(net.node_count));
  std::iota(order.begin(), order.end(), 0);
  const std::size_t d = usize(net.dimension);
  const std::span<const double> position(net.position.data(), net.position.size());
  const Extent extent = order.empty() ? Extent{} : extent_of(position, d);
  if (!(extent.size > 0) || !std::isfinite(extent.size)) return order;

  // One cell for each node of a regular grid.
  const double finest = extent.size / ((1 << kBits) - 1);
  double cell = shortest_spring(net, d);
  if (!(cell >= finest && cell <= extent.size)) cell = finest;
  std::vector<std::uint64_t> place(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double along = (position[i * d + axis] - extent.lowest[axis]) / cell;
      const auto coordinate = static_cast<std::uint64_t>(along + 0.5);
      for (std::size_t bit = 0; bit <= kBits; ++bit)
        place[i] |= (coordinate >> bit & 1) << (bit * d + axis);
    }
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return place[usize(i)] < place[usize(j)]; });
  return order;
}

}  // namespace tensio
