// Algebra of full matrices. Eigen's decompositions and products are compiled in dense.cpp alone:
// elsewhere each of them would take seconds of every build.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace tensio {

struct SymmetricEigen {
  bool found = true;        ///< false if the iteration did not converge
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< a column for each value
};
/// Of A, with orthonormal vectors.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A);
/// Of A v = value B v with a positive definite B, and vᵀ B v = 1.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// All eigenvalues of a square matrix; empty if the iteration did not converge.
std::vector<std::complex<double>> eigenvalues_of(const Eigen::MatrixXd& A);

/// An orthonormal basis of the space that independent columns span.
Eigen::MatrixXd orthonormal_basis(const Eigen::MatrixXd& columns);
/// An orthonormal basis of the orthogonal complement of independent columns.
Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& columns);

/// A⁻¹ B of a symmetric A.
Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// A B, and Aᵀ B.
Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// A Aᵀ b: the projection of b onto orthonormal columns A.
Eigen::VectorXd projection(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace tensio
