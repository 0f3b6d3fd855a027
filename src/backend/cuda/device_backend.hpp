// A backend whose explicit steps run on a device; all else is computed by another backend, on the
// host. Vectors of nodes are where they were last written, and are copied when the other side reads
// them. device_run.cpp: many steps in one call; device_steps.cpp: what single steps are made of.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backend/backend.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/device_contact.hpp"
#include "backend/cuda/device_net.hpp"

namespace tensio {

template <int D>
class DeviceBackend final : public Backend {
 public:
  /// `host` has its vectors in the memory of this process.
  DeviceBackend(std::unique_ptr<Backend> host, std::unique_ptr<Device<D>> device);
  ~DeviceBackend() override;

  // ---- Vectors ----
  VectorId make_vector(Items items) override;
  void upload(std::span<const double> user, VectorId to) override {
    host_->upload(user, overwritten(to));
  }
  void download(VectorId from, std::span<double> user) override {
    host_->download(read(from), user);
  }
  void set_entries(std::span<const int> places, std::span<const double> values,
                   VectorId to) override;
  void get_entries(std::span<const int> places, VectorId from, std::span<double> values) override;
  void copy(VectorId from, VectorId to) override;
  void axpy(double factor, VectorId x, VectorId y) override;
  void combine(VectorId x, double factor, VectorId y, VectorId z) override {
    host_->combine(read(x), factor, read(y), changed(z));
  }
  void add_all(std::span<const double> factors, std::span<const VectorId> x, VectorId y) override {
    for (VectorId id : x) read(id);
    host_->add_all(factors, x, changed(y));
  }
  void divide(VectorId x, double divisor) override { host_->divide(changed(x), divisor); }
  void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) override;
  double max_abs(VectorId x) override { return host_->max_abs(read(x)); }
  double* numbers(VectorId id) override { return host_->numbers(changed(id)); }

  // ---- Values ----
  const NetworkData& net() const override { return host_->net(); }
  void set(SpringField field, std::span<const int> springs,
           std::span<const double> values) override {
    host_->set(field, springs, values);
    on_device_.springs_changed();
  }
  void set(NodeField field, std::span<const int> axes, std::span<const double> values) override;
  void set(NetField field, std::span<const double> values) override { host_->set(field, values); }
  void set_targets(std::span<const NetworkData::Target> targets) override {
    host_->set_targets(targets);
  }
  void set_time(double time) override { host_->set_time(time); }
  void move_obstacles(std::span<const double> shift) override { host_->move_obstacles(shift); }
  void release(Structure structure) override { host_->release(structure); }
  void set_start(VectorId x) override { host_->set_start(overwritten(x)); }

  // ---- Evaluation ----
  StateValue evaluate(VectorId x, VectorId f, Want want) override;
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
  bool surely_sound(VectorId x, VectorId v, double strain) override;

  // ---- Solvers, Spectrum ----
  LinearSystem* solver(SolverKind kind) override;
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
  void set_inertia(double g, VectorId y) override {
    inertia_ = g;
    host_->set_inertia(g, read(y));
  }
  void motion_forces(VectorId x, VectorId v, VectorId f) override;
  double dissipated_power(VectorId x, VectorId v) override;
  double dashpot_power(const DashpotPower& stage) override { return host_->dashpot_power(stage); }
  void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) override {
    host_->subtract_turning(read(x), read(from), part, read(u), changed(f));
  }
  void face_forces(VectorId x, VectorId v, VectorId f) override;
  void hold_forces(VectorId f) override {
    has_frozen_ = f >= 0;
    host_->hold_forces(read(f));
    on_device_.nodes_changed();
  }
  void divide_by_mass(VectorId f) override;
  double kinetic_energy(VectorId v) override { return host_->kinetic_energy(read(v)); }
  void momentum(VectorId v, std::span<double> sum) override { host_->momentum(read(v), sum); }
  bool can_advance() const override { return knows_net() || host_->can_advance(); }
  std::int64_t most_steps(double work) const override;
  std::int64_t advance(const Advance& steps) override;

  // ---- ContactPasses, Histories ----
  void begin_contact() override {
    host_->begin_contact();
    contact_.begin();
  }
  void accept_contact() override {
    contact_.accept(*host_);
    host_->accept_contact();
  }
  void stop_at_solids(const ImpactStep& step, ContactBalance& balance) override;
  void set_penalty(const std::optional<Penalty>& penalty) override {
    if (penalty) read(penalty->x0);
    penalty_at_rest_ = penalty && penalty->at_rest;
    host_->set_penalty(penalty);
  }
  PenaltySummary follow_paths(VectorId from, VectorId to, bool measure) override {
    contact_.forget();
    return host_->follow_paths(read(from), read(to), measure);
  }
  void settle_penalty(const PenaltyStep& step, ContactBalance& balance) override {
    for (VectorId id : {step.x0, step.v0, step.x, step.v, step.carried}) changed(id);
    contact_.forget();
    host_->settle_penalty(step, balance);
  }
  double penalty_energy(VectorId x) override { return host_->penalty_energy(read(x)); }
  std::vector<double> save_contact() const override { return host_->save_contact(); }
  void load_contact(std::span<const double> saved) override {
    contact_.forget();
    host_->load_contact(saved);
  }
  Histories& histories() override { return host_->histories(); }

 private:
  using Rows = NodeRow<D>;

  /// A vector of nodes; at least one of its two copies is as it is now.
  struct Twin {
    DeviceArray<Rows> rows;
    bool is_nodes = true, on_host = true, on_device = false;
  };
  class HostSystem;

  // Before the host reads, changes or replaces it; each returns the id. -1 stays.
  VectorId read(VectorId id);
  VectorId changed(VectorId id);
  VectorId overwritten(VectorId id);
  // Before the device reads, changes or replaces it.
  Rows* read_here(VectorId id);
  Rows* changed_here(VectorId id);
  Rows* overwritten_here(VectorId id);
  bool is_here(VectorId id) const { return id >= 0 && twins_[usize(id)].on_device; }
  Rows* rows_of(Twin& twin);
  DeviceArray<Rows>& twin_rows(VectorId id) { return twins_[usize(id)].rows; }

  /// Passes on the device know all forces on the net as it is.
  bool knows_net() const;
  double power_of_blocks(const double* eighths) const;
  struct Run;
  void take_entries(std::span<const int> places, std::span<const double> values);
  int blocks() const;

  std::unique_ptr<Device<D>> device_;
  std::unique_ptr<Backend> host_;
  NetOnDevice on_device_;
  DeviceContact<D> contact_;
  double inertia_ = 0;
  bool penalty_at_rest_ = true;
  bool has_frozen_ = false;  // forces, as part of the external ones
  std::vector<Twin> twins_;
  std::vector<std::pair<SolverKind, std::unique_ptr<HostSystem>>> systems_;
  DeviceArray<double> numbers_;  // on their way
  DeviceArray<Rows> spare_x_, spare_v_, spare_guess_, start_x_, middle_;
  DeviceArray<Rows> before_x_, before_v_, before_more_;  // where a call of advance() began
  DeviceArray<double> power_, eighths_;
  DeviceArray<int> flags_, places_;
  DeviceArray<double> values_, products_;
  std::vector<double> host_eighths_;
  std::vector<int> host_flags_;
};

/// A backend with a device beside one on the host.
std::unique_ptr<Backend> with_device(std::unique_ptr<Backend> host,
                                     std::unique_ptr<Device<2>> device);
std::unique_ptr<Backend> with_device(std::unique_ptr<Backend> host,
                                     std::unique_ptr<Device<3>> device);

}  // namespace tensio
