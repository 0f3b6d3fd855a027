// Appending a system to another one, as scenes do with meshes and generated parts.
#pragma once

#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// Where a part goes: first scaled, then turned, then moved.
struct Placement {
  double scale = 1;                 ///< of positions, velocities and rest lengths
  std::vector<double> rotate = {};  ///< degrees about x, y, z in turn; 2D: one angle
  std::vector<double> at = {};      ///< position of the part's origin [m]
  /// Nodes within this distance of an existing node are merged with it [m]; 0: none are. The two
  /// ends of a spring, or of an edge of a face, must not be merged into one node.
  double join = 0;
};

/// Adds the nodes, springs, faces, materials and groups of `part`, with ids after the existing
/// ones. With a name, NAME becomes the group of its nodes, springs and faces, and its own groups,
/// sets and labels are called NAME.GROUP. Everything else of `system` is unchanged. A part in the
/// plane lies at z = 0 in space; one in space must be flat to go into the plane. Throws Error where
/// a name is taken, or a material of that name is another one, or the part cannot be turned, or
/// `join` is too large for its springs.
void append(System& system, const System& part, const Placement& placement = {},
            const std::string& name = {});

}  // namespace tensio
