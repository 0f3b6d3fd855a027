#include "backend/cpu/step_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "backend/cpu/small_blocks.hpp"

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
      matrix_(net, choose_node_solver(net, reproducible)),
      weight_(at(net.spring_count)),
      diagonal_(at(net.node_count)),
      springs_(weight_.size()),
      nodes_(diagonal_.size()),
      right_(net.held.size()) {}

template <int D>
bool StepMatrix<D>::prepare(const double* x, const Extras& extras, double g) {
  work_out_weights(g);
  if (!factorise()) return false;
  pool_.parallel_for(net_.spring_count,
                     [&](int begin, int end) { take_springs(x, extras, begin, end); });
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) part_node(node);
  });
  return true;
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
bool StepMatrix<D>::factorise() {
  if (known_weight_ == weight_ && known_diagonal_ == diagonal_ && known_held_ == net_.held)
    return true;
  known_weight_.clear();
  if (!matrix_.factorise(weight_, diagonal_)) return false;
  known_weight_ = weight_;
  known_diagonal_ = diagonal_;
  known_held_ = net_.held;
  return true;
}

template <int D>
void StepMatrix<D>::take_springs(const double* x, const Extras& extras, int begin, int end) {
  for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
    for (int s = first; s < last; ++s) {
      const Vec<D> d = vector_of<D>(net_, x, s);
      const double l = length(d), inverse = l > 0.0 ? 1.0 / l : 0.0;
      const LawValue value = value_of<law>(net_, s, l, extras);
      Spring& spring = springs_[at(s)];
      for (int i = 0; i < D; ++i) spring.n[i] = d[i] * inverse;
      spring.tangent = std::max(0.0, value.tangent);
      spring.q = std::max(0.0, value.q);
    }
  });
}

// Q = 1 / (1 + (T / b)⁴) with T the sum of the springs' tangents along themselves: 1 in directions
// where that is far below b, and next to nothing in those where it is above.
template <int D>
void StepMatrix<D>::part_node(int node) {
  Block<D> along{}, own{};
  double whole = 0, across = diagonal_[at(node)];
  for (int e = net_.incidence_start[at(node)]; e < net_.incidence_start[at(node) + 1]; ++e) {
    const std::size_t s = at(net_.incident[at(e)]);
    const Spring& spring = springs_[s];
    whole += weight_[s];
    across += spring.q;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j <= i; ++j) {
        const double square = spring.n[i] * spring.n[j];
        along(i, j) += spring.tangent * square;
        own(i, j) += (spring.tangent - spring.q) * square;
      }
  }
  Node& to = nodes_[at(node)] = {};
  if (!(whole > 0.0)) return;
  for (int i = 0; i < D; ++i) {
    own(i, i) += across;
    for (int j = 0; j < i; ++j) {
      along(j, i) = along(i, j);
      own(j, i) = own(i, j);
    }
  }
  const double part = 1.0 / (kSoft * whole);
  for (double& entry : along.m) entry *= part;
  along = product(along, along);
  along = product(along, along);
  for (int i = 0; i < D; ++i) along(i, i) += 1.0;
  Block<D> inverse;
  if (!invert(along, to.soft.m) || !invert(own, inverse.m)) {
    to.soft = {};
    return;
  }
  to.inverse = product(product(to.soft, inverse), to.soft);
}

template <int D>
void StepMatrix<D>::solve(const double* f, double* p) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const Vec<D> force = load<D>(f, node), soft = times(nodes_[at(node)].soft, force);
      for (int i = 0; i < D; ++i) right_[at(node * D + i)] = force[i] - soft[i];
    }
  });
  matrix_.solve(right_.data(), right_.data());
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const Vec<D> stiff = load<D>(right_.data(), node);
      const Vec<D> away = times(nodes_[at(node)].soft, stiff);
      const Vec<D> soft = times(nodes_[at(node)].inverse, load<D>(f, node));
      for (int i = 0; i < D; ++i)
        p[node * D + i] = net_.held[at(node * D + i)] ? 0.0 : stiff[i] - away[i] + soft[i];
    }
  });
}

template class StepMatrix<2>;
template class StepMatrix<3>;

}  // namespace tensio
