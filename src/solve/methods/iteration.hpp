// What every method of finding rest shares: measuring a state, knowing when to stop, telling.
#pragma once

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

/// Sees the start and every iteration; false stops the solve.
using Watch = std::function<bool(const NewtonStep&)>;

struct NewtonResult {
  Status status = Status::stalled;
  std::string reason;
  int iterations = 0;
  int projected_iterations = 0;
  double residual = 0;
  double residual_force = 0;
  /// Of the last state, where it is converged, at least; 0: none; -1: not known.
  int negative_modes = -1;
  bool far = false;          ///< it ended far from rest, see NewtonOptions::stop_far
  int cheap_iterations = 0;  ///< of lbfgs with the scalar Laplacian, before those of Newton
  int kept_iterations = 0;   ///< of lbfgs with factors that are kept, after those
};

/// A force within so many ulp of the terms summed at its node is zero to rounding.
inline constexpr double kRoundOffUlp = 8;

/// Largest force over the largest tension, load or, in a step in time, inertia: what the tolerance
/// is on.
double relative_residual(const ForceNorms& summary);
/// How far from rest a state is, 1 being near enough: by the tolerance, or by rounding.
double distance_from_rest(const ForceNorms& summary, double tolerance);
/// The residual is within the tolerance, or every force is zero to rounding.
bool at_rest(const ForceNorms& summary, double tolerance);
/// The sentence that goes with it.
std::string reason_for_rest(const ForceNorms& summary, double tolerance);

/// When an iteration ends.
struct Limits {
  double tolerance = 1e-10;
  int max_iterations = 10000;  ///< counted from the first of the whole solve
  int done = 0;                ///< iterations that came before
  bool shown = false;          ///< the start has been shown to the observer
  /// A step in time. One iteration is tried even where the start is at rest by the tolerance:
  /// forces that small still accelerate. The end is reported without a sentence, so nothing is
  /// allocated.
  bool in_motion = false;
  bool count_modes = true;  ///< at rest; if not, a saddle is not left
};

/// Vectors that an iteration works with; those who iterate often keep them.
struct Scratch {
  VectorId f, p, trial, trial_f;
};
Scratch make_scratch(Backend& backend);

/// The loop around a method's step; a method says how x moves, and what to do at rest.
class Iteration {
 public:
  Iteration(Backend& backend, VectorId x, const Limits& limits, const Scratch& scratch);
  virtual ~Iteration() = default;

  NewtonResult run(const Watch& watch);

 protected:
  /// Moves x once; false where it cannot.
  virtual bool step() = 0;
  /// At rest: true where x was moved on, and the iteration with it.
  virtual bool goes_on() { return false; }
  /// At rest for good: true where x was moved closer.
  virtual bool polish() { return false; }
  /// Called with each state before its forces are computed.
  virtual void prepare(VectorId) {}
  /// What has come to an end where step() is false.
  virtual std::string no_step() const = 0;
  /// Said after the words on the iteration limit; may be empty.
  virtual std::string advice() const { return {}; }

  bool may_go_on() const { return shown_.iteration < limits_.max_iterations; }
  void measure();
  FallingModes negative_modes();

  Backend& backend_;
  Limits limits_;
  VectorId x_, f_, p_, trial_, trial_f_;
  ForceNorms norms_;
  EnergyValue energy_;
  std::optional<EnergyValue> known_energy_;  ///< of x, where a step has worked it out
  NewtonStep shown_;
  int projected_iterations_ = 0;
  bool far_ = false;

 private:
  NewtonResult ended(Status status, std::string reason) const;

  int negative_modes_ = -1;
};

}  // namespace tensio
