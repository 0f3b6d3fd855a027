// Nets without an equilibrium: the energy decreases without bound, and a solve diverges.
//
// At large lengths a spring's energy is T l, with T its tension there: infinite for springs whose
// tension grows without bound, 0 for struts, the tension of constant_tension. If the free nodes
// move by t u, the energy becomes
//
//   E(x + t u) = t s + o(t),   s = sum over springs of T |u_b - u_a| - external . u
//
// s is the recession function of E [Rockafellar 1970, section 8]. If s < 0 for any u, E has no
// minimum. u is the displacement of a solve so far.
#pragma once

#include <string>
#include <vector>

#include "backend/backend.hpp"

namespace tensio {

/// Watches how far the nodes move in a solve.
class Runaway {
 public:
  /// `start`: where the solve begins, in the user's order.
  Runaway(Backend& backend, const NetworkData& net, const std::vector<double>& start);

  /// True if x is far away and the energy decreases without bound in that direction. Costs a pass
  /// over x if it is not.
  bool at(VectorId x);
  /// The same for a solve that ended at x without an equilibrium, which need not be as far.
  bool ended_at(VectorId x);
  /// Names the nodes that move without bound, and why nothing resists them.
  const std::string& reason() const { return reason_; }

 private:
  bool beyond(VectorId x, double limit);
  bool proves(VectorId x, const std::vector<double>& direction, double distance);

  Backend& backend_;
  const NetworkData& net_;
  std::vector<double> start_;  // compiled order
  double reach_, extent_;      // its largest |coordinate|, and its size
  double limit_;               // of |x|: beyond it the direction is examined
  VectorId trial_ = -1, direction_ = -1;
  std::string reason_;
};

}  // namespace tensio
