// Systems that keep what a solve found: as their start, as their drawn shape.
#include <fmt/format.h>

#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

namespace {

// The mass of springs without a rest length and of faces goes by the drawn shape. Before that
// changes, their nodes take it over.
void keep_masses(const System& system, System& result) {
  bool any = system.faces.count() > 0 && !system.faces.mass_per_area.empty();
  result.faces.mass_per_area.clear();
  for (std::size_t s = 0; s < system.springs.size(); ++s) {
    const SpringColumns columns = columns_of(system, system.springs[s]);
    if (columns.mass_per_length.empty() || has_rest_length(columns.law)) continue;
    result.springs[s].mass_per_length = {0};
    any = true;
  }
  if (any) result.nodes.mass = masses_by_drawn_shape(system);
}

// Supports are now drawn where they were moved to: by everything, or where combinations say what
// acts, by what has no case. Their motion continues from there.
void take_in_moves(System& system) {
  for (Fixed& fixed : system.nodes.fixed) {
    fixed.move.clear();
    for (Waveform& wave : fixed.motion) raise(wave, -value_at(wave, start_time(system)));
  }
  std::vector<Load> loads;
  for (Load& load : system.loads)
    if (load.move.empty() || !(system.combinations.empty() || load.load_case.empty()))
      loads.push_back(std::move(load));
  system.loads = std::move(loads);
}

// What the found state is to be reached by is not the way it was reached.
void forget_load_steps(System& system) {
  if (system.combinations.empty()) system.equilibrium.load_steps = 1;
}

}  // namespace

System with_start(const System& system, const Equilibrium& rest) {
  System result = with_explicit_rest_lengths(system);
  result.nodes.start = rest.state.position;
  forget_load_steps(result);
  return result;
}

System redrawn(const System& system, const Equilibrium& rest) {
  System result = with_explicit_rest_lengths(system);
  keep_masses(system, result);
  take_in_moves(result);
  result.nodes.position = rest.state.position;
  result.nodes.start.clear();
  forget_load_steps(result);
  return result;
}

}  // namespace tensio
