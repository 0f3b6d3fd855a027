// Simulation of the motion of a system in time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

class Simulation {
 public:
  /// Throws Error with every problem of the system or the options; a free node without mass is one.
  /// Where it starts from equilibrium, `start` sees that solve and may stop it: the first step then
  /// ends as interrupted. A system that was validated before need not be validated again.
  Simulation(const System& system, const SimulationOptions& options, Observer* start = nullptr,
             Validated validated = Validated::no);
  /// With the system's own options.
  explicit Simulation(const System& system);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// As they are used: integrator and time step chosen, output times filled in.
  const SimulationOptions& options() const;
  /// Why integrator and time step were chosen so; empty where both were given.
  const std::string& choice() const;
  /// The linear solver of implicit steps, and what it was chosen by; empty where steps need none.
  std::string linear_solver_reason() const;
  /// What takes the steps, and why: "cuda (NVIDIA H200)", "cpu: implicit steps run there"; empty
  /// where the build has no CUDA and nobody asked for it.
  std::string backend_reason() const;
  /// Sentences for the user, such as a step beyond the stable one.
  const std::vector<std::string>& warnings() const;
  /// Largest stable step of the integrator at the start, with its damping; empty where none exists.
  std::optional<double> stable_time_step() const;

  double time() const;
  std::int64_t steps() const;
  State state() const;
  void set_state(const State& state);  ///< position and velocity; the time stays
  MotionEnergies energies() const;
  std::array<double, 3> momentum() const;
  /// Of each spring, in the user's order.
  std::vector<double> tensions() const;
  /// Rest lengths [m] and stiffnesses [N/m] of the springs as they are now, and the constant force
  /// on each node [N], node_count x dimension; all in the user's order.
  std::vector<double> rest_lengths() const;
  std::vector<double> stiffnesses() const;
  std::vector<double> loads() const;
  /// All forces on each node but those of supports and obstacles, on fixed nodes too [N];
  /// node_count x dimension.
  std::vector<double> forces() const;
  /// Shows the state as it is now to observer.frame(); the run is not changed.
  void show(MotionObserver& observer) const;
  /// The force of each obstacle on the net, normal and friction, as the mean over the last step
  /// that this object took [N]; dimension numbers each.
  std::vector<double> contact_forces() const;
  std::vector<std::string> probe_names() const;
  std::vector<double> probe_values() const;
  /// All that happened so far.
  const std::vector<MotionEvent>& events() const;

  /// One step.
  MotionReport step();
  /// Steps until the time is reached; frames, probes and events go to the observer. The first call
  /// shows the start. A run cut into pieces takes the same steps as one in a single piece.
  MotionReport run_until(double time, MotionObserver* observer = nullptr);
  MotionReport run_until(double time, MotionObserver&& observer) {
    return run_until(time, &observer);
  }
  /// To the end of the duration.
  MotionReport run(MotionObserver* observer = nullptr);

  // ---- interactive edits between any two steps, without a new symbolic factorisation ----

  void set_fixed(int node, bool fixed);
  /// A spring of zero length from the node to a point, such as a pointer that drags it.
  void set_target(int node, std::span<const double> point, double stiffness);
  void clear_target(int node);
  /// A spring given by EA keeps EA: its stiffness becomes EA / rest_length, which must be positive,
  /// unless set_stiffness() or an event has set a stiffness.
  void set_rest_length(int spring, double rest_length);
  void set_stiffness(int spring, double stiffness);
  /// The constant force on a node, in place of the loads of the scene there.
  void set_load(int node, std::span<const double> force);
  // Many in one call, which costs as much as one; a value for all, or one for each.
  void set_fixed(std::span<const int> nodes, bool fixed);
  void set_rest_length(std::span<const int> springs, std::span<const double> rest_length);
  void set_stiffness(std::span<const int> springs, std::span<const double> stiffness);
  /// `force` has dimension numbers for all nodes, or that many for each.
  void set_load(std::span<const int> nodes, std::span<const double> force);

  // ---- stopping and continuing ----

  /// All that the next steps depend on, as bytes.
  std::string save() const;
  /// Continues from bytes that save() gave, of a system with as many nodes and springs. What the
  /// system says (loads, options, laws) counts as it is now; positions, velocities, histories and
  /// energy balance are those saved. Throws Error where the bytes do not fit.
  void restore(std::string_view bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// As Simulation(system).warnings(), for a system with `simulation`; without the search for the
/// stable step where a simple bound shows that the time step is stable.
std::vector<std::string> step_warnings(const System& system, Validated validated = Validated::no);

}  // namespace tensio
