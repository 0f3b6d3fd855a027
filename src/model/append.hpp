// The steps of putting a part into a system. A scene takes them apart, since springs of its own may
// end at nodes of its parts, and ids of parts come behind its own.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "tensio/model/placement.hpp"

namespace tensio {

/// Where each node of a part has come to lie.
struct PlacedNodes {
  std::vector<int> id = {};  ///< in the system, for each node of the part
  int joined = 0;            ///< so many were there already
};

/// The names that a system has already; grows with the parts that are put into it.
struct TakenNames {
  explicit TakenNames(const System& system);
  using Set = std::unordered_set<std::string>;
  Set groups = {}, spring_sets = {}, spring_groups = {}, face_groups = {}, materials = {};
};

/// Adds the positions alone.
PlacedNodes append_positions(System& system, const System& part, const Placement& placement);
/// Adds materials, springs, faces and groups. `taken` holds the names of `system`.
void append_net(System& system, const System& part, const PlacedNodes& nodes,
                const Placement& placement, const std::string& name, TakenNames& taken);
/// Adds what belongs to nodes: start, velocity, mass, area, labels, supports. Values that `system`
/// has belong to its first `own_nodes` nodes.
void append_node_values(System& system, const System& part, const PlacedNodes& nodes,
                        const Placement& placement, const std::string& name, int own_nodes);

/// "cloth.rim"; just one of them where the other is empty.
std::string joined_name(const std::string& part, const std::string& group);

}  // namespace tensio
