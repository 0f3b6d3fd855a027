// A lattice of springs that stands for an elastic solid.
#include "scenes/solid.hpp"

#include <cmath>

namespace tensio::scenes {

std::vector<Direction> solid_directions(const Point& size, double youngs_modulus) {
  const double shear = youngs_modulus / 2.5, volume = size[0] * size[1] * size[2];
  std::vector<Direction> directions;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
    const double a2 = size[a] * size[a], b2 = size[b] * size[b], c2 = size[c] * size[c];
    const double left = 3 - a2 / b2 - a2 / c2;
    if (left <= 0) return {};
    Direction edge = {{}, shear * volume * left / size[a]};
    edge.step[a] = 1;
    directions.push_back(edge);
    const double l2 = a2 + b2, diagonal = shear * volume * l2 / (2 * a2 * b2);
    for (const int side : {1, -1}) {
      Direction across = {{}, diagonal * std::sqrt(l2)};
      across.step[a] = 1;
      across.step[b] = side;
      directions.push_back(across);
    }
  }
  return directions;
}

}  // namespace tensio::scenes
