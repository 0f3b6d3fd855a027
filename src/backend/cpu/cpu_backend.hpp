// The backend for the machine's cores: passes over springs and nodes in cpu_backend.cpp, what
// motion needs in motion.cpp, pressure and wind in faces.cpp, matrices and their solvers in
// matrix.cpp, the choice of the linear solver in solver_choice.cpp, what needs no matrix of K in
// nodewise.cpp, the passes of prefactored steps in prefactored_step.cpp, vectors.cpp.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/common/direct_solver.hpp"
#include "backend/common/host_backend.hpp"
#include "backend/cpu/passes/advance.hpp"
#include "backend/cpu/solvers/laplacian_pcg.hpp"
#include "backend/cpu/solvers/pcg_solver.hpp"
#include "backend/cpu/solvers/spring_matrix.hpp"
#include "backend/cpu/solvers/step_matrix.hpp"
#include "backend/interrupt.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "network/custom_springs.hpp"

namespace tensio {

/// What is computed once per net: the matrix's pattern and the factorisation's symbolic part.
struct Analysis final : CachedAnalysis {
  explicit Analysis(const NetworkData& net) : matrix(net) {}
  LinearSolver solver = LinearSolver::ldlt;
  bool automatic = false;  // the solver was chosen for the net
  ScalarMatrix matrix;
  std::unique_ptr<DirectSolver> direct;
  std::unique_ptr<InertiaSolver> inertia;  // where the solver of the steps cannot count
  Factor factor = Factor::failed;          // of the last factorisation
  std::vector<double> reduced;             // right side and solution
};

template <int D>
class CpuBackend final : public HostBackend<D> {
 public:
  ~CpuBackend() override {
    if (!analysis_) return;
    const std::lock_guard<std::mutex> lock(net_.analysis_cache->lock);
    net_.analysis_cache->analysis = std::move(analysis_);
  }
  CpuBackend(NetworkData net, const EquilibriumOptions& options)
      : HostBackend<D>(std::move(net)),
        pool_(options.threads),
        custom_(net_),
        asked_for_(options.linear_solver != LinearSolver::automatic),
        may_change_solver_(!asked_for_),
        reproducible_(options.reproducible),
        needs_verdict_(options.stability),
        solver_(choose_linear_solver(options)),
        sweeper_(net_, pool_) {}

  void copy(VectorId from, VectorId to) override;
  void axpy(double factor, VectorId x, VectorId y) override;
  void divide(VectorId x, double divisor) override;
  void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) override;
  void combine(VectorId x, double factor, VectorId y, VectorId z) override;
  void add_all(std::span<const double> factors, std::span<const VectorId> x, VectorId y) override;

