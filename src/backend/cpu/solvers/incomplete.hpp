// Incomplete Cholesky factors by blocks: M = L D Lᵀ with the pattern of the matrix's lower triangle
// [Meijerink and van der Vorst 1977].
//
// Large nets are cut into domains (domain_order.hpp) that are eliminated and solved for side by
// side. They depend on the net only, and so do the bits. Inside a domain nodes are in compiled
// order.
//
// L is kept in single precision: it steers conjugate gradients, whose own numbers are double, and
// half of the memory makes each iteration faster (the number of iterations is the same).
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/solvers/domain_order.hpp"
#include "backend/cpu/solvers/preconditioner.hpp"

namespace tensio {

template <int D>
class Incomplete {
 public:
  Incomplete(const NetworkData& net, ThreadPool& pool);

  [[nodiscard]] Factor factorise(const BlockMatrix& A);
  void solve(const double* r, double* z);
  /// The last z in single precision: by padded rows, times unit().
  const float* rows() const { return u_.data(); }
  double unit() const { return unit_; }
  int domains() const { return order_.domains(); }

 private:
  /// One term of a block: L D of the row at hand times a block of an earlier row.
  struct Term {
    int place, lower;  // in the row, in lower_
  };
  using Rows = std::vector<Block<D>>;
  void find_columns();
  void find_terms();
  bool eliminate(const BlockMatrix& A, int position, Rows& row);
  void forward(int position, const double* r, double scale);
  void backward(int position, double* z);
  double largest_of(const double* r);

  const NetworkData& net_;
  ThreadPool& pool_;
  DomainOrder order_;
  std::vector<int> start_;       // of each row in L, in order of elimination
  std::vector<int> column_;      // of L: nodes
  std::vector<int> slot_;        // of each block of L in A
  std::vector<int> term_start_;  // of each block of L
  std::vector<Term> terms_;
  // The unit lower triangle, blocks by columns; a few numbers behind the last block may be read.
  std::vector<float> lower_;
  std::vector<double> inverse_;     // of D
  std::vector<float> scaled_;       // the same, for solving
  std::vector<Rows> scratch_;       // of each domain: a row of A, then of L D
  std::vector<std::uint8_t> good_;  // of each domain: its pivots have inverses
  std::vector<float> y_, u_;        // padded rows
  double unit_ = 0;
  std::vector<double> largest_;
};

}  // namespace tensio
