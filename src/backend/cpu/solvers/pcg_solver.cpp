// Preconditioned conjugate gradients [Hestenes and Stiefel 1952]; every sum in fixed blocks.
//
// Products inside the iterations may be those of a matrix close to A. What they leave is computed
// exactly at the end, and solved for again where it is too much.
#include "backend/cpu/solvers/pcg_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Where a solution with fast products leaves more than this part of the residual, exact ones
/// follow.
constexpr double kWellCorrected = 0.1;
/// Where it is within this factor of what is allowed, the iterations continue.
constexpr double kNearly = 2;

}  // namespace

double dot_product(ThreadPool& pool, int axes, const double* x, const double* y) {
  return pool.parallel_sum(axes, [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i) sum += x[i] * y[i];
    return sum;
  });
}

template <int D>
PcgSolver<D>::PcgSolver(const NetworkData& net, ThreadPool& pool,
                        std::unique_ptr<Preconditioner<D>> preconditioner, Products products)
    : net_(net),
      pool_(pool),
      preconditioner_(std::move(preconditioner)),
      products_(std::move(products)) {
  for (auto* vector : {&r_, &z_, &p_, &Ap_}) vector->resize(net.constrained.size());
}

// x += alpha p, r -= alpha Ap, in one pass with |r|.
template <int D>
double PcgSolver<D>::move(double alpha, double* result) {
  return std::sqrt(pool_.parallel_sum(static_cast<int>(r_.size()), [&](int begin, int end) {
    double sum = 0;
    for (std::size_t i = usize(begin); i < usize(end); ++i) {
      result[i] += alpha * p_[i];
      r_[i] -= alpha * Ap_[i];
      sum += r_[i] * r_[i];
    }
    return sum;
  }));
}

// r = right - A x, and |r|.
template <int D>
double PcgSolver<D>::residual(const double* right, const double* result) {
  if (products_.exact)
    products_.exact(result, Ap_.data());
  else
    products_.fast(result, Ap_.data());
  return std::sqrt(pool_.parallel_sum(static_cast<int>(r_.size()), [&](int begin, int end) {
    double sum = 0;
    for (std::size_t i = usize(begin); i < usize(end); ++i) {
      r_[i] = right[i] - Ap_[i];
      sum += r_[i] * r_[i];
    }
    return sum;
  }));
}

// y = A x, and x · y.
template <int D>
double PcgSolver<D>::multiply(const double* x, double* y) {
  if (!is_exact_) return products_.fast(x, y);
  products_.exact(x, y);
  return dot_product(pool_, static_cast<int>(r_.size()), x, y);
}

template <int D>
bool PcgSolver<D>::solve(const double* right, double* result, double tolerance, bool guess) {
  const std::size_t size = r_.size();
  const auto each = [&](auto&& change) {
    pool_.parallel_for(static_cast<int>(size), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) change(usize(i));
    });
  };
  is_exact_ = false;
  std::copy(right, right + size, r_.begin());
  double length = std::sqrt(dot_product(pool_, static_cast<int>(size), right, right));
  const double goal = tolerance * length;
  if (guess) {
    each([&](std::size_t i) {
      if (net_.constrained[i]) result[i] = 0.0;
    });
    length = residual(right, result);
    if (length <= goal) return true;
  } else {
    std::fill(result, result + size, 0.0);
  }
  if (preconditioner_->correct(r_.data(), result)) {
    length = residual(right, result);
    if (length <= goal) return true;
  }
  double start = length;  // of this round
  double rz = preconditioner_->apply(r_.data(), length, z_.data());
  p_ = z_;
  const int limit = 1000 + 10 * static_cast<int>(std::min<std::size_t>(size, 10000));
  for (int iteration = 0; iteration < limit && rz > 0.0; ++iteration) {
    ask(Activity::solving);
    ++iterations_;
    const double curvature = multiply(p_.data(), Ap_.data());
    if (!(curvature > 0.0)) return false;
    length = move(rz / curvature, result);
    bool again = false;
    if (length <= goal) {
      if (is_exact_ || !products_.exact) return true;
      length = residual(right, result);
      if (length <= goal) return true;
      // Where little is left, the directions are as good as before.
      again = length > kNearly * goal;
      if (again) {
        is_exact_ = length > kWellCorrected * start;
        if (preconditioner_->correct(r_.data(), result)) length = residual(right, result);
        start = length;
      }
    }
    const double next = preconditioner_->apply(r_.data(), length, z_.data());
    const double beta = again ? 0.0 : next / rz;
    each([&](std::size_t i) { p_[i] = z_[i] + beta * p_[i]; });
    rz = next;
  }
  // Out of iterations: what was found so far still goes downhill, and the Newton loop continues.
  // Not where the preconditioner is not positive definite: then it is not a descent direction.
  return rz > 0.0;
}

template class PcgSolver<2>;
template class PcgSolver<3>;

}  // namespace tensio
