// Preconditioned conjugate gradients [Hestenes and Stiefel 1952]; every sum in fixed blocks.
#include "backend/cpu/solvers/pcg_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

PcgSolver::PcgSolver(const NetworkData& net, ThreadPool& pool,
                     std::unique_ptr<Preconditioner> preconditioner, Product product)
    : net_(net),
      pool_(pool),
      preconditioner_(std::move(preconditioner)),
      product_(std::move(product)) {
  for (auto* vector : {&r_, &z_, &p_, &Ap_}) vector->resize(net.constrained.size());
}

double PcgSolver::dot(const std::vector<double>& x, const std::vector<double>& y) {
  return pool_.parallel_sum(static_cast<int>(x.size()), [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i) sum += x[i] * y[i];
    return sum;
  });
}

// x += alpha p, r -= alpha Ap, in one pass with |r|².
double PcgSolver::move(double alpha, double* result) {
  return pool_.parallel_sum(static_cast<int>(r_.size()), [&](int begin, int end) {
    double sum = 0;
    for (std::size_t i = usize(begin); i < usize(end); ++i) {
      result[i] += alpha * p_[i];
      r_[i] -= alpha * Ap_[i];
      sum += r_[i] * r_[i];
    }
    return sum;
  });
}

bool PcgSolver::solve(const double* right, double* result, double tolerance, bool guess) {
  const std::size_t size = r_.size();
  const auto each = [&](auto&& change) {
    pool_.parallel_for(static_cast<int>(size), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) change(usize(i));
    });
  };
  std::copy(right, right + size, r_.begin());
  const double goal = tolerance * std::sqrt(dot(r_, r_));
  if (guess) {
    each([&](std::size_t i) {
      if (net_.constrained[i]) result[i] = 0.0;
    });
    product_(result, Ap_.data());
    each([&](std::size_t i) { r_[i] -= Ap_[i]; });
    if (std::sqrt(dot(r_, r_)) <= goal) return true;
  } else {
    std::fill(result, result + size, 0.0);
  }
  if (preconditioner_->correct(r_.data(), result)) {
    product_(result, Ap_.data());
    each([&](std::size_t i) { r_[i] = right[i] - Ap_[i]; });
    if (std::sqrt(dot(r_, r_)) <= goal) return true;
  }
  preconditioner_->apply(r_.data(), z_.data());
  p_ = z_;
  double rz = dot(r_, z_);
  const int limit = 1000 + 10 * static_cast<int>(std::min<std::size_t>(size, 10000));
  for (int iteration = 0; iteration < limit && rz > 0.0; ++iteration) {
    ask(Activity::solving);
    ++iterations_;
    product_(p_.data(), Ap_.data());
    const double curvature = dot(p_, Ap_);
    if (!(curvature > 0.0)) return false;
    const double alpha = rz / curvature;
    if (std::sqrt(move(alpha, result)) <= goal) return true;
    preconditioner_->apply(r_.data(), z_.data());
    const double next = dot(r_, z_);
    const double beta = next / rz;
    each([&](std::size_t i) { p_[i] = z_[i] + beta * p_[i]; });
    rz = next;
  }
  // Out of iterations: what was found so far still goes downhill, and the Newton loop continues.
  // Not where the preconditioner is not positive definite: then it is not a descent direction.
  return rz > 0.0;
}

}  // namespace tensio
