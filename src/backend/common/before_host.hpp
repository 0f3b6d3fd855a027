// A backend that takes some passes for itself; another one, on the host, computes all else. Vectors
// of nodes are where they were last written: `read`, `changed` and `overwritten` bring them to the
// host. What stands before it overrides the passes that it takes.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.hpp"

namespace tensio {

class BeforeHost : public Backend {
 public:
  /// `host` has its vectors in the memory of this process.
  explicit BeforeHost(std::unique_ptr<Backend> host) : host_(std::move(host)) {}

  // ---- Vectors ----
  VectorId make_vector(Items items) override { return host_->make_vector(items); }
  void upload(std::span<const double> user, VectorId to) override {
    host_->upload(user, overwritten(to));
  }
  void download(VectorId from, std::span<double> user) override {
    host_->download(read(from), user);
  }
  void set_entries(std::span<const int> places, std::span<const double> values,
                   VectorId to) override {
    host_->set_entries(places, values, changed(to));
  }
  void get_entries(std::span<const int> places, VectorId from, std::span<double> values) override {
    host_->get_entries(places, read(from), values);
  }
  void copy(VectorId from, VectorId to) override { host_->copy(read(from), overwritten(to)); }
  void axpy(double factor, VectorId x, VectorId y) override {
    host_->axpy(factor, read(x), changed(y));
  }
  void combine(VectorId x, double factor, VectorId y, VectorId z) override {
    host_->combine(read(x), factor, read(y), changed(z));
  }
  void add_all(std::span<const double> factors, std::span<const VectorId> x, VectorId y) override {
    for (VectorId id : x) read(id);
    host_->add_all(factors, x, changed(y));
  }
  void divide(VectorId x, double divisor) override { host_->divide(changed(x), divisor); }
  void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) override {
    for (VectorId id : x) read(id);
    host_->dots(x, read(y), products);
  }
  double max_abs(VectorId x) override { return host_->max_abs(read(x)); }
  double* numbers(VectorId id) override { return host_->numbers(changed(id)); }

  // ---- Values ----
  const NetworkData& net() const override { return host_->net(); }
  void set(SpringField field, std::span<const int> springs,
           std::span<const double> values) override {
    host_->set(field, springs, values);
  }
  void set(NodeField field, std::span<const int> axes, std::span<const double> values) override {
    host_->set(field, axes, values);
  }
  void set(NetField field, std::span<const double> values) override { host_->set(field, values); }
  void set_targets(std::span<const NetworkData::Target> targets) override {
    host_->set_targets(targets);
  }
  void set_time(double time) override { host_->set_time(time); }
  void move_obstacles(std::span<const double> shift) override { host_->move_obstacles(shift); }
  void release(Structure structure) override { host_->release(structure); }
  void set_start(VectorId x) override { host_->set_start(overwritten(x)); }

  // ---- Evaluation ----
  StateValue evaluate(VectorId x, VectorId f, Want want) override {
    return host_->evaluate(read(x), changed(f), want);
  }
  double elastic_energy(VectorId x) override { return host_->elastic_energy(read(x)); }
  std::span<const double> stiffness(VectorId x, bool projected) override {
    return host_->stiffness(read(x), projected);
  }
  void subtract_product(VectorId u, VectorId f) override {
    host_->subtract_product(read(u), changed(f));
  }
  void spring_terms(VectorId x, std::vector<SpringTerm>& terms) override {
    host_->spring_terms(read(x), terms);
  }
  void node_terms(VectorId x, std::vector<double>& blocks) override {
    host_->node_terms(read(x), blocks);
  }
  void remove_rigid_motions(VectorId x, VectorId p) override {
    host_->remove_rigid_motions(read(x), changed(p));
  }
  double predict_across(VectorId x, VectorId y, VectorId predicted, VectorId needed) override {
    return host_->predict_across(read(x), read(y), predicted, needed);
  }
  void lengths(VectorId x, VectorId lengths) override { host_->lengths(read(x), lengths); }
  void lengths_along(VectorId x, VectorId y, VectorId lengths) override {
    host_->lengths_along(read(x), read(y), lengths);
  }
  bool shortens(VectorId x, VectorId y, double part) override {
    return host_->shortens(read(x), read(y), part);
  }
  LargestStrain largest_strain(VectorId x, VectorId v) override {
    return host_->largest_strain(read(x), read(v));
  }
  bool surely_sound(VectorId x, VectorId v, double strain) override {
    return host_->surely_sound(read(x), read(v), strain);
  }

