// What an observer of a run sees, and how the run ended.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensio/model/motion.hpp"
#include "tensio/solve/observer.hpp"

namespace tensio {

/// The energy balance [J]. total = kinetic + elastic + gravity + load + contact + dissipated - work
/// stays what it was, to the order of the integrator.
struct MotionEnergies {
  double kinetic = 0;     ///< of the axes that are free
  double elastic = 0;     ///< springs, Maxwell branches and targets
  double gravity = 0;     ///< -sum of m g.x
  double load = 0;        ///< -sum of f.x over the loads that are constant
  double contact = 0;     ///< of the penalty of obstacles, in implicit integrators
  double dissipated = 0;  ///< by damping, drag, friction, impacts, yielding and breaking, so far
  double work = 0;  ///< of moving supports, waveforms, wind, pressure, muscles and events, so far
  double total = 0;
};

/// Something that happened during a run.
struct MotionEvent {
  enum class Kind { yield, breaks, contact, free, fix, set, retry, split };
  double time = 0;
  Kind kind = Kind::yield;
  int node = -1;    ///< of contact, free and fix
  int spring = -1;  ///< of yield and break
  /// Strain of yield and break; normal speed of contact; number of substeps of split.
  double value = 0;
  /// The obstacle's name or number, the value that was set, the method of retry; may be empty.
  std::string detail = {};
};
const char* to_string(MotionEvent::Kind kind);

/// The state at one time of a run, valid during the call only; all in the user's order.
struct MotionFrame {
  double time = 0;
  std::int64_t step = 0;
  std::span<const double> position = {};
  std::span<const double> velocity = {};
  std::span<const double> mass = {};
  std::span<const double> length = {};  ///< of springs, as the next four
  std::span<const double> tension = {};
  std::span<const double> strain = {};  ///< NaN where there is no rest length
  std::span<const double> spring_energy = {};
  std::span<const unsigned char> broken = {};  ///< empty where no spring can break
  std::span<const double> rest_length = {};    ///< of springs, as they are now
  /// As the columns of SpringSet; empty where no spring has any.
  std::span<const double> plastic_elongation = {}, hardening_force = {}, viscous_tension = {};
  std::int64_t linear_iterations = 0;  ///< of iterative linear solvers, over all steps so far
  std::size_t events_applied = 0;  ///< how many events of the scene lie behind, in order of time
  MotionEnergies energy = {};
  std::array<double, 3> momentum = {};
};

/// A row of the probes, valid during the call only.
struct ProbeRow {
  double time = 0;
  std::span<const double> value = {};  ///< one for each of Simulation::probe_names()
};

/// Sees a run. Writers are observers.
class MotionObserver {
 public:
  virtual ~MotionObserver() = default;
  /// At the start, and at each output time.
  virtual void frame(const MotionFrame& frame) = 0;
  /// Whether frame() looks at positions and velocities; they are left empty where it does not.
  virtual bool wants_nodes() const { return true; }
  /// Whether frame() looks at the springs; their columns are left empty where it does not.
  virtual bool wants_springs() const { return true; }
  virtual void probes(const ProbeRow&) {}
  virtual void event(const MotionEvent&) {}
  /// After each step that next_step() asks for; false asks the run to stop there. Cheap: called
  /// very often.
  virtual bool step(double /*time*/, std::int64_t /*step*/) { return true; }
  /// The first step after this one that step() must be called for. Those before it may be taken in
  /// one call, which is much faster. A step beyond the end of such a call is allowed.
  virtual std::int64_t next_step(std::int64_t step) const { return step + 1; }
  /// Called inside implicit steps, several times a second where they take long. False stops the run
  /// at the beginning of that step.
  virtual bool working(Activity /*activity*/) { return true; }
};

enum class MotionStatus {
  finished,
  blew_up,        ///< a strain above the limit, or NaN; the state before it is kept
  not_converged,  ///< an implicit step did not converge
  interrupted,    ///< an observer asked to stop
};
const char* to_string(MotionStatus status);

/// Why a run blew up.
struct BlowUpReport {
  enum class Cause {
    strain,    ///< of a spring, above the limit
    length,    ///< of a spring, NaN or infinite
    position,  ///< of a node, NaN or infinite
    velocity,  ///< of a node, NaN or infinite
    law,       ///< of a spring, which gave NaN or infinity
  };
  Cause cause = Cause::strain;
  int spring = -1;            ///< user's id; -1 where there is none
  double strain = 0;          ///< of that spring after the step that was undone
  double allowed_strain = 0;  ///< SimulationOptions::blowup_strain
  double time = 0;            ///< at the end of that step
  std::int64_t step = 0;
  double time_step = 0;
  /// A step that would have been stable; empty where the step is not the cause, or none is known.
  std::optional<double> stable_time_step = {};
  /// The integrator of that step, where the run's own is stable at none.
  std::optional<Integrator> integrator = {};
};
const char* to_string(BlowUpReport::Cause cause);

/// How a run went.
struct [[nodiscard]] MotionReport {
  MotionStatus status = MotionStatus::finished;
  std::string reason = {};                   ///< one sentence that explains the status
  std::optional<BlowUpReport> blow_up = {};  ///< where the status is blew_up
  double time = 0;
  std::int64_t steps = 0;
  double time_step = 0;
  /// Largest stable step of the integrator at the start; empty where there is none.
  std::optional<double> stable_time_step = {};
  Integrator integrator = Integrator::velocity_verlet;
  LinearSolver linear_solver = LinearSolver::ldlt;  ///< of implicit integrators
  std::int64_t iterations = 0;                      ///< of implicit steps, over all of them
  std::int64_t linear_iterations = 0;               ///< of iterative linear solvers in them
  std::int64_t newton_steps = 0;     ///< implicit ones that Newton's method took, or ended
  std::int64_t projected_steps = 0;  ///< whose matrix had to be made positive definite
  std::int64_t retried_steps = 0;    ///< implicit ones that the other method solved
  std::int64_t split_steps = 0;      ///< implicit ones that were taken in substeps
  std::int64_t preview_steps = 0;    ///< implicit ones that ended before the tolerance
  /// Implicit ones whose friction still disagreed with its law after the last solve.
  std::int64_t unsettled_friction_steps = 0;
  std::int64_t analyses = 0;  ///< symbolic ones of matrices, by this object
  double seconds = 0;         ///< of the stepping alone
};

}  // namespace tensio
