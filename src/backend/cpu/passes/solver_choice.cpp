// Which linear solver for which net: from the work of a factorisation and, in motion, from the
// iterations that conjugate gradients take at the start. Nothing is timed: the choice is the same
// on every machine.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// From this number of unknowns on, conjugate gradients are tried before a factorisation is
/// analysed, which takes as long as some steps; and the iterations in which they must converge.
constexpr std::ptrdiff_t kLarge = 200000, kLargeSolid = 2000;
constexpr double kFewIterations = 100;
/// Relative tolerance of that trial: Newton's method asks for 1e-3 to 1e-6 in most iterations.
constexpr double kTrialTolerance = 1e-4;
/// At rest: the part of the iterations which cost as much as a factorisation that may be tried, the
/// fewest worth it, and a shift without which free parts have a singular matrix.
constexpr double kOfAffordable = 0.5, kFewestIterations = 8, kTrialShift = 1e-6;
/// Where no verdict on stability is wanted: chains have at most kChain springs for each node. Large
/// nets, and smaller ones with at most kFewSprings for each node, are tried before they are
/// analysed, which takes as long as some iterations. No trial may take more than kFewAtRest, and a
/// solve that takes kTooMany times as many is the last one.
constexpr double kChain = 1.05, kFewSprings = 3.2;
constexpr std::ptrdiff_t kLargeAtRest = 100000, kLargeWithFewSprings = 10000;
constexpr double kFewAtRest = 40;
constexpr int kTooMany = 5;
/// Blocks of the matrix for each node of a solid, from which on; and entries of its factor,
/// relative to the number of columns to the power of 4/3: cloth has up to 7, solids 14 to 25.
constexpr int kSolid = 14;
constexpr double kSolidFactor = 10;
/// Where a factor has not many more entries than the matrix, the incomplete factors are nearly
/// exact, and cost less.
constexpr double kNotManyMore = 2, kNearlyExact = 4;
/// Up to this number of iterations diagonal blocks alone cost less than the set-up of `multilevel`.
constexpr double kPlainIterations = 8;

// Signs without order, so that every mode of the net has its part in the right side.
double sign_of(std::size_t i) {
  std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15u;
  bits ^= bits >> 29;
  bits *= 0xbf58476d1ce4e5b9u;
  return bits >> 63 ? 1.0 : -1.0;
}

std::string in_millions(double count) {
  return count < 1e8 ? fmt::format("{:.3g} million", 1e-6 * count)
                     : fmt::format("{:.0f} million", 1e-6 * count);
}

}  // namespace

// A verdict on stability needs a factorisation, which is then used for the iterations, too. Without
// a verdict, conjugate gradients are taken where they cost less.
template <int D>
bool CpuBackend<D>::takes_iterations(VectorId x) {
  const auto unknowns =
      std::count(net_.constrained.begin(), net_.constrained.end(), std::uint8_t{0});
  if (unknowns < kSmallForBlocks || is_large_solid() || !nodes_.empty()) return false;
  const MatrixKind kind{.projected = true, .shift = kTrialShift};
  const bool tried_first = is_chain() || unknowns > kLargeAtRest ||
                           (unknowns > kLargeWithFewSprings && springs_per_node() < kFewSprings);
  double most = kFewAtRest;
  if (!tried_first) {
    analyse();
    if (!analysis_) return false;
    most = std::min(most, affordable_iterations(factor_size(), solver_, net_).multilevel);
  }
  most_at_rest_ = kTooMany * static_cast<int>(most);
  const LinearSolver solver = is_chain() ? LinearSolver::incomplete : LinearSolver::multilevel;
  return most >= kFewestIterations && converges_within(most, solver, kind, x);
}

template <int D>
bool CpuBackend<D>::is_chain() const {
  return springs_per_node() < kChain;
}

// Parallel ones count once.
template <int D>
double CpuBackend<D>::springs_per_node() const {
  return 0.5 * static_cast<double>(net_.block_count() - net_.node_count) / net_.node_count;
}

template <int D>
void CpuBackend<D>::take_factors() {
  if (!iterates_at_rest_) return;
  iterates_at_rest_ = false;
  pcg_.reset();
  spring_matrix_.reset();
  has_blocks_ = true;
  solver_ = LinearSolver::ldlt;
  why_.clear();
  analyse();
}

// In solids a factorisation costs much: conjugate gradients are tried on the first matrix.
template <int D>
void CpuBackend<D>::expect_solves(VectorId x) {
  if (!may_change_solver_ || expects_solves_) return;
  expects_solves_ = true;
  if (!needs_verdict_ && takes_iterations(x)) {
    iterates_at_rest_ = true;
    return;
  }
  const MatrixKind kind{.projected = true, .shift = kTrialShift};
  constexpr LinearSolver kMultilevel = LinearSolver::multilevel;
  if (!analysis_ && !pcg_ && is_large_solid() &&
      converges_within(kFewIterations, kMultilevel, kind, x))
    return;
  analyse();
  if (!analysis_) return;
  // Other nets have chains, mechanisms and wrinkles, where a factorisation is safer.
  const FactorSize size = factor_size();
  const double columns = size.columns;
  if (columns < kSmallForMultilevel || size.entries < kSolidFactor * columns * std::cbrt(columns))
    return;
  const double most = kOfAffordable * affordable_iterations(size, solver_, net_).multilevel;
  if (most < kFewestIterations) return;
  const std::string work = in_millions(size.work) + " multiplications in a factorisation";
  if (converges_within(most, kMultilevel, kind, x))
    why_ += ", which cost less than the " + work;
  else
    why_.clear();
}

