// Which linear solver for which net: constants that were measured, nothing timed at run time.
#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

// Steps of motion of nets of up to kSmallForMultilevel unknowns, which keep the solvers that they
// had before there was another. Iterations of pcg are taken to grow with hw, h times a bound on the
// largest frequency, whatever K itself asks for, which the size of a net does not say: a chain
// needs many, and has a cheap factor.
constexpr double kIterationsPerRadian = 2;
/// What a factorisation costs, in units of one block in one iteration of pcg (about 5 ns):
/// multiplications per unit, and the units that each block of the matrix costs.
struct FactorCost {
  double work_per_unit, units_per_block;
};
constexpr FactorCost kEntriesCost = {10, 50}, kBlocksCost = {20, 50}, kCholmodCost = {60, 130};

// Nanoseconds of one core for each multiplication and each entry of the factor, as each solver
// counts them, fitted to these times of a factorisation and a solve in milliseconds:
//
//                 unknowns   by single entries        by blocks           cholmod
//                            work  entries   ms   work  entries   ms   work  entries   ms
//   hair              4500    1.7     0.09  2.8    1.2     0.10  1.0    1.9     0.09  4.0
//   chain            60003    1.0     0.24   11    3.1     0.57  8.7    1.5     0.30   59
//   rod              60015     23      1.2   83     16      1.4   26     26      1.2  326
//   net              11163     66     0.57   75     38     0.69   17     51     0.50   37
//   shell            12915    107     0.77  158     58     0.83   33    109     0.78   81
//   lattice in 2D    14642    153     0.99  189     84      1.1   32    116     0.85   55
//   cloth            11163    417      1.7  567    221      1.8   87    367      1.6   94
//   shell            49140                         678      4.6  213   1320      4.4  389
//   net             121203                        1690       11  513   2990      9.4  732
//   soft_body         7623                        1120      3.2  290    853      2.1  129
//   graph             7938                        1210      4.0  259   2360      3.9  211
//   cloth            68403                        4120       16 1173   7020       15  814
//
// Work in millions of multiplications, entries in millions.
struct FactorTime {
  double per_multiplication, per_entry;
};
constexpr FactorTime kEntriesTime = {1.2, 10}, kBlocksTime = {0.25, 10}, kCholmodTime = {0.06, 30};
/// From this many multiplications for each entry on, by blocks, CHOLMOD is faster.
constexpr double kLargeFronts = 200;
/// Of conjugate gradients, for each block of the matrix.
constexpr double kPcgTime = 15, kMultilevelSetup = 100, kMultilevelTime = 6.5;

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

bool is_pcg_cheaper(LinearSolver direct, const FactorSize& factor, const NetworkData& net,
                    double iterations) {
  const FactorCost cost = direct == LinearSolver::cholmod     ? kCholmodCost
                          : factor.columns >= kSmallForBlocks ? kBlocksCost
                                                              : kEntriesCost;
  const double blocks = net.block_count();
  return iterations * blocks < factor.work / cost.work_per_unit + cost.units_per_block * blocks;
}

bool is_cholmod_cheaper(const FactorSize& blocks) {
  return built_with_cholmod() && blocks.work > kLargeFronts * blocks.entries;
}

double factor_time(const FactorSize& factor, LinearSolver direct, const NetworkData& net) {
  const FactorTime each = direct == LinearSolver::cholmod     ? kCholmodTime
                          : factor.columns >= kSmallForBlocks ? kBlocksTime
                                                              : kEntriesTime;
  return (each.per_multiplication * factor.work + each.per_entry * factor.entries) /
         net.block_count();
}

AffordableIterations affordable_iterations(const FactorSize& factor, LinearSolver direct,
                                           const NetworkData& net) {
  const double time = factor_time(factor, direct, net);
  return {time / kPcgTime, (time - kMultilevelSetup) / kMultilevelTime};
}

bool built_with_cholmod() {
#if defined(TENSIO_HAS_CHOLMOD)
  return true;
#else
  return false;
#endif
}

LinearSolver choose_linear_solver(const EquilibriumOptions& options) {
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
  // The backend takes another one where the work of a factorisation says so.
  return options.linear_solver == LinearSolver::automatic ? LinearSolver::ldlt
                                                          : options.linear_solver;
}

}  // namespace tensio
