// Which linear solver for which net: constants that were measured, nothing timed at run time.
#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// Below this many unknowns the supernodal solver's set-up costs more than it saves.
constexpr long kSmallForCholmod = 300;
/// Above this many unknowns the portable factorisation loses to conjugate gradients.
constexpr long kLargeForLdlt = 200000;

// Steps of motion. One matrix K + M / h², assembled and solved to 1e-10 on one core, in
// milliseconds; hw is h times the bound on the largest frequency of expected_pcg_iterations().
//
//                              ldlt   cholmod   pcg, hw = 10     100    1000   10000
//   cloth      108 unknowns     0.1       0.2            0.05    0.1     0.2     0.2
//   cloth      432              1.2       1.3            0.8     1.2     1.3     1.7
//   cloth     1728              6.8       8.8            1.4     5.5      11       8
//   cloth     6912               68        43             15      23      36      46
//   cloth    27648             1129       361             24     186     283     426
//   lattice    192              0.1       0.2            0.1     0.1     0.2     0.2
//   lattice   1536               14        10            1.7     2.4     2.8     2.8
//   lattice   8232             1840        99             10      24      26      32
//   lattice  24000                -       734             42     136     162     146
//
// Iterations grow with hw, up to what K itself asks for, which the size of a net does not tell: a
// chain needs many, and has a cheap factor. So the estimate leaves that bound out.
constexpr double kIterationsPerRadian = 2;
/// What a factorisation costs, in units of one block in one iteration (about 5 ns): so many
/// multiplications for one unit, and so many units for each block of the matrix at any size.
struct FactorCost {
  double work_per_unit, units_per_block;
};
constexpr FactorCost kLdltCost = {10, 50}, kCholmodCost = {60, 130};

}  // namespace

double expected_pcg_iterations(const NetworkData& net, double time_step) {
  std::vector<double> stiffness = net.node_stiffness;
  for (std::size_t s = 0; s < net.damping.size(); ++s)
    for (int node : {net.a[s], net.b[s]})
      stiffness[static_cast<std::size_t>(node)] += net.damping[s] / time_step;
  double largest = 0;
  for (std::size_t axis = 0; axis < net.held.size(); ++axis) {
    const std::size_t node = axis / static_cast<std::size_t>(net.dimension);
    if (!net.held[axis]) largest = std::max(largest, 2 * stiffness[node] / net.mass[node]);
  }
  return kIterationsPerRadian * std::max(1.0, time_step * std::sqrt(largest));
}

bool pcg_beats(LinearSolver direct, double factor_work, const NetworkData& net, double iterations) {
  const double blocks = net.block_count();
  const FactorCost cost = direct == LinearSolver::cholmod ? kCholmodCost : kLdltCost;
  return iterations * blocks < factor_work / cost.work_per_unit + cost.units_per_block * blocks;
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
          "the linear solver cholmod is not part of this build; take ldlt or pcg, or build "
          "with SuiteSparse installed");
    if (options.reproducible)
      throw Error(
          "the linear solver cholmod does not give the same bits on every machine; take ldlt "
          "or pcg with reproducible");
  }
  // Plain Newton solves with whatever K it meets; only LDLT can.
  if (options.method == Method::plain_newton) {
    if (options.linear_solver != LinearSolver::automatic &&
        options.linear_solver != LinearSolver::ldlt)
      throw Error("the method plain_newton needs the linear solver ldlt");
    return LinearSolver::ldlt;
  }
  if (options.linear_solver != LinearSolver::automatic) return options.linear_solver;
  const long unknowns = std::count(net.held.begin(), net.held.end(), std::uint8_t{0});
  if (built_with_cholmod() && !options.reproducible && unknowns > kSmallForCholmod)
    return LinearSolver::cholmod;
  return unknowns > kLargeForLdlt ? LinearSolver::pcg : LinearSolver::ldlt;
}

}  // namespace tensio
