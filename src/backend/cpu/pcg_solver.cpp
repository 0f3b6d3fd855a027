// Preconditioned conjugate gradients [Hestenes and Stiefel 1952]; every sum in fixed blocks.
#include "backend/cpu/pcg_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "backend/loops.hpp"

namespace tensio {

namespace {

// Inverse of a symmetric 2 x 2 or 3 x 3 block; false unless it is positive definite.
bool invert(const Block<2>& a, double* inverse) {
  const double det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  if (!(a(0, 0) > 0.0) || !(det > 0.0)) return false;
  inverse[0] = a(1, 1) / det;
  inverse[1] = inverse[2] = -a(0, 1) / det;
  inverse[3] = a(0, 0) / det;
  return true;
}

bool invert(const Block<3>& a, double* inverse) {
  const double c00 = a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1);
  const double c01 = a(1, 2) * a(2, 0) - a(1, 0) * a(2, 2);
  const double c02 = a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0);
  const double c11 = a(0, 0) * a(2, 2) - a(0, 2) * a(2, 0);
  const double c12 = a(0, 1) * a(2, 0) - a(0, 0) * a(2, 1);
  const double c22 = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
  const double det = a(0, 0) * c00 + a(0, 1) * c01 + a(0, 2) * c02;
  if (!(a(0, 0) > 0.0) || !(c22 > 0.0) || !(det > 0.0)) return false;
  inverse[0] = c00 / det;
  inverse[1] = inverse[3] = c01 / det;
  inverse[2] = inverse[6] = c02 / det;
  inverse[4] = c11 / det;
  inverse[5] = inverse[7] = c12 / det;
  inverse[8] = c22 / det;
  return true;
}

template <int D>
bool invert_diagonal(const NetworkData& net, const double* K, double shift, double* inverse) {
  for (int node = 0; node < net.node_count; ++node) {
    const auto n = static_cast<std::size_t>(node);
    const double* source = K + wide(net.diagonal[n]) * D * D;
    Block<D> block;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) {
        const bool held = net.held[n * D + static_cast<std::size_t>(i)] ||
                          net.held[n * D + static_cast<std::size_t>(j)];
        block(i, j) = held ? (i == j ? net.stiffness_scale : 0.0) : source[i * D + j];
        if (i == j && !held) block(i, j) += shift * net.node_stiffness[n];
      }
    if (!invert(block, inverse + wide(node) * D * D)) return false;
  }
  return true;
}

// y = A x for the rows begin .. end - 1; x is zero on held axes.
template <int D>
void multiply_rows(const NetworkData& net, const double* K, double shift, const double* x,
                   int begin, int end, double* y) {
  for (int node = begin; node < end; ++node) {
    const auto n = static_cast<std::size_t>(node);
    Vec<D> sum{};
    for (int slot = net.row_start[n]; slot < net.row_start[n + 1]; ++slot) {
      const double* block = K + wide(slot) * D * D;
      const Vec<D> other = load<D>(x, net.column[static_cast<std::size_t>(slot)]);
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) sum[i] += block[i * D + j] * other[j];
    }
    for (int i = 0; i < D; ++i) {
      const std::size_t axis = n * D + static_cast<std::size_t>(i);
      y[axis] = net.held[axis] ? 0.0 : sum[i] + shift * net.node_stiffness[n] * x[axis];
    }
  }
}

}  // namespace

PcgSolver::PcgSolver(const NetworkData& net, ThreadPool& pool) : net_(net), pool_(pool) {
  const std::size_t axes = net.held.size();
  inverse_.resize(axes * static_cast<std::size_t>(net.dimension));
  for (auto* vector : {&r_, &z_, &p_, &Ap_}) vector->resize(axes);
}

Factor PcgSolver::prepare(const double* K, double shift) {
  K_ = K;
  shift_ = shift;
  const bool good = net_.dimension == 2 ? invert_diagonal<2>(net_, K, shift, inverse_.data())
                                        : invert_diagonal<3>(net_, K, shift, inverse_.data());
  return good ? Factor::positive_definite : Factor::indefinite;
}

void PcgSolver::product(const double* x, double* y) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    if (net_.dimension == 2)
      multiply_rows<2>(net_, K_, shift_, x, begin, end, y);
    else
      multiply_rows<3>(net_, K_, shift_, x, begin, end, y);
  });
}

void PcgSolver::precondition(const double* r, double* z) {
  const int d = net_.dimension;
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node)
      for (int i = 0; i < d; ++i) {
        double sum = 0;
        for (int j = 0; j < d; ++j)
          sum += inverse_[static_cast<std::size_t>((wide(node) * d + i) * d + j)] *
                 r[wide(node) * d + j];
        z[wide(node) * d + i] = sum;
      }
  });
}

double PcgSolver::dot(const std::vector<double>& x, const std::vector<double>& y) {
  return pool_.parallel_sum(static_cast<int>(x.size()), [&](int begin, int end) {
    double sum = 0;
    for (int i = begin; i < end; ++i)
      sum += x[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(i)];
    return sum;
  });
}

bool PcgSolver::solve(const double* right, double* result, double tolerance, bool guess) {
  const std::size_t size = r_.size();
  const auto each = [&](auto&& change) {
    pool_.parallel_for(static_cast<int>(size), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) change(static_cast<std::size_t>(i));
    });
  };
  std::copy(right, right + size, r_.begin());
  const double goal = tolerance * std::sqrt(dot(r_, r_));
  if (guess) {
    each([&](std::size_t i) {
      if (net_.held[i]) result[i] = 0.0;
    });
    product(result, Ap_.data());
    each([&](std::size_t i) { r_[i] -= Ap_[i]; });
    if (std::sqrt(dot(r_, r_)) <= goal) return true;
  } else {
    std::fill(result, result + size, 0.0);
  }
  precondition(r_.data(), z_.data());
  p_ = z_;
  double rz = dot(r_, z_);
  const int limit = 1000 + 10 * static_cast<int>(std::min<std::size_t>(size, 10000));
  for (int iteration = 0; iteration < limit && rz > 0.0; ++iteration) {
    product(p_.data(), Ap_.data());
    const double curvature = dot(p_, Ap_);
    if (!(curvature > 0.0)) return false;
    const double alpha = rz / curvature;
    each([&](std::size_t i) {
      result[i] += alpha * p_[i];
      r_[i] -= alpha * Ap_[i];
    });
    if (std::sqrt(dot(r_, r_)) <= goal) return true;
    precondition(r_.data(), z_.data());
    const double next = dot(r_, z_);
    const double beta = next / rz;
    each([&](std::size_t i) { p_[i] = z_[i] + beta * p_[i]; });
    rz = next;
  }
  // Out of iterations: what was found so far still goes downhill, and the Newton loop goes on.
  return true;
}

}  // namespace tensio
