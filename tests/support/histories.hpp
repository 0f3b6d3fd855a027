// Springs with a history, as several tests use them.
#pragma once

#include <utility>
#include <vector>

#include "backend/histories.hpp"
#include "network/given_springs.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "support/nets.hpp"

namespace tensio::testing {

inline constexpr double kStiffness = 100;

// A spring along x from a fixed node to one of mass 1, rest length 1.
inline System one_spring(SpringSet set = {}) {
  if (set.stiffness.empty()) set.stiffness = {kStiffness};
  set.rest_length = {1};
  return mass_on_spring(1, std::move(set));
}

// A spring whose length is prescribed.
struct Pulled {
  explicit Pulled(const System& system)
      : net(system), histories(net.backend().histories()), x(net.backend().make_vector()) {
    net.backend().set_start(x);
  }

  // To the length l in a step of h: the tension there.
  double to(double l, double h = 1) {
    t += h;
    histories.prepare(h);
    const LawValue elastic = spring_value(net.data, law_of(net.data, 0), 0, l);
    const double tension =
        net.data.parts.empty() ? elastic.tension : with_part(elastic, l, net.data.parts[0]).tension;
    // Node 1 is on the axis x.
    net.backend().upload(std::vector<double>{0, 0, l, 0}, x);
    dissipated += histories.commit({.t = t, .h = h, .x = x}, events).dissipated;
    return tension;
  }
  double through(double from, double l, int steps) {
    double tension = 0;
    for (int i = 1; i <= steps; ++i) tension = to(from + (l - from) * i / steps);
    return tension;
  }
  double rest_length() const { return net.data.rest_length[0]; }

  DynamicNetwork net;
  Histories& histories;
  VectorId x;
  std::vector<MotionEvent> events;
  double dissipated = 0, t = 0;
};

inline SpringSet maxwell_set(double k, double eta) {
  SpringSet set;
  set.stiffness = {0};
  set.viscous = Viscous{.stiffness = {k}, .viscosity = {eta}};
  return set;
}

inline System pushed(SpringSet set, double speed = 2) {
  System net = one_spring(std::move(set));
  net.nodes.velocity = {0, 0, speed, 0};
  return net;
}

inline Waveform ramp(double t0, double v0, double t1, double v1) {
  return {.shape = Waveform::Shape::ramp, .points = {{t0, v0}, {t1, v1}}};
}

inline System hanging(SpringSet set) {
  System net = one_spring(std::move(set));
  net.nodes.position = {0, 0, 0, -1};
  net.gravity = {0, -10, 0};
  return net;
}

}  // namespace tensio::testing
