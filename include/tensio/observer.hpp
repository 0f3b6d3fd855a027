// The only way out of a running solve: it shows each iteration to an observer.
#pragma once

#include <span>

namespace tensio {

/// One iteration, valid during the call only.
struct Frame {
  int iteration = 0;
  double residual = 0;
  double energy = 0;                      ///< potential energy relative to the drawn shape [J]
  double step_length = 0;                 ///< fraction of the Newton step that was taken
  bool projected = false;                 ///< the matrix had to be made positive definite
  std::span<const double> position = {};  ///< user's order; filled where wants_position()
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// Called before the first and after every iteration; false asks the solve to stop.
  virtual bool observe(const Frame& frame) = 0;
  /// True where Frame::position is needed; it costs a copy each time.
  virtual bool wants_position() const { return false; }
};

}  // namespace tensio
