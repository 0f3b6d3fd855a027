// Quantities of springs and supports at a state, in the user's order.
#pragma once

#include "network/network_data.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// Fills displacement, tension, length, strain and slack from state.position.
void fill_springs(const NetworkData& net, Equilibrium& result);
/// Replaces the tensions by those of first-order theory: the size of each spring's force at `start`
/// plus its block times the ends' displacement. Both positions in the user's order.
void fill_linear_tensions(const NetworkData& net, const std::vector<double>& start,
                          Equilibrium& result);
/// utilisation from the tensions and the strengths of the springs.
void fill_utilisation(const NetworkData& net, Equilibrium& result);
/// reaction = -(net force) on fixed axes; `force` in the user's order, unmasked.
void fill_reactions(const NetworkData& net, const std::vector<double>& force, Equilibrium& result);

}  // namespace tensio
