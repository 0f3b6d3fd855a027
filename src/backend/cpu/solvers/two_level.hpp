// A symmetric cycle over two levels for a positive definite matrix A of blocks: incomplete factors
// for what neighbours do to each other, an exact solution for groups of nodes, and the factors
// again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backend/cpu/solvers/block_factor.hpp"
#include "backend/cpu/solvers/interpolation.hpp"
#include "network/network_data.hpp"

namespace tensio {

template <int D, class Real>
class TwoLevel {
 public:
  /// Row place[n] of the matrix is that of node n.
  TwoLevel(const NetworkData& net, const LowerPattern& pattern, const std::vector<int>& place);

  /// A's blocks by columns, those on the diagonal padded, to be filled before prepare(): each is
  /// symmetric.
  std::vector<Real>& lower() { return lower_; }
  std::vector<Real>& diagonal() { return diagonal_; }
  /// With the blocks as they are; the groups' matrix stays as it is unless `groups`. False where A
  /// is not positive definite.
  [[nodiscard]] bool prepare(bool groups);
  /// p = nearly A⁻¹ f; both are zero on fixed axes.
  void solve(const double* f, double* p);

 private:
  using Lane = Lanes<D, Real>;
  static constexpr int kWidth = Lane::kWidth;
  static constexpr std::ptrdiff_t kBlock = D * kWidth;
  /// Where a product of a node's row with a group goes in the groups' matrix.
  struct Move {
    int place;   // in the node's reach
    int target;  // block below the diagonal, or ~row of a diagonal one
  };
  void choose_groups();
  void place_moves(const LowerPattern& filled);
  void hold_fixed_axes();
  bool prepare_groups();
  static void add_block(const Real* from, const Lane& factor, Real* to, int stride);
  void multiply_row(int node);
  void multiply(const Real* x, Real* y) const;
  void add_groups(const Real* r, const Real* Ay, Real* y);
  double sum_of_products(const Real* x, const Real* y) const;
  void smooth();

  const NetworkData& net_;
  LowerPattern pattern_;
  const std::vector<int>& place_;  // of each node; all that follows is by places
  PatternGraph graph_;
  std::vector<Real> lower_, diagonal_, mask_;
  BlockFactor<D, Real> factors_;
  Interpolation groups_;                  // numbered in the order of elimination
  std::vector<int> reach_start_, reach_;  // groups that each node's row leads to
  std::vector<int> move_start_;           // of each weight
  std::vector<Move> moves_;
  LowerPattern coarse_pattern_;
  std::unique_ptr<BlockFactor<D, Real>> coarse_factors_;
  std::vector<Real> coarse_lower_, coarse_diagonal_, coarse_right_, coarse_motion_;
  std::vector<Real> weight_;
  std::vector<int> place_of_;   // of a group in the reach at hand
  std::vector<Real> products_;  // A P of the row at hand
  std::vector<Real> r_, y_, h_, z_;
  Real smoothing_ = 1;
};

}  // namespace tensio
