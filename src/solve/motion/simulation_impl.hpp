// The members of a Simulation.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "solve/motion/blow_up.hpp"
#include "solve/motion/contact.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/motion/edits.hpp"
#include "solve/motion/probes.hpp"
#include "solve/motion/stepper.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {

/// Times are compared with a relative tolerance: t = n h is rounded.
inline bool at_or_after(double time, double due) { return time >= due * (1 - 1e-12); }
inline bool is_due(double time, double every, std::int64_t next) {
  return every > 0 && at_or_after(time, static_cast<double>(next) * every);
}

struct Simulation::Impl {
  Impl(const System& given, const SimulationOptions& chosen, Observer* start, Validated validated);

  // ---- simulation.cpp: steps and runs ----

  /// One step; false if the run has ended, and `report` says why.
  bool advance();
  void run_until(double until, MotionObserver* observer);
  /// Frames, rows of probes and events that are due.
  void show(MotionObserver* observer);
  void show_frame(MotionObserver& observer);
  bool reached(double until) const { return reached(until, steps); }
  bool reached(double until, std::int64_t step) const;
  double time_after(std::int64_t step) const {
    return t0 + static_cast<double>(step - steps0) * options.time_step;
  }
  bool event_is_due(double at) const {
    return next_event < scene_events.size() && at_or_after(at, scene_events[next_event].at);
  }
  /// The next time at which a step of rk45 ends: of an event, of a corner of a waveform, or the
  /// end.
  double next_stop() const;
  void fail(MotionStatus status, std::string reason);
  MotionReport reported() const;
  /// Sets x and v at the start, from the equilibrium if the options say so.
  void set_start(const System& given, Observer* start);
  /// Frees structures that the steps do not need.
  void release_structures();
  /// Chooses the integrator and the time step if they are not given, with reasons and warnings.
  void choose_step();
  /// Histories of springs begin at the current state.
  void restart_histories(bool at_start = false);
  Histories& histories() const { return backend.histories(); }
  /// At the current state.
  StableStep stable_step(Integrator integrator, Shape shape);
  /// What is wrong with the state after a step; empty if nothing is.
  std::optional<BlowUp> blow_up();

  // ---- substeps.cpp: steps that are tried, undone and split ----

  enum class Taken { nothing, whole, split };
  /// What a step changes, besides positions, velocities, histories and contact.
  struct StepStart {
    EnergyBalance balance;
    Stepper::Past past;
    MethodOrder methods;
    HalvesFirst halves;
  };
  /// A step of h from `time`. A whole one is yet to be accepted; substeps are accepted one by one.
  /// Nothing: the run has ended, all is as it was before, and `report` says why.
  Taken take_step(double h);
  Taken take_split(double h, const StepStart& start, const std::string& reason);
  /// The same in two halves, each of which may be split again; counts them. The reason where one
  /// did not converge even at the smallest size.
  std::string take_halves(double t, double h, int depth, int& substeps);
  /// Not good where the step did not converge; it is undone then.
  StepResult attempt(Integrator integrator, double t, double h, int patience = 1);
  void accept_step(Integrator integrator, double end);
  /// Ends the run if the state has blown up.
  bool has_blown_up();

  // ---- fused_steps.cpp: explicit steps by the backend's kernels ----

  /// One step, or as many as can be fused; false if the run has ended.
  bool advance_some(double until, const MotionObserver* observer);
  /// Number of steps up to the first that ends with output or an event; 0: this net has no kernels.
  std::int64_t fused_steps(double until, const MotionObserver* observer) const;
  /// False if the next steps must be taken one by one; nothing has changed then.
  bool advance_fused(std::int64_t count);
  Advance steps_of(std::int64_t count);
  /// One step, without a check of the result.
  StepResult single_precision_step();
  /// The feature of the net or the integrator that single precision does not support, or empty.
  std::string not_in_single() const;

  // ---- readings.cpp: quantities at a state ----

  MotionEnergies energies();
  std::array<double, 3> momentum();
  SpringReadings springs();
  std::vector<double> tensions();
  void read_laws(SpringReadings& read);
  std::vector<double> user_forces();
  std::vector<double> probe_row();
  std::vector<double> in_user_order(VectorId id);
  std::vector<double> in_compiled_order(VectorId id);
  /// Calls f(axis, value) for the axes of node(0), node(1) .., which is in compiled order.
  template <class Node, class F>
  void for_axes(VectorId id, Node&& node, F&& f);

  // ---- editing.cpp: events and interactive edits ----

  void apply_due_events();
  void apply(const Event& event);
  Edits edits_of(const Event& event);
  /// Changes values, all together, and records the energy that this takes as work.
  void edit(const Edits& changes);
  /// Of springs (user's ids): one value for all, or one for each.
  void edit_springs(EditKind kind, std::span<const int> springs, std::span<const double> values);
  void carry_out(const Edits& changes);
  void set_target(int node, const std::vector<double>& numbers);
  void carry_out(EditKind kind, int id, const std::vector<double>& numbers);
  /// A stiffness was set during the run; it then does not depend on the rest length.
  bool stiffness_is_set(int id) const { return edits.count({EditKind::stiffness, id}) > 0; }
  template <class Change>
  void with_work(Change&& change);
  int compiled_spring(int user);

  // ---- saving.cpp ----

  std::string save();
  void restore(std::string_view bytes);
  void stop_fixed_axes();
  /// x, v, those before the last step, and the guess, in the user's order.
  void set_restored_state(const std::vector<std::vector<double>>& vectors);

  System system;               // names and units only, see outline()
  std::vector<int> set_begin;  // the first spring of each set, user's ids; then their number
  SimulationOptions options;
  DynamicNetwork net;
  Backend& backend;
  Stepper stepper;
  Contact contact;
  Probes probes;
  std::vector<Event> scene_events;  // by time
  std::vector<double> corners;      // of all waveforms, ascending
  Edits edits;

  std::string choice;
  std::vector<std::string> warnings;
  StableStep stable;           // of the integrator, at the start
  std::string start_problem;   // why the initial equilibrium was not found
  bool start_stopped = false;  // the observer stopped it

  // t = t0 + (steps - steps0) h; with adaptive steps, t itself.
  double t0 = 0, time = 0;
  std::int64_t steps = 0, steps0 = 0;
  std::size_t next_event = 0;
  std::int64_t next_frame = 0, next_probe = 0;  // in units of output_every and probe_every
  std::int64_t shown_frame = -1;                // the step that was shown last
  std::size_t shown_events = 0;
  std::vector<MotionEvent> events;
  MotionReport report;

  // After a suspected blow-up steps are taken one by one for a while, each time for longer.
  static constexpr std::int64_t kSingles = 16;
  std::int64_t singles = kSingles, single_until = 0;

  VectorId x_before = -1, v_before = -1;  // made by the first single step
  Stepper::Guess guess_before;
  // The start of a step that is split, and the state before; made by the first one.
  VectorId x_start = -1, v_start = -1, past_x_start = -1, past_v_start = -1;
  std::vector<double> user_mass;
  std::vector<int> compiled_springs;  // by user's id; made by compiled_spring()
};

}  // namespace tensio
