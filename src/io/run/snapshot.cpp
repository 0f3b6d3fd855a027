// States of a net: those of a scene, and scenes that start at one.
#include "tensio/files/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/damage.hpp"
#include "model/loads.hpp"

namespace tensio {
namespace {

// The values of one set, or nothing where all are 0.
Column part_of(const std::vector<double>& all, std::size_t first, std::size_t count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  Column part(begin, begin + static_cast<std::ptrdiff_t>(count));
  if (std::all_of(part.begin(), part.end(), [](double value) { return value == 0; })) part.clear();
  return part;
}

// What the springs have gone through goes into their sets.
void carry_damage(const Snapshot& state, System& system) {
  const std::vector<double> broken(state.broken.begin(), state.broken.end());
  std::size_t first = 0;
  for (SpringSet& set : system.springs) {
    const std::size_t count = set.ends.size();
    const auto carry = [&](const std::vector<double>& values, Column& column) {
      if (!values.empty()) column = part_of(values, first, count);
    };
    // frames in which all springs are whole say nothing of it
    set.broken = broken.empty() ? Column{} : part_of(broken, first, count);
    carry(state.plastic_elongation, set.plastic_elongation);
    carry(state.hardening_force, set.hardening_force);
    carry(state.viscous_tension, set.viscous_tension);
    first += count;
  }
}

// What a frame must contain so that its run can continue from it.
void refuse_unknown(const System& system, const Snapshot& state) {
  const SpringChanges changes = spring_changes(system);
  const char* missing = nullptr;
  if (changes.broken && state.tension.empty())
    missing = "which springs are broken";
  else if (changes.plastic_elongation && state.plastic_elongation.empty())
    missing = "how far springs have yielded";
  else if (changes.hardening_force && state.hardening_force.empty())
    missing = "how far springs have hardened";
  else if (changes.viscous_tension && state.viscous_tension.empty())
    missing = "how far viscous springs have relaxed";
  else if (!system.events.empty() && !state.events_applied)
    missing = "which events lie behind";
  if (missing == nullptr) return;
  throw Error(fmt::format(
      "the frames of this run do not contain {}: they were written by an earlier version. A scene "
      "made from one would not continue like the run; continue the run itself with "
      "`tensio resume`, or run it again",
      missing));
}

// Time continues where the frame is; what is left of the run is its duration, or where nothing is
// left, as long again.
void carry_time(const Snapshot& state, System& system) {
  if (!system.simulation) return;
  SimulationOptions& options = *system.simulation;
  const double left = options.end_time() - state.time;
  if (options.output_every == 0) options.output_every = options.duration / 100;
  if (left > 1e-9 * options.duration) options.duration = left;
  options.start_time = state.time;
  options.start = StartFrom::drawn;
}

}  // namespace

Snapshot drawn_snapshot(const System& system) {
  return {.time = start_time(system),
          .position = system.nodes.position,
          .broken = broken_springs(system)};
}

Snapshot start_snapshot(const System& system) {
  const Nodes& nodes = system.nodes;
  return {.time = start_time(system),
          .position = nodes.start.empty() ? nodes.position : nodes.start,
          .velocity = nodes.velocity,
          .broken = broken_springs(system)};
}

System with_snapshot(const System& system, const Snapshot& state) {
  System result = system;
  // a scene that starts there already keeps its own words
  const bool own_start =
      state.time == start_time(system) && state.tension.empty() && !state.events_applied;
  if (!own_start) {
    refuse_unknown(system, state);
    apply_events(result, state.events_applied.value_or(0), state.position);
    carry_damage(state, result);
    carry_time(state, result);
  }
  if (state.position != start_snapshot(system).position) result.nodes.start = state.position;
  if (!state.velocity.empty()) result.nodes.velocity = state.velocity;
  return result;
}

StoredFrames::StoredFrames(std::vector<Snapshot> frames) : frames_(std::move(frames)) {
  for (const Snapshot& frame : frames_) times_.push_back(frame.time);
}

}  // namespace tensio
