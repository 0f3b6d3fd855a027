#include "solve/tension_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "network/given_springs.hpp"

namespace tensio {

namespace {

// A custom law is a function of unknown form: central differences, with the step that balances
// their error and rounding.
double custom_difference(const NetworkData& net, int s, double l, double k, double l0, bool by_k) {
  const double value = by_k ? k : l0;
  const double step = std::cbrt(std::numeric_limits<double>::epsilon()) *
                      std::max(std::abs(value), std::numeric_limits<double>::min());
  const auto tension = [&](double change) {
    return spring_value(net, Law::custom, s, l, by_k ? k + change : k, by_k ? l0 : l0 + change)
        .tension;
  };
  return (tension(step) - tension(-step)) / (2 * step);
}

}  // namespace

TensionDerivatives tension_derivatives(const NetworkData& net, Law law, int s, double l,
                                       const LawValue& value) {
  const double k = net.stiffness[usize(s)], l0 = net.rest_length[usize(s)];
  if (net.is_broken(usize(s))) return {.pretension = 0};
  // A constant tension is a value of its own, in whatever k and l0 it is compiled to.
  if (law == Law::constant_tension)
    return {.pretension = k * l0 != 0 ? value.tension / (k * l0) : 1.0};
  TensionDerivatives by;
  if (law == Law::custom) {
    by.stiffness = custom_difference(net, s, l, k, l0, true);
    by.rest_length = custom_difference(net, s, l, k, l0, false);
    return by;
  }
  // Every other law is k times a function of the lengths.
  by.stiffness = spring_value(net, law, s, l, 1, l0).tension;
  if (needs_more(law) && net.curve_of(s).of_strain)
    by.rest_length = l0 > 0 ? (value.tension - value.tangent * l) / l0 : 0;  // T = l0 k f(l/l0 - 1)
  else if (has_rest_length(law))
    by.rest_length = -value.tangent;
  return by;
}

}  // namespace tensio
