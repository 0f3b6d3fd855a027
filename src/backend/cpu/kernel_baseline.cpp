// The sweep of explicit steps for any processor: one spring at a time.
#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

struct Row {
  double v[3];
};
using Lanes = double;
constexpr int kLanes = 1;

inline Row load(const double* from) { return {{from[0], from[1], from[2]}}; }
inline void store(double* to, const Row& a) {
  for (int i = 0; i < 3; ++i) to[i] = a.v[i];
}
inline Row add(const Row& a, const Row& b) {
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2]}};
}
inline Row sub(const Row& a, const Row& b) {
  return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}
inline Row mul(const Row& a, const Row& b) {
  return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2]}};
}
inline Row div(const Row& a, const Row& b) {
  return {{a.v[0] / b.v[0], a.v[1] / b.v[1], a.v[2] / b.v[2]}};
}
inline Row all_of(double a) { return {{a, a, a}}; }
inline Row zero_row() { return {}; }
inline Row only(const std::uint64_t* bits, const Row& a) {
  return {{bits[0] ? a.v[0] : 0.0, bits[1] ? a.v[1] : 0.0, bits[2] ? a.v[2] : 0.0}};
}
inline double sub(double a, double b) { return a - b; }
inline double mul(double a, double b) { return a * b; }
inline double every(double a) { return a; }
inline double load_lanes(const double* from) { return *from; }
inline void store(double* to, double a) { *to = a; }
using Suspects = bool;
inline Suspects none() { return false; }
inline Suspects or_above(Suspects suspects, double a, double bound) {
  return suspects | !(a <= bound);
}
inline bool any(Suspects suspects) { return suspects; }

struct Group {
  Row d;

  Group(const double* x, const int* lower, const int* upper)
      : d(sub(load(x + 4 * static_cast<std::ptrdiff_t>(*upper)),
              load(x + 4 * static_cast<std::ptrdiff_t>(*lower)))) {}
  double length() const {
    return __builtin_sqrt(d.v[0] * d.v[0] + d.v[1] * d.v[1] + d.v[2] * d.v[2]);
  }
  void times(double q, double* force) const { store(force, mul(d, all_of(q))); }
};

template <class Number, class Chosen>
inline void read_materials(const KernelMaterial* all, const Number* number, const Chosen& chosen,
                           double& k, double& l0) {
  const KernelMaterial& material = all[number[chosen[0]]];
  k = material.stiffness;
  l0 = material.rest_length;
}

template <class Chosen>
inline void read_values(const double* stiffness, const double* rest_length, const Chosen& chosen,
                        double& k, double& l0) {
  k = stiffness[chosen[0]];
  l0 = rest_length[chosen[0]];
}

inline double linear_q(double l, double k, double l0) {
  return l0 == 0.0 || l == 0.0 ? k : k * (l - l0) / l;
}

// As evaluate() in physics/spring_law.hpp.
template <int law>
inline double q_of(double l, double k, double l0) {
  if constexpr (law == kLinear) {
    return linear_q(l, k, l0);
  } else if constexpr (law == kCable) {
    return l >= l0 ? linear_q(l, k, l0) : 0.0;
  } else if constexpr (law == kStrut) {
    return l <= l0 && l0 > 0.0 ? linear_q(l, k, l0) : 0.0;
  } else if constexpr (law == kForceDensity) {
    return k;
  } else {
    return l > 0x1p-20 * l0 ? k * l0 / l : k / 0x1p-20;
  }
}

#include "backend/cpu/kernel_sweep.inc"

}  // namespace

const Kernel kBaselineKernel = {sweep_all, watch_all};

}  // namespace tensio
