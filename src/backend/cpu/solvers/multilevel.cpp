// Incomplete Cholesky for what neighbours do to each other, and an exact solution for motions that
// are linear between the centres of groups of nodes, which is what incomplete factors are slow at.
//
// P takes the motions of groups to those of all nodes, A_c = Pᵀ A P, Q = P A_c⁻¹ Pᵀ. With M the
// incomplete factors, the preconditioner is z = y + Q (r - A y), y = M⁻¹ r: "A-DEF2" of [Tang,
// Nabben, Vuik, Erlangga 2009]. It is not symmetric, but conjugate gradients that begin with
// Pᵀ r = 0 do not see that, and it needs less work than a symmetric cycle. As Pᵀ A y = (A P)ᵀ y,
// and A P has blocks only where springs lead from a node to a group, it costs little beside M.
#include <algorithm>
#include <cmath>

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
constexpr double kCoarseWork = 100;

template <int D>
class Multilevel final : public Preconditioner {
 public:
  Multilevel(const NetworkData& net, ThreadPool& pool) : net_(net), factors_(net, pool) {
    const PatternGraph graph = graph_of(unfolded_pattern(net, folded_springs(net)));
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
  }

  Factor prepare(const BlockMatrix& A) override {
    ask(Activity::factorising);
    transfer_->prepare(A, coarse_->matrix().values());
    ask(Activity::factorising);
    if (coarse_->factorise(net_.stiffness_scale) == Factor::indefinite) return Factor::indefinite;
    return factors_.factorise(A);
  }

  void apply(const double* r, double* z) override {
    factors_.solve(r, z);
    transfer_->restrict_rest(r, factors_.rows(), factors_.unit(), motion_.data());
    add_motions(z);
  }

  bool correct(const double* r, double* x) override {
    transfer_->restrict_to(r, motion_.data());
    add_motions(x);
    return true;
  }

 private:
  // z += P A_c⁻¹ times what was restricted.
  void add_motions(double* z) {
    coarse_->solve(motion_.data());
    transfer_->extend(motion_.data(), z);
  }

  const NetworkData& net_;
  Incomplete<D> factors_;
  std::unique_ptr<GroupTransfer<D>> transfer_;
  std::unique_ptr<CoarseMatrix> coarse_;
  std::vector<double> motion_;
};

}  // namespace

std::unique_ptr<Preconditioner> make_multilevel(const NetworkData& net, ThreadPool& pool) {
  if (net.dimension == 2) return std::make_unique<Multilevel<2>>(net, pool);
  return std::make_unique<Multilevel<3>>(net, pool);
}

}  // namespace tensio
