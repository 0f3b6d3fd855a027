// A loop over all springs at a state, for results that are computed once.
#pragma once

#include "backend/loops.hpp"
#include "core/parallel.hpp"
#include "network/custom_springs.hpp"

namespace tensio {

/// Calls f(law, s, vector, length, value) for each spring s, ascending; x in compiled order.
template <int D, class F>
void for_each_spring(const NetworkData& net, const double* x, F&& f) {
  CustomSprings custom_springs(net);
  ThreadPool one_thread(1);
  const CustomValue* custom = custom_springs.at(x, one_thread);
  for_laws(net, 0, net.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) {
      const Vec<D> vector = vector_of<D>(net, x, s);
      const double l = length(vector);
      f(law, s, vector, l, value_of<law>(net, s, l, custom));
    }
  });
}

}  // namespace tensio
