// Eigen's decompositions and products of full matrices, compiled here and nowhere else.
#include "solve/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace tensio {

namespace {

template <class Solver>
SymmetricEigen result_of(const Solver& solver) {
  return {solver.info() == Eigen::Success, solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A) {
  if (A.rows() == 0) return {};
  return result_of(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A));
}

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  if (A.rows() == 0) return {};
  return result_of(Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(A, B));
}

std::vector<std::complex<double>> eigenvalues_of(const Eigen::MatrixXd& A) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
  if (solver.info() != Eigen::Success) return {};
  const Eigen::VectorXcd& values = solver.eigenvalues();
  return {values.data(), values.data() + values.size()};
}

Eigen::MatrixXd orthonormal_basis(const Eigen::MatrixXd& columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  return qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

Eigen::MatrixXd orthogonal_complement(const Eigen::MatrixXd& columns) {
  if (columns.cols() == 0) return Eigen::MatrixXd::Identity(columns.rows(), columns.rows());
  if (columns.cols() >= columns.rows()) return Eigen::MatrixXd(columns.rows(), 0);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  Eigen::MatrixXd rest = Eigen::MatrixXd::Zero(columns.rows(), columns.rows() - columns.cols());
  rest.bottomRows(rest.cols()).setIdentity();
  rest.applyOnTheLeft(qr.householderQ());
  return rest;
}

Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.ldlt().solve(B);
}

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A * B; }

Eigen::MatrixXd transposed_product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.transpose() * B;
}

Eigen::VectorXd projection(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A * (A.transpose() * b);
}

}  // namespace tensio
