// Linear solvers of a backend, behind one interface.
#pragma once

#include <cstdint>
#include <string>

#include "backend/vectors.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// The matrix that a Newton step uses: K, or the sum of projected blocks, plus
/// shift x (stiffness of the node's springs) on the diagonal. Inertia, obstacles and targets belong
/// to K. Vectors of springs may replace the springs' stiffness across, q, and add to it; what is
/// added is not projected.
struct MatrixKind {
  bool projected = false;
  double shift = 0;
  /// Of `prefactored` alone, for the first matrix of a step: the state at which it begins, whose
  /// tensions are those of the matrix. Later ones have the tensions at x.
  VectorId begin = -1;
  VectorId across = -1;  ///< instead of q
  VectorId added = -1;   ///< to q or to what replaces it
  /// The caller solves with a positive definite matrix only: a factorisation may end at the first
  /// negative pivot.
  bool only_positive = false;
};

enum class Factor {
  positive_definite,
  nearly_singular,  ///< positive as far as rounding allows to decide
  indefinite,
  failed,  ///< there is nothing to solve with
};

/// Callers must check the result of prepare().
class LinearSystem {
 public:
  virtual ~LinearSystem() = default;
  /// The matrix at x; axes that are not unknowns have identity rows.
  [[nodiscard]] virtual Factor prepare(VectorId x, MatrixKind kind) = 0;
  /// Solves with the matrix that was prepared last. Iterative solvers stop at the relative
  /// tolerance, and begin with what is in `result` where that is a guess; false where the matrix
  /// turned out not to be positive definite, or it takes too long.
  virtual bool solve(VectorId right, VectorId result, double tolerance, bool guess = false) = 0;
  /// Of all solves so far, where the solver iterates.
  virtual int iterations() const { return 0; }
};

enum class SolverKind {
  chosen,       ///< by the options or for the net: ldlt, cholmod, pcg, incomplete, multilevel
  nodewise,     ///< conjugate gradients on K with the scalar Laplacian, for large nets in tension
  laplacian,    ///< the scalar Laplacian whose weights are the springs' stiffnesses
  prefactored,  ///< nearly K + g M, symmetric positive definite, cheap to renew at another x
  node_blocks   ///< the diagonal blocks of K
};

class Solvers {
 public:
  virtual ~Solvers() = default;

  /// Null where the net does not suit this kind, or the backend lacks it: solvers then use another
  /// method. Every backend has `chosen` and `node_blocks`.
  virtual LinearSystem* solver(SolverKind kind) = 0;
  virtual LinearSolver linear_solver() const = 0;
  /// Which solver, and why it was chosen.
  virtual std::string solver_reason() const = 0;
  /// Announces implicit steps of `time_step` seconds that begin at x: where the linear solver is
  /// left open, it is then chosen for K + M / h².
  virtual void expect_steps(double /*time_step*/, VectorId /*x*/) {}
  /// Announces Newton's method at rest from x: where the linear solver is left open, it is then
  /// chosen. Later calls have no effect. Where no verdict on stability is wanted, which needs a
  /// factorisation, that may be conjugate gradients.
  virtual void expect_solves(VectorId /*x*/) {}
  /// Whether conjugate gradients were chosen because no verdict is wanted; and takes a
  /// factorisation instead, for good.
  virtual bool iterates_at_rest() const { return false; }
  virtual void take_factors() {}
  /// An iteration of Newton's method with the solver of expect_steps(), in iterations of
  /// prefactored steps: an estimate from counts, the same on every machine.
  virtual double newton_cost() const { return 1; }
  /// The same, of several iterations with `linear` iterations of the linear solver in all.
  virtual double newton_work(int iterations, std::int64_t /*linear*/) const { return iterations; }
  /// A large net at rest, fixed and moved by springs alone, whose linear solver was left open:
  /// there other methods pay than in small ones.
  virtual bool large_at_rest() const { return false; }
  /// v divided by the stiffness of each node's springs: a step of about the right size.
  virtual void divide_by_node_stiffness(VectorId v) = 0;
  /// Of all iterative solvers, in all solves so far.
  virtual std::int64_t linear_iterations() const { return 0; }
  /// Symbolic analyses of matrices so far: what changes of values must not cost.
  virtual std::int64_t analyses() const = 0;

  [[nodiscard]] Factor factorise(VectorId x, MatrixKind kind) {
    return solver(SolverKind::chosen)->prepare(x, kind);
  }
  bool solve(VectorId right, VectorId result, double tolerance, bool guess = false) {
    return solver(SolverKind::chosen)->solve(right, result, tolerance, guess);
  }
};

}  // namespace tensio
