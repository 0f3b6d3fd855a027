// Sparse factorisations behind one interface: the symbolic analysis once, values as often as
// needed.
#pragma once

#include <memory>

#include "backend/common/scalar_matrix.hpp"
#include "backend/solvers.hpp"

namespace tensio {

/// Where a factorisation of an indefinite matrix may end; at the first negative pivot there is
/// nothing to solve with, and nothing to count.
enum class FactorUntil { end, negative_pivot };

class DirectSolver {
 public:
  virtual ~DirectSolver() = default;
  /// Entries of the factor, known from the analysis alone.
  virtual double factor_entries() const = 0;
  /// Multiplications of a factorisation, about.
  virtual double factor_work() const = 0;
  /// Factorises the values; callers must check the result.
  [[nodiscard]] virtual Factor factorise(const ScalarMatrix& matrix, FactorUntil until) = 0;
  [[nodiscard]] Factor factorise(const ScalarMatrix& matrix) {
    return factorise(matrix, FactorUntil::end);
  }
  /// Solves in place.
  virtual void solve(double* right) = 0;
};

/// A factorisation that also gives the signs of the eigenvalues.
class InertiaSolver : public DirectSolver {
 public:
  /// Negative pivots of the last factorise(): as many as the matrix has negative eigenvalues.
  /// -1 where a pivot was exactly zero, or where it ended at a negative one.
  virtual int negative_pivots() const = 0;
  /// v with v.A v equal to the most negative pivot.
  virtual void negative_direction(double* v) const = 0;
};

/// Eigen's simplicial LDLT: no vector instructions in its sums, so the same bits everywhere.
std::unique_ptr<InertiaSolver> make_ldlt_solver(const ScalarMatrix& matrix);

/// Pivots below this fraction of their diagonal entry cannot be distinguished from zero.
inline constexpr double kSingularPivot = 1e-13;

}  // namespace tensio
