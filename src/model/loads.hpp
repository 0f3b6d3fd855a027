// The loads on a net, summed up: per node, per support, per spring.
#pragma once

#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// What goes by the drawn shape: the nodes' own masses, those of springs whose law has no rest
/// length, and those of faces. node_masses() adds the other springs to it, in that order.
std::vector<double> masses_by_drawn_shape(const System& system);
/// Area of a face as drawn [m²]: of a polygon; of a line of two nodes its length, times 1 m.
double drawn_area(const System& system, int face);
/// When a scene begins [s]: the start time of its simulation, or 0.
double start_time(const System& system);
/// The sum of all forces on each node at a time, without weights, pressure and wind:
/// node_count x dimension.
std::vector<double> load_forces(const System& system, double time);
/// At the start time.
std::vector<double> load_forces(const System& system);
/// How far each node's supports stand from the drawn shape at the start time, node_count x
/// dimension; empty where nothing moves.
std::vector<double> support_moves(const System& system);
/// The change of temperature of each spring [K]; empty where there is none.
std::vector<double> temperature_changes(const System& system);

/// The waveform times a factor; all its values raised by `more`.
void scale(Waveform& wave, double factor);
void raise(Waveform& wave, double more);
/// All loads, gravity and moves of supports included, times `factor`.
void scale_actions(System& system, double factor);
/// Makes the loads and gravity of `target` those of `system` under the combination, its factors
/// times `part`.
void act(const System& system, const Combination& combination, double part, System& target);

}  // namespace tensio
