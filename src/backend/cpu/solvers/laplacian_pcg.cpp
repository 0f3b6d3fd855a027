#include "backend/cpu/solvers/laplacian_pcg.hpp"

#include <algorithm>
#include <cmath>

#include "backend/interrupt.hpp"
#include "backend/products.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// The smaller of tangent and q must be this part of the larger, summed over the springs.
constexpr double kStretched = 0.02;
constexpr int kMostIterations = 300;
/// Springs per node up to which the factor of P is so sparse that panels of it are none: square
/// nets of 50 x 50, 150 x 150 and 400 x 400 nodes come to rest in 14 ms, 0.17 s and 2.0 s with
/// Eigen's LDLT, in 18 ms, 0.21 s and 2.1 s with CHOLMOD ordered by AMD, in 22 ms, 0.27 s and 2.6 s
/// where METIS is tried too.
constexpr double kFewSprings = 2.5;

}  // namespace

template <int D>
void SpringBlocks<D>::take(const NetworkData& net, const double* x, const Extras& extras,
                           ThreadPool& pool) {
  block.resize(usize(net.spring_count));
  pool.parallel_for(net.spring_count, [&](int begin, int end) {
    spring_stiffnesses<D>(net, x, false, begin, end, block.data(), extras);
  });
  none_negative = true;
  for (const SpringStiffness<D>& spring : block)
    if (!(spring.q >= 0.0) || !(spring.along + spring.q >= 0.0)) none_negative = false;
  const auto sum = [&](bool larger) {
    return pool.parallel_sum(net.spring_count, [&](int begin, int end) {
      double total = 0;
      for (int s = begin; s < end; ++s) {
        const double q = block[s].q, tangent = block[s].along + q;
        total += larger ? std::max(tangent, q) : std::min(tangent, q);
      }
      return total;
    });
  };
  least = sum(false);
  most = sum(true);
}

template <int D>
NodePcg<D>::NodePcg(const NetworkData& net, ThreadPool& pool, bool reproducible)
    : net_(net), pool_(pool), reproducible_(reproducible) {
  for (auto* vector : {&r_, &z_, &p_, &Kp_}) vector->resize(net.constrained.size());
}

template <int D>
bool NodePcg<D>::factorise() {
  weight_.resize(usize(net_.spring_count));
  for (std::size_t s = 0; s < weight_.size(); ++s)
    weight_[s] = std::max(0.0, springs_.block[s].along / D + springs_.block[s].q);
  const bool like_a_surface = net_.spring_count < kFewSprings * net_.node_count;
  matrix_ = std::make_unique<ScalarLaplacian>(
      net_, like_a_surface ? LinearSolver::ldlt : choose_node_solver(net_, reproducible_));
  return matrix_->factorise(weight_, std::vector<double>(usize(net_.node_count), 0.0));
}

template <int D>
bool NodePcg<D>::prepare(const double* x, const Extras& extras) {
  if (state_ == State::useless) return false;
  springs_.take(net_, x, extras, pool_);
  if (!(springs_.least >= kStretched * springs_.most)) return false;
  if (state_ == State::open) state_ = factorise() ? State::factorised : State::useless;
  return state_ == State::factorised;
}

// y = K u, in the order of the springs whatever the threads.
template <int D>
void NodePcg<D>::product(const double* u, double* y) {
  std::fill(y, y + net_.constrained.size(), 0.0);
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems)
    scatter_product<D>(net_, springs_.block.data(), u, y);
  else
    pool_.parallel_for(
        net_.node_count,
        [&](int begin, int end) {
          gather_product<D>(net_, springs_.block.data(), u, begin, end, y);
        },
        2);
  mask_forces(net_, 0, static_cast<int>(net_.constrained.size()), y);
}

template <int D>
double NodePcg<D>::dot(const std::vector<double>& u, const std::vector<double>& v) {
  return pool_.parallel_sum(static_cast<int>(u.size()), [&](int begin, int end) {
    double sum = 0;
    for (std::size_t i = usize(begin); i < usize(end); ++i) sum += u[i] * v[i];
    return sum;
  });
}

template <int D>
bool NodePcg<D>::solve(const double* right, double* result, double tolerance) {
  const int size = static_cast<int>(r_.size());
  const auto each = [&](auto&& change) {
    pool_.parallel_for(size, [&](int begin, int end) {
      for (std::size_t i = usize(begin); i < usize(end); ++i) change(i);
    });
  };
  std::copy(right, right + size, r_.begin());
  std::fill(result, result + size, 0.0);
  const double goal = tolerance * largest_force(right, 0, size);
  double before = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    ask(Activity::solving);
    matrix_->solve(r_.data(), z_.data());
    const double now = dot(r_, z_);
    const double part = iteration == 0 ? 0.0 : now / before;
    before = now;
    each([&](std::size_t i) { p_[i] = z_[i] + part * p_[i]; });
    product(p_.data(), Kp_.data());
    const double curvature = dot(p_, Kp_);
    if (!(curvature > 0.0)) return false;
    const double length = now / curvature;
    each([&](std::size_t i) {
      result[i] += length * p_[i];
      r_[i] -= length * Kp_[i];
    });
    ++iterations_;
    if (largest_force(r_.data(), 0, size) <= goal) return true;
  }
  state_ = State::useless;
  return false;
}

// K >= c P with c the least of min(tangent, q)/w. P has no positive entry beside its diagonal, so
// no entry of its inverse is negative: its largest row sum, which takes one solve, bounds its
// eigenvalues. The largest of K is at most twice what the springs of a node are together.
template <int D>
bool NodePcg<D>::surely_above(const double* x, const Extras& extras, double part) {
  if (!prepare(x, extras) || !springs_.none_negative) return false;
  double least = HUGE_VAL;
  std::vector<double> sum(usize(net_.node_count), 0.0);
  for (std::size_t s = 0; s < weight_.size(); ++s) {
    const double q = springs_.block[s].q, tangent = springs_.block[s].along + q;
    if (weight_[s] > 0.0) least = std::min(least, std::min(tangent, q) / weight_[s]);
    for (int node : {net_.a[s], net_.b[s]}) sum[node] += std::max(tangent, q);
  }
  const double largest = 2 * *std::max_element(sum.begin(), sum.end());
  for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = net_.constrained[i] ? 0.0 : 1.0;
  matrix_->solve(r_.data(), z_.data());
  const double inverse = largest_force(z_.data(), 0, static_cast<int>(z_.size()));
  // Twice: far from the rounding of these sums.
  return least > 2 * part * largest * inverse;
}

template struct SpringBlocks<2>;
template struct SpringBlocks<3>;
template class NodePcg<2>;
template class NodePcg<3>;

}  // namespace tensio
