// States of a net that are there already: those of a scene.
#include "tensio/snapshot.hpp"

#include <utility>

namespace tensio {

Snapshot drawn_snapshot(const System& system) { return {.position = system.nodes.position}; }

Snapshot start_snapshot(const System& system) {
  const Nodes& nodes = system.nodes;
  return {.position = nodes.start.empty() ? nodes.position : nodes.start,
          .velocity = nodes.velocity};
}

System with_snapshot(const System& system, const Snapshot& state) {
  System result = system;
  // a scene that starts there already keeps its own words
  if (state.position != start_snapshot(system).position) result.nodes.start = state.position;
  if (!state.velocity.empty()) result.nodes.velocity = state.velocity;
  return result;
}

KeptFrames::KeptFrames(std::vector<Snapshot> frames) : frames_(std::move(frames)) {
  for (const Snapshot& frame : frames_) times_.push_back(frame.time);
}

}  // namespace tensio