  // ---- Solvers, Spectrum ----
  LinearSystem* solver(SolverKind kind) override {
    LinearSystem* const host = host_->solver(kind);
    if (!host) return nullptr;
    for (const auto& [known, system] : systems_)
      if (known == kind && system->is_of(host)) return system.get();
    systems_.emplace_back(kind, std::make_unique<HostSystem>(*this, *host));
    return systems_.back().second.get();
  }
  LinearSolver linear_solver() const override { return host_->linear_solver(); }
  std::string solver_reason() const override { return host_->solver_reason(); }
  void expect_steps(double time_step, VectorId x) override {
    host_->expect_steps(time_step, read(x));
  }
  void expect_solves(VectorId x) override { host_->expect_solves(read(x)); }
  double newton_cost() const override { return host_->newton_cost(); }
  double newton_work(int iterations, std::int64_t linear) const override {
    return host_->newton_work(iterations, linear);
  }
  bool large_at_rest() const override { return host_->large_at_rest(); }
  void divide_by_node_stiffness(VectorId v) override {
    host_->divide_by_node_stiffness(changed(v));
  }
  std::int64_t linear_iterations() const override { return host_->linear_iterations(); }
  std::int64_t analyses() const override { return host_->analyses(); }
  double largest_eigenvalue(VectorId x) override { return host_->largest_eigenvalue(read(x)); }
  bool surely_semidefinite(VectorId x) override { return host_->surely_semidefinite(read(x)); }
  bool surely_above(VectorId x, double part) override { return host_->surely_above(read(x), part); }
  int negative_modes(VectorId x, double shift) override {
    return host_->negative_modes(read(x), shift);
  }
  int negative_pivots(std::span<const double> blocks, DiagonalShift shift) override {
    return host_->negative_pivots(blocks, shift);
  }
  bool positive_definite(std::span<const double> blocks, DiagonalShift shift) override {
    return host_->positive_definite(blocks, shift);
  }
  void solve_counted(VectorId right, VectorId result) override {
    host_->solve_counted(read(right), changed(result));
  }
  void solve_counted(std::span<double> right) override { host_->solve_counted(right); }
  void negative_direction(VectorId v) override { host_->negative_direction(changed(v)); }

  // ---- MotionPasses ----
  void set_inertia(double g, VectorId y) override { host_->set_inertia(g, read(y)); }
  void motion_forces(VectorId x, VectorId v, VectorId f) override {
    host_->motion_forces(read(x), read(v), changed(f));
  }
  double dissipated_power(VectorId x, VectorId v) override {
    return host_->dissipated_power(read(x), read(v));
  }
  double dashpot_power(const DashpotPower& stage) override { return host_->dashpot_power(stage); }
  void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) override {
    host_->subtract_turning(read(x), read(from), part, read(u), changed(f));
  }
  void face_forces(VectorId x, VectorId v, VectorId f) override {
    host_->face_forces(read(x), read(v), changed(f));
  }
  void hold_forces(VectorId f) override { host_->hold_forces(read(f)); }
  void divide_by_mass(VectorId f) override { host_->divide_by_mass(changed(f)); }
  double kinetic_energy(VectorId v) override { return host_->kinetic_energy(read(v)); }
  void momentum(VectorId v, std::span<double> sum) override { host_->momentum(read(v), sum); }
  bool can_advance() const override { return host_->can_advance(); }
  std::int64_t most_steps(double work) const override { return host_->most_steps(work); }
  std::int64_t advance(const Advance& steps) override {
    for (VectorId id : {steps.x, steps.v, steps.a, steps.guess}) changed(id);
    return host_->advance(steps);
  }

  // ---- ContactPasses, Histories ----
  void begin_contact() override { host_->begin_contact(); }
  void accept_contact() override { host_->accept_contact(); }
  void stop_at_solids(const ImpactStep& step, ContactBalance& balance) override {
    for (VectorId id : {step.x0, step.v0, step.x, step.v}) changed(id);
    host_->stop_at_solids(step, balance);
  }
  void set_penalty(const std::optional<Penalty>& penalty) override {
    if (penalty) read(penalty->x0);
    host_->set_penalty(penalty);
  }
  PenaltySummary follow_paths(VectorId from, VectorId to, bool measure) override {
    return host_->follow_paths(read(from), read(to), measure);
  }
  void settle_penalty(const PenaltyStep& step, ContactBalance& balance) override {
    for (VectorId id : {step.x0, step.v0, step.x, step.v, step.carried}) changed(id);
    host_->settle_penalty(step, balance);
  }
  double penalty_energy(VectorId x) override { return host_->penalty_energy(read(x)); }
  std::vector<double> save_contact() const override { return host_->save_contact(); }
  void load_contact(std::span<const double> saved) override { host_->load_contact(saved); }
  Histories& histories() override { return host_->histories(); }

 protected:
  // Before the host reads, changes or replaces a vector; each returns the id. -1 stays.
  virtual VectorId read(VectorId id) = 0;
  virtual VectorId changed(VectorId id) = 0;
  virtual VectorId overwritten(VectorId id) = 0;

  std::unique_ptr<Backend> host_;

 private:
  /// A linear solver of the host.
  class HostSystem final : public LinearSystem {
   public:
    HostSystem(BeforeHost& own, LinearSystem& host) : own_(own), host_(host) {}
    Factor prepare(VectorId x, MatrixKind kind) override {
      own_.read(kind.begin);
      return host_.prepare(own_.read(x), kind);
    }
    bool solve(VectorId right, VectorId result, double tolerance, bool guess) override {
      return host_.solve(own_.read(right), own_.changed(result), tolerance, guess);
    }
    int iterations() const override { return host_.iterations(); }
    bool is_of(const LinearSystem* host) const { return &host_ == host; }

   private:
    BeforeHost& own_;
    LinearSystem& host_;
  };

  std::vector<std::pair<SolverKind, std::unique_ptr<HostSystem>>> systems_;
};

}  // namespace tensio
