// What came out: the state that was reached, and how it was reached.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensio/model/options.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

/// Where the net is: arrays of node_count x dimension in the user's order.
struct State {
  double time = 0;
  std::vector<double> position = {};
  std::vector<double> velocity = {};
};

/// How a solve ended.
enum class Status {
  converged,        ///< the residual is within the tolerance, or at round-off
  iteration_limit,  ///< max_iterations were not enough
  stalled,          ///< no step lowers the energy or the residual any more
  no_equilibrium,   ///< a loaded part has no support, or nothing can balance its load
  interrupted,      ///< an observer asked to stop
};

const char* to_string(Status status);

/// Motions of a rest state that meet no resistance, or less than none.
struct Modes {
  int negative = 0;   ///< directions of negative stiffness
  int rigid = 0;      ///< motions of whole parts
  int mechanism = 0;  ///< other motions without resistance
  int slack = 0;      ///< motions of parts that hang on slack springs alone

  /// No mode is negative.
  bool stable() const { return negative == 0; }
  /// Some part can move without resistance, other than rigidly as a whole.
  bool neutral() const { return mechanism + slack > 0; }
};

struct Report {
  Status status = Status::stalled;
  std::string reason = {};  ///< one sentence that explains the status
  int iterations = 0;
  /// Largest |net force| on a free axis, divided by the largest |tension|, |load or weight| or
  /// force of an obstacle at that state.
  double residual = 0;
  double residual_force = 0;  ///< the same, in newtons
  /// Converged with a residual above the tolerance: every force is zero to rounding, where nothing
  /// is stressed or the springs are very stiff.
  bool at_rounding = false;
  /// The modes of the rest state; empty where they were not counted: the solve did not converge,
  /// the net is too large to factorise, or `judged` is false.
  std::optional<Modes> modes = {};
  bool judged = true;  ///< EquilibriumOptions::stability
  /// Motions that lengthen no spring to first order, rigid ones left out (Maxwell and Calladine);
  /// prestress may stiffen them. Empty where `modes` is.
  std::optional<int> mechanisms = {};
  std::optional<int> self_stresses = {};  ///< independent tensions that need no load
  /// Smallest eigenvalue of K at the rest state, rigid motions left out [N/m]; empty where not
  /// computed.
  std::optional<double> lowest_stiffness = {};
  std::vector<int> moving_nodes = {};  ///< that move most in mechanisms and slack parts, at most 5
  double energy = 0;                   ///< elastic - sum of (load + weight) . position [J]
  /// Springs that yielded or broke during the solve, in that order; at time 0.
  std::vector<MotionEvent> events = {};
  std::array<double, 3> pressure_force = {};  ///< sum of the pressure on all faces [N]
  std::int64_t linear_iterations = 0;         ///< of iterative linear solvers, over all iterations
  int projected_iterations = 0;  ///< iterations whose matrix had to be made positive definite
  Method method = Method::newton;
  LinearSolver linear_solver = LinearSolver::ldlt;  ///< the one that was used
  std::string linear_note = {};  ///< a sentence if the net needed a special method
  double seconds = 0;
  double compile_seconds = 0;
};

/// A rest state; arrays in the user's order.
struct [[nodiscard]] Equilibrium {
  Report report = {};
  State state = {};
  std::vector<double> displacement = {};  ///< position - drawn position
  std::vector<double> tension = {};       ///< [N], positive in tension
  std::vector<double> length = {};
  std::vector<double> strain = {};  ///< (length - rest length) / rest length; NaN where that is 0
  /// tension / strength in tension, -tension / buckling_load in compression; NaN where that is not
  /// given
  std::vector<double> utilisation = {};
  std::vector<double> reaction = {};  ///< force of the support on the net, zero on free axes
  std::vector<double> contact = {};   ///< force of obstacles on each node; empty where none are
  std::vector<int> slack = {};        ///< cables and struts that carry nothing

  bool converged() const { return report.status == Status::converged; }
};

}  // namespace tensio
