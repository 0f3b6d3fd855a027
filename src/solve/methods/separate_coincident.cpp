// Separates coincident ends, once, before the first iteration.
#include "solve/methods/separate_coincident.hpp"

#include "core/index.hpp"
#include "network/custom_springs.hpp"
#include "network/given_springs.hpp"

namespace tensio {

namespace {

// `custom`: values of the custom laws at the current lengths; used only if the length is zero.
bool compressed_at_zero_length(const NetworkData& net, Law law, int s, const CustomValue* custom) {
  if (law == Law::custom) return custom[s - net.first_custom].tension < 0.0;
  return spring_value(net, law, s, 0.0).tension < 0.0;
}

}  // namespace

bool separate_coincident_ends(const NetworkData& net, std::vector<double>& position) {
  const std::size_t d = usize(net.dimension);
  const std::vector<double> before = position;
  bool separated = false;
  CustomSprings custom_springs(net);
  ThreadPool one_thread(1);
  const CustomValue* custom = custom_springs.at(compiled_order(net, before).data(), one_thread);
  for (const LawRange& range : net.laws) {
    for (int s = range.begin; s < range.end; ++s) {
      const double l0 = net.rest_length[s];
      if (!(l0 > 0.0) || !compressed_at_zero_length(net, range.law, s, custom)) continue;
      const std::size_t a = usize(net.a[s]), b = usize(net.b[s]);
      const std::size_t user_a = usize(net.node_user[a]), user_b = usize(net.node_user[b]);
      bool coincident = true;
      for (std::size_t axis = 0; axis < d; ++axis)
        coincident &= before[user_a * d + axis] == before[user_b * d + axis];
      if (!coincident) continue;
      // The first axis, counted from the spring's id, on which an end is free.
      for (std::size_t turn = 0; turn < d; ++turn) {
        const std::size_t axis = (usize(net.spring_user[s]) + turn) % d;
        const bool a_free = !net.constrained[a * d + axis], b_free = !net.constrained[b * d + axis];
        if (!a_free && !b_free) continue;
        const double share = a_free && b_free ? 0.5 * l0 : l0;
        if (a_free) position[user_a * d + axis] -= share;
        if (b_free) position[user_b * d + axis] += share;
        separated = true;
        break;
      }
    }
  }
  return separated;
}

}  // namespace tensio
