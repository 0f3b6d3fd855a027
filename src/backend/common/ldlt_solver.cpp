// Eigen's sparse LDLT.
#include <Eigen/SparseCholesky>
#include <cmath>

#include "backend/common/direct_solver.hpp"

namespace tensio {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using View = Eigen::Map<const Sparse>;

View view(const ScalarMatrix& matrix) {
  return View(matrix.size(), matrix.size(), static_cast<Eigen::Index>(matrix.inner().size()),
              matrix.outer().data(), matrix.inner().data(), matrix.values().data());
}

class LdltSolver final : public InertiaSolver {
 public:
  explicit LdltSolver(const ScalarMatrix& matrix) : size_(matrix.size()) {
    ldlt_.analyzePattern(Sparse(view(matrix)));
  }

  double factor_entries() const override { return ldlt_.entries(); }
  double factor_work() const override { return ldlt_.work(); }

  using DirectSolver::factorise;
  Factor factorise(const ScalarMatrix& matrix, FactorUntil) override {
    ldlt_.factorize(Sparse(view(matrix)));
    // Eigen stops at a pivot that is exactly zero.
    if (ldlt_.info() != Eigen::Success) return Factor::failed;
    const auto& pivots = ldlt_.vectorD();
    const auto& place = ldlt_.permutationP().indices();
    bool singular = false;
    for (int i = 0; i < size_; ++i) {
      const double pivot = pivots[place[i]];
      const double entry = matrix.values()[matrix.outer()[i]];
      if (!std::isfinite(pivot) || pivot < -kSingularPivot * std::abs(entry))
        return Factor::indefinite;
      singular |= pivot < kSingularPivot * std::abs(entry);
    }
    return singular ? Factor::nearly_singular : Factor::positive_definite;
  }

  void solve(double* right) override {
    Eigen::Map<Eigen::VectorXd> vector(right, size_);
    const Eigen::VectorXd result = ldlt_.solve(vector);
    vector = result;
  }

  int negative_pivots() const override {
    if (ldlt_.info() != Eigen::Success) return -1;
    return static_cast<int>((ldlt_.vectorD().array() < 0.0).count());
  }

  // With P A Pᵀ = L D Lᵀ, the solution of Lᵀ P v = e_j has v.A v = D_j.
  void negative_direction(double* v) const override {
    Eigen::Index lowest = 0;
    ldlt_.vectorD().minCoeff(&lowest);
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(size_);
    unit[lowest] = 1;
    ldlt_.matrixU().solveInPlace(unit);
    Eigen::Map<Eigen::VectorXd>(v, size_) = ldlt_.permutationPinv() * unit;
  }

 private:
  // Adds access to the counts of the symbolic analysis.
  struct Ldlt : Eigen::SimplicialLDLT<Sparse, Eigen::Lower> {
    double entries() const { return m_nonZerosPerCol.template cast<double>().sum(); }
    double work() const { return m_nonZerosPerCol.template cast<double>().squaredNorm(); }
  };
  int size_;
  Ldlt ldlt_;
};

}  // namespace

std::unique_ptr<InertiaSolver> make_ldlt_solver(const ScalarMatrix& matrix) {
  return std::make_unique<LdltSolver>(matrix);
}

}  // namespace tensio
