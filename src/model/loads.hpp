// What acts on a net, summed up: per node, per support, per spring.
#pragma once

#include <vector>

#include "tensio/system.hpp"

namespace tensio {

/// The nodes' own masses and those of springs whose law has no rest length, which go by their drawn
/// length. node_masses() adds the others to it, in that order.
std::vector<double> masses_by_drawn_length(const System& system);
/// The sum of all forces on each node, without weights: node_count x dimension.
std::vector<double> load_forces(const System& system);
/// How far each node's supports stand from the drawn shape, node_count x dimension; empty where
/// nothing moves.
std::vector<double> support_moves(const System& system);
/// The change of temperature of each spring [K]; empty where there is none.
std::vector<double> temperature_changes(const System& system);

/// Everything that acts, fixed moves included, times `factor`.
void scale_actions(System& system, double factor);
/// Makes the loads and gravity of `target` those of `system` under the combination, its factors
/// times `part`.
void act(const System& system, const Combination& combination, double part, System& target);

}  // namespace tensio
