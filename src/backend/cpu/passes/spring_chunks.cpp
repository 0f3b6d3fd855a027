#include "backend/cpu/passes/spring_chunks.hpp"

#include <algorithm>

#include "core/index.hpp"

namespace tensio {

SpringChunks::SpringChunks(const NetworkData& net, int chunks)
    : parts_(usize(chunks) * net.laws.size()) {
  for (int chunk = 0; chunk <= chunks; ++chunk)
    first_node_.push_back(
        static_cast<int>(static_cast<std::int64_t>(net.node_count) * chunk / chunks));
  const auto chunk_of = [&](int node) {
    return static_cast<int>(std::upper_bound(first_node_.begin(), first_node_.end(), node) -
                            first_node_.begin()) -
           1;
  };
  for (std::size_t law = 0; law < net.laws.size(); ++law) {
    int spring = net.laws[law].begin;
    for (int chunk = 0; chunk < chunks; ++chunk) {
      parts_[usize(chunk) * net.laws.size() + law].begin = spring;
      for (; spring < net.laws[law].end; ++spring) {
        const auto [lower, upper] = std::minmax(net.a[usize(spring)], net.b[usize(spring)]);
        if (lower >= end(chunk)) break;
        if (upper >= end(chunk))
          parts_[usize(chunk_of(upper)) * net.laws.size() + law].entering.push_back(spring);
      }
      parts_[usize(chunk) * net.laws.size() + law].end = spring;
    }
  }
}

}  // namespace tensio
