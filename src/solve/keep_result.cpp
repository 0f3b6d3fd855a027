// Systems that contain the result of a solve: as their start, or as their drawn shape.
#include <fmt/format.h>

#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

namespace {

// The mass of springs without a rest length and of faces depends on the drawn shape. Before that
// changes, it is added to their nodes.
void move_masses_to_nodes(const System& system, System& result) {
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

// Supports are now drawn where they were displaced to: by all loads, or, if there are combinations,
// by those without a case. Their motion continues from there.
void absorb_displacements(System& system) {
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

// The result is found from itself in one step, however it was found first.
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
  move_masses_to_nodes(system, result);
  absorb_displacements(result);
  result.nodes.position = rest.state.position;
  result.nodes.start.clear();
  forget_load_steps(result);
  return result;
}

}  // namespace tensio
