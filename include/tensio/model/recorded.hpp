// The bits of results that a scene recorded, so that others can verify them.
#pragma once

#include <optional>
#include <string>

#include "tensio/model/motion.hpp"

namespace tensio {

/// A motion from the scene's start by single steps. The integrator and its step are those that were
/// used, so that nothing is chosen when it is repeated.
struct RecordedMotion {
  Integrator integrator = Integrator::automatic;
  double time_step = 0;    ///< [s]; of rk45 the first one
  int steps = 0;           ///< how many
  std::string state = {};  ///< hash of the positions and velocities after them
};

/// Hashes are FNV-1a of 64 bits, as 16 digits 0-9 and a-f: equal ones mean equal bits.
struct Recorded {
  std::string version = {};  ///< of Tensio
  std::string scene = {};    ///< hash of the scene itself, as scene_hash() gives it
  std::string rest = {};     ///< of positions, tensions and reactions at rest; may be empty
  std::optional<RecordedMotion> motion = {};

  bool empty() const { return rest.empty() && !motion; }
};

}  // namespace tensio
