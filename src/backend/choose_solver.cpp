// Which linear solver for which net: constants that were measured, nothing timed at run time.
#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// Below this many unknowns the supernodal solver's set-up costs more than it saves.
constexpr long kSmallForCholmod = 300;
/// Above this many unknowns the portable factorisation loses to conjugate gradients.
constexpr long kLargeForLdlt = 200000;

// Steps of motion. One matrix K + M / h², assembled and solved to 1e-10 on one core, in
// milliseconds; hw is h times the bound on the largest frequency of expected_pcg_iterations(). The
// second line of a net has conjugate gradients with a coarse net (multilevel).
//
//                              ldlt   cholmod    hw = 10     100    1000   10000
//   cloth      432 unknowns     0.6       1.0   pcg  0.4     0.9     1.0     1.0
//                                                    0.2     0.3     0.3     0.3
//   cloth     1728              5.9       6.8   pcg    2     7.4     8.7     9.2
//                                                    1.0     1.7     2.0     2.1
//   cloth     6912               69        42   pcg    9      55      72      80
//                                                    4.4     8.6      10      11
//   cloth    30000              760       233   pcg   46     348     703     785
//                                                     21      47      63      67
//   lattice   1536               20        11   pcg  1.6     4.2     4.5     4.5
//                                                    1.0     1.8     1.9     1.9
//   lattice   8232             1940        96   pcg   10      43      49      50
//                                                    6.7      15      17      17
//   lattice  24000            32000       535   pcg   35     192     255     247
//                                                     21      47      55      55
//   chain    30000              3.2       9.8   pcg   26     244    2310    3116
//                                                    3.0     2.7     3.4     3.5
//
// Incomplete factors alone lie between the two at each place, and win by a fifth at hw = 10.
//
// Below kSmallForMultilevel unknowns nets keep the solvers that they had before there was another.
// There iterations of pcg are taken to grow with hw, whatever K itself asks for, which the size of
// a net does not say: a chain needs many, and has a cheap factor.
constexpr double kIterationsPerRadian = 2;
constexpr long kSmallForMultilevel = 1000;
/// What a factorisation costs, in units of one block in one iteration (about 5 ns):
/// multiplications per unit, and the units that each block of the matrix costs at any size.
struct FactorCost {
  double work_per_unit, units_per_block;
};
constexpr FactorCost kLdltCost = {10, 50}, kCholmodCost = {60, 130};
/// The same for conjugate gradients in larger nets, per block, by the expected iterations of pcg.
constexpr double kPcgUnits = 3;
constexpr double kMultilevelSetup = 20, kMultilevelUnits = 0.65, kMultilevelMost = 80;

double multilevel_units(double iterations) {
  return kMultilevelSetup + std::min(kMultilevelUnits * iterations, kMultilevelMost);
}

long unknowns_of(const NetworkData& net) {
  return static_cast<long>(
      std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{0}));
}

}  // namespace

double expected_pcg_iterations(const NetworkData& net, double time_step) {
  std::vector<double> stiffness = net.node_stiffness;
  for (std::size_t s = 0; s < net.damping.size(); ++s)
    for (int node : {net.a[s], net.b[s]}) stiffness[node] += net.damping[s] / time_step;
  double largest = 0;
  for (std::size_t axis = 0; axis < net.constrained.size(); ++axis) {
    const std::size_t node = axis / usize(net.dimension);
    if (!net.constrained[axis]) largest = std::max(largest, 2 * stiffness[node] / net.mass[node]);
  }
  return kIterationsPerRadian * std::max(1.0, time_step * std::sqrt(largest));
}

LinearSolver choose_for_steps(LinearSolver direct, double factor_work, const NetworkData& net,
                              double iterations) {
  const double blocks = net.block_count();
  const FactorCost cost = direct == LinearSolver::cholmod ? kCholmodCost : kLdltCost;
  const double factor = factor_work / cost.work_per_unit + cost.units_per_block * blocks;
  if (unknowns_of(net) <= kSmallForMultilevel)
    return iterations * blocks < factor ? LinearSolver::pcg : direct;
  const double plain = kPcgUnits * iterations, coarse = multilevel_units(iterations);
  if (std::min(plain, coarse) * blocks >= factor) return direct;
  return plain < coarse ? LinearSolver::pcg : LinearSolver::multilevel;
}

bool built_with_cholmod() {
#if defined(TENSIO_HAS_CHOLMOD)
  return true;
#else
  return false;
#endif
}

LinearSolver choose_linear_solver(const NetworkData& net, const EquilibriumOptions& options) {
  if (options.linear_solver == LinearSolver::cholmod) {
    if (!built_with_cholmod())
      throw Error(
          "the linear solver cholmod is not part of this build; use ldlt or multilevel, or build "
          "with SuiteSparse installed");
    if (options.reproducible)
      throw Error(
          "the linear solver cholmod does not give the same bits on every machine; use ldlt or "
          "multilevel with reproducible");
  }
  // Plain Newton solves with whatever K it meets; only LDLT can.
  if (options.method == Method::plain_newton) {
    if (options.linear_solver != LinearSolver::automatic &&
        options.linear_solver != LinearSolver::ldlt)
      throw Error("the method plain_newton needs the linear solver ldlt");
    return LinearSolver::ldlt;
  }
  if (options.linear_solver != LinearSolver::automatic) return options.linear_solver;
  const long unknowns = unknowns_of(net);
  if (built_with_cholmod() && !options.reproducible && unknowns > kSmallForCholmod)
    return LinearSolver::cholmod;
  return unknowns > kLargeForLdlt ? LinearSolver::multilevel : LinearSolver::ldlt;
}

}  // namespace tensio
