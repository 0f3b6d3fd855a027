// Matrices: assembling, factorising, solving, counting signs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "backend/common/stiffness_parts.hpp"
#include "backend/cpu/cpu_backend.hpp"
#include "backend/cpu/solvers/block_ldlt.hpp"
#include "backend/cpu/solvers/cholmod_solver.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Factors with more entries than this (4 GB) are left to conjugate gradients.
constexpr double kMaxFactorEntries = 5e8;
/// And those with more multiplications (25 s), where CHOLMOD is not to be had.
constexpr double kMostWork = 1e11;

std::unique_ptr<InertiaSolver> make_ldlt(const ScalarMatrix& matrix, int threads) {
  return matrix.size() < kSmallForBlocks ? make_ldlt_solver(matrix)
                                         : make_block_ldlt_solver(matrix, threads);
}

}  // namespace

// The analysis of a solve that is stopped is left to the thread that works on it.
template <int D>
template <class Work>
void CpuBackend<D>::on_analysis(Activity activity, Work work) {
  ask(activity);
  if (!is_asking() || analysis_->matrix.size() < kLongWork) return work(*analysis_);
  try {
    run_and_ask(activity, [work, analysis = analysis_] { work(*analysis); });
  } catch (const Interrupted&) {
    analysis_.reset();
    throw;
  }
}

template <int D>
void CpuBackend<D>::analyse() {
  if (analysis_ && fixed_changed_ && !analysis_->matrix.is_usable(net_.constrained))
    analysis_.reset();
  fixed_changed_ = false;
  if (analysis_ || pcg_) return;
  if (is_direct(solver_)) {
    analyse_for(solver_);
    if (!may_change_solver_) return;
    FactorSize size = factor_size();
    if (solver_ == LinearSolver::ldlt && size.columns >= kSmallForBlocks && !reproducible_ &&
        is_cholmod_cheaper(size)) {
      analyse_for(LinearSolver::cholmod);
      size = factor_size();
    }
    const double most = reproducible_ || !built_with_cholmod() ? kMostWork : HUGE_VAL;
    if (size.entries <= kMaxFactorEntries && size.work <= most) return;
    analysis_.reset();
    solver_ = LinearSolver::multilevel;
  }
  make_pcg();
}

template <int D>
void CpuBackend<D>::analyse_for(LinearSolver direct) {
  solver_ = direct;
  analysis_ = cached();
  if (analysis_) return;
  analysis_ = std::make_shared<Analysis>(net_);
  analysis_->solver = solver_;
  analysis_->automatic = !asked_for_;
  on_analysis(Activity::ordering, [threads = pool_.threads()](Analysis& analysis) {
#if defined(TENSIO_HAS_CHOLMOD)
    if (analysis.solver == LinearSolver::cholmod)
      analysis.direct = make_cholmod_solver(analysis.matrix);
#endif
    if (!analysis.direct) analysis.direct = make_ldlt(analysis.matrix, threads);
  });
  ++analyses_;
  analysis_->reduced.resize(usize(analysis_->matrix.size()));
}

// It gives up after products_left_ products, since a direction without curvature ends it.
template <int D>
void CpuBackend<D>::make_pcg() {
  typename PcgSolver<D>::Products products;
  products.fast = [this](const double* u, double* y) {
    if (products_left_ == 0) {
      std::fill_n(y, net_.constrained.size(), 0.0);
      return 0.0;
    }
    if (products_left_ > 0) --products_left_;
    return multiply(u, y);
  };
  if (solver_ != LinearSolver::pcg)
    products.exact = [this](const double* u, double* y) { spring_matrix_->multiply_exactly(u, y); };
  pcg_ = std::make_unique<PcgSolver<D>>(net_, pool_, make_preconditioner(), std::move(products));
}

template <int D>
std::unique_ptr<Preconditioner<D>> CpuBackend<D>::make_preconditioner() {
  if (solver_ == LinearSolver::incomplete) return make_incomplete<D>(net_, pool_);
  if (solver_ == LinearSolver::multilevel) return make_multilevel<D>(net_, pool_);
  return make_block_jacobi<D>(net_, pool_);
}

// The analysis that an earlier backend left with the net, if it is for the same solver and is
// valid for the axes that are fixed now.
template <int D>
std::shared_ptr<Analysis> CpuBackend<D>::cached() {
  const std::lock_guard<std::mutex> lock(net_.analysis_cache->lock);
  auto found = std::dynamic_pointer_cast<Analysis>(net_.analysis_cache->analysis);
  if (!found || !found->matrix.is_usable(net_.constrained)) return nullptr;
  const bool same_choice = may_change_solver_ && found->automatic &&
                           !(reproducible_ && found->solver == LinearSolver::cholmod);
  if (found->solver != solver_ && !same_choice) return nullptr;
  solver_ = found->solver;
  net_.analysis_cache->analysis.reset();
  return found;
}

template <int D>
Factor CpuBackend<D>::prepare_chosen(VectorId x, MatrixKind kind) {
  analyse();
  shift_ = kind.shift;
  has_blocks_ = !pcg_ || solver_ == LinearSolver::pcg;
  if (!has_blocks_) {
    set_spring_matrix(x, kind);
    return pcg_->prepare({{net_}, spring_matrix_.get()});
  }
  compute_stiffness(x, kind);
  if (pcg_) return pcg_->prepare({{net_, K_.data(), shift_}});
  analysis_->matrix.gather(net_, K_.data(), kind.shift);
  return factorised(*analysis_->direct,
                    kind.only_positive ? FactorUntil::negative_pivot : FactorUntil::end);
}

