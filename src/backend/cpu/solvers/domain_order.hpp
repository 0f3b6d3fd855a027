// Nodes in domains that can be eliminated side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/index.hpp"
#include "core/parallel.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// The order of elimination. Domains consist of consecutive nodes; those that are joined to an
/// earlier domain come after all domains.
struct DomainOrder {
  /// In `domains`, or fewer where too many nodes would come last.
  DomainOrder(const NetworkData& net, int domains);

  std::vector<int> node;           ///< in order of elimination
  std::vector<int> start;          ///< of each domain in `node`, and of the nodes that come last
  std::vector<std::uint8_t> last;  ///< of each node: whether it comes last
  int domains() const { return static_cast<int>(start.size()) - 1; }
  bool comes_last(int n) const { return last[usize(n)] != 0; }
};

/// each(item) for 0 .. count - 1 on the threads of the pool: few items, each of which takes long.
template <class Each>
void for_each_item(ThreadPool& pool, int count, Each&& each) {
  // The pool gives loops of fewer items than threads to one thread.
  constexpr int kPieces = 64;
  const auto some = [&](int begin, int end) {
    for (int i = (begin + kPieces - 1) / kPieces; i * kPieces < end; ++i) each(i);
  };
  if (count > 1)
    pool.parallel_for(count * kPieces, some, 2);
  else
    some(0, count * kPieces);
}

}  // namespace tensio
