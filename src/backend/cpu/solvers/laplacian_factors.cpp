// The two that factorise scalar Laplacians: Eigen, for the same bits everywhere, and CHOLMOD.
#include <Eigen/SparseCholesky>
#include <cmath>

#include "backend/common/direct_solver.hpp"
#include "backend/cpu/solvers/scalar_laplacian.hpp"
#if defined(TENSIO_HAS_CHOLMOD)
#include <cstring>

#include "backend/cpu/solvers/cholmod_tools.hpp"
#include "core/index.hpp"
#endif

namespace tensio {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

class LdltNodeFactor final : public NodeFactor {
 public:
  explicit LdltNodeFactor(const NodeColumns& matrix) {
    ldlt_.analyzePattern(Sparse(view(matrix)));
    const auto& order = ldlt_.permutationP().indices();
    place_.assign(order.data(), order.data() + order.size());
  }
  std::span<const int> place() const override { return place_; }

  bool factorise(const NodeColumns& matrix) override {
    ldlt_.factorize(Sparse(view(matrix)));
    if (ldlt_.info() != Eigen::Success) return false;
    const int size = static_cast<int>(place_.size());
    const Eigen::VectorXd pivots = ldlt_.vectorD();  // a copy, each time it is asked for
    for (int i = 0; i < size; ++i) {
      const double pivot = pivots[place_[i]];
      const auto diagonal = usize(matrix.start[i]);
      if (!(pivot > kSingularPivot * matrix.value[diagonal]) || !std::isfinite(pivot)) return false;
    }
    take(size, pivots);
    return true;
  }
  void give(Panels<double>& panels) override { into(panels); }
  void give(Panels<float>& panels) override { into(panels); }

 private:
  static Eigen::Map<const Sparse> view(const NodeColumns& matrix) {
    const auto size = static_cast<Eigen::Index>(matrix.start.size()) - 1;
    return {size,
            size,
            static_cast<Eigen::Index>(matrix.row.size()),
            matrix.start.data(),
            matrix.row.data(),
            matrix.value.data()};
  }

  // L D Lᵀ, whose L has no diagonal, as L Lᵀ.
  void take(int size, const Eigen::VectorXd& pivots) {
    const Sparse& lower = ldlt_.lower();
    columns_ = {};
    columns_.row.reserve(usize(lower.nonZeros() + size));
    columns_.value.reserve(usize(lower.nonZeros() + size));
    columns_.start.push_back(0);
    for (int j = 0; j < size; ++j) {
      const double root = std::sqrt(pivots[j]);
      columns_.row.push_back(j);
      columns_.value.push_back(root);
      for (Sparse::InnerIterator entry(lower, j); entry; ++entry) {
        columns_.row.push_back(static_cast<int>(entry.row()));
        columns_.value.push_back(root * entry.value());
      }
      columns_.start.push_back(static_cast<int>(columns_.row.size()));
    }
  }
  template <class Real>
  void into(Panels<Real>& panels) const {
    panels.take(static_cast<int>(place_.size()),
                {columns_.start.data(), columns_.row.data(), columns_.value.data()});
  }

  struct Ldlt : Eigen::SimplicialLDLT<Sparse, Eigen::Lower> {
    const Sparse& lower() const { return m_matrix; }
  };
  Ldlt ldlt_;
  std::vector<int> place_;
  NodeColumns columns_;
};

#if defined(TENSIO_HAS_CHOLMOD)

class CholmodNodeFactor final : public NodeFactor {
 public:
  explicit CholmodNodeFactor(const NodeColumns& matrix) {
    hold_blas_to_one_thread();
    cholmod_start(&common_);
    common_.print = 0;
    common_.supernodal = CHOLMOD_SUPERNODAL;
    // The better of the two; both are quick for one row per node.
    common_.nmethods = 2;
    common_.method[0].ordering = CHOLMOD_AMD;
    common_.method[1].ordering = CHOLMOD_METIS;
    cholmod_sparse view = lower_triangle(matrix.start, matrix.row, matrix.value);
    const std::lock_guard<std::mutex> lock(analysis_lock());
    factor_ = cholmod_analyze(&view, &common_);
    refuse_if_out_of_memory(common_, factor_);
    const int* order = static_cast<const int*>(factor_->Perm);
    place_.resize(matrix.start.size() - 1);
    for (std::size_t i = 0; i < place_.size(); ++i) place_[order[i]] = static_cast<int>(i);
  }
  ~CholmodNodeFactor() override {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  CholmodNodeFactor(const CholmodNodeFactor&) = delete;
  CholmodNodeFactor& operator=(const CholmodNodeFactor&) = delete;

  std::span<const int> place() const override { return place_; }

  bool factorise(const NodeColumns& matrix) override {
    const OnThisThread no_threads;
    cholmod_sparse view = lower_triangle(matrix.start, matrix.row, matrix.value);
    cholmod_factorize(&view, factor_, &common_);
    refuse_if_out_of_memory(common_, factor_);
    if (common_.status != CHOLMOD_OK || factor_->minor < factor_->n) return false;
    return cholmod_rcond(factor_, &common_) >= kSingularPivot;
  }
  void give(Panels<double>& panels) override { into(panels); }
  void give(Panels<float>& panels) override { into(panels); }

 private:
  template <class Real>
  void into(Panels<Real>& panels) const {
    panels.take({static_cast<int>(factor_->nsuper), static_cast<const int*>(factor_->super),
                 static_cast<const int*>(factor_->pi), static_cast<const int*>(factor_->s),
                 static_cast<const int*>(factor_->px), static_cast<const double*>(factor_->x)});
  }

  cholmod_common common_;
  cholmod_factor* factor_ = nullptr;
  std::vector<int> place_;
};

#endif

}  // namespace

std::unique_ptr<NodeFactor> make_ldlt_node_factor(const NodeColumns& matrix) {
  return std::make_unique<LdltNodeFactor>(matrix);
}

#if defined(TENSIO_HAS_CHOLMOD)
std::unique_ptr<NodeFactor> make_cholmod_node_factor(const NodeColumns& matrix) {
  return std::make_unique<CholmodNodeFactor>(matrix);
}
#endif

}  // namespace tensio
