// Values of a running net that were changed, by events of the scene or interactively. They are
// stored, so that a run that continues from a checkpoint changes them again.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "solve/motion/dynamic_network.hpp"

namespace tensio {

enum class EditKind : std::uint8_t {
  fixed,        ///< of a node: 1 or 0
  target,       ///< of a node: stiffness, then the point; no numbers: no target
  load,         ///< of a node: its constant force
  stiffness,    ///< of a spring
  rest_length,  ///< of a spring
  damping,      ///< of a spring
  gravity,      ///< of the net, as all below
  drag,
  wind_velocity,
  wind_density,
  wind_drag_coefficient,
};

/// From (kind, and compiled node or spring, or 0) to the new numbers.
using Edits = std::map<std::pair<EditKind, int>, std::vector<double>>;

inline void put(ByteWriter& out, const Edits& edits) {
  out.put(static_cast<std::uint64_t>(edits.size()));
  for (const auto& [what, numbers] : edits) {
    out.put(static_cast<std::uint8_t>(what.first));
    out.put(what.second);
    out.put(numbers);
  }
}

inline Edits get_edits(ByteReader& in) {
  Edits edits;
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.good(); ++i) {
    const auto kind = static_cast<EditKind>(in.get<std::uint8_t>());
    const int id = in.get<int>();
    edits[{kind, id}] = in.get_vector<double>();
  }
  return edits;
}

}  // namespace tensio
