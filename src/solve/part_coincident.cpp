// Parting coincident ends, once, before the first iteration.
#include "solve/part_coincident.hpp"

#include "physics/spring_law.hpp"

namespace tensio {

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

}  // namespace

bool part_coincident_ends(const NetworkData& net, std::vector<double>& position) {
  const std::size_t d = size(net.dimension);
  const std::vector<double> before = position;
  bool parted = false;
  for (const LawRange& range : net.laws) {
    if (range.law != Law::linear && range.law != Law::strut) continue;
    for (int s = range.begin; s < range.end; ++s) {
      const double l0 = net.rest_length[size(s)];
      if (!(l0 > 0.0) || !(net.stiffness[size(s)] > 0.0)) continue;
      const std::size_t a = size(net.a[size(s)]), b = size(net.b[size(s)]);
      const std::size_t user_a = size(net.node_user[a]), user_b = size(net.node_user[b]);
      bool coincident = true;
      for (std::size_t axis = 0; axis < d; ++axis)
        coincident &= before[user_a * d + axis] == before[user_b * d + axis];
      if (!coincident) continue;
      // The first axis from the spring's own on which an end is free.
      for (std::size_t turn = 0; turn < d; ++turn) {
        const std::size_t axis = (size(net.spring_user[size(s)]) + turn) % d;
        const bool a_free = !net.held[a * d + axis], b_free = !net.held[b * d + axis];
        if (!a_free && !b_free) continue;
        const double share = a_free && b_free ? 0.5 * l0 : l0;
        if (a_free) position[user_a * d + axis] -= share;
        if (b_free) position[user_b * d + axis] += share;
        parted = true;
        break;
      }
    }
  }
  return parted;
}

}  // namespace tensio
