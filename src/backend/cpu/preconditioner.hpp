// What stands in for the inverse of a matrix inside conjugate gradients.
#pragma once

#include <memory>

#include "backend/backend.hpp"
#include "backend/loops.hpp"
#include "core/parallel.hpp"

namespace tensio {

/// A = K + shift x node stiffness on the diagonal, with identity rows (times the largest stiffness)
/// for axes that are held.
struct BlockMatrix {
  const NetworkData& net;
  const double* K = nullptr;
  double shift = 0;

  /// The block in the row of `node`, as A has it.
  template <int D>
  Block<D> block(int node, int slot) const {
    const int other = net.column[static_cast<std::size_t>(slot)];
    const auto row = static_cast<std::size_t>(wide(node) * D);
    const auto col = static_cast<std::size_t>(wide(other) * D);
    const double* source = K + wide(slot) * D * D;
    Block<D> result;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) {
        const bool held = net.held[row + static_cast<std::size_t>(i)] ||
                          net.held[col + static_cast<std::size_t>(j)];
        result(i, j) =
            held ? (node == other && i == j ? net.stiffness_scale : 0.0) : source[i * D + j];
        if (node == other && i == j && !held)
          result(i, j) += shift * net.node_stiffness[static_cast<std::size_t>(node)];
      }
    return result;
  }
};

class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// Takes the values of A; `indefinite` where they show that A is.
  [[nodiscard]] virtual Factor prepare(const BlockMatrix& A) = 0;
  /// z = M⁻¹ r, both zero on held axes.
  virtual void apply(const double* r, double* z) = 0;
  /// Some ask for a start whose residual is free of what they treat exactly: x += what they know of
  /// A⁻¹ r. False where nothing is to be added.
  virtual bool correct(const double* /*r*/, double* /*x*/) { return false; }
};

/// The inverses of the diagonal blocks.
std::unique_ptr<Preconditioner> make_block_jacobi(const NetworkData& net, ThreadPool& pool);
/// Incomplete Cholesky factors with the blocks of the matrix's own pattern, in compiled order.
std::unique_ptr<Preconditioner> make_incomplete(const NetworkData& net);
/// The same, and an exact solution for the motion of groups of nodes as a whole.
std::unique_ptr<Preconditioner> make_multilevel(const NetworkData& net);

}  // namespace tensio
