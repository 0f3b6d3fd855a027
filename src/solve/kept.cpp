// Systems that keep what a solve found: as their start, as their drawn shape, as elastic springs.
#include <fmt/format.h>

#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/units.hpp"

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
// acts, by what has no case. Their motion goes on from there.
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

// The law that springs of this set have once they are elastic.
Law elastic_law(const System& system, const SpringSet& set) {
  const Material* material = find_material(system, set.material);
  const Law law = material && material->law ? *material->law : Law::linear;
  return law == Law::cable || law == Law::strut ? law : Law::linear;
}

class Materialiser {
 public:
  Materialiser(const System& system, const Equilibrium& rest) : system_(system), rest_(rest) {}

  System run() {
    System result = redrawn(system_, rest_);
    std::size_t first = 0;
    for (std::size_t s = 0; s < system_.springs.size(); ++s) {
      const SpringColumns columns = columns_of(system_, system_.springs[s]);
      if (!has_rest_length(columns.law)) make_elastic(columns, s, first, result.springs[s]);
      first += system_.springs[s].ends.size();
    }
    if (!problems_.empty()) throw Error(std::move(problems_));
    return result;
  }

 private:
  void refuse(std::size_t s, std::string message) {
    Problem problem;
    problem.pointer = fmt::format("/springs/{}", s);
    problem.message = std::move(message);
    problems_.push_back(std::move(problem));
  }

  void make_elastic(const SpringColumns& columns, std::size_t s, std::size_t first,
                    SpringSet& set) {
    if (columns.axial_is_tension || !columns.has_ea()) {
      const std::string name = set.name.empty() ? "" : fmt::format(" (`{}`)", set.name);
      refuse(s, fmt::format("set {}{} of {} springs has no elastic stiffness to be made of; give "
                            "axial_stiffness or a material besides its {}",
                            s, name, to_string(columns.law),
                            columns.axial_is_tension    ? "stiffness or pretension"
                            : columns.stiffness.empty() ? "pretension"
                                                        : "stiffness"));
      return;
    }
    const Law law = elastic_law(system_, set);
    const std::string unit = unit_name(system_.units, UnitKind::force);
    Column rest_length;
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const double tension = rest_.tension[first + i], strain = tension / columns.ea(i);
      const int spring = static_cast<int>(first + i);
      if (!(strain > -1.0) || !std::isfinite(strain))
        return refuse(
            s, fmt::format("{} pushes with {} {}, more than its axial_stiffness of {} {} "
                           "can: no unstressed length gives that",
                           spring_label(system_, spring), -tension, unit, columns.ea(i), unit));
      if ((law == Law::cable && tension < 0.0) || (law == Law::strut && tension > 0.0))
        return refuse(s,
                      fmt::format("{} {} with {} {}, which its material, a {}, never does",
                                  spring_label(system_, spring), tension < 0.0 ? "pushes" : "pulls",
                                  std::abs(tension), unit, to_string(law)));
      rest_length.push_back(rest_.length[first + i] / (1.0 + strain));
    }
    set.law = law;
    set.stiffness.clear();
    set.pretension.clear();
    set.rest_length = std::move(rest_length);
  }

  const System& system_;
  const Equilibrium& rest_;
  std::vector<Problem> problems_;
};

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

System materialised(const System& system, const Equilibrium& rest) {
  return Materialiser(system, rest).run();
}

}  // namespace tensio
