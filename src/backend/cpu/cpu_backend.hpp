// The backend for the machine's cores: passes over springs and nodes in cpu_backend.cpp, what
// motion needs in motion.cpp, pressure and wind in faces.cpp, matrices and their solvers in
// matrix.cpp, what needs no matrix of K in nodewise.cpp, the passes of prefactored steps in
// prefactored_step.cpp, vectors.cpp.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.hpp"
#include "backend/common/direct_solver.hpp"
#include "backend/common/host_histories.hpp"
#include "backend/common/host_values.hpp"
#include "backend/common/host_vectors.hpp"
#include "backend/common/node_terms.hpp"
#include "backend/cpu/passes/advance.hpp"
#include "backend/cpu/solvers/laplacian_pcg.hpp"
#include "backend/cpu/solvers/pcg_solver.hpp"
#include "backend/cpu/solvers/step_matrix.hpp"
#include "backend/free_parts.hpp"
#include "backend/interrupt.hpp"
#include "backend/loops.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "network/custom_springs.hpp"
#include "network/given_springs.hpp"

namespace tensio {

/// What is computed once per net: the matrix's pattern and the factorisation's symbolic part.
struct Analysis final : CachedAnalysis {
  explicit Analysis(const NetworkData& net) : matrix(net) {}
  LinearSolver solver = LinearSolver::ldlt;
  ScalarMatrix matrix;
  std::unique_ptr<DirectSolver> direct;
  std::unique_ptr<InertiaSolver> inertia;  // where the solver of the steps cannot count
  Factor factor = Factor::failed;          // of the last factorisation
  std::vector<double> reduced;             // right side and solution
};

template <int D>
class CpuBackend final : public Backend {
 public:
  ~CpuBackend() override {
    if (!analysis_) return;
    const std::lock_guard<std::mutex> lock(net_.analysis_cache->lock);
    net_.analysis_cache->analysis = std::move(analysis_);
  }
  CpuBackend(NetworkData net, const EquilibriumOptions& options)
      : net_(std::move(net)),
        pool_(options.threads),
        custom_(net_),
        asked_for_(options.linear_solver != LinearSolver::automatic),
        may_change_solver_(!asked_for_),
        reproducible_(options.reproducible),
        solver_(choose_linear_solver(net_, options)),
        free_parts_(free_parts(net_)),
        sweeper_(net_, pool_) {}

  VectorId make_vector(Items items) override {
    return vectors_.make(items == Items::springs ? net_.a.size() : net_.constrained.size());
  }
  void upload(std::span<const double> user, VectorId to) override {
    vectors_.upload(net_.node_user, D, user, to);
  }
  void download(VectorId from, std::span<double> user) override {
    vectors_.download(net_.node_user, D, from, user);
  }
  void set_start(VectorId x) override {
    const std::span<const double> start = net_.beginning();
    std::copy(start.begin(), start.end(), at(x));
  }

  void copy(VectorId from, VectorId to) override { vectors_.copy(from, to); }
  void axpy(double factor, VectorId x, VectorId y) override;
  void divide(VectorId x, double divisor) override;
  void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) override;
  void combine(VectorId x, double factor, VectorId y, VectorId z) override;
  void add_all(std::span<const double> factors, std::span<const VectorId> x, VectorId y) override;
  double max_abs(VectorId x) override { return largest_force(at(x), 0, count(x)); }

  const NetworkData& net() const override { return net_; }
  void set(SpringField field, std::span<const int> springs,
           std::span<const double> values) override {
    values_.set(field, springs, values);
    values_changed();
  }
  void set(NodeField field, std::span<const int> axes, std::span<const double> values) override {
    if (axes.empty()) return;
    values_.set(field, axes, values);
    if (field == NodeField::fixed) {
      fixed_changed_ = true;
      free_parts_ = free_parts(net_);
    }
    values_changed();
  }
  void set(NetField field, std::span<const double> values) override {
    values_.set(field, values);
    values_changed();
  }
  void set_targets(std::span<const NetworkData::Target> targets) override {
    values_.set_targets(targets);
  }
  void set_time(double time) override { set_values_at(net_, time); }
  void move_obstacles(std::span<const double> shift) override { values_.move_obstacles(shift); }
  void release(Structure structure) override { values_.release(structure); }

