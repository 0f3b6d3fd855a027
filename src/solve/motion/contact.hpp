// Contact of nodes with obstacles during a run: where the obstacles are, who touches them, what it
// costs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solve/motion/stepper.hpp"
#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

/// Friction of implicit integrators holds up to this speed, in mean spring lengths a second: what
/// holds creeps slower.
inline constexpr double kSlipSpeed = 1e-3;

class Contact {
 public:
  Contact(const System& system, DynamicNetwork& net);
  Contact(const Contact&) = delete;
  Contact& operator=(const Contact&) = delete;

  /// The stepper's step with obstacles in its way.
  StepResult step(Stepper& stepper, Integrator integrator, double t, double h);
  /// Once the step is accepted: contacts that began in it are appended to `events`.
  void commit(double time, std::vector<MotionEvent>& events);
  /// Whether Backend::advance() may take steps with these obstacles: none of them moves.
  bool rests() const;
  /// Before and after steps of Backend::advance() that are good; time_of(i): of the i-th step.
  AdvanceContact* begin_fused(const Stepper& stepper);
  template <class TimeOf>
  void commit_fused(Stepper& stepper, TimeOf&& time_of, std::vector<MotionEvent>& events) {
    if (obstacles_.empty()) return;
    std::swap(balance_, fused_.last);
    stepper.balance.work = fused_.work;
    for (const StepTouch& begun : fused_.begun) add_event(time_of(begun.step), begun.touch, events);
    backend_.accept_contact();
  }
  /// Of the obstacles' penalty, in implicit integrators.
  double energy() const { return last_.energy; }
  /// Drops the step from t that was stopped inside.
  void abandon(double t);
  /// Of each obstacle on the net in the last step, which took h seconds: dimension numbers each.
  std::vector<double> forces(double h) const;
  /// How often the step was solved again for friction, in implicit integrators.
  int lags() const { return penalty_.lag; }

  /// What the next steps depend on, as numbers.
  std::vector<double> save() const;
  /// Numbers that save() gave for as many obstacles; others are left out.
  void restore(const std::vector<double>& saved);

 private:
  // What a step leaves for the next, besides what the backend has.
  struct State {
    double factor = 1;  // of the penalty's stiffness
    double energy = 0;
  };

  // Puts them where they are at a time.
  void move_obstacles(double time);
  void explicit_step(Stepper& stepper, Integrator integrator);
  StepResult implicit_step(Stepper& stepper, Integrator integrator, double t, double h);
  StepResult solve(Stepper& stepper, Integrator integrator, double t, double h);
  void add_event(double time, const Touch& touch, std::vector<MotionEvent>& events) const;
  void keep_start(Stepper& stepper);
  void go_back(Stepper& stepper);
  bool stiffen(double deepest);
  void settle(Stepper& stepper, Integrator integrator, double h);

  DynamicNetwork& net_;
  Backend& backend_;
  std::vector<Obstacle> obstacles_;
  bool friction_ = false;
  State last_, now_;  // after the last accepted step, after the one at hand
  Penalty penalty_;
  std::vector<double> shift_;  // of the obstacles now, 3 for each
  VectorId x0_ = -1, v0_ = -1, ahead_ = -1;
  VectorId past_x0_ = -1, past_v0_ = -1;
  Stepper::Past past0_;
  EnergyBalance balance0_;
  ContactBalance balance_;
  AdvanceContact fused_;
};

}  // namespace tensio
