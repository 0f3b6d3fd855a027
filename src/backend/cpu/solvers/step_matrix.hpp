// Nearly the inverse of a step's matrix H = K + g M, cheap to renew at another state: a cycle over
// two levels (two_level.hpp) on the sum of the springs' blocks without their negative parts.
//
// A spring whose middle is a node that springs join to both of its ends, as where cloth resists
// bending, is laid on these two: (u_a - u_c)² <= 2 (u_a - u_m)² + 2 (u_m - u_c)². H then has blocks
// for direct neighbours only, half as many in a cloth.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/common/host_contact.hpp"
#include "backend/cpu/solvers/two_level.hpp"
#include "physics/spring.hpp"

namespace tensio {

/// For each spring the node that it is laid over, -1 where it stays. A function of topology and
/// drawn positions.
std::vector<int> folded_springs(const NetworkData& net);
/// Which nodes the other springs join.
LowerPattern unfolded_pattern(const NetworkData& net, const std::vector<int>& folded);

template <int D>
class StepMatrix {
 public:
  explicit StepMatrix(const NetworkData& net);

  /// At the begin of a step: the groups' matrix is renewed, too.
  enum class Renew { all, near_part };
  /// What H has at each node beside the springs: inertia g, or at rest a shift, in units of the
  /// stiffness of the node's springs; and blocks of some nodes, such as those of obstacles.
  struct AtNodes {
    double g = 0, shift = 0;
    std::span<const NodeBlock<D>> blocks = {};
    double of(const NetworkData& net, int node) const {
      return g * net.mass[node] + shift * net.node_stiffness[node];
    }
  };
  /// The springs' directions and tangents are those of `springs`, their T/l is q. False where H is
  /// not positive definite.
  [[nodiscard]] bool prepare(AtNodes nodes, const SpringStiffness<D>* springs, const double* q,
                             Renew renew);
  /// p = nearly H⁻¹ f: a symmetric positive definite matrix times f.
  void solve(const double* f, double* p);

 private:
  void choose_precision(AtNodes nodes, const SpringStiffness<D>* springs);
  template <class Real>
  void add_springs(std::vector<Real>& lower, const SpringStiffness<D>* springs, const double* q);
  template <class Real>
  void add_diagonals(const Real* lower, Real* diagonal, AtNodes nodes);
  template <class Real>
  bool prepare(TwoLevel<D, Real>& cycle, AtNodes nodes, const SpringStiffness<D>* springs,
               const double* q, Renew renew);

  const NetworkData& net_;
  std::vector<int> middle_;  // of springs that are laid over a node
  LowerPattern pattern_;
  std::vector<int> place_;       // of each node in the pattern
  std::vector<int> part_start_;  // of each block of the pattern
  // Its springs: twice their number, and 1 where they lie over a node.
  std::vector<std::uint32_t> parts_;
  std::vector<double> sum_;  // of each node's stiffness
  std::unique_ptr<TwoLevel<D, float>> single_;
  std::unique_ptr<TwoLevel<D, double>> double_;
  bool is_single_ = true;
};

}  // namespace tensio
