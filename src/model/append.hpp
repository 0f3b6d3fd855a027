// The steps of appending a part to a system. The scene reader takes them one by one, since springs
// of the scene may end at nodes of parts, and ids of parts follow those of the scene.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "tensio/model/placement.hpp"

namespace tensio {

/// The nodes of a part in the system that it was appended to.
struct PlacedNodes {
  std::vector<int> id = {};  ///< in the system, for each node of the part
  int joined = 0;            ///< how many of them the system had already
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
