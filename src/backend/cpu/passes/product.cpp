// Products with the matrix of the last factorise(), for conjugate gradients.
#include "backend/cpu/cpu_backend.hpp"
#include "backend/cpu/solvers/domain_order.hpp"
#include "backend/products.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

// y = A x for the rows begin .. end - 1; x is zero on fixed axes.
template <int D>
void multiply_rows(const NetworkData& net, const double* K, double shift, const double* x,
                   int begin, int end, double* y) {
  for (int node = begin; node < end; ++node) {
    const auto n = usize(node);
    Vec<D> sum{};
    for (int slot = net.row_start[n]; slot < net.row_start[n + 1]; ++slot) {
      const double* block = K + block_offset<D>(slot);
      const Vec<D> other = load<D>(x, net.column[slot]);
      for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) sum[i] += block[i * D + j] * other[j];
    }
    for (int i = 0; i < D; ++i) {
      const std::size_t axis = n * D + usize(i);
      y[axis] = net.constrained[axis] ? 0.0 : sum[i] + shift * net.node_stiffness[n] * x[axis];
    }
  }
}

}  // namespace

template <int D>
void CpuBackend<D>::multiply(const double* u, double* y) {
  // The penalty of obstacles is in K alone.
  if (solver_ != LinearSolver::pcg && !nodes_.contact.acts()) return multiply_springs(u, y);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    multiply_rows<D>(net_, K_.data(), shift_, u, begin, end, y);
  });
}

// What single nodes bring to the diagonal, but the penalty of obstacles.
template <int D>
void CpuBackend<D>::prepare_products() {
  node_diagonal_.resize(net_.mass.size());
  for (std::size_t n = 0; n < net_.mass.size(); ++n)
    node_diagonal_[n] = nodes_.inertia() * net_.mass[n] + shift_ * net_.node_stiffness[n];
  for (const NetworkData::Target& target : net_.targets)
    node_diagonal_[target.node] += target.stiffness;
}

// Spring by spring: less than half of the memory that the blocks of K take, and as fast where they
// fit the caches.
template <int D>
void CpuBackend<D>::multiply_springs(const double* u, double* y) {
  const auto own = [&](int begin, int end) {
    for (int node = begin; node < end; ++node)
      for (int i = 0; i < D; ++i)
        y[axis_offset<D>(node) + i] = node_diagonal_[node] * u[axis_offset<D>(node) + i];
  };
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems) {
    own(0, net_.node_count);
    scatter_product<D>(net_, springs_.data(), u, y);
    mask_forces(net_, 0, axes(), y);
    return;
  }
  // Each node's sum has the order of the loop over all springs.
  if (!chunks_) chunks_ = std::make_unique<SpringChunks>(net_, pool_.threads());
  const auto add = [&](int chunk) {
    const int begin = chunks_->begin(chunk), end = chunks_->end(chunk);
    own(begin, end);
    chunks_->for_springs(chunk, [&](int s) {
      const int a = net_.a[s], b = net_.b[s];
      const Vec<D> change = times_difference(springs_[s], u, a, b);
      if (a >= begin && a < end)
        for (int i = 0; i < D; ++i) y[axis_offset<D>(a) + i] -= change[i];
      if (b >= begin && b < end)
        for (int i = 0; i < D; ++i) y[axis_offset<D>(b) + i] += change[i];
    });
    mask_forces(net_, begin * D, end * D, y);
  };
  for_each_item(pool_, chunks_->count(), add);
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
