// What a run leaves behind in its scene: springs that yielded, crept or broke, events that
// happened.
#pragma once

#include <cstddef>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

/// Which states of the springs may change while a scene runs.
struct SpringChanges {
  bool broken = false;
  bool rest_length = false;  ///< by yielding, muscles or events
  bool plastic_elongation = false;
  bool hardening_force = false;
  bool viscous_tension = false;
};
SpringChanges spring_changes(const System& system);

/// 1 for each spring that is broken from the start, in the order of ids; empty where none is.
std::vector<unsigned char> broken_springs(const System& system);
/// The same with those that broke in these events.
std::vector<unsigned char> broken_springs(const System& system,
                                          const std::vector<MotionEvent>& events);

/// Makes the first `count` events, in order of time, part of the scene and takes them out of the
/// list; `position` is where the nodes are afterwards. Throws Error where a scene cannot say what
/// an event has changed.
void apply_events(System& system, std::size_t count, const std::vector<double>& position);

}  // namespace tensio
