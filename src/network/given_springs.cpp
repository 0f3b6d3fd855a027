#include "network/given_springs.hpp"

#include <algorithm>

#include "core/index.hpp"

namespace tensio {

void keep_given(NetworkData& net) {
  GivenSprings& given = net.given;
  if (!given.stiffness.empty() || net.spring_count == 0) return;
  const std::size_t count = net.stiffness.size();
  given.stiffness = net.stiffness;
  given.rest_length = net.rest_length;
  given.stiffness_factor.assign(count, 1.0);
  given.length_factor.assign(count, 1.0);
  given.plastic.assign(count, 0.0);
}

void refresh_spring(NetworkData& net, std::size_t s) {
  const GivenSprings& given = net.given;
  net.stiffness[s] = net.is_broken(s) ? 0.0 : given.stiffness[s] * given.stiffness_factor[s];
  net.rest_length[s] =
      std::max(0.0, given.rest_length[s] * given.length_factor[s] + given.plastic[s]);
}

void set_muscles(NetworkData& net, double time) {
  for (Muscle& muscle : net.muscles) {
    const double k = muscle.stiffness ? value_at(*muscle.stiffness, time) : 1.0;
    const double l0 = muscle.rest_length ? value_at(*muscle.rest_length, time) : 1.0;
    if (k == muscle.stiffness_factor && l0 == muscle.length_factor) continue;
    muscle.stiffness_factor = k;
    muscle.length_factor = l0;
    for (int spring : muscle.springs) {
      const auto s = usize(spring);
      net.given.stiffness_factor[s] = k;
      net.given.length_factor[s] = l0;
      refresh_spring(net, s);
    }
  }
}

void set_values_at(NetworkData& net, double time) {
  if (!net.muscles.empty()) set_muscles(net, time);
  if (net.faces.act()) set_face_actions(net.faces, time);
}

void give_stiffness(NetworkData& net, std::size_t s, double stiffness) {
  if (net.given.stiffness.empty()) {
    net.stiffness[s] = stiffness;
    return;
  }
  net.given.stiffness[s] = stiffness;
  refresh_spring(net, s);
}

void give_rest_length(NetworkData& net, std::size_t s, double rest_length) {
  if (net.given.rest_length.empty()) {
    net.rest_length[s] = rest_length;
    return;
  }
  net.given.rest_length[s] = rest_length;
  refresh_spring(net, s);
}

void give_damping(NetworkData& net, std::size_t s, double damping) {
  if (net.damping.empty()) net.damping.assign(net.stiffness.size(), 0.0);
  net.damping[s] = net.is_broken(s) ? 0.0 : damping;
}

Law law_of(const NetworkData& net, int s) {
  for (const LawRange& range : net.laws)
    if (s < range.end) return range.law;
  return Law::linear;
}

LawValue spring_value(const NetworkData& net, Law law, int s, double l) {
  const auto i = usize(s);
  return spring_value(net, law, s, l, net.stiffness[i], net.rest_length[i]);
}

LawValue spring_value(const NetworkData& net, Law law, int s, double l, double k, double l0) {
  if (net.is_broken(usize(s))) return {0, 0, 0, 0};
  return with_law(law, [&]<Law of>() -> LawValue {
    if constexpr (of == Law::custom) {
      CustomValue value{};
      net.functions[net.shape_of(s)]({.length = {&l, 1},
                                      .stiffness = {&k, 1},
                                      .rest_length = {&l0, 1},
                                      .energy = {&value.energy, 1},
                                      .tension = {&value.tension, 1},
                                      .tangent = {&value.tangent, 1}});
      return evaluate<of>(l, k, l0, value);
    } else if constexpr (of == Law::table) {
      return evaluate<of>(l, k, l0, net.curve_of(s));
    } else {
      return evaluate<of>(l, k, l0);
    }
  });
}

}  // namespace tensio