  StateValue evaluate(VectorId x, VectorId f, Want want) override;
  double elastic_energy(VectorId id) override;
  LinearSystem* solver(SolverKind kind) override;
  bool large_at_rest() const override;
  void divide_by_node_stiffness(VectorId v) override {
    for (std::size_t i = 0; i < net_.constrained.size(); ++i)
      at(v)[i] /= net_.node_stiffness[i / D];
  }
  void remove_rigid_motions(VectorId x, VectorId p) override {
    // Inertia holds them, and obstacles may.
    if (nodes_.inertia() != 0 || nodes_.contact.acts()) return;
    for (const FreePart& part : free_parts_) remove_rigid<D>(part, at(x), at(p));
  }
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
  void node_terms(VectorId x, std::vector<double>& blocks) override;
  void solve_counted(VectorId right, VectorId result) override;
  void solve_counted(std::span<double> right) override;
  void negative_direction(VectorId v) override;
  void set_inertia(double g, VectorId y) override { nodes_.set_inertia(g, y); }
  void expect_steps(double time_step) override;
  void set_entries(std::span<const int> which, std::span<const double> values,
                   VectorId to) override {
    vectors_.set_entries(which, values, to);
  }
  void get_entries(std::span<const int> which, VectorId from, std::span<double> values) override {
    vectors_.get_entries(which, from, values);
  }
  void add_velocity_forces(VectorId x, VectorId v, VectorId f) override;
  void face_forces(VectorId x, VectorId v, VectorId f) override;
  double dissipated_power(VectorId x, VectorId v) override;
  void divide_by_mass(VectorId f) override;
  double kinetic_energy(VectorId v) override;
  void momentum(VectorId v, std::span<double> sum) override;
  void lengths(VectorId x, VectorId lengths) override;
  void lengths_along(VectorId x, VectorId y, VectorId lengths) override;
  bool shortens(VectorId x, VectorId y, double part) override;
  double dashpot_power(const DashpotPower& stage) override;
  void hold_forces(VectorId f) override { values_.hold_forces(f < 0 ? nullptr : at(f)); }
  Histories& histories() override {
    if (!histories_)
      histories_ = std::make_unique<HostHistories>(net_, vectors_, [this] { values_changed(); });
    return *histories_;
  }
  void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) override;
  LargestStrain largest_strain(VectorId x, VectorId v) override;
  bool can_advance() const override {
    return sweeper_.is_usable() && net_.damping.empty() && net_.drag == 0 && net_.parts.empty() &&
           net_.targets.empty() && net_.muscles.empty() && net_.solids.empty() &&
           !net_.faces.act() && nodes_.inertia() == 0;
  }
  std::int64_t advance(const Advance& steps) override {
    double* a = steps.a < 0 ? nullptr : at(steps.a);
    if (steps.precision == Precision::double_precision)
      return sweeper_.advance(steps, at(steps.x), at(steps.v), a);
    if (!single_) single_ = std::make_unique<Sweeper<float>>(net_, pool_);
    return single_->advance(steps, at(steps.x), at(steps.v), a);
  }
  void begin_contact() override { nodes_.contact.begin_step(); }
  void accept_contact() override { nodes_.contact.accept_step(); }
  void stop_at_solids(const ImpactStep& step, ContactBalance& balance) override;
  void set_penalty(const std::optional<Penalty>& penalty) override {
    nodes_.contact.set_penalty(penalty);
  }
  PenaltySummary follow_paths(VectorId from, VectorId to, bool measure) override {
    return nodes_.contact.follow_paths(from, to, measure);
  }
  void settle_penalty(const PenaltyStep& step, ContactBalance& balance) override {
    nodes_.contact.settle(step, balance);
  }
  double penalty_energy(VectorId x) override { return penalty_energy(at(x)).value; }
  std::vector<double> save_contact() const override { return nodes_.contact.save(); }
  void load_contact(std::span<const double> saved) override { nodes_.contact.restore(saved); }
  LinearSolver linear_solver() const override { return solver_; }
  std::string solver_reason() const override;
  std::int64_t analyses() const override { return analyses_; }

 private:
  int axes() const { return static_cast<int>(net_.constrained.size()); }
  int count(VectorId id) const { return static_cast<int>(vectors_.size(id)); }
  double* at(VectorId id) { return vectors_.at(id); }
  const double* at(VectorId id) const { return vectors_.at(id); }
  // What was computed from stiffness, rest lengths, loads and gravity does not hold any more.
  void values_changed() {
    sweeper_.values_changed();
    if (single_) single_->values_changed();
  }
  EnergyValue total_energy(VectorId x);
  void total_forces(VectorId x, VectorId f, bool mask);
  ForceNorms norms(VectorId x, VectorId f);
  StateValue energy_and_norms(VectorId x, VectorId f);
  Factor prepare_chosen(VectorId x, MatrixKind kind);
  bool solve_chosen(VectorId right, VectorId result, double tolerance, bool guess);
  Factor prepare_laplacian();
  Factor prepare_step(VectorId x);
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
  // The springs' parts of K at x.
  void compute_springs(const double* x, bool projected);
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
  Extras extras(const double* x) { return {custom_.at(x, pool_), parts()}; }
  const SpringPart* parts() const { return net_.parts.empty() ? nullptr : net_.parts.data(); }
  // Sum of force(s) of each spring at its ends, in spring order, whatever the threads.
  template <class Force>
  void add_spring_forces(double* f, Force&& force);
  void add_external(double* f) const {
    for (int i = 0; i < axes(); ++i) f[i] += net_.external[i];
  }
  void subtract_rows(const double* u, double* f);
  NodePcg<D>* nodewise();
  void prepare_products();
  void multiply(const double* u, double* y);
  void multiply_springs(const double* u, double* y);
  void analyse();
  // work(analysis), asking the observer meanwhile where it may take long.
  template <class Work>
  void on_analysis(Activity activity, Work work);
  Factor factorised(DirectSolver& solver);
  void solve_with(DirectSolver& solver, const double* right, double* result);
  std::unique_ptr<Preconditioner> make_preconditioner();
  std::shared_ptr<Analysis> cached();

  NetworkData net_;
  ThreadPool pool_;
  CustomSprings custom_;
  bool asked_for_;  // the solver
  bool may_change_solver_, reproducible_;
  LinearSolver solver_;
  std::vector<FreePart> free_parts_;
  Sweeper<double> sweeper_;
  std::unique_ptr<Sweeper<float>> single_;  // from its first use on
  HostVectors vectors_;
  HostValues values_{net_};
  NodeTerms<D> nodes_{net_, vectors_};
  std::unique_ptr<HostHistories> histories_;  // from its first use on
  std::vector<double> K_;
  std::vector<SpringStiffness<D>> springs_;  // as they were last computed
  double shift_ = 0;                         // of the last factorise()
  std::vector<double> node_diagonal_;        // of nodes alone, for products without K
  std::vector<double> spring_force_;
  std::vector<double> spring_rounding_;
  std::vector<double> corner_force_;
  std::vector<EnergyValue> block_sums_;
  std::vector<ContactBalance> block_balances_;
  std::shared_ptr<Analysis> analysis_;
  std::int64_t analyses_ = 0;
  bool fixed_changed_ = false;  // since the analysis was last seen to be valid
  std::unique_ptr<PcgSolver> pcg_;
  std::unique_ptr<NodePcg<D>> nodewise_;
  std::unique_ptr<StepMatrix<D>> step_matrix_;
  std::vector<double> block_largest_, product_sums_;
  std::vector<NodeLargest> node_largest_;
  std::unique_ptr<ScalarLaplacian> laplacian_;
  DirectSolver* counted_ = nullptr;  // that counted last, where one did
  InertiaSolver* signs_ = nullptr;   // that counted negative pivots last
  double pcg_iterations_ = 0;        // expected in a step of motion; 0: in statics

  // The linear solvers, as they are seen from outside.
  struct Chosen final : LinearSystem {
    explicit Chosen(CpuBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override { return backend.prepare_chosen(x, kind); }
    bool solve(VectorId right, VectorId result, double tolerance, bool guess) override {
      return backend.solve_chosen(right, result, tolerance, guess);
    }
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
    Factor prepare(VectorId x, MatrixKind) override { return backend.prepare_step(x); }
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
