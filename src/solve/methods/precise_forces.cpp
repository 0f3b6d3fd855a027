#include "solve/methods/precise_forces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"
#include "core/double_double.hpp"
#include "core/index.hpp"
#include "network/custom_springs.hpp"

namespace tensio {

namespace {

// The laws in twice the precision. Comparisons of lengths use the nearest double, as in the forces.
namespace precise_laws {

using Number = DoubleDouble;
inline Number constant(double value) { return value; }
inline bool operator==(const Number& a, const Number& b) { return a.value() == b.value(); }
inline bool operator<=(const Number& a, const Number& b) { return a.value() <= b.value(); }
inline bool operator>=(const Number& a, const Number& b) { return a.value() >= b.value(); }
inline bool operator>(const Number& a, const Number& b) { return a.value() > b.value(); }
inline Number select(bool mask, const Number& a, const Number& b) { return mask ? a : b; }

#include "physics/spring_laws.inc"

}  // namespace precise_laws

// T at length l. Curves and functions are followed from the nearest double along their tangent,
// whose own rounding is far below that of l.
template <Law law>
DoubleDouble tension_of(const LawValue& value, DoubleDouble l, double k, double l0) {
  if constexpr (needs_more(law))
    return DoubleDouble(value.tension) + DoubleDouble(value.tangent) * DoubleDouble(l.lo);
  else
    return precise_laws::values_of<law>(l, k, l0).tension;
}

// Adds the forces of the springs, x in compiled order; returns the largest |tension|.
template <int D>
double add_springs(const NetworkData& net, const double* x, std::vector<DoubleDouble>& force) {
  CustomSprings custom_springs(net);
  ThreadPool one_thread(1);
  const CustomValue* custom = custom_springs.at(x, one_thread);
  double largest = 0;
  for_laws(net, 0, net.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const double* a = x + wide(net.a[s]) * D;
      const double* b = x + wide(net.b[s]) * D;
      DoubleDouble between[D], squared;
      for (int i = 0; i < D; ++i) {
        between[i] = exact_sum(b[i], -a[i]);
        squared = squared + between[i] * between[i];
      }
      const DoubleDouble l = sqrt(squared);
      const LawValue value = value_of<law>(net, s, l.value(), custom);
      const DoubleDouble T = tension_of<law>(value, l, net.stiffness[s], net.rest_length[s]);
      largest = std::max(largest, std::abs(T.value()));
      if (l.hi == 0.0) continue;
      const DoubleDouble q = T / l;
      for (int i = 0; i < D; ++i) {
        const DoubleDouble pull = q * between[i];
        DoubleDouble& at_a = force[usize(net.a[s]) * D + usize(i)];
        DoubleDouble& at_b = force[usize(net.b[s]) * D + usize(i)];
        at_a = at_a + pull;
        at_b = at_b - pull;
      }
    }
  });
  return largest;
}

}  // namespace

ForceNorms precise_norms(const NetworkData& net, const std::vector<double>& position) {
  const std::size_t d = usize(net.dimension);
  std::vector<DoubleDouble> force(net.constrained.size());
  ForceNorms summary;
  for (std::size_t i = 0; i < force.size(); ++i) {
    force[i] = DoubleDouble(net.load[i]) + exact_product(net.mass[i / d], net.gravity[i % d]);
    summary.largest_external = std::max(summary.largest_external, std::abs(force[i].value()));
  }
  const std::vector<double> x = compiled_order(net, position);
  summary.largest_tension =
      d == 2 ? add_springs<2>(net, x.data(), force) : add_springs<3>(net, x.data(), force);
  for (std::size_t i = 0; i < force.size(); ++i)
    if (!net.constrained[i])
      summary.largest_force = std::max(summary.largest_force, std::abs(force[i].value()));
  return summary;
}

std::string precision_advice(const NetworkData& net) {
  double largest = 0;
  for (double coordinate : net.position) largest = std::max(largest, std::abs(coordinate));
  if (!(largest > kFarFromOrigin * net.length_scale)) return {};
  return fmt::format(
      "; coordinates up to {:.3g} leave no precision for springs of length {:.3g}: move the net "
      "to the origin",
      largest, net.length_scale);
}

}  // namespace tensio
