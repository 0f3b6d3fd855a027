// What a Simulation holds.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "solve/motion/blow_up.hpp"
#include "solve/motion/contact.hpp"
#include "solve/motion/edits.hpp"
#include "solve/motion/memory.hpp"
#include "solve/motion/mover.hpp"
#include "solve/motion/moving_net.hpp"
#include "solve/motion/probes.hpp"
#include "tensio/simulation.hpp"

namespace tensio {

struct Simulation::Impl {
  Impl(const System& given, const SimulationOptions& chosen);

  // ---- simulation.cpp: steps and runs ----

  /// One step; false where the run has ended, and `report` says why.
  bool advance();
  void run_until(double until, MotionObserver* observer);
  /// Frames, rows of probes and events that are due.
  void show(MotionObserver* observer);
  void show_frame(MotionObserver& observer);
  bool reached(double until) const;
  void fail(MotionStatus status, std::string reason);
  MotionReport told() const;
  /// Integrator and time step, where they are left open, and what is to be said of them.
  void choose_step();
  /// At the state at hand.
  StableStep stable_step(Integrator integrator, Shape shape);
  /// What a step led to; empty where it is good.
  std::optional<BlowUp> blow_up();

  // ---- readings.cpp: what a state means ----

  MotionEnergies energies();
  std::array<double, 3> momentum();
  SpringReadings springs();
  std::vector<double> user_forces();
  std::vector<double> probe_row();
  std::vector<double> in_user_order(VectorId id);

  // ---- editing.cpp: events and the hand ----

  void apply_due_events();
  void apply(const Event& event);
  Edits edits_of(const Event& event) const;
  /// Changes values, all at once, and books the energy that this takes as work.
  void edit(Edits changes);
  /// Of springs (user's ids): one value for all, or one for each.
  void edit_springs(EditKind kind, std::span<const int> springs, std::span<const double> values);
  void carry_out(const Edits& changes);
  void carry_out(EditKind kind, int id, const std::vector<double>& numbers);
  template <class Change>
  void with_work(Change&& change);
  int spring_rank(int user) const { return ranks[static_cast<std::size_t>(user)]; }

  // ---- saving.cpp ----

  std::string save();
  void restore(std::string_view bytes);

  System system;
  SimulationOptions options;
  MovingNet net;
  std::unique_ptr<Backend> backend;
  SpringMemory memory;
  Mover mover;
  Contact contact;
  Probes probes;
  std::vector<Event> scene_events;  // by time
  Edits edits;

  std::string choice;
  std::vector<std::string> warnings;
  StableStep stable;          // of the integrator, at the start
  std::string start_problem;  // why there is no start

  // t = t0 + (steps - steps0) h; where the step is chosen anew each time, t itself.
  double t0 = 0, time = 0;
  std::int64_t steps = 0, steps0 = 0;
  std::size_t next_event = 0;
  std::int64_t next_frame = 0, next_probe = 0;  // in units of output_every and probe_every
  std::int64_t shown_frame = -1;                // the step that was shown last
  std::size_t shown_events = 0;
  std::vector<MotionEvent> events;
  MotionReport report;

  VectorId x_before, v_before;
  std::vector<double> user_mass;
  std::vector<int> ranks;       // of springs: user's id -> compiled
  std::vector<double> lengths;  // compiled order
};

}  // namespace tensio
