// What the user authors: nodes, springs, loads, as plain values. It mirrors the scene file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tensio/error.hpp"
#include "tensio/law.hpp"
#include "tensio/options.hpp"

namespace tensio {

/// Values of many items: empty (left out), one for all, or one per item.
using Column = std::vector<double>;

/// Axes as bits.
enum Axes : std::uint8_t { kAxisX = 1, kAxisY = 2, kAxisZ = 4, kAllAxes = 7 };

/// Nodes that are held, on all or some of their axes.
struct Fixed {
  std::vector<int> nodes = {};
  std::uint8_t axes = kAllAxes;
  std::string note = {};
};

struct Nodes {
  std::vector<double> position = {};  ///< the drawn shape, node_count x dimension
  std::vector<double> start = {};     ///< where solving begins; empty: the drawn shape
  Column mass = {};                   ///< [kg]; empty: weightless
  std::vector<Fixed> fixed = {};
  std::vector<std::string> name = {};  ///< labels for messages and tables; empty, or one per node
  std::string note = {};
};

/// Springs that share a law. Ids of springs run through the sets in order.
/// Give `stiffness` or `axial_stiffness`, never both; `rest_length` or `pretension`, never both.
struct SpringSet {
  std::string name = {};  ///< also the name of a spring group
  Law law = Law::linear;
  std::vector<std::array<int, 2>> ends = {};
  Column stiffness = {};        ///< k [N/m]
  Column axial_stiffness = {};  ///< EA [N], k = EA / rest_length
  Column rest_length = {};      ///< l0 [m]; left out: the drawn distance
  Column pretension = {};       ///< tension at the drawn shape [N], instead of a rest length
  std::string note = {};
};

/// A force on each of some nodes.
struct Load {
  std::vector<int> nodes = {};
  std::vector<double> force = {};  ///< [N]: dimension numbers for all, or one row per node
  std::string note = {};
};

/// Named nodes or springs, ids ascending.
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
  std::vector<SpringSet> springs = {};
  std::vector<Load> loads = {};
  std::array<double, 3> gravity = {};  ///< acceleration [m/s²]
  std::vector<Group> groups = {};
  std::vector<Group> spring_groups = {};
  std::string groups_note = {};
  std::string spring_groups_note = {};
  EquilibriumOptions equilibrium = {};
  std::string equilibrium_note = {};

  int node_count() const;
  int spring_count() const;
};

/// All that is wrong with a system; empty when it can be compiled.
std::vector<Problem> validate(const System& system);

/// "7", or "7 (tip)" where node 7 has a label.
std::string node_label(const System& system, int node);
/// "spring 10 (nodes 10-11)", with the ends' labels where they have one.
std::string spring_label(const System& system, int spring);

/// The same system with every rest length written out, so that it no longer depends on the drawn
/// shape (constant_tension keeps its tension as pretension). It compiles to the same bits.
System with_explicit_rest_lengths(const System& system);

}  // namespace tensio