template <int D>
bool CpuBackend<D>::solve_chosen(VectorId right, VectorId result, double tolerance, bool guess) {
  if (pcg_ && iterates_at_rest_) {
    products_left_ = most_at_rest_;
    const bool good = pcg_->solve(at(right), at(result), tolerance, guess);
    if (products_left_ == 0) take_factors();
    return std::exchange(products_left_, -1) != 0 && good;
  }
  if (pcg_) return pcg_->solve(at(right), at(result), tolerance, guess);
  TENSIO_ASSERT(analysis_ != nullptr);
  solve_with(*analysis_->direct, at(right), at(result));
  return true;
}

template <int D>
void CpuBackend<D>::solve_with(DirectSolver& solver, const double* right, double* result) {
  analysis_->matrix.restrict_to(right, analysis_->reduced.data());
  on_analysis(Activity::solving,
              [&solver](Analysis& analysis) { solver.solve(analysis.reduced.data()); });
  analysis_->matrix.extend_from(analysis_->reduced.data(), result);
}

// The values that the matrix of the analysis has, by one of the solvers of the analysis. The answer
// stays with the analysis until it is read, for the work may outlive the call.
template <int D>
Factor CpuBackend<D>::factorised(DirectSolver& solver, FactorUntil until) {
  on_analysis(Activity::factorising, [&solver, until](Analysis& analysis) {
    analysis.factor = solver.factorise(analysis.matrix, until);
  });
  return analysis_->factor;
}

template <int D>
void CpuBackend<D>::solve_node_blocks(VectorId f, VectorId p) {
  for (int node = 0; node < net_.node_count; ++node)
    solve_node_block<D>(net_, K_.data(), node, at(f), at(p));
}

template <int D>
double CpuBackend<D>::largest_eigenvalue(VectorId x) {
  stiffness(x, false);
  return power_iteration(
      net_,
      [&](const double* u, double* f) {
        ask(Activity::solving);
        subtract_rows(u, f);
      },
      [&](const double* u) {
        return std::sqrt(pool_.parallel_sum(axes(), [&](int begin, int end) {
          double sum = 0;
          for (int i = begin; i < end; ++i) sum += u[i] * u[i];
          return sum;
        }));
      });
}

template <int D>
bool CpuBackend<D>::positive_definite(std::span<const double> blocks, DiagonalShift shift) {
  analyse();
  counted_ = nullptr;
  if (pcg_) return false;
  analysis_->matrix.gather(net_, blocks.data(), 0, shift);
  if (factorised(*analysis_->direct) != Factor::positive_definite) return false;
  counted_ = analysis_->direct.get();
  return true;
}

template <int D>
int CpuBackend<D>::negative_pivots(std::span<const double> blocks, DiagonalShift shift) {
  // Where Cholesky goes through, nothing is negative; that is the common case.
  if (positive_definite(blocks, shift)) return 0;
  if (pcg_) return -1;
  // A solver that counts signs has them already.
  signs_ = dynamic_cast<InertiaSolver*>(analysis_->direct.get());
  if (signs_ != nullptr && signs_->negative_pivots() >= 0) {
    counted_ = signs_;
    return signs_->negative_pivots();
  }
  if (!analysis_->inertia) {
    on_analysis(Activity::ordering, [threads = pool_.threads()](Analysis& analysis) {
      analysis.inertia = make_ldlt(analysis.matrix, threads);
    });
    ++analyses_;
  }
  if (analysis_->inertia->factor_entries() > kMaxFactorEntries) return -1;
  signs_ = analysis_->inertia.get();
  // A pivot of exactly zero is moved off by a nearby shift.
  for (double factor : {1.0, 1.0 + 1e-3, 1.0 - 1e-3}) {
    analysis_->matrix.gather(
        net_, blocks.data(), 0,
        {factor * shift.uniform, factor * shift.per_mass, factor * shift.per_node, shift.node});
    (void)factorised(*analysis_->inertia);
    if (const int count = analysis_->inertia->negative_pivots(); count >= 0) {
      counted_ = analysis_->inertia.get();
      return count;
    }
  }
  return -1;
}

template <int D>
void CpuBackend<D>::spring_terms(VectorId id, std::vector<SpringTerm>& terms) {
  const double* x = at(id);
  const Extras extras = this->extras(x);
  terms.assign(usize(net_.spring_count), {});
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s) terms[s] = spring_term<law, D>(net_, x, s, extras);
    });
  });
}

template <int D>
void CpuBackend<D>::solve_counted(VectorId right, VectorId result) {
  if (right != result) this->copy(right, result);
  solve_counted({at(result), net_.constrained.size()});
}

template <int D>
void CpuBackend<D>::solve_counted(std::span<double> right) {
  TENSIO_ASSERT(counted_ != nullptr);
  solve_with(*counted_, right.data(), right.data());
}

template <int D>
void CpuBackend<D>::negative_direction(VectorId v) {
  TENSIO_ASSERT(analysis_ && signs_ != nullptr);
  signs_->negative_direction(analysis_->reduced.data());
  analysis_->matrix.extend_from(analysis_->reduced.data(), at(v));
  mask_forces(net_, 0, axes(), at(v));
}

template <int D>
void CpuBackend<D>::subtract_product(VectorId uid, VectorId fid) {
  subtract_rows(at(uid), at(fid));
}

// f -= K u.
template <int D>
void CpuBackend<D>::subtract_rows(const double* u, double* f) {
  if (!has_blocks_) return spring_matrix_->subtract_exactly(u, shift_, f);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const auto n = usize(node);
      for (int slot = net_.row_start[n]; slot < net_.row_start[n + 1]; ++slot) {
        const double* block = K_.data() + block_offset<D>(slot);
        const Vec<D> other = load<D>(u, net_.column[slot]);
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j) f[axis_offset<D>(node) + i] -= block[i * D + j] * other[j];
      }
    }
  });
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
