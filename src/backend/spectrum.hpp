// The signs and sizes of K's eigenvalues. All but the largest eigenvalue is optional: a backend
// that does not override a function answers "unknown" (false, or -1), and solvers do without.
#pragma once

#include <span>

#include "backend/vectors.hpp"

namespace tensio {

/// What is added to the diagonal of a matrix: a number, another times each node's mass, and a third
/// times a number of each node.
struct DiagonalShift {
  double uniform = 0;
  double per_mass = 0;
  double per_node = 0;
  const double* node =
      nullptr;  ///< [node_count] in compiled order; may be null where per_node is 0
};

class Spectrum {
 public:
  virtual ~Spectrum() = default;

  /// Largest |eigenvalue| of K at x over the unknowns, to a few per cent and from below.
  virtual double largest_eigenvalue(VectorId x) = 0;
  /// Nothing at x has a negative stiffness, so that K certainly has none either.
  virtual bool surely_semidefinite(VectorId /*x*/) { return false; }
  /// Every eigenvalue of K at x is certainly above `part` of the largest; false where only a
  /// factorisation of K can decide.
  virtual bool surely_above(VectorId /*x*/, double /*part*/) { return false; }
  /// How many eigenvalues of K + shift I at x are negative, over the unknowns; counted by the
  /// pivots of a factorisation. -1 where the net is too large to factorise.
  virtual int negative_modes(VectorId /*x*/, double /*shift*/) { return -1; }
  /// The same for any matrix with the pattern of K, given as stiffness() gives it.
  virtual int negative_pivots(std::span<const double> /*blocks*/, DiagonalShift /*shift*/) {
    return -1;
  }
  /// Whether the matrix is positive definite, by more than rounding; false where it is too large to
  /// factorise. Costs one factorisation, which solve_counted() may then use.
  virtual bool positive_definite(std::span<const double> /*blocks*/, DiagonalShift /*shift*/) {
    return false;
  }
  /// Solves with the matrix of the last negative_modes() or negative_pivots() that could count.
  virtual void solve_counted(VectorId /*right*/, VectorId /*result*/) {}
  /// The same in place, by axis in compiled order.
  virtual void solve_counted(std::span<double> /*right*/) {}
  /// v with v.(K + shift I) v < 0, from the last negative_modes() that counted any.
  virtual void negative_direction(VectorId /*v*/) {}
};

}  // namespace tensio
