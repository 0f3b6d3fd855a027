// Observers see each iteration of a running solve, and may stop it.
#pragma once

#include <cstdint>
#include <span>

#include "tensio/model/options.hpp"

namespace tensio {

/// One iteration, valid during the call only.
struct Frame {
  int iteration = 0;
  double residual = 0;
  double energy = 0;                      ///< potential energy relative to the drawn shape [J]
  double step_length = 0;                 ///< fraction of the Newton step that was taken
  bool projected = false;                 ///< the matrix had to be made positive definite
  std::int64_t linear_iterations = 0;     ///< of iterative linear solvers, since the last frame
  std::span<const double> position = {};  ///< user's order; filled where wants_position()
};

/// What a solve is doing inside an iteration.
enum class Activity {
  ordering,     ///< the unknowns, for a factorisation
  factorising,  ///< a matrix
  solving,      ///< linear equations
};
const char* to_string(Activity activity);

class Observer {
 public:
  virtual ~Observer() = default;
  /// Called before the first iteration of each solve, with the linear solver that was chosen.
  virtual void begin(LinearSolver /*solver*/) {}
  /// Called before the first and after every iteration; false asks the solve to stop.
  virtual bool observe(const Frame& frame) = 0;
  /// Called inside iterations, by the thread that solves: several times a second where they take
  /// long. False stops the solve with the state before that iteration. A factorisation that is
  /// under way then continues in a thread of its own until it is done, and the process waits for it
  /// when it exits.
  virtual bool working(Activity /*activity*/) { return true; }
  /// True where Frame::position is needed; it costs a copy each time.
  virtual bool wants_position() const { return false; }
};

}  // namespace tensio
