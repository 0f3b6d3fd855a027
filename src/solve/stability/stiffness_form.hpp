// The stiffness K at a state as a sum over springs, and its uncertainty by rounding.
//
//   v.K v = Σ tangent (n.dv)² + q |dv - n (n.dv)|²,   dv = v_b - v_a
//
// A spring that moves without being stretched or turned adds nothing to this sum, however stiff it
// is. In the assembled matrix its entries cancel, and leave an ulp of the largest.
//
// Coordinates are known to an ulp. That turns a spring by the angle e = ulp |x| / l and changes its
// tension by tangent e l, so that v.K v is known to about Σ (|tangent| + |q|) e |dv|². Where forces
// balance but for f at a spring's ends, its tension is known to |f|, which adds |f| / l |dv|².
#pragma once

#include <Eigen/Core>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Rows of V for some of the nodes: node `nodes[i]` has the rows i d .. i d + d - 1, and
/// `row[nodes[i]] == i`; other nodes have -1.
struct SomeNodes {
  const std::vector<int>& nodes;
  const std::vector<int>& row;
};

class StiffnessForm {
 public:
  /// K at x; `balanced`: x is an equilibrium.
  StiffnessForm(Backend& backend, VectorId x, bool balanced);
  /// Of given terms, one for each spring, and their uncertainty per |dv|².
  StiffnessForm(const NetworkData& net, std::vector<SpringTerm> terms,
                std::vector<double> uncertain);

  // Vectors have all axes in compiled order; those of `some` nodes their rows alone.

  /// Vᵀ K V.
  Eigen::MatrixXd gram(const Eigen::MatrixXd& V) const;
  Eigen::MatrixXd gram(const Eigen::MatrixXd& V, const SomeNodes& some) const;
  /// A stiffness |v.K v| up to this cannot be distinguished from rounding.
  double rounding(const Eigen::VectorXd& v) const;
  double rounding(const Eigen::VectorXd& v, const SomeNodes& some) const;
  /// v.K v.
  double value(const Eigen::VectorXd& v) const { return gram(v)(0, 0); }
  /// K v, zero on axes that are fixed.
  Eigen::VectorXd product(const Eigen::VectorXd& v) const;
  /// |tangent| + |q| summed over the springs of each node: the size of the terms in its rows of K.
  const std::vector<double>& node_scale() const { return node_scale_; }
  /// The same for the uncertainty of the terms.
  const std::vector<double>& node_rounding() const { return node_rounding_; }
  const NetworkData& net() const { return net_; }

 private:
  void add_imbalance(const std::vector<double>& x);
  void sum_over_nodes();
  template <class F>
  void for_springs(const SomeNodes* some, F&& f) const;
  Eigen::MatrixXd gram(const Eigen::MatrixXd& V, const SomeNodes* some) const;
  double rounding(const Eigen::VectorXd& v, const SomeNodes* some) const;

  const NetworkData& net_;
  std::vector<SpringTerm> terms_;
  std::vector<double> uncertain_;       // [spring_count]
  std::vector<double> node_blocks_;     // [node_count x d²] or empty
  std::vector<double> uncertain_node_;  // [node_count] or empty
  double largest_angle_ = 0;            // of SpringTerm::rounding
  std::vector<double> node_scale_, node_rounding_;
};

/// From rows in the user's order to the compiled one, and back.
Eigen::MatrixXd in_compiled_order(const NetworkData& net, const Eigen::MatrixXd& user);
Eigen::MatrixXd in_user_order(const NetworkData& net, const Eigen::MatrixXd& compiled);

}  // namespace tensio
