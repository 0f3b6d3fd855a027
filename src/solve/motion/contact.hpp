// Contact of nodes with obstacles during a run: where the obstacles are, what touches, what it
// costs.
#pragma once

#include <string>
#include <vector>

#include "solve/motion/mover.hpp"
#include "tensio/motion_frame.hpp"
#include "tensio/system.hpp"

namespace tensio {

class Contact {
 public:
  Contact(const System& system, MovingNet& net, Backend& backend);

  /// The mover's step with obstacles in its way.
  StepResult step(Mover& mover, Integrator integrator, double t, double h);
  /// Once the step is accepted: contacts that began in it are appended to `events`.
  void commit(double time, std::vector<MotionEvent>& events);

  /// What the next steps depend on: the touches.
  std::vector<double> save() const;
  void restore(const std::vector<double>& saved);

 private:
  StepResult explicit_step(Mover& mover, Integrator integrator, double t, double h);

  MovingNet& net_;
  Backend& backend_;
  std::vector<Obstacle> obstacles_;
  // Who touches what after the last accepted step, and after the one at hand: node_count x
  // obstacles, nodes in compiled order
  std::vector<std::uint8_t> touched_, touching_;
  std::vector<double> shift0_;  // of the obstacles at the start of the step, 3 for each
  VectorId x0_ = -1, v0_ = -1;
  ContactBooks books_;
};

}  // namespace tensio
