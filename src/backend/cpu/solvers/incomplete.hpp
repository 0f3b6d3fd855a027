// Incomplete Cholesky factors by blocks: M = L D Lᵀ with the pattern of the matrix's lower triangle
// [Meijerink and van der Vorst 1977], nodes in compiled order.
//
// L is kept in single precision: it steers conjugate gradients, whose own numbers are double, and
// half of the memory makes each iteration faster (the number of iterations is the same).
#pragma once

#include <vector>

#include "backend/cpu/solvers/preconditioner.hpp"

namespace tensio {

/// Where the values of a matrix with the net's pattern come from.
template <int D>
class MatrixRows {
 public:
  virtual ~MatrixRows() = default;
  /// The blocks of a node's row below the diagonal, and on it.
  virtual void row(int node, Block<D>* lower, Block<D>& diagonal) const = 0;
};

template <int D>
class Incomplete {
 public:
  explicit Incomplete(const NetworkData& net);

  [[nodiscard]] Factor factorise(const MatrixRows<D>& A);
  [[nodiscard]] Factor factorise(const BlockMatrix& A);
  void solve(const double* r, double* z);

 private:
  /// One term of a block: L D of the row at hand times a block of an earlier row.
  struct Term {
    int place, lower;  // in row_, in lower_
  };
  void find_terms();

  const NetworkData& net_;
  std::vector<int> start_;       // of each node's row in L
  std::vector<int> term_start_;  // of each block of L
  std::vector<Term> terms_;
  // The unit lower triangle, blocks by columns; a few numbers behind the last block may be read.
  std::vector<float> lower_;
  std::vector<double> inverse_;  // of D
  std::vector<float> scaled_;    // the same, for solving
  std::vector<Block<D>> row_;    // the row of A at hand, then of L D
  std::vector<float> y_, u_;     // padded rows
};

}  // namespace tensio
