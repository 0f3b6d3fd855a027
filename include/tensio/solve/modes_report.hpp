// What is found of small motions about a rest state: frequencies and shapes, states of self-stress,
// mechanisms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensio/solve/report.hpp"

namespace tensio {

/// The state that the modes are about.
enum class About {
  rest,   ///< where the net comes to rest, solved for first
  drawn,  ///< the drawn shape, whether its forces balance or not
};

struct ModesOptions {
  int count = 10;  ///< number of the lowest modes to find
  bool all = false;
  About about = About::rest;
};

enum class ModeKind {
  elastic,   ///< oscillates about the state
  rigid,     ///< a rigid motion of a connected part
  zero,      ///< meets no resistance, and is not rigid
  unstable,  ///< grows
};

const char* to_string(About about);
const char* to_string(ModeKind kind);

/// One solution of K x = eigenvalue M x.
struct Mode {
  ModeKind kind = ModeKind::elastic;
  double eigenvalue = 0;           ///< w² [1/s²], or [N/m] without masses; 0 where rigid or zero
  double angular_frequency = 0;    ///< w [1/s]; NaN where unstable
  double frequency = 0;            ///< [Hz]; NaN where unstable
  double growth_rate = 0;          ///< sqrt(-eigenvalue) [1/s], 0 where not unstable
  double modal_mass = 0;           ///< x·M x of the shape [kg]; x·x without masses
  std::vector<double> shape = {};  ///< node_count x dimension, largest component 1
};

/// States of tension that need no load: orthonormal, a tension for each spring.
struct SelfStress {
  int count = 0;
  std::vector<std::vector<double>> states = {};  ///< empty where the net is too large
};

/// Motions that lengthen no spring to first order: orthonormal, node_count x dimension each.
struct Mechanisms {
  int count = 0;                                 ///< rigid ones left out
  int rigid = 0;                                 ///< motions of whole parts
  std::vector<std::vector<double>> shapes = {};  ///< empty where the net is too large
  std::vector<std::vector<double>> rigid_shapes = {};
  /// x·K x of each shape [N/m], ascending: what the present tensions and loads do to it. Above
  /// zero: they stiffen it.
  std::vector<double> stiffness = {};
  int stiffened = 0;                          ///< how many are
  std::vector<std::vector<int>> moving = {};  ///< the nodes that move most in each, at most 5
};

struct [[nodiscard]] ModesResult {
  Equilibrium rest = {};  ///< the state; for the drawn shape its report says only so
  About about = About::rest;
  /// Empty, or why there are no modes: no rest state, a node without mass that nothing holds.
  std::string problem = {};
  /// False: no node that can move has a mass; the eigenvalues are those of K alone [N/m], and there
  /// are no frequencies.
  bool has_mass = true;
  int unknowns = 0;
  std::vector<Mode> modes = {};  ///< ascending by eigenvalue
  /// True where pivots confirm that no lower mode is missing.
  bool complete = true;
  int bars = 0;  ///< springs that resist being lengthened: not slack, not without length
  int rank = 0;  ///< of the equilibrium matrix
  std::optional<SelfStress> self_stress = {};  ///< empty where the net is too large to factorise
  std::optional<Mechanisms> mechanisms = {};
};

}  // namespace tensio
