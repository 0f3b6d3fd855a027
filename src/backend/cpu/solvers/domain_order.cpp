#include "backend/cpu/solvers/domain_order.hpp"

#include <algorithm>

namespace tensio {

namespace {

/// At most one node in 16 may come last.
constexpr int kFewLast = 16;

}  // namespace

DomainOrder::DomainOrder(const NetworkData& net, int domains) {
  const int nodes = net.node_count;
  for (domains = std::max(1, domains);; domains /= 2) {
    const auto domain_of = [&](int n) {
      return static_cast<int>(static_cast<std::int64_t>(n) * domains / nodes);
    };
    start.assign(1, 0);
    node.clear();
    last.assign(usize(nodes), 0);
    std::vector<int> late;
    for (int n = 0; n < nodes; ++n) {
      const int own = domain_of(n);
      while (static_cast<int>(start.size()) <= own) start.push_back(static_cast<int>(node.size()));
      for (int slot = net.row_start[n]; slot < net.diagonal[n]; ++slot)
        if (domain_of(net.column[slot]) < own) last[n] = 1;
      (last[n] != 0 ? late : node).push_back(n);
    }
    start.resize(usize(domains) + 1, static_cast<int>(node.size()));
    if (domains == 1 || static_cast<std::int64_t>(late.size()) * kFewLast <= nodes) {
      node.insert(node.end(), late.begin(), late.end());
      return;
    }
  }
}

}  // namespace tensio
