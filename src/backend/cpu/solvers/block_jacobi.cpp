// The inverses of the diagonal blocks.
#include <vector>

#include "backend/common/small_blocks.hpp"
#include "backend/cpu/solvers/preconditioner.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

template <int D>
class BlockJacobi final : public Preconditioner<D> {
 public:
  BlockJacobi(const NetworkData& net, ThreadPool& pool)
      : net_(net), pool_(pool), inverse_(net.constrained.size() * D) {}

  Factor prepare(const Matrix<D>& matrix) override {
    const BlockMatrix& A = matrix.blocks;
    for (int node = 0; node < net_.node_count; ++node)
      if (!invert(A.template block<D>(node, net_.diagonal[node]),
                  inverse_.data() + block_offset<D>(node)))
        return Factor::indefinite;
    return Factor::positive_definite;
  }

  double apply(const double* r, double, double* z) override {
    pool_.parallel_for(net_.node_count, [&](int begin, int end) {
      for (int node = begin; node < end; ++node)
        for (int i = 0; i < D; ++i) {
          double sum = 0;
          for (int j = 0; j < D; ++j)
            sum +=
                inverse_[usize((axis_offset<D>(node) + i) * D + j)] * r[axis_offset<D>(node) + j];
          z[axis_offset<D>(node) + i] = sum;
        }
    });
    return dot_product(pool_, net_.node_count * D, r, z);
  }

 private:
  const NetworkData& net_;
  ThreadPool& pool_;
  std::vector<double> inverse_;
};

}  // namespace

template <int D>
std::unique_ptr<Preconditioner<D>> make_block_jacobi(const NetworkData& net, ThreadPool& pool) {
  return std::make_unique<BlockJacobi<D>>(net, pool);
}
template std::unique_ptr<Preconditioner<2>> make_block_jacobi<2>(const NetworkData&, ThreadPool&);
template std::unique_ptr<Preconditioner<3>> make_block_jacobi<3>(const NetworkData&, ThreadPool&);

}  // namespace tensio
