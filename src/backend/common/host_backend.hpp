// What backends have in common whose net and vectors are in the memory of the host: all that is not
// a loop over the whole net, or costs nothing beside one.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "backend/backend.hpp"
#include "backend/common/host_histories.hpp"
#include "backend/common/host_values.hpp"
#include "backend/common/host_vectors.hpp"
#include "backend/common/node_terms.hpp"
#include "backend/free_parts.hpp"
#include "backend/loops.hpp"
#include "network/given_springs.hpp"

namespace tensio {

template <int D>
class HostBackend : public Backend {
 public:
  // ---- Vectors ----
  VectorId make_vector(Items items) override {
    return vectors_.make(items == Items::springs ? net_.a.size() : net_.constrained.size());
  }
  void upload(std::span<const double> user, VectorId to) override {
    vectors_.upload(net_.node_user, D, user, to);
  }
  void download(VectorId from, std::span<double> user) override {
    vectors_.download(net_.node_user, D, from, user);
  }
  void set_entries(std::span<const int> places, std::span<const double> values,
                   VectorId to) override {
    vectors_.set_entries(places, values, to);
  }
  void get_entries(std::span<const int> places, VectorId from, std::span<double> values) override {
    vectors_.get_entries(places, from, values);
  }
  void copy(VectorId from, VectorId to) override { vectors_.copy(from, to); }
  double max_abs(VectorId x) override { return largest_force(at(x), 0, size_of(x)); }
  double* numbers(VectorId id) override { return at(id); }

  // ---- Values ----
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
      free_parts_ = free_parts(net_);
      fixed_changed();
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
  void set_start(VectorId x) override {
    std::copy(net_.beginning().begin(), net_.beginning().end(), at(x));
  }

  // ---- Evaluation, Solvers, MotionPasses ----
  void remove_rigid_motions(VectorId x, VectorId p) override {
    // Inertia holds them, and obstacles may.
    if (nodes_.inertia() != 0 || nodes_.contact.acts()) return;
    for (const FreePart& part : free_parts_) remove_rigid<D>(part, at(x), at(p));
  }
  void node_terms(VectorId x, std::vector<double>& blocks) override {
    blocks = nodes_.blocks(at(x));
  }
  void divide_by_node_stiffness(VectorId v) override {
    for (int i = 0; i < axes(); ++i) at(v)[i] /= net_.node_stiffness[usize(i) / D];
  }
  void set_inertia(double g, VectorId y) override { nodes_.set_inertia(g, y); }
  void hold_forces(VectorId f) override { values_.hold_forces(f < 0 ? nullptr : at(f)); }
  Histories& histories() override {
    if (!histories_)
      histories_ = std::make_unique<HostHistories>(net_, vectors_, [this] { values_changed(); });
    return *histories_;
  }

  // ---- ContactPasses ----
  void begin_contact() override { nodes_.contact.begin_step(); }
  void accept_contact() override { nodes_.contact.accept_step(); }
  void set_penalty(const std::optional<Penalty>& penalty) override {
    nodes_.contact.set_penalty(penalty);
  }
  PenaltySummary follow_paths(VectorId from, VectorId to, bool measure) override {
    return nodes_.contact.follow_paths(from, to, measure);
  }
  void settle_penalty(const PenaltyStep& step, ContactBalance& balance) override {
    nodes_.contact.settle(step, balance);
  }
  std::vector<double> save_contact() const override { return nodes_.contact.save(); }
  void load_contact(std::span<const double> saved) override { nodes_.contact.restore(saved); }

 protected:
  explicit HostBackend(NetworkData net) : net_(std::move(net)), free_parts_(free_parts(net_)) {}

  /// Called when stiffness, rest length, loads or gravity have changed.
  virtual void values_changed() {}
  /// Called when other axes are fixed.
  virtual void fixed_changed() {}

  int axes() const { return static_cast<int>(net_.constrained.size()); }
  int size_of(VectorId id) const { return static_cast<int>(vectors_.size(id)); }
  double* at(VectorId id) { return vectors_.at(id); }
  const double* at(VectorId id) const { return vectors_.at(id); }
  /// What this step adds to the laws of springs; null where no spring has any.
  const SpringPart* step_parts() const { return net_.parts.empty() ? nullptr : net_.parts.data(); }

  NetworkData net_;
  HostVectors vectors_;
  NodeTerms<D> nodes_{net_, vectors_};

 private:
  HostValues values_{net_};
  std::vector<FreePart> free_parts_;
  std::unique_ptr<HostHistories> histories_;  // from its first use on
};

}  // namespace tensio
