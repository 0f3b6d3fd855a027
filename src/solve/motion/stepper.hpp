// What an integrator works with: the state at a time, forces, supports, and the energy balance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/histories.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

/// One step's outcome.
struct StepResult {
  bool good = true;
  std::string reason = {};  ///< why not
  int iterations = 0;
  bool projected = false;
  bool by_newton = true;  ///< by Newton's method, or by it in the end
  /// False where friction still disagreed with its law after the last solve.
  bool friction_settled = true;
};

class Stepper {
 public:
  Stepper(DynamicNetwork& net, const SimulationOptions& options);

  /// From time t, with the step h; x and v become those at t + h.
  StepResult step(Integrator integrator, double t, double h);

  /// a = forces / mass at a time and state, supports standing. The power of what dissipates and
  /// works there is recorded for `weight` seconds. Where the power of dashpots is given, their
  /// forces stand in the springs' parts, and a lacks drag.
  void acceleration(double t, VectorId position, VectorId velocity, VectorId a, double weight,
                    std::optional<double> dashpots = {});
  /// The same as acceleration's recording alone.
  void record(double t, VectorId position, VectorId velocity, double weight,
              std::optional<double> dashpots = {});
  /// Of moving supports alone.
  void record_supports(double t, VectorId position, VectorId velocity, double weight);
  /// Takes the step h that was accepted, and ended at t, into the springs' history.
  void accept(Integrator integrator, double t, double h, std::vector<MotionEvent>& events);
  /// From here on pressure and wind push as they do at a time and state, until they are let go:
  /// implicit steps know no derivative of them.
  void hold_face_forces(double t, VectorId position, VectorId velocity);
  void release_face_forces();
  /// Says from where to where the step at hand goes: its supports get the velocities that they have
  /// in it. For integrators that try several steps.
  void begin_step(double t, double h);
  /// Puts moving supports where they are at a time, of the step at hand where there is one.
  void place_supports(double t, VectorId position, VectorId velocity);
  /// Drops the step at hand, which was stopped inside; x, v and the balance are the caller's.
  void abandon();
  /// Forgets what the last step left for the next; after any change from outside.
  void forget() { past.known = fresh = false; }
  /// Forces depend on positions alone: nothing moves, dissipates or changes with time.
  bool steady() const;
  /// Puts them where they would have been `b` seconds before a time at the velocity of that time.
  void place_supports_before(double t, double b, VectorId position);
  /// A workspace vector, by number.
  VectorId work(std::size_t i);
  /// The vectors of `past` and `found`, which explicit steps without obstacles do without.
  void make_past();

  Backend& backend;
  DynamicNetwork& net;
  Histories& histories;
  const SimulationOptions& options;
  VectorId x, v;
  EnergyBalance balance;

  /// What multistep integrators remember of the last step; forgotten after any event.
  struct Past {
    bool known = false;
    double h = 0;
    VectorId x = -1, v = -1;
  } past;
  /// Where the step at hand ended when it was last solved, if it is solved again: there implicit
  /// integrators begin.
  struct Found {
    bool known = false;
    VectorId x = -1;
  } found;
  /// velocity_verlet: its second acceleration is that of the state as it is.
  bool fresh = false;
  /// A workspace vector of springs, by number.
  VectorId spring_work(std::size_t i);
  /// rk45: the step it would take next, 0 at the start.
  double next_step = 0;
  /// The step that was taken, where it is not h: of rk45.
  double taken = 0;

 private:
  // All forces, without dashpots and drag on request; whether faces have any.
  bool forces_at(double t, VectorId position, VectorId velocity, VectorId f, bool dashpots);
  void record_corners();
  void supports_at(double t);
  VectorId made(VectorId& id, Items items = Items::nodes);  // a vector, from its first use on
  double support_power(VectorId force, VectorId velocity);
  double wave_power(VectorId velocity);

  std::vector<VectorId> work_, spring_work_;
  VectorId face_force_ = -1;
  bool faces_frozen_ = false;
  std::vector<double> support_position_, support_velocity_, entries_, more_entries_;
  std::optional<TimeSpan> step_;       // at hand
  std::vector<double> mean_velocity_;  // of moving supports in it
  bool stage_work_ = false;            // of supports, by the velocities at the stages
  VectorId deviation_ = -1;
};

}  // namespace tensio
