// Products with the matrix of the last factorise(), for conjugate gradients.
#include "backend/cpu/cpu_backend.hpp"
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
double CpuBackend<D>::multiply(const double* u, double* y) {
  if (solver_ != LinearSolver::pcg)
    return spring_matrix_->has_single() ? spring_matrix_->multiply(u, y)
                                        : spring_matrix_->multiply_exactly(u, y);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    multiply_rows<D>(net_, K_.data(), shift_, u, begin, end, y);
  });
  return dot_product(pool_, axes(), u, y);
}

// Springs and what single nodes bring: blocks of K would take three times the memory.
template <int D>
void CpuBackend<D>::set_spring_matrix(VectorId id, MatrixKind kind) {
  const double* x = at(id);
  compute_springs(x, kind);
  if (!spring_matrix_) spring_matrix_ = std::make_unique<SpringMatrix<D>>(net_, pool_);
  node_diagonal_.resize(net_.mass.size());
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (std::size_t n = usize(begin); n < usize(end); ++n)
      node_diagonal_[n] = nodes_.inertia() * net_.mass[n] + shift_ * net_.node_stiffness[n];
  });
  for (const NetworkData::Target& target : net_.targets)
    node_diagonal_[target.node] += target.stiffness;
  contact_blocks_.clear();
  if (nodes_.contact.acts()) nodes_.contact.list_blocks(x, kind.projected, contact_blocks_);
  spring_matrix_->set(springs_.data(), node_diagonal_, contact_blocks_);
}

#ifndef TENSIO_GROUPED
template class CpuBackend<2>;
template class CpuBackend<3>;
#endif

}  // namespace tensio
