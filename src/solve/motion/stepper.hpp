// The interface for integrators: the state at a time, forces, supports, and the energy balance.
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
  bool retried = false;   ///< the method that ended it is not the one it began with
  bool preview = false;   ///< it ended before the tolerance
  bool by_newton = true;  ///< Newton's method was used, alone or as the fallback
  /// Not good, and in halves it would take fewer iterations than by Newton's method.
  bool halve_next = false;
  /// False if friction was not consistent with its law after the last solve.
  bool friction_settled = true;
};

/// What is known of a net before its first prefactored step: conjugate gradients with nearly the
/// same preconditioner solve its linear systems easily, they do not, or the net is small.
enum class Prefactoring { suits, does_not_suit, may_suit };

/// Which method implicit steps begin with: that of the options (Newton's, where they leave it
/// open), or the other one.
struct MethodOrder {
  bool other_first = false;
  bool trying = false;     ///< the last change is not yet known to be a gain
  bool compared = false;   ///< both have taken a step
  std::int64_t left = 0;   ///< steps until that is decided again
  std::int64_t stay = 16;  ///< the same, next time
  /// Means of the last steps that Newton's method took, and of the last prefactored ones, in
  /// iterations of prefactored steps; before there was one, what is expected.
  std::int64_t newton_work = 0, other_work = 0;

  /// With the method newton. After it failed in a step that the other one solved, the other one
  /// begins for a while, each time for longer: failing costs more than the step itself.
  void take_step(bool retried);
  /// With the method auto: changes to the other method where a step cost more than one of the other
  /// is expected to cost, and back if it costs more still. `newton_work_now` is what this step cost
  /// if Newton's method took it.
  void compare(const StepResult& step, double newton_work_now);
  /// Before the first step, with the cost of one iteration of Newton's method.
  void begin(double newton_cost, double tolerance, Prefactoring net);
  /// Iterations after which the method that is being tried would cost as much as the other one.
  int most_iterations(double cost) const;
};

/// Whether steps begin in halves. Where a cloth wrinkles, one step after the other does not
/// converge whole within its iterations, and its halves take few: then whole steps are tried only
/// now and then.
struct HalvesFirst {
  static constexpr std::int64_t kShortest = 4, kLongest = 16;
  std::int64_t left = 0;          ///< steps that begin in halves
  std::int64_t stay = kShortest;  ///< the same, next time
  std::int64_t work = 0;  ///< iterations of the last step in halves, 0: none is compared with

  /// After a step that began whole, and may have been halved then.
  void take_whole(bool halved);
  /// After a step that began in halves.
  void take_halves(std::int64_t iterations);
};

class Stepper {
 public:
  Stepper(DynamicNetwork& net, const SimulationOptions& options);

  /// From time t, with the step h; x and v become those at t + h.
  StepResult step(Integrator integrator, double t, double h);

  /// a = forces / mass at a time and state, zero at supports. Dissipated power and the power of
  /// loads are recorded for `weight` seconds. If the power of dashpots is given, their forces are
  /// in the springs' parts already, and a does not include drag.
  void acceleration(double t, VectorId position, VectorId velocity, VectorId a, double weight,
                    std::optional<double> dashpots = {});
  /// The same without the power of loads; returns the dissipated power.
  double acceleration_without_loads(double t, VectorId position, VectorId velocity, VectorId a,
                                    double weight);
  /// Records the power of loads on faces and of loads that change with time, at the forces that
  /// were computed last.
  void record_loads(VectorId velocity, double weight);
  /// Records like acceleration(), nothing else.
  void record(double t, VectorId position, VectorId velocity, double weight,
              std::optional<double> dashpots = {});
  /// Records the work of moving supports only.
  void record_supports(double t, VectorId position, VectorId velocity, double weight);
  /// Updates the springs' histories by the accepted step h, which ended at t.
  void accept(Integrator integrator, double t, double h, std::vector<MotionEvent>& events);
  /// Freezes the forces of pressure and wind at a time and state until they are released: implicit
  /// steps have no derivative of them.
  void freeze_face_forces(double t, VectorId position, VectorId velocity);
  void release_face_forces();
  /// Sets the begin and the length of the current step: supports get the velocities that they have
  /// in it. For integrators that try several steps.
  void begin_step(double t, double h);
  /// Sets positions and velocities of moving supports at a time, within the current step if there
  /// is one.
  void place_supports(double t, VectorId position, VectorId velocity);
  /// Drops the current step, which was interrupted; the caller restores x, v and the balance.
  void abandon();
  /// Discards data of the last step; called after any change from outside.
  void forget() { past.known = fresh = guess.known = false; }
  /// Forces depend on positions alone: nothing moves, dissipates or changes with time.
  bool steady() const;
  /// Forces depend on positions and velocities alone: nothing moves or changes with time.
  bool unchanging() const;
  bool depends_on_velocities() const;
  /// Sets their positions to those `b` seconds before a time, at the velocity of that time.
  void place_supports_before(double t, double b, VectorId position);
  /// A workspace vector, by number.
  VectorId work(std::size_t i);
  /// Makes the vectors of `past` and `found`, which explicit steps without obstacles do not need.
  void make_past();
  /// Makes the vector of `guess`.
  VectorId guess_vector() { return made(guess.v); }
  /// What the next step knows of the forces at its beginning, after fused steps.
  void take_forces_of(const Advance& steps);

  Backend& backend;
  DynamicNetwork& net;
  Histories& histories;
  const SimulationOptions& options;
  VectorId x, v;
  EnergyBalance balance;

  /// The state before the last step, for multistep integrators; discarded after any event.
  struct Past {
    bool known = false;
    double h = 0;
    VectorId x = -1, v = -1;
  } past;
  /// The last solution of the current step, if it is solved again: implicit integrators start
  /// there.
  struct Found {
    bool known = false;
    VectorId x = -1;
  } found;
  MethodOrder methods;
  HalvesFirst halves;
  /// Implicit steps may take this multiple of the iterations of the options.
  int patience = 1;
  /// How often the step at hand was halved.
  int halvings = 0;
  /// velocity_verlet: the velocities at which the forces at the end of the last step were computed;
  /// the next step begins with these forces. Not known after any change: forces are then those at
  /// v.
  struct Guess {
    bool known = false;
    VectorId v = -1;
  } guess;
  /// velocity_verlet: these forces are kept as an acceleration, with the power that they dissipate.
  bool fresh = false;
  double fresh_power = 0;
  /// A workspace vector of springs, by number.
  VectorId spring_work(std::size_t i);
  /// rk45: the next step to try, 0 at the start.
  double next_step = 0;
  /// The length of the step that was taken; with rk45 it may be less than h.
  double taken = 0;

 private:
  // f = all forces, optionally with dashpots and drag; true if faces have any.
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
  std::optional<TimeSpan> step_;       // the current one
  std::vector<double> mean_velocity_;  // of moving supports in it
  bool stage_work_ = false;            // work of supports by the velocities at the stages
  VectorId deviation_ = -1;
};

}  // namespace tensio
