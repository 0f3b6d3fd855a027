// The eigenvalue problem of a net at a state: K x = value W x over the unknowns.
//
// W contains the nodes' masses, or ones. With R = sqrt(W) and y = R x it becomes a symmetric
// problem in y, over the axes that have a weight. Axes without one follow statically: they are
// eliminated.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

class Eigenproblem {
 public:
  /// At the backend's vector x, with the zero modes that are known there; W has the nodes' masses,
  /// or ones.
  Eigenproblem(Backend& backend, const NetworkData& net, VectorId x, bool by_mass,
               const SoftModes& soft);

  /// Axes that have a weight: the size of y.
  int size() const { return static_cast<int>(axes_.size()); }
  /// All unknowns.
  int unknowns() const { return size() + static_cast<int>(weightless_.size()); }
  /// Largest |eigenvalue| of K, about [N/m].
  double largest_stiffness() const { return largest_; }

  /// Why there is no solution, or empty: axes without a weight must have a stiffness.
  std::string problem() const;
  /// Eigenvalues below `value`, by pivots; -1 if the net is too large to factorise.
  int count_below(double value) const;
  /// Factorises K - s W with s below every eigenvalue, and returns s; empty if that fails.
  std::optional<double> factorise_below() const;
  /// R (K - s W)⁻¹ R y, with the last factorise_below().
  void apply_inverse(const double* y, double* result) const;
  /// The shape of y, with the last factorise_below(): all axes in the user's order.
  Eigen::VectorXd shape_of(const Eigen::VectorXd& y) const;
  /// Of a shape: x·K x, its uncertainty by rounding, and x·W x.
  double stiffness_of(const Eigen::VectorXd& shape) const;
  double rounding_of(const Eigen::VectorXd& shape) const;
  double weight_of(const Eigen::VectorXd& shape) const;
  /// Xᵀ K X of shapes; combines them so that it becomes diagonal and Xᵀ W X one, ascending.
  Eigen::MatrixXd stiffness_between(const Eigen::MatrixXd& shapes) const;
  void separate(Eigen::MatrixXd& shapes) const;

  /// Motions without resistance, rigid ones first and then other zero modes that are known: their
  /// number, their shapes, and their removal from y.
  int rigid_count() const { return rigid_count_; }
  int free_count() const;
  std::vector<Eigen::VectorXd> free_shapes(int at_most) const;
  void remove_free(Eigen::Ref<Eigen::VectorXd> y) const;

  /// R⁻¹ K R⁻¹ over the weighted axes as a full matrix, the others eliminated, and free motions
  /// raised above all other eigenvalues; and the shape of one of its eigenvectors.
  struct Dense {
    Eigen::MatrixXd matrix;
    Eigen::MatrixXd follow;  ///< weightless axes from weighted ones
  };
  Dense dense() const;
  Eigen::VectorXd shape_of(const Eigen::VectorXd& y, const Dense& dense) const;

 private:
  // Rigid ones of one part, or zero modes of all: R X has orthonormal columns.
  struct FreeMotions {
    std::vector<int> axes;    // user's
    Eigen::VectorXd root;     // R on them, zero on axes without weight
    Eigen::MatrixXd motions;  // X
  };
  void find_rigid();
  void add_zero_modes();
  void add_free(const std::vector<int>& axes, const Eigen::MatrixXd& motions);
  DiagonalShift minus(double value) const;

  Backend& backend_;
  const NetworkData& net_;
  VectorId x_, right_, left_;
  bool by_mass_;
  std::vector<double> K_;  // blocks, compiled order
  StiffnessForm form_;
  SoftModes soft_;
  double largest_ = 0;
  std::vector<int> axes_, weightless_;  // user's axes
  std::vector<int> index_;              // in y, of a user's axis; -1: none
  Eigen::VectorXd root_;                // R
  std::vector<FreeMotions> free_;
  int rigid_count_ = 0;
  mutable std::vector<double> user_;
};

}  // namespace tensio
