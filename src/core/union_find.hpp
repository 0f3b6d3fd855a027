// Which items belong together, found by joining pairs.
#pragma once

#include <numeric>
#include <vector>

#include "core/index.hpp"

namespace tensio {

class UnionFind {
 public:
  explicit UnionFind(int count) : parent_(usize(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  /// The lowest item of the part that holds `item`.
  int find(int item) {
    while (parent(item) != item) {
      parent(item) = parent(parent(item));
      item = parent(item);
    }
    return item;
  }
  void join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a < b)
      parent(b) = a;
    else
      parent(a) = b;
  }

 private:
  int& parent(int item) { return parent_[item]; }
  std::vector<int> parent_;
};

}  // namespace tensio
