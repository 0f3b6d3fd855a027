// The springs of custom laws: their functions are called for blocks of springs before a pass, which
// then finds the values ready.
#pragma once

#include <vector>

#include "core/parallel.hpp"
#include "network/network_data.hpp"
#include "physics/spring_law.hpp"

namespace tensio {

class CustomSprings {
 public:
  /// Holds nothing where a net has no such springs.
  explicit CustomSprings(const NetworkData& net);

  /// Values at x, in compiled order from net.first_custom on; null where there are none. What a
  /// function throws comes out here. They hold until the next call.
  const CustomValue* at(const double* x, ThreadPool& pool);

 private:
  // Springs begin .. end - 1 of order_, of one function. Blocks do not depend on the threads.
  struct Block {
    int function;
    int begin;
    int end;
  };
  void evaluate(const Block& block, const double* x);
  double length_at(const double* x, int s) const;

  const NetworkData& net_;
  std::vector<int> order_;  // the springs, by function
  std::vector<Block> blocks_;
  std::vector<double> length_, stiffness_, rest_length_, energy_, tension_, tangent_;  // as order_
  std::vector<CustomValue> values_;                                                    // as the net
};

}  // namespace tensio
