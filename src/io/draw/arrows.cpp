// Loads on nodes as arrows, in pictures and movies.
#include "io/draw/arrows.hpp"

#include <algorithm>

#include "io/draw/net_values.hpp"

namespace tensio::io {

namespace {

constexpr double kShortestArrow = 0.25;  // of the longest: short arrows are still seen to be arrows
constexpr double kNothing = 1e-9;        // of the largest load

}  // namespace

LoadSize size_of_loads(const std::vector<double>& loads, std::size_t dimension) {
  LoadSize size;
  for (std::size_t node = 0; node < loads.size() / dimension; ++node) {
    const double force = magnitude(row(loads, node, dimension));
    if (force > 0) ++size.nodes;
    size.largest = std::max(size.largest, force);
  }
  return size;
}

double longest_arrow(std::size_t count) { return count <= 20 ? 54 : count <= 200 ? 34 : 18; }

std::vector<Arrow> load_arrows(const std::vector<double>& loads, std::size_t dimension,
                               const Projection& projection, double largest, double longest) {
  std::vector<Arrow> arrows;
  for (std::size_t node = 0; node < loads.size() / dimension; ++node) {
    Vector load = row(loads, node, dimension);
    const double force = magnitude(load);
    if (!(force > kNothing * largest)) continue;
    const double length = std::max(kShortestArrow * longest, longest * (force / largest));
    for (double& component : load) component = component / force * length;
    const Point p = projection(load);
    arrows.push_back({node, p.x, -p.y, p.depth, force});
  }
  return arrows;
}

}  // namespace tensio::io
