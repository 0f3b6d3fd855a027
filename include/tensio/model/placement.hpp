// Putting a system into another one: how scenes take in meshes and generated parts.
#pragma once

#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// Where a part goes: first scaled, then turned, then moved.
struct Placement {
  double scale = 1;                 ///< of positions, velocities and rest lengths
  std::vector<double> rotate = {};  ///< degrees about x, y, z in turn; 2D: one angle
  std::vector<double> at = {};      ///< where the part's origin comes to lie [m]
  /// Nodes this near to one that is there become that one [m]; 0: none do. Both ends of a spring,
  /// or of an edge of a face, must not become the same one.
  double join = 0;
};

/// Adds the nodes, springs, faces, materials and groups of `part`, its ids behind those that are
/// there. With a name, NAME becomes the group of its nodes, springs and faces, and its own groups,
/// sets and labels are called NAME.GROUP. All else stays that of `system`. A part in the plane lies
/// at z = 0 in space; one in space must be flat to go into the plane. Throws Error where a name is
/// taken, or a material of that name is another one, or the part cannot be turned, or `join` is
/// too large for its springs.
void append(System& system, const System& part, const Placement& placement = {},
            const std::string& name = {});

}  // namespace tensio
