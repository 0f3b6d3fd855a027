// How a spring's tension depends on its stiffness and rest length, at a given length.
#pragma once

#include "network/network_data.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

struct TensionDerivatives {
  double stiffness = 0;    ///< dT/dk, rest length kept
  double rest_length = 0;  ///< dT/dl0, stiffness kept
  double pretension = 1;   ///< by a tension added to it; of constant_tension by its own
};

/// Of spring s (compiled) at length l, where its law has `value`. On a slack cable or strut the
/// first two are 0, and so they are of constant_tension. `pretension` is below 1 only near length
/// 0, where a constant tension has no direction.
TensionDerivatives tension_derivatives(const NetworkData& net, Law law, int s, double l,
                                       const LawValue& value);

}  // namespace tensio
