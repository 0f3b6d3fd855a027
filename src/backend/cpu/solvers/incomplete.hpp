// Incomplete Cholesky factors by blocks: M = L D Lᵀ with the pattern of the matrix's lower triangle
// [Meijerink and van der Vorst 1977]. Springs that span two others, against bending, are laid on
// these: the pattern of a cloth then has two thirds of the blocks.
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
#include "backend/cpu/solvers/interpolation.hpp"
#include "backend/cpu/solvers/preconditioner.hpp"

namespace tensio {

template <int D>
class Incomplete {
 public:
  /// `folded`: for each spring the node on which it is laid, or -1.
  Incomplete(const NetworkData& net, ThreadPool& pool, const std::vector<int>& folded);

  [[nodiscard]] Factor factorise(const SpringMatrix<D>& A);
  /// rows() = M⁻¹ scale r; `scale` brings r into the range of single precision.
  void solve(const double* r, double scale);
  /// By padded rows.
  const float* rows() const { return u_.data(); }
  int domains() const { return order_.domains(); }

 private:
  /// One term of a block: L D of the row at hand times a block of an earlier row.
  struct Term {
    int place, lower;  // in the row, in lower_
  };
  /// A spring in a row: its block is added to the diagonal, and subtracted at its place in the row.
  struct Part {
    int spring;
    int place;  // twice that, or -2; and 1 where it is laid on two others
  };
  using Rows = std::vector<Block<D>>;
  void find_columns(const PatternGraph& graph);
  void find_parts(const std::vector<int>& middle);
  void find_terms();
  void add_up(const SpringMatrix<D>& A, int position, Block<D>* row, Block<D>& diagonal) const;
  bool eliminate(const SpringMatrix<D>& A, int position, Rows& row);
  void forward(int position, const double* r, double scale);
  void backward(int position);

  const NetworkData& net_;
  ThreadPool& pool_;
  DomainOrder order_;
  std::vector<int> start_;       // of each row in L, in order of elimination
  std::vector<int> column_;      // of L: nodes
  std::vector<int> part_start_;  // of each row
  std::vector<Part> parts_;
  std::vector<int> term_start_;  // of each block of L
  std::vector<Term> terms_;
  // The unit lower triangle, blocks by columns; a few numbers behind the last block may be read.
  std::vector<float> lower_;
  std::vector<double> inverse_;  // of D
  std::vector<float> scaled_;    // the same, for solving
  std::vector<Rows> scratch_;    // of each domain: a row of A, then of L D
  std::vector<float> y_, u_;     // padded rows
};

}  // namespace tensio
