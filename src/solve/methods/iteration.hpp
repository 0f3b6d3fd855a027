// The loop that all methods of finding an equilibrium share: evaluate, stop, report.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "backend/backend.hpp"
#include "solve/methods/negative_modes.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// One iteration, as an observer may see it.
struct NewtonStep {
  int iteration = 0;
  double residual = 0;
  double energy = 0;
  double length = 0;  ///< fraction of the full step
  bool projected = false;
  bool leaves_saddle = false;  ///< a step along a direction of negative stiffness
};

/// Called with the start and every iteration; returning false stops the solve.
using Watch = std::function<bool(const NewtonStep&)>;

struct NewtonResult {
  Status status = Status::stalled;
  std::string reason;
  int iterations = 0;
  int projected_iterations = 0;
  double residual = 0;
  double residual_force = 0;
  /// A lower bound for the last state, if that is converged; 0: none; -1: not known.
  int negative_modes = -1;
  bool far = false;              ///< stopped far from equilibrium, see NewtonOptions::stop_far
  int cheap_iterations = 0;      ///< of lbfgs with the scalar Laplacian, before Newton's
  int reused_iterations = 0;     ///< of lbfgs with reused factors, after those
  int two_level_iterations = 0;  ///< of lbfgs with a cycle over two levels, instead of these
  /// Of iterative linear solvers, in nets with limited stiffness.
  std::int64_t limited_linear_iterations = 0;
  int mixed_iterations = 0;                ///< with predicted tensions, see mixed_newton.hpp
  int slack_iterations = 0;                ///< with rounded laws, see slack_continuation.hpp
  std::optional<EnergyValue> energy = {};  ///< of the last state, where the method computes it
};

/// A force within this many ulp of the terms summed at its node is zero to rounding.
inline constexpr double kRoundOffUlp = 8;

/// Largest force over the largest tension, load or, in a time step, inertia force. The tolerance is
/// a bound on it.
double relative_residual(const ForceNorms& summary);
/// How far a state is from equilibrium: at most 1 if it is within the tolerance or the rounding.
double distance_from_rest(const ForceNorms& summary, double tolerance);
/// The residual is within the tolerance, or every force is zero to rounding.
bool at_rest(const ForceNorms& summary, double tolerance);
/// The sentence that reports it.
std::string reason_for_rest(const ForceNorms& summary, double tolerance);

/// When an iteration ends.
struct Limits {
  double tolerance = 1e-10;
  int max_iterations = 10000;  ///< counted from the first of the whole solve
  int done = 0;                ///< iterations before this one begins
  bool shown = false;          ///< the start has been shown to the observer
  /// A time step. One iteration is taken even if the start is within the tolerance: forces that
  /// small still accelerate. The result has no sentence, so nothing is allocated.
  bool in_motion = false;
  bool count_modes = true;  ///< at equilibrium; if not, saddle points are not left
};

/// Vectors that an iteration works with; callers that iterate often reuse them.
struct Scratch {
  VectorId f, p, trial, trial_f;
};
Scratch make_scratch(Backend& backend);

/// The loop around a method's step. A method defines how x moves and what to do at equilibrium.
class Iteration {
 public:
  Iteration(Backend& backend, VectorId x, const Limits& limits, const Scratch& scratch);
  virtual ~Iteration() = default;

  NewtonResult run(const Watch& watch);

 protected:
  /// Moves x once; false if it cannot.
  virtual bool step() = 0;
  /// At equilibrium: true if x was moved off a saddle point, so that the iteration continues.
  virtual bool leave_saddle() { return false; }
  /// A last refinement at equilibrium: true if x was moved.
  virtual bool polish() { return false; }
  /// Called with each state before its forces are computed.
  virtual void prepare(VectorId) {}
  /// Why step() is false.
  virtual std::string no_step() const = 0;
  /// Appended to messages about failure; may be empty.
  virtual std::string advice() const { return {}; }

  bool may_continue() const { return shown_.iteration < limits_.max_iterations; }
  void measure();
  NegativeModes negative_modes();

  Backend& backend_;
  Limits limits_;
  VectorId x_, f_, p_, trial_, trial_f_;
  ForceNorms norms_;
  EnergyValue energy_;
  std::optional<EnergyValue> known_energy_;  ///< of x, if a step has computed it
  std::optional<StateValue> known_;  ///< of x without rounding, if a step has computed that and f_
  NewtonStep shown_;
  int projected_iterations_ = 0;
  bool far_ = false;

 private:
  NewtonResult ended(Status status, std::string reason) const;

  int negative_modes_ = -1;
};

}  // namespace tensio
