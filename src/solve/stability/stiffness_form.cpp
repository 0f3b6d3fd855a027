#include "solve/stability/stiffness_form.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/index.hpp"
#include "solve/dense.hpp"

namespace tensio {

namespace {

/// Forces count as balanced within 8 ulp of their terms; the tensions at both ends of a chain of
/// springs may each be off by as much, with opposite signs.
constexpr double kUlps = 32;
/// Relative error of a mode. Its square times a stiffness is the error of v.K v.
constexpr double kOfMode = 1e-11;
/// Springs whose terms are summed at a time.
constexpr int kBatch = 256;

}  // namespace

StiffnessForm::StiffnessForm(Backend& backend, VectorId x, bool balanced) : net_(backend.net()) {
  backend.spring_terms(x, terms_);
  backend.node_terms(x, node_blocks_);
  uncertain_.resize(terms_.size());
  for (std::size_t s = 0; s < terms_.size(); ++s) {
    uncertain_[s] =
        kUlps * terms_[s].rounding * (std::abs(terms_[s].tangent) + std::abs(terms_[s].q));
    largest_angle_ = std::max(largest_angle_, terms_[s].rounding);
  }
  if (balanced) {
    std::vector<double> user(net_.constrained.size());
    backend.download(x, user);
    add_imbalance(compiled_order(net_, user));
  }
  sum_over_nodes();
}

// Adds the residual forces of nodes on which only springs and loads act to the uncertainty.
void StiffnessForm::add_imbalance(const std::vector<double>& x) {
  const std::size_t d = usize(net_.dimension);
  std::vector<double> force = net_.external, length(terms_.size());
  for (std::size_t s = 0; s < terms_.size(); ++s) {
    const std::size_t a = usize(net_.a[s]) * d, b = usize(net_.b[s]) * d;
    double squared = 0;
    for (std::size_t i = 0; i < d; ++i) {
      const double along = x[b + i] - x[a + i];
      squared += along * along;
      force[a + i] += terms_[s].q * along;
      force[b + i] -= terms_[s].q * along;
    }
    length[s] = std::sqrt(squared);
  }
  std::vector<double> left(usize(net_.node_count), 0.0);
  for (std::size_t i = 0; i < force.size(); ++i)
    if (!net_.constrained[i]) left[i / d] = std::max(left[i / d], std::abs(force[i]));
  for (std::size_t i = 0; i < node_blocks_.size(); ++i)
    if (node_blocks_[i] != 0.0) left[i / (d * d)] = 0;
  for (std::size_t s = 0; s < terms_.size(); ++s)
    if (length[s] > 0 && (terms_[s].tangent != 0.0 || terms_[s].q != 0.0))
      uncertain_[s] += kUlps * std::max(left[net_.a[s]], left[net_.b[s]]) / length[s];
}

StiffnessForm::StiffnessForm(const NetworkData& net, std::vector<SpringTerm> terms,
                             std::vector<double> uncertain)
    : net_(net), terms_(std::move(terms)), uncertain_(std::move(uncertain)) {
  sum_over_nodes();
}

void StiffnessForm::sum_over_nodes() {
  node_scale_.assign(usize(net_.node_count), 0.0);
  node_rounding_.assign(usize(net_.node_count), 0.0);
  for (std::size_t s = 0; s < terms_.size(); ++s)
    for (int node : {net_.a[s], net_.b[s]}) {
      node_scale_[node] += std::abs(terms_[s].tangent) + std::abs(terms_[s].q);
      node_rounding_[node] += uncertain_[s];
    }
  const std::size_t d = usize(net_.dimension);
  for (std::size_t i = 0; i < node_blocks_.size(); ++i)
    if (i % (d * d) % (d + 1) == 0) node_scale_[i / (d * d)] += std::abs(node_blocks_[i]);
  // Rounding turns the normal force of an obstacle by at most as much as a spring.
  if (node_blocks_.empty()) return;
  uncertain_node_.assign(usize(net_.node_count), 0.0);
  for (std::size_t i = 0; i < node_blocks_.size(); ++i)
    uncertain_node_[i / (d * d)] += kUlps * largest_angle_ * std::abs(node_blocks_[i]);
  for (std::size_t node = 0; node < node_rounding_.size(); ++node)
    node_rounding_[node] += uncertain_node_[node];
}

// Calls f(spring, row of a, row of b); springs with an end outside `some` are skipped.
template <class F>
void StiffnessForm::for_springs(const SomeNodes* some, F&& f) const {
  if (some == nullptr) {
    for (int s = 0; s < net_.spring_count; ++s) f(s, net_.a[s], net_.b[s]);
    return;
  }
  for (int node : some->nodes)
    for (int e = net_.incidence_start[node]; e < net_.incidence_start[usize(node) + 1]; ++e) {
      const int s = net_.incident[e];
      const int other = some->row[net_.b[s]];
      if (net_.a[s] == node && other >= 0) f(s, some->row[node], other);
    }
}

Eigen::MatrixXd StiffnessForm::gram(const Eigen::MatrixXd& V, const SomeNodes* some) const {
  const int d = net_.dimension;
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(V.cols(), V.cols());
  // Of a batch of springs: lengthening times tangent, and the motion across times q.
  Eigen::MatrixXd along(kBatch, V.cols()), across(kBatch * d, V.cols());
  Eigen::VectorXd tangent(kBatch), q(kBatch * d);
  Eigen::Index filled = 0;
  const auto add = [&] {
    const auto first = along.topRows(filled);
    const auto second = across.topRows(filled * d);
    sum += transposed_product(first, tangent.head(filled).asDiagonal() * first);
    sum += transposed_product(second, q.head(filled * d).asDiagonal() * second);
    filled = 0;
  };
  for_springs(some, [&](int s, int a, int b) {
    const SpringTerm& term = terms_[s];
    if (term.tangent == 0.0 && term.q == 0.0) return;
    for (Eigen::Index c = 0; c < V.cols(); ++c) {
      double stretch = 0;
      for (int i = 0; i < d; ++i) {
        const double change = V(Eigen::Index{b} * d + i, c) - V(Eigen::Index{a} * d + i, c);
        across(filled * d + i, c) = change;
        stretch += term.n[i] * change;
      }
      along(filled, c) = stretch;
      for (int i = 0; i < d; ++i) across(filled * d + i, c) -= stretch * term.n[i];
    }
    tangent[filled] = term.tangent;
    for (int i = 0; i < d; ++i) q[filled * d + i] = term.q;
    if (++filled == kBatch) add();
  });
  add();
  if (node_blocks_.empty()) return sum;
  const auto add_node = [&](int node, int row) {
    const Eigen::Map<const Eigen::MatrixXd> block(
        node_blocks_.data() + static_cast<std::ptrdiff_t>(node) * d * d, d, d);
    const auto own = V.middleRows(Eigen::Index{row} * d, d);
    if (!block.isZero(0)) sum += transposed_product(own, tensio::product(block, own));
  };
  if (some == nullptr)
    for (int node = 0; node < net_.node_count; ++node) add_node(node, node);
  else
    for (int node : some->nodes) add_node(node, some->row[node]);
  return sum;
}

double StiffnessForm::rounding(const Eigen::VectorXd& v, const SomeNodes* some) const {
  const int d = net_.dimension;
  double sum = 0;
  for_springs(some, [&](int s, int a, int b) {
    const auto at_a = v.segment(Eigen::Index{a} * d, d), at_b = v.segment(Eigen::Index{b} * d, d);
    const double scale = std::abs(terms_[s].tangent) + std::abs(terms_[s].q);
    sum += uncertain_[s] * (at_b - at_a).squaredNorm() +
           kOfMode * kOfMode * scale * (at_a.squaredNorm() + at_b.squaredNorm());
  });
  const auto add_node = [&](int node, int row) {
    sum += uncertain_node_[node] * v.segment(Eigen::Index{row} * d, d).squaredNorm();
  };
  if (uncertain_node_.empty()) return sum;
  if (some == nullptr)
    for (int node = 0; node < net_.node_count; ++node) add_node(node, node);
  else
    for (int node : some->nodes) add_node(node, some->row[node]);
  return sum;
}

Eigen::MatrixXd StiffnessForm::gram(const Eigen::MatrixXd& V) const { return gram(V, nullptr); }
Eigen::MatrixXd StiffnessForm::gram(const Eigen::MatrixXd& V, const SomeNodes& some) const {
  return gram(V, &some);
}
double StiffnessForm::rounding(const Eigen::VectorXd& v) const { return rounding(v, nullptr); }
double StiffnessForm::rounding(const Eigen::VectorXd& v, const SomeNodes& some) const {
  return rounding(v, &some);
}

Eigen::VectorXd StiffnessForm::product(const Eigen::VectorXd& v) const {
  const int d = net_.dimension;
  Eigen::VectorXd result = Eigen::VectorXd::Zero(v.size());
  for (int s = 0; s < net_.spring_count; ++s) {
    const SpringTerm& term = terms_[s];
    const Eigen::Index a = Eigen::Index{net_.a[s]} * d, b = Eigen::Index{net_.b[s]} * d;
    double stretch = 0;
    for (int i = 0; i < d; ++i) stretch += term.n[i] * (v[b + i] - v[a + i]);
    for (int i = 0; i < d; ++i) {
      const double along = stretch * term.n[i];
      const double force = term.tangent * along + term.q * (v[b + i] - v[a + i] - along);
      result[a + i] -= force;
      result[b + i] += force;
    }
  }
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(node_blocks_.size()); ++i) {
    const Eigen::Index node = i / (d * d), row = i % (d * d) / d, column = i % d;
    result[node * d + row] += node_blocks_[i] * v[node * d + column];
  }
  for (std::size_t i = 0; i < net_.constrained.size(); ++i)
    if (net_.constrained[i]) result[static_cast<Eigen::Index>(i)] = 0;
  return result;
}

Eigen::MatrixXd in_compiled_order(const NetworkData& net, const Eigen::MatrixXd& user) {
  const int d = net.dimension;
  Eigen::MatrixXd compiled(user.rows(), user.cols());
  for (int node = 0; node < net.node_count; ++node)
    compiled.middleRows(Eigen::Index{node} * d, d) =
        user.middleRows(Eigen::Index{net.node_user[node]} * d, d);
  return compiled;
}

Eigen::MatrixXd in_user_order(const NetworkData& net, const Eigen::MatrixXd& compiled) {
  const int d = net.dimension;
  Eigen::MatrixXd user(compiled.rows(), compiled.cols());
  for (int node = 0; node < net.node_count; ++node)
    user.middleRows(Eigen::Index{net.node_user[node]} * d, d) =
        compiled.middleRows(Eigen::Index{node} * d, d);
  return user;
}

}  // namespace tensio
