// Springs with a history: they yield, creep, break, or are muscles. Histories are frozen within a
// step, and brought up to date once the step is accepted.
#pragma once

#include <span>
#include <vector>

#include "backend/motion_passes.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

/// Energy that left the net for good, and energy that was put in, since the start [J].
struct EnergyBalance {
  double dissipated = 0;
  double work = 0;
};

/// A step of h seconds that ended at time t with the state x.
struct AcceptedStep {
  double t = 0;
  double h = 0;  ///< 0: values were changed between two steps
  VectorId x = -1;
  /// Maxwell branches pulled with their tension at the end for the whole step, as in backward
  /// Euler, and the energy they take is counted that way: it is then never too much.
  bool backward = false;
};

/// What histories add to springs, in the user's order; columns that are empty are not wanted, or no
/// spring has any.
struct HistoryReadings {
  std::span<double> tension = {};  ///< that of Maxwell branches is added
  std::span<double> energy = {};
  std::vector<double> hardening_force = {};
  std::vector<double> viscous_tension = {};
};

class Histories {
 public:
  virtual ~Histories() = default;

  /// No spring has a history: commit() would do nothing.
  virtual bool empty() const = 0;
  /// Some springs have a Maxwell branch.
  virtual bool has_branches() const = 0;
  /// A run begins at x: a spring that has yielded and is at its yield force is yielding on.
  virtual void begin(VectorId x) = 0;
  /// Maxwell branches and muscles continue from x: after the state was changed by hand. Tensions
  /// stay.
  virtual void restart(VectorId x) = 0;
  /// Adds to the springs' laws what they have `tau` seconds after the state committed last.
  virtual void prepare(double tau, const Dashpot& dashpot = {}) = 0;
  /// Takes an accepted step into the histories; muscles have their values at its end. Appends what
  /// begins to yield and what breaks to the events, with the strain from the rest length before any
  /// yielding.
  virtual EnergyBalance commit(const AcceptedStep& step, std::vector<MotionEvent>& events) = 0;
  /// Lengths of the springs, `part` of a step after its start.
  struct Waypoint {
    double part;
    VectorId lengths;
  };
  /// How much the tensions of Maxwell branches over a step of h change where their lengths change
  /// linearly from waypoint to waypoint (ascending, the last one the end) and not over the step
  /// as a whole: the largest change, as the elongation tension / stiffness [m].
  virtual double branch_error(double h, std::span<const Waypoint> path) = 0;
  /// In the springs of Maxwell branches [J].
  virtual double stored_energy() const = 0;
  virtual void read(HistoryReadings& readings) const = 0;

  /// All that the next steps depend on; springs by the user's ids.
  virtual std::vector<double> save() const = 0;
  /// Histories of springs that have no such part any more are dropped. False where the numbers are
  /// not from save() for as many springs.
  [[nodiscard]] virtual bool load(std::span<const double> saved) = 0;
};

}  // namespace tensio
