// Loads on nodes as arrows, in pictures and movies.
#pragma once

#include <cstddef>
#include <vector>

#include "io/draw/projection.hpp"

namespace tensio::io {

/// The load on a node as an arrow, in pixels from the node.
struct Arrow {
  std::size_t node = 0;
  double x = 0;
  double y = 0;
  double depth = 0;
  double force = 0;  ///< [N]
};

/// The largest of some loads, node_count x dimension, and the number of nodes that have one.
struct LoadSize {
  double largest = 0;
  std::size_t nodes = 0;
};
LoadSize size_of_loads(const std::vector<double>& loads, std::size_t dimension);

/// The length of the longest arrow; many arrows are shorter, so that they do not hide the net.
double longest_arrow(std::size_t count);

/// One for each load; a load of `largest` has an arrow of `longest` pixels.
std::vector<Arrow> load_arrows(const std::vector<double>& loads, std::size_t dimension,
                               const Projection& projection, double largest, double longest);

}  // namespace tensio::io
