// Which linear solver for which net: constants that were measured, nothing timed at run time.
#include <algorithm>

#include "backend/backend.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// Below this many unknowns the supernodal solver's set-up costs more than it saves.
constexpr long kSmallForCholmod = 300;
/// Above this many unknowns the portable factorisation loses to conjugate gradients.
constexpr long kLargeForLdlt = 200000;

}  // namespace

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