  StateValue evaluate(VectorId x, VectorId f, Want want) override;
  double elastic_energy(VectorId id) override;
  LinearSystem* solver(SolverKind kind) override;
  bool large_at_rest() const override;
  void subtract_product(VectorId u, VectorId f) override;
  std::span<const double> stiffness(VectorId x, bool projected) override;
  double largest_eigenvalue(VectorId x) override;
  bool surely_semidefinite(VectorId x) override;
  bool surely_above(VectorId x, double part) override;
  int negative_modes(VectorId x, double shift) override {
    return negative_pivots(stiffness(x, false), {shift, 0});
  }
  int negative_pivots(std::span<const double> blocks, DiagonalShift shift) override;
  bool positive_definite(std::span<const double> blocks, DiagonalShift shift) override;
  void spring_terms(VectorId x, std::vector<SpringTerm>& terms) override;
  void solve_counted(VectorId right, VectorId result) override;
  void solve_counted(std::span<double> right) override;
  void negative_direction(VectorId v) override;
  void expect_steps(double time_step, VectorId x) override;
  void expect_solves(VectorId x) override;
  bool iterates_at_rest() const override { return iterates_at_rest_; }
  void take_factors() override;
  double newton_cost() const override;
  double newton_work(int iterations, std::int64_t linear) const override;
  void motion_forces(VectorId x, VectorId v, VectorId f) override;
  void face_forces(VectorId x, VectorId v, VectorId f) override;
  double dissipated_power(VectorId x, VectorId v) override;
  void divide_by_mass(VectorId f) override;
  double kinetic_energy(VectorId v) override;
  void momentum(VectorId v, std::span<double> sum) override;
  double predict_across(VectorId x, VectorId y, VectorId predicted, VectorId needed) override;
  void lengths(VectorId x, VectorId lengths) override;
  void lengths_along(VectorId x, VectorId y, VectorId lengths) override;
  bool shortens(VectorId x, VectorId y, double part) override;
  double dashpot_power(const DashpotPower& stage) override;
  void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) override;
  LargestStrain largest_strain(VectorId x, VectorId v) override;
  bool can_advance() const override {
    return sweeper_.is_usable() && sweeper_.knows_dashpots() && net_.parts.empty() &&
           net_.targets.empty() && net_.muscles.empty() && sweeper_.knows_solids() &&
           !nodes_.contact.acts() && !net_.faces.act() && nodes_.inertia() == 0;
  }
  std::int64_t advance(const Advance& steps) override;
  void stop_at_solids(const ImpactStep& step, ContactBalance& balance) override;
  double penalty_energy(VectorId x) override { return penalty_energy(at(x)).value; }
  LinearSolver linear_solver() const override { return solver_; }
  std::string solver_reason() const override;
  std::int64_t linear_iterations() const override {
    return chosen_.iterations() + nodewise_system_.iterations();
  }
  std::int64_t analyses() const override { return analyses_; }

 private:
  using HostBackend<D>::at;
  using HostBackend<D>::axes;
  using HostBackend<D>::size_of;
  using HostBackend<D>::net_;
  using HostBackend<D>::nodes_;
  using HostBackend<D>::step_parts;

  // What was computed from the values is not valid any more.
  void values_changed() override {
    sweeper_.values_changed();
    if (single_) single_->values_changed();
  }
  void fixed_changed() override { fixed_changed_ = true; }
  EnergyValue total_energy(VectorId x);
  // At v with dashpots; null: without.
  void total_forces(const double* x, const double* v, double* f);
  ForceNorms norms(VectorId x, VectorId f);
  StateValue energy_and_norms(VectorId x, VectorId f);
  Factor prepare_chosen(VectorId x, MatrixKind kind);
  bool solve_chosen(VectorId right, VectorId result, double tolerance, bool guess);
  Factor prepare_laplacian();
  Factor prepare_step(VectorId x, MatrixKind kind);
  void solve_node_blocks(VectorId f, VectorId p);
  // Sums over fixed blocks of items, added in order: the same bits on any number of threads.
  template <class Block>
  EnergyValue sum_both(int count, Block&& block) {
    const int blocks = sum_block_count(count);
    block_sums_.assign(usize(blocks), {});
    pool_.parallel_for(
        blocks,
        [&](int begin, int end) {
          for (int i = begin; i < end; ++i) {
            const SumBlock items = sum_block(i, count);
            block(items.begin, items.end, block_sums_[i]);
          }
        },
        2);
    EnergyValue total;
    for (const EnergyValue& sum : block_sums_) total.add(sum);
    return total;
  }
  // The springs' parts of K at x, and K of them.
  void compute_springs(const double* x, MatrixKind kind);
  void compute_springs(const double* x, bool projected) {
    compute_springs(x, MatrixKind{projected, 0});
  }
  void compute_across(const double* x, double* q);
  void compute_stiffness(VectorId x, MatrixKind kind);
  // The laws alone, or with what this step adds to them.
  EnergyValue elastic(const double* x, const SpringPart* parts);
  EnergyValue penalty_energy(const double* x) {
    return sum_both(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
      nodes_.contact.add_energy(x, begin, end, sum);
    });
  }
  EnergyValue node_energy(const double* x);
  void add_node_forces(const double* x, double* f);
  void add_node_blocks(const double* x, bool projected, double* K);
  Extras extras(const double* x) { return {custom_.at(x, pool_), step_parts()}; }
  // Sum of force(s) of each spring at its ends, in spring order, whatever the threads.
  template <class Force>
  void add_spring_forces(double* f, Force&& force);
  void add_external(double* f) const {
    for (int i = 0; i < axes(); ++i) f[i] += net_.external[i];
  }
  void subtract_rows(const double* u, double* f);
  NodePcg<D>* nodewise();
  void set_spring_matrix(VectorId x, MatrixKind kind);
  double multiply(const double* u, double* y);
  void analyse();
  void analyse_for(LinearSolver direct);
  void make_pcg();
  FactorSize factor_size() const {
    return {analysis_->matrix.size(), analysis_->direct->factor_work(),
            analysis_->direct->factor_entries()};
  }
  // The choice of the solver for steps of motion.
  void choose_for_steps(double time_step, VectorId x);
  bool converges_within(double iterations, LinearSolver solver, MatrixKind kind, VectorId x);
  bool is_large_solid() const;
  double springs_per_node() const;
  bool is_chain() const;
  bool takes_iterations(VectorId x);
  bool steps_converge_within(double iterations, LinearSolver solver, double time_step, VectorId x);
  // work(analysis), asking the observer meanwhile where it may take long.
  template <class Work>
  void on_analysis(Activity activity, Work work);
  Factor factorised(DirectSolver& solver, FactorUntil until = FactorUntil::end);
  void solve_with(DirectSolver& solver, const double* right, double* result);
  std::unique_ptr<Preconditioner<D>> make_preconditioner();
  std::shared_ptr<Analysis> cached();

  ThreadPool pool_;
  CustomSprings custom_;
  bool asked_for_;  // the solver
  bool may_change_solver_, reproducible_;
  bool needs_verdict_;             // on stability at rest
  bool expects_solves_ = false;    // the solver at rest is chosen
  bool iterates_at_rest_ = false;  // since no verdict is needed
  int most_at_rest_ = 0;           // iterations of a solve then
  int first_iterations_ = 0;  // of conjugate gradients, measured or estimated before the first step
  LinearSolver solver_;
  Sweeper<double> sweeper_;
  std::unique_ptr<Sweeper<float>> single_;  // from its first use on
  std::vector<double> K_;
  std::vector<SpringStiffness<D>> springs_;         // as they were last computed
  double shift_ = 0;                                // of the last factorise()
  std::unique_ptr<SpringMatrix<D>> spring_matrix_;  // of the last factorise(), where K_ is not
  bool has_blocks_ = true;                          // K_ is of the last factorise()
  std::vector<double> node_diagonal_;
  std::vector<NodeBlock<D>> contact_blocks_;
  std::vector<double> spring_force_;
  std::vector<double> spring_rounding_;
  std::vector<double> spring_power_, node_power_;
  std::vector<double> corner_force_;
  std::vector<double> step_energy_, step_turn_;  // of springs, in predict_across()
  std::vector<EnergyValue> block_sums_;
  std::vector<ContactBalance> block_balances_;
  std::vector<LargestStrain> block_strains_;
  std::shared_ptr<Analysis> analysis_;
  std::int64_t analyses_ = 0;
  bool fixed_changed_ = false;  // since the analysis was last seen to be valid
  std::unique_ptr<PcgSolver<D>> pcg_;
  std::unique_ptr<NodePcg<D>> nodewise_;
  std::unique_ptr<StepMatrix<D>> step_matrix_;
  std::vector<double> step_q_;  // T/l of the springs in it
  std::vector<double> block_largest_, product_sums_;
  std::vector<NodeLargest> node_largest_;
  std::unique_ptr<ScalarLaplacian> laplacian_;
  DirectSolver* counted_ = nullptr;  // that counted last, where one did
  InertiaSolver* signs_ = nullptr;   // that counted negative pivots last
  int products_left_ = -1;           // before pcg_ gives up; -1: it does not
  std::string why_;                  // the solver was chosen

  // The linear solvers, as they are seen from outside.
  struct Chosen final : LinearSystem {
    explicit Chosen(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override { return backend.prepare_chosen(x, kind); }
    bool solve(VectorId right, VectorId result, double tolerance, bool guess) override {
      return backend.solve_chosen(right, result, tolerance, guess);
    }
    int iterations() const override { return backend.pcg_ ? backend.pcg_->iterations() : 0; }
    CpuBackend& backend;
  } chosen_{*this};
  struct Nodewise final : LinearSystem {
    explicit Nodewise(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind) override {
      NodePcg<D>* const pcg = backend.nodewise();
      const bool good = pcg && pcg->prepare(backend.at(x), backend.extras(backend.at(x)));
      return good ? Factor::positive_definite : Factor::failed;
    }
    bool solve(VectorId right, VectorId result, double tolerance, bool) override {
      return backend.nodewise_->solve(backend.at(right), backend.at(result), tolerance);
    }
    int iterations() const override {
      return backend.nodewise_ ? backend.nodewise_->iterations() : 0;
    }
    CpuBackend& backend;
  } nodewise_system_{*this};
  struct Laplacian final : LinearSystem {
    explicit Laplacian(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId, MatrixKind) override { return backend.prepare_laplacian(); }
    bool solve(VectorId right, VectorId result, double, bool) override {
      backend.laplacian_->solve(backend.at(right), backend.at(result));
      return true;
    }
    CpuBackend& backend;
  } laplacian_system_{*this};
  struct Prefactored final : LinearSystem {
    explicit Prefactored(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override { return backend.prepare_step(x, kind); }
    bool solve(VectorId right, VectorId result, double, bool) override {
      backend.step_matrix_->solve(backend.at(right), backend.at(result));
      return true;
    }
    CpuBackend& backend;
  } prefactored_{*this};
  struct NodeBlocks final : LinearSystem {
    explicit NodeBlocks(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override {
      backend.stiffness(x, kind.projected);
      return Factor::positive_definite;
    }
    bool solve(VectorId right, VectorId result, double, bool) override {
      backend.solve_node_blocks(right, result);
      return true;
    }
    CpuBackend& backend;
  } node_blocks_{*this};
};

}  // namespace tensio
