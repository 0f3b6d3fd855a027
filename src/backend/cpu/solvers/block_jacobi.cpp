// The inverses of the diagonal blocks.
#include <vector>

#include "backend/common/small_blocks.hpp"
#include "backend/cpu/solvers/preconditioner.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

template <int D>
class BlockJacobi final : public Preconditioner {
 public:
  BlockJacobi(const NetworkData& net, ThreadPool& pool)
      : net_(net), pool_(pool), inverse_(net.constrained.size() * D) {}

  Factor prepare(const BlockMatrix& A) override {
    for (int node = 0; node < net_.node_count; ++node)
      if (!invert(A.block<D>(node, net_.diagonal[node]), inverse_.data() + block_offset<D>(node)))
        return Factor::indefinite;
    return Factor::positive_definite;
  }

  void apply(const double* r, double* z) override {
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
  }

 private:
  const NetworkData& net_;
  ThreadPool& pool_;
  std::vector<double> inverse_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_block_jacobi(const NetworkData& net, ThreadPool& pool) {
  if (net.dimension == 2) return std::make_unique<BlockJacobi<2>>(net, pool);
  return std::make_unique<BlockJacobi<3>>(net, pool);
}

}  // namespace tensio
