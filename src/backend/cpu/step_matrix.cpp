#include "backend/cpu/step_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace tensio {

namespace {

/// Directions are soft in which a node has less than about this part of its springs' stiffness.
constexpr double kSoft = 0.05;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The stiffness of spring s at its rest length, along itself.
template <Law law>
double weight_at_rest(const NetworkData& net, int s) {
  const double k = net.stiffness[at(s)], l0 = net.rest_length[at(s)];
  if constexpr (law == Law::table) {
    const double tangent = evaluate<law>(l0, k, l0, net.curve_of(s)).tangent;
    if (tangent > 0.0) return tangent;
  }
  return std::abs(k);
}

template <int D>
Block<D> product(const Block<D>& a, const Block<D>& b) {
  Block<D> result{};
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      for (int k = 0; k < D; ++k) result(i, j) += a(i, k) * b(k, j);
  return result;
}

// Of a symmetric block.
Block<2> inverse(const Block<2>& b) {
  const double part = 1.0 / (b(0, 0) * b(1, 1) - b(0, 1) * b(0, 1));
  return {{part * b(1, 1), -part * b(0, 1), -part * b(0, 1), part * b(0, 0)}};
}
Block<3> inverse(const Block<3>& b) {
  const double xx = b(1, 1) * b(2, 2) - b(1, 2) * b(1, 2),
               xy = b(0, 2) * b(1, 2) - b(0, 1) * b(2, 2),
               xz = b(0, 1) * b(1, 2) - b(0, 2) * b(1, 1),
               yy = b(0, 0) * b(2, 2) - b(0, 2) * b(0, 2),
               yz = b(0, 1) * b(0, 2) - b(0, 0) * b(1, 2),
               zz = b(0, 0) * b(1, 1) - b(0, 1) * b(0, 1);
  const double part = 1.0 / (b(0, 0) * xx + b(0, 1) * xy + b(0, 2) * xz);
  return {{part * xx, part * xy, part * xz, part * xy, part * yy, part * yz, part * xz, part * yz,
           part * zz}};
}

template <int D>
Vec<D> times(const Block<D>& block, const Vec<D>& v) {
  Vec<D> result{};
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) result[i] += block(i, j) * v[j];
  return result;
}

}  // namespace

template <int D>
StepMatrix<D>::StepMatrix(const NetworkData& net, ThreadPool& pool, bool reproducible)
    : net_(net),
      pool_(pool),
      stiff_(net, choose_node_solver(net, reproducible)),
      soft_(stiff_),
      weight_(at(net.spring_count)),
      diagonal_(at(net.node_count)),
      soft_weight_(weight_.size()),
      soft_diagonal_(diagonal_.size()),
      soft_part_(diagonal_.size()),
      stiff_right_(net.held.size()),
      soft_right_(net.held.size()) {}

template <int D>
bool StepMatrix<D>::prepare(const double* x, const Extras& extras, double g) {
  work_out_weights(g);
  return factorise_stiff() && factorise_soft(x, extras);
}

template <int D>
void StepMatrix<D>::work_out_weights(double g) {
  for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) weight_[at(s)] = weight_at_rest<law>(net_, s);
  });
  for (std::size_t s = 0; s < net_.parts.size(); ++s) weight_[s] += net_.parts[s].stiffness;
  for (std::size_t n = 0; n < diagonal_.size(); ++n) diagonal_[n] = g * net_.mass[n];
  for (const NetworkData::Target& target : net_.targets)
    diagonal_[at(target.node)] += target.stiffness;
}

template <int D>
bool StepMatrix<D>::factorise_stiff() {
  if (known_weight_ == weight_ && known_diagonal_ == diagonal_ && known_held_ == net_.held)
    return true;
  known_weight_.clear();
  if (!stiff_.factorise(weight_, diagonal_)) return false;
  known_weight_ = weight_;
  known_diagonal_ = diagonal_;
  known_held_ = net_.held;
  return true;
}

// Q = 1 / (1 + (B / b)⁴) with B the sum of the springs' tangents along themselves: 1 in directions
// where that is far below b, and next to nothing in those where it is above.
template <int D>
void StepMatrix<D>::part_node(int node) {
  Block<D> stiffness{};
  double whole = 0;
  const int begin = net_.incidence_start[at(node)], end = net_.incidence_start[at(node) + 1];
  const auto tangent_of = [](const auto& spring) { return std::max(0.0, spring.along + spring.q); };
  for (int e = begin; e < end; ++e) {
    const std::size_t s = at(net_.incident[at(e)]);
    const auto& spring = springs_.block[s];
    const double tangent = tangent_of(spring);
    whole += weight_[s];
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) stiffness(i, j) += tangent * spring.n[i] * spring.n[j];
  }
  Block<D>& soft = soft_part_[at(node)] = {};
  soft_diagonal_[at(node)] = diagonal_[at(node)];
  if (!(whole > 0.0)) return;
  for (double& entry : stiffness.m) entry /= kSoft * whole;
  stiffness = product(stiffness, stiffness);
  stiffness = product(stiffness, stiffness);
  for (int i = 0; i < D; ++i) stiffness(i, i) += 1.0;
  soft = inverse(stiffness);
  for (int e = begin; e < end; ++e) {
    const auto& spring = springs_.block[at(net_.incident[at(e)])];
    double along = 0;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) along += spring.n[i] * soft(i, j) * spring.n[j];
    soft_diagonal_[at(node)] += tangent_of(spring) * along;
  }
}

template <int D>
bool StepMatrix<D>::factorise_soft(const double* x, const Extras& extras) {
  springs_.take(net_, x, extras, pool_);
  for (std::size_t s = 0; s < soft_weight_.size(); ++s)
    soft_weight_[s] = std::max(0.0, springs_.block[s].q);
  pool_.parallel_for(
      net_.node_count,
      [&](int begin, int end) {
        for (int node = begin; node < end; ++node) part_node(node);
      },
      64);
  return soft_.factorise(soft_weight_, soft_diagonal_);
}

template <int D>
void StepMatrix<D>::solve(const double* f, double* p) {
  const int nodes = net_.node_count;
  for (int node = 0; node < nodes; ++node) {
    const Vec<D> soft = times(soft_part_[at(node)], load<D>(f, node));
    for (int i = 0; i < D; ++i) {
      soft_right_[at(node * D + i)] = soft[i];
      stiff_right_[at(node * D + i)] = f[node * D + i] - soft[i];
    }
  }
  stiff_.solve(stiff_right_.data(), stiff_right_.data());
  soft_.solve(soft_right_.data(), soft_right_.data());
  for (int node = 0; node < nodes; ++node) {
    const Vec<D> stiff = load<D>(stiff_right_.data(), node);
    Vec<D> apart = load<D>(soft_right_.data(), node);
    for (int i = 0; i < D; ++i) apart[i] -= stiff[i];
    const Vec<D> soft = times(soft_part_[at(node)], apart);
    for (int i = 0; i < D; ++i)
      p[node * D + i] = net_.held[at(node * D + i)] ? 0.0 : stiff[i] + soft[i];
  }
}

template class StepMatrix<2>;
template class StepMatrix<3>;

}  // namespace tensio
