// What stands in for the inverse of a matrix inside conjugate gradients.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "backend/backend.hpp"
#include "backend/cpu/solvers/spring_matrix.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"

namespace tensio {

/// Some axis of the node is fixed.
template <int D>
bool any_fixed(const NetworkData& net, int node) {
  bool any = false;
  for (int i = 0; i < D; ++i) any |= net.constrained[usize(axis_offset<D>(node) + i)] != 0;
  return any;
}

/// Zero in the block of a node and another where one of their axes is fixed, but the largest
/// stiffness on the diagonal.
template <int D>
void hold_axes(const NetworkData& net, int node, int other, Block<D>& block) {
  const std::uint8_t* row = net.constrained.data() + axis_offset<D>(node);
  const std::uint8_t* column = net.constrained.data() + axis_offset<D>(other);
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      if (row[i] || column[j]) block(i, j) = node == other && i == j ? net.stiffness_scale : 0.0;
}

/// A = K + shift x node stiffness on the diagonal, with identity rows (times the largest stiffness)
/// for axes that are fixed.
struct BlockMatrix {
  const NetworkData& net;
  const double* K = nullptr;
  double shift = 0;

  /// The block in the row of `node`, as A has it.
  template <int D>
  void read(int node, int slot, Block<D>& block) const {
    const int other = net.column[slot];
    std::memcpy(block.m, K + block_offset<D>(slot), sizeof(block.m));
    if (node == other)
      for (int i = 0; i < D; ++i) block(i, i) += shift * net.node_stiffness[node];
    if (any_fixed<D>(net, node) || any_fixed<D>(net, other)) hold_axes(net, node, other, block);
  }
  template <int D>
  Block<D> block(int node, int slot) const {
    Block<D> result;
    read(node, slot, result);
    return result;
  }
};

/// A in the form that a preconditioner asks for: blocks where K has been added up, else springs.
template <int D>
struct Matrix {
  BlockMatrix blocks;
  SpringMatrix<D>* springs = nullptr;
};

template <int D>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Takes the values of A; `indefinite` where they show that A is.
  [[nodiscard]] virtual Factor prepare(const Matrix<D>& A) = 0;
  /// z = M⁻¹ r, both zero on fixed axes; size = |r|. Returns r · z.
  virtual double apply(const double* r, double size, double* z) = 0;
  /// Some ask for a start whose residual is free of what they treat exactly: x += what they know of
  /// A⁻¹ r. False where nothing is to be added.
  virtual bool correct(const double* /*r*/, double* /*x*/) { return false; }
};

/// Sum of x times y over all axes, in fixed blocks.
double dot_product(ThreadPool& pool, int axes, const double* x, const double* y);

/// The inverses of the diagonal blocks.
template <int D>
std::unique_ptr<Preconditioner<D>> make_block_jacobi(const NetworkData& net, ThreadPool& pool);
/// Incomplete Cholesky factors, in compiled order.
template <int D>
std::unique_ptr<Preconditioner<D>> make_incomplete(const NetworkData& net, ThreadPool& pool);
/// The same, and an exact solution for the motion of groups of nodes.
template <int D>
std::unique_ptr<Preconditioner<D>> make_multilevel(const NetworkData& net, ThreadPool& pool);

}  // namespace tensio
