// Springs with a history: what they remember is frozen within a step, and brought up to date once
// the step is accepted.
#pragma once

#include <span>
#include <vector>

#include "network/network_data.hpp"
#include "tensio/motion_frame.hpp"
#include "tensio/system.hpp"

namespace tensio {

/// A dashpot in an implicit step is the law T = c (l - l*) / b.
struct Dashpot {
  double b = 0;                         ///< 0: none
  std::span<const double> l_star = {};  ///< of each spring, compiled order
};

class SpringMemory {
 public:
  SpringMemory(const System& system, NetworkData& net);

  /// Writes what the springs add to their laws `tau` seconds after the state committed last.
  void prepare(double tau, const Dashpot& dashpot = {});

 private:
  NetworkData& net_;
};

}  // namespace tensio
