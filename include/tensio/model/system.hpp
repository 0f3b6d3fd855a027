// What the user authors: nodes, springs, loads, as plain values. It mirrors the scene file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tensio/error.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/nodes.hpp"
#include "tensio/model/options.hpp"
#include "tensio/model/parameters.hpp"
#include "tensio/model/recorded.hpp"
#include "tensio/model/springs.hpp"

namespace tensio {

/// A load: a force on each of some nodes, or a change of temperature of some springs, or a move
/// of some supports, or a pressure on some faces. Exactly one of `force`, `wave`, `temperature`,
/// `move` and `pressure` is given.
struct Load {
  std::vector<int> nodes = {};
  std::vector<double> force = {};   ///< [N]: dimension numbers for all, or one row per node
  std::vector<Waveform> wave = {};  ///< the force over time [N], dimension of them, for all
  std::vector<int> springs = {};
  std::optional<double> temperature =
      {};                         ///< change of it [K]: rest lengths times 1 + expansion x it
  std::vector<double> move = {};  ///< of fixed nodes, dimension numbers [m]
  std::vector<int> faces = {};
  std::optional<Waveform> pressure = {};  ///< along the normals of faces [Pa]
  std::string load_case = {};             ///< the case it belongs to; may be empty
  std::string note = {};
};

/// The case that gravity is.
inline constexpr const char* kGravityCase = "gravity";

/// Load cases that act together, each with a factor; cases not named do not act. A load without a
/// case acts in every combination.
struct Combination {
  std::string name = {};
  std::vector<std::pair<std::string, double>> factors = {};
  std::string note = {};
};

/// A step of building: springs, supports and loads are added and removed, and some springs are made
/// longer or shorter. Springs that a stage adds, and load cases that a stage names, are absent
/// before.
struct Stage {
  std::string name = {};
  std::vector<int> springs = {};  ///< whose rest length changes
  double rest_length_change = 0;  ///< [m]
  std::vector<int> add = {};      ///< springs that are there from this stage on
  bool fit = false;               ///< they are made as long as the distance that they bridge
  std::vector<int> remove = {};   ///< springs that are gone from this stage on
  std::vector<int> fix = {};      ///< nodes that are supported from this stage on, where they are
  std::vector<int> free = {};     ///< nodes whose supports are gone from this stage on
  /// Factors of load cases from this stage on.
  std::vector<std::pair<std::string, double>> loads = {};
  int steps = 1;  ///< number of equal parts in which lengths and factors change
  std::string note = {};
};

/// Named nodes, springs or faces, ids ascending.
struct Group {
  std::string name = {};
  std::vector<int> members = {};
};

struct System {
  int dimension = 3;  ///< 2 or 3
  std::string title = {};
  std::string description = {};
  std::string source = {};
  std::string note = {};
  Nodes nodes = {};
  std::vector<Material> materials = {};
  std::vector<SpringSet> springs = {};
  std::vector<Load> loads = {};
  std::array<double, 3> gravity = {};  ///< acceleration [m/s²]
  std::vector<Combination> combinations = {};
  std::vector<Stage> stages = {};
  std::vector<Group> groups = {};
  std::vector<Group> spring_groups = {};
  std::vector<Group> face_groups = {};
  std::string groups_note = {};
  std::string spring_groups_note = {};
  std::string face_groups_note = {};
  std::string materials_note = {};
  std::string combinations_note = {};
  EquilibriumOptions equilibrium = {};
  std::string equilibrium_note = {};
  Faces faces = {};
  double drag = 0;  ///< [1/s]: force -drag x mass x velocity
  std::optional<Wind> wind = {};
  std::vector<Obstacle> obstacles = {};
  std::vector<Event> events = {};
  std::vector<Probe> probes = {};
  std::optional<SimulationOptions> simulation = {};
  std::optional<Recorded> recorded = {};
  Units units = {};
  std::vector<Parameter> parameters = {};
  std::string parameters_note = {};
  std::vector<Formula> formulas = {};  ///< of the scene file it came from

  int node_count() const;
  int spring_count() const;
};

/// All that is wrong with a system; empty when it can be compiled.
std::vector<Problem> validate(const System& system);
/// Throws Error with all that is wrong.
void require_valid(const System& system);

/// Whether a system is known to be valid, as those are that load_system() returns: then functions
/// that take this do not validate it again.
enum class Validated { no, yes };

/// "7", or "7 (tip)" where node 7 has a label.
std::string node_label(const System& system, int node);
/// "spring 10 (nodes 10-11)", with the ends' labels where they have one.
std::string spring_label(const System& system, int spring);

/// For each node, the axes that are fixed, as bits; only axes that the dimension has.
std::vector<unsigned char> fixed_axes(const System& system);

/// The system under one combination: forces, gravity, temperatures and moves of its cases times
/// their factors, those of other cases gone, and no combinations left. What has no case always
/// acts, with the factor 1.
System under(const System& system, const Combination& combination);

/// Mass of each node [kg]: its own, half of mass_per_length x rest length of each spring that ends
/// there (for laws without a rest length the drawn length counts), and an equal part of
/// mass_per_area x drawn area of each face that it is a corner of.
std::vector<double> node_masses(const System& system);
/// Load and weight on each node at time 0, node_count x dimension [N].
std::vector<double> applied_forces(const System& system);

/// The same system with every rest length written out, so that it no longer depends on the drawn
/// shape (constant_tension keeps its tension as pretension). It compiles to the same bits.
System with_explicit_rest_lengths(const System& system);

}  // namespace tensio
