// Nets that nothing holds: their energy falls without bound, and a solve runs away.
//
// Far out a spring's energy is T l, with T its tension there: infinite for springs that become
// stiffer or stay so, 0 for struts, the tension of constant_tension. Where the free nodes move by
// t u, the energy becomes
//
//   E(x + t u) = t s + o(t),   s = sum over springs of T |u_b - u_a| - external . u
//
// s is the recession function of E [Rockafellar 1970, section 8]. Where s < 0 for any u, E has no
// minimum. u is the way that a solve has run.
#pragma once

#include <string>
#include <vector>

#include "backend/backend.hpp"

namespace tensio {

/// Watches how far a solve goes.
class Runaway {
 public:
  /// `start`: where the solve begins, in the user's order.
  Runaway(Backend& backend, const NetworkData& net, const std::vector<double>& start);

  /// True where x is far away and the energy falls without bound in that direction. Costs a pass
  /// over x where it is not.
  bool at(VectorId x);
  /// The same of a solve that ended at x without coming to rest, which need not be as far.
  bool ended_at(VectorId x);
  /// Names what runs away and why nothing holds it.
  const std::string& reason() const { return reason_; }

 private:
  bool beyond(VectorId x, double limit);
  bool proves(VectorId x, const std::vector<double>& direction, double distance);

  Backend& backend_;
  const NetworkData& net_;
  std::vector<double> start_;  // compiled order
  double reach_, extent_;      // its largest |coordinate|, and its size
  double limit_;               // of |x|: beyond it the direction is looked at
  VectorId trial_ = -1, direction_ = -1;
  std::string reason_;
};

}  // namespace tensio
