// Incomplete Cholesky for what neighbours do to each other, and an exact solution for motions that
// are linear between the centres of groups of nodes, which is what incomplete factors are slow at.
//
// P takes the motions of groups to those of all nodes, A_c = Pᵀ A P, Q = P A_c⁻¹ Pᵀ. With M the
// incomplete factors, the preconditioner is z = y + Q (r - A y), y = M⁻¹ r: "A-DEF2" of [Tang,
// Nabben, Vuik, Erlangga 2009]. It is not symmetric, but conjugate gradients that begin with
// Pᵀ r = 0 do not see that, and it needs less work than a symmetric cycle. r - A y is computed in
// single precision, spring by spring: blocks of A P for each node and group, which would make it
// unnecessary, take more memory than the springs.
#include <algorithm>
#include <cmath>

#include "backend/cpu/solvers/block_rows.hpp"
#include "backend/cpu/solvers/coarse_matrix.hpp"
#include "backend/cpu/solvers/group_transfer.hpp"
#include "backend/cpu/solvers/incomplete.hpp"
#include "backend/cpu/solvers/step_matrix.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Seeds of groups are this many springs apart, and further until a factorisation of A_c takes at
/// most kCoarseWork multiplications per block of A.
constexpr int kSeedsApart = 4;
constexpr double kCoarseWork = 300;

template <int D>
class Multilevel final : public Preconditioner<D> {
 public:
  Multilevel(const NetworkData& net, ThreadPool& pool, const std::vector<int>& folded)
      : net_(net), factors_(net, pool, folded) {
    const PatternGraph graph = graph_of(unfolded_pattern(net, folded));
    for (int apart = kSeedsApart;;) {
      ask(Activity::ordering);
      transfer_ = std::make_unique<GroupTransfer<D>>(net, interpolate(net, graph, apart), pool);
      ask(Activity::ordering);
      coarse_ = std::make_unique<CoarseMatrix>(D, transfer_->coarse_start(),
                                               transfer_->coarse_group(), pool.threads());
      const double excess = coarse_->work() / (kCoarseWork * net.block_count());
      if (!(excess > 1) || apart > net.node_count) break;
      // In a sheet of n groups it takes about n^1.5.
      apart = std::max(apart + 1, static_cast<int>(apart * std::min(2.0, std::cbrt(excess))));
    }
    motion_.resize(usize(transfer_->groups()) * D);
    rest_.resize(usize(net.node_count) * usize(FloatLanes<D>::kCount));
  }

  Factor prepare(const Matrix<D>& A) override {
    A_ = A.springs;
    // A diagonal block that is indefinite shows here, often in the first rows: before the coarse
    // matrix is made, which takes longer.
    if (factors_.factorise(*A_) == Factor::indefinite) return Factor::indefinite;
    ask(Activity::factorising);
    transfer_->prepare(*A_, coarse_->matrix().values());
    ask(Activity::factorising);
    return coarse_->factorise(net_.stiffness_scale) == Factor::indefinite
               ? Factor::indefinite
               : Factor::positive_definite;
  }

  // In units of r, single precision is never too narrow.
  double apply(const double* r, double size, double* z) override {
    const double scale = size > 0 ? 1 / size : 0.0;
    factors_.solve(r, scale);
    A_->subtract(r, scale, factors_.rows(), rest_.data());
    transfer_->restrict_rows(rest_.data(), size, motion_.data());
    coarse_->solve(motion_.data());
    return transfer_->extend_rows(motion_.data(), factors_.rows(), size, r, z);
  }

  bool correct(const double* r, double* x) override {
    transfer_->restrict_to(r, motion_.data());
    coarse_->solve(motion_.data());
    transfer_->extend(motion_.data(), x);
    return true;
  }

 private:
  const NetworkData& net_;
  Incomplete<D> factors_;
  std::unique_ptr<GroupTransfer<D>> transfer_;
  std::unique_ptr<CoarseMatrix> coarse_;
  SpringMatrix<D>* A_ = nullptr;
  std::vector<double> motion_;
  std::vector<float> rest_;  // padded rows
};

}  // namespace

template <int D>
std::unique_ptr<Preconditioner<D>> make_multilevel(const NetworkData& net, ThreadPool& pool) {
  return std::make_unique<Multilevel<D>>(net, pool, folded_springs(net));
}
template std::unique_ptr<Preconditioner<2>> make_multilevel<2>(const NetworkData&, ThreadPool&);
template std::unique_ptr<Preconditioner<3>> make_multilevel<3>(const NetworkData&, ThreadPool&);

}  // namespace tensio
