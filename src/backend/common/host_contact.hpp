// Contact of nodes with obstacles, for backends whose vectors are in the memory of the host. Owns
// the points of the penalty, their friction states, and which node touches which obstacle.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/common/host_vectors.hpp"
#include "backend/contact_passes.hpp"
#include "backend/evaluation.hpp"
#include "network/network_data.hpp"
#include "physics/penalty_contact.hpp"

namespace tensio {

template <int D>
struct NodeStep;

/// What a node brings to its diagonal block.
template <int D>
struct NodeBlock {
  int node;
  Block<D> block;
};

template <int D>
class HostContact {
 public:
  HostContact(const NetworkData& net, HostVectors& vectors) : net_(net), vectors_(vectors) {}

  void set_penalty(const std::optional<Penalty>& penalty) { penalty_ = penalty; }
  void set_inertia(double g) {
    inertia_ = g;
    if (g != 0) last_inertia_ = g;
  }
  /// The penalty is part of energy, forces and matrices.
  bool acts() const {
    return penalty_ && !net_.solids.empty() && (inertia_ != 0 || penalty_->at_rest);
  }

  void begin_step();
  void accept_step() { accepted_ = current_; }
  std::vector<double> save() const;
  void restore(std::span<const double> saved);

  // ---- the penalty of nodes begin .. end - 1 at x ----
  void add_energy(const double* x, int begin, int end, EnergyValue& sum) const;
  void add_forces(const double* x, int begin, int end, double* f) const;
  void add_blocks(const double* x, bool projected, int begin, int end, double* K) const;
  /// Energy and forces in one pass, and the largest normal force.
  double add_energy_and_forces(const double* x, double* f, EnergyValue& energy) const;
  /// The same blocks of all nodes, ascending.
  void list_blocks(const double* x, bool projected, std::vector<NodeBlock<D>>& blocks) const;
  /// The rounding of its force on an axis, in units of an ulp.
  double rounding(const double* x, std::size_t axis) const;
  double largest_normal_force(const double* x) const;

  // ---- steps ----
  PenaltySummary follow_paths(VectorId from, VectorId to, bool measure);
  void settle(const PenaltyStep& step, ContactBalance& balance);
  /// Stops the nodes begin .. end - 1 after an explicit step; different ranges may be stopped at
  /// the same time.
  void stop_nodes(const ImpactStep& step, int begin, int end, ContactBalance& balance);
  /// One node; true where it met an obstacle, and x and v of the step have changed.
  bool stop_node(int node, NodeStep<D>& step, ContactBalance& balance);
  /// Which node touches which solid in the step at hand: node_count x solids.
  std::span<const std::uint8_t> touching() const { return current_.touching; }

 private:
  // What a step leaves for the next.
  struct State {
    std::vector<PenaltyPoint> points;    // by node, then solid
    std::vector<std::uint8_t> touching;  // node_count x solids
  };

  bool is_free(int node) const;
  double kappa(int node) const;
  Vec<D> path_of(const Solid& solid, std::size_t which) const;
  PenaltyValue<D> value_at(std::size_t which, const PenaltyPoint* point, const Vec<D>& z,
                           const Vec<D>& x0, double stiffness, bool projected) const;
  template <class F>
  void for_penalty(const double* x, bool projected, int begin, int end, F&& f) const;
  void measure_point(const Vec<D>& begin, const Vec<D>& end, PenaltyPoint& point,
                     PenaltySummary& summary) const;
  void settle_point(const PenaltyStep& step, const PenaltyPoint& point, const Vec<D>& w,
                    ContactBalance& balance);

  const NetworkData& net_;
  HostVectors& vectors_;
  std::optional<Penalty> penalty_ = Penalty{};
  double inertia_ = 0, last_inertia_ = 0;  // the second: the last that was not zero
  State accepted_, current_;               // after the last accepted step, in the one at hand
  std::vector<double> shift0_;  // of the solids at the start of the step, 3 for each; empty at rest
};

/// Adds what happened to other nodes in the same step.
void add_balance(const ContactBalance& other, ContactBalance& balance);

}  // namespace tensio
