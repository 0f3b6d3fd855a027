// Springs by chunks of nodes: what is added at both ends of springs can be added on several threads
// in the order of one.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// Springs of a law follow their lower node. Those whose lower node lies in a chunk are therefore
/// consecutive; those that only end there come from earlier chunks, and are before them.
class SpringChunks {
 public:
  SpringChunks(const NetworkData& net, int chunks);

  int count() const { return static_cast<int>(first_node_.size()) - 1; }
  int begin(int chunk) const { return first_node_[static_cast<std::size_t>(chunk)]; }
  int end(int chunk) const { return first_node_[static_cast<std::size_t>(chunk) + 1]; }
  /// each(spring) for the springs that have an end in the chunk, ascending.
  template <class Each>
  void for_springs(int chunk, Each&& each) const {
    const auto laws = parts_.size() / static_cast<std::size_t>(count());
    const Part* part = parts_.data() + static_cast<std::size_t>(chunk) * laws;
    for (std::size_t law = 0; law < laws; ++law, ++part) {
      for (int spring : part->entering) each(spring);
      for (int spring = part->begin; spring < part->end; ++spring) each(spring);
    }
  }

 private:
  /// The springs of one law.
  struct Part {
    std::vector<int> entering;  // from earlier chunks
    int begin = 0, end = 0;     // from this one
  };
  std::vector<int> first_node_;
  std::vector<Part> parts_;  // by chunks
};

}  // namespace tensio