template <int D>
bool CpuBackend<D>::is_large_solid() const {
  return std::ssize(net_.constrained) > kLargeSolid &&
         net_.block_count() / kSolid > net_.node_count;
}

template <int D>
void CpuBackend<D>::expect_steps(double time_step, VectorId x) {
  // Decided once, from the net as it begins: a run that continues later must decide the same.
  if (may_change_solver_) choose_for_steps(time_step, x);
  analyse();
  may_change_solver_ = false;
}

template <int D>
void CpuBackend<D>::choose_for_steps(double time_step, VectorId x) {
  const auto unknowns =
      std::count(net_.constrained.begin(), net_.constrained.end(), std::uint8_t{0});
  const double iterations = expected_pcg_iterations(net_, time_step);
  // From above, and to more digits than most steps ask for.
  first_iterations_ = static_cast<int>(std::min(iterations / 3, 1e6));
  const bool large = unknowns > kLarge || is_large_solid();
  constexpr LinearSolver kMultilevel = LinearSolver::multilevel;
  if (large && steps_converge_within(kFewIterations, kMultilevel, time_step, x)) return;
  analyse();
  if (!analysis_) return;
  const FactorSize size = factor_size();
  const std::string work = in_millions(size.work) + " multiplications in a factorisation";
  const auto take = [&](LinearSolver solver, std::string why) {
    why_ = std::move(why);
    if (solver != solver_) analysis_.reset();
    solver_ = solver;
  };
  if (unknowns <= kSmallForMultilevel) {
    const bool pcg = is_pcg_cheaper(solver_, size, net_, iterations);
    return take(
        pcg ? LinearSolver::pcg : solver_,
        fmt::format("{}, up to about {:.0f} iterations of pcg in a step", work, iterations));
  }
  const double entries = 0.5 * static_cast<double>(net_.block_count() + net_.node_count) * D * D;
  if (size.entries < kNotManyMore * entries &&
      steps_converge_within(kNearlyExact, LinearSolver::incomplete, time_step, x))
    return;
  const AffordableIterations most = affordable_iterations(size, solver_, net_);
  if (iterations < most.pcg && iterations < kPlainIterations)
    return take(LinearSolver::pcg,
                fmt::format("about {:.0f} iterations in a step, which cost less than the {}",
                            iterations, work));
  if (most.multilevel < 1)
    return take(solver_, fmt::format("{}, which cost less than conjugate gradients", work));
  if (steps_converge_within(most.multilevel, kMultilevel, time_step, x))
    why_ += fmt::format(", which cost less than the {}", work);
  else
    why_ = fmt::format("{}; {} of multilevel cost as much and did not suffice", work, why_);
}

// Whether conjugate gradients solve with the matrix of the first step in that many iterations; they
// are then chosen.
template <int D>
bool CpuBackend<D>::steps_converge_within(double iterations, LinearSolver solver, double time_step,
                                          VectorId x) {
  this->set_inertia(1 / (time_step * time_step), x);
  const bool good = converges_within(iterations, solver, {.projected = true}, x);
  this->set_inertia(0, x);
  return good;
}

// The same, with the matrix at x.
template <int D>
bool CpuBackend<D>::converges_within(double iterations, LinearSolver solver, MatrixKind kind,
                                     VectorId x) {
  const LinearSolver other = solver_;
  std::shared_ptr<Analysis> analysis = std::move(analysis_);
  solver_ = solver;
  make_pcg();
  std::vector<double> right(net_.constrained.size()), result(right.size());
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = net_.constrained[i] ? 0.0 : sign_of(i);
  products_left_ = static_cast<int>(std::min(iterations, 1e9));
  const int before = products_left_;
  const bool good = prepare_chosen(x, kind) == Factor::positive_definite &&
                    pcg_->solve(right.data(), result.data(), kTrialTolerance, false) &&
                    products_left_ > 0;
  first_iterations_ = before - products_left_;
  why_ = fmt::format("{} iterations at the start", first_iterations_);
  products_left_ = -1;
  if (good) return true;
  pcg_.reset();
  spring_matrix_.reset();
  has_blocks_ = true;
  solver_ = other;
  analysis_ = std::move(analysis);
  return false;
}

template <int D>
std::string CpuBackend<D>::solver_reason() const {
  if (asked_for_) return fmt::format("{}, as requested", to_string(solver_));
  std::string text =
      fmt::format("{} for {} unknowns", to_string(solver_),
                  std::count(net_.constrained.begin(), net_.constrained.end(), std::uint8_t{0}));
  if (!why_.empty()) text += ": " + why_;
  return text;
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
