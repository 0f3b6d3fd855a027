// Loads against supports, part by part.
#include "solve/methods/supports.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/index.hpp"
#include "core/union_find.hpp"
#include "model/labels.hpp"

namespace tensio {

namespace {

// The user's label of a node; empty if it has none.
std::string name_of(const NetworkData& net, std::size_t user) {
  return user < net.node_name.size() ? net.node_name[user] : std::string();
}

}  // namespace

std::string node_text(const NetworkData& net, int node) {
  const auto user = usize(net.node_user[node]);
  const std::string name = name_of(net, user);
  return name.empty() ? fmt::format("node {}", user) : fmt::format("node {} ({})", user, name);
}

std::string spring_text(const NetworkData& net, int spring) {
  const auto s = usize(spring);
  const auto end = [&](int node) {
    const auto user = usize(net.node_user[node]);
    const std::string name = name_of(net, user);
    return name.empty() ? std::to_string(user) : name;
  };
  return spring_between(net.spring_user[s], end(net.a[s]), end(net.b[s]));
}

std::string unsupported_load(const NetworkData& net) {
  const auto d = usize(net.dimension);
  const auto n = usize(net.node_count);
  UnionFind parts(net.node_count);
  for (std::size_t s = 0; s < net.a.size(); ++s)
    if (!net.is_broken(s)) parts.join(net.a[s], net.b[s]);

  // Per part and axis: the net load, and whether a support resists it; per part the sum of |loads|
  // over all axes: an inclined load has the rounding of its largest component on each axis.
  std::vector<double> sum(n * d, 0.0), size(n, 0.0);
  std::vector<char> constrained(n * d, 0);
  std::vector<int> members(n, 0), loaded(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const auto root = usize(parts.find(static_cast<int>(i)));
    ++members[root];
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double force = net.external[i * d + axis];
      sum[root * d + axis] += force;
      size[root] += std::abs(force);
      constrained[root * d + axis] |= static_cast<char>(net.fixed[i * d + axis]);
      if (force != 0.0 && loaded[root] < 0) loaded[root] = static_cast<int>(i);
    }
  }
  for (std::size_t root = 0; root < n; ++root)
    for (std::size_t axis = 0; axis < d; ++axis) {
      const std::size_t at = root * d + axis;
      if (constrained[at] || std::abs(sum[at]) <= 1e-12 * size[root]) continue;
      const std::string part =
          members[root] == 1 ? " carries"
          : members[root] == 2
              ? " and the node joined to it carry"
              : fmt::format(" and the {} nodes joined to it carry", members[root] - 1);
      return fmt::format("{}{} a net load of {:.6g} along {}, and no support holds {} there",
                         node_text(net, loaded[root]), part, sum[at], "xyz"[axis],
                         members[root] == 1 ? "it" : "them");
    }
  return {};
}

}  // namespace tensio
