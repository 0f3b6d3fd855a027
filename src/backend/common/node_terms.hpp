// Forces on single nodes besides loads: targets, inertia and the penalty of obstacles. For backends
// whose vectors are in the memory of the host.
#pragma once

#include "backend/common/host_contact.hpp"
#include "backend/common/host_vectors.hpp"
#include "backend/evaluation.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// The largest forces on some nodes.
struct NodeLargest {
  double force = 0, inertia = 0, external = 0;

  void see(double some_force, double some_inertia, double some_external) {
    // A NaN stays.
    if (some_force > force || some_force != some_force) force = some_force;
    inertia = inertia < some_inertia ? some_inertia : inertia;
    external = external < some_external ? some_external : external;
  }
};

template <int D>
class NodeTerms {
 public:
  NodeTerms(const NetworkData& net, HostVectors& vectors)
      : contact(net, vectors), net_(net), vectors_(vectors) {}

  void set_inertia(double g, VectorId y) {
    inertia_ = g;
    about_ = y;
    contact.set_inertia(g);
  }
  double inertia() const { return inertia_; }
  /// There are none: only springs and loads act.
  bool empty() const { return inertia_ == 0 && !contact.acts() && net_.targets.empty(); }

  EnergyValue target_energy(const double* x) const;
  /// Of the axes begin .. end - 1.
  void add_inertia_energy(const double* x, int begin, int end, EnergyValue& sum) const;
  /// On the nodes begin .. end - 1.
  void add_forces(const double* x, int begin, int end, double* f) const;
  void add_blocks(const double* x, bool projected, int begin, int end, double* K) const;
  /// What they add to K at x, by node: [node_count x D x D], empty where there are none.
  std::vector<double> blocks(const double* x) const;
  /// Energy and forces of the targets.
  void add_targets(const double* x, double* f, EnergyValue& energy) const;
  /// Loads and inertia of the nodes begin .. end - 1: their energy, and f, which has the forces of
  /// springs and targets; it becomes zero on fixed axes.
  void add_loads(const double* x, int begin, int end, double* f, EnergyValue& energy,
                 NodeLargest& largest) const;

  /// The rounding of these terms at an axis, in units of an ulp.
  double rounding(const double* x, std::size_t axis) const;
  /// ForceNorms::largest_inertia.
  double largest_inertia(const double* x) const;
  double largest_target_force(const double* x) const;

  HostContact<D> contact;

 private:
  // Calls f(target) for those of the nodes begin .. end - 1.
  template <class F>
  void for_targets(int begin, int end, F&& f) const {
    for (const NetworkData::Target& target : net_.targets)
      if (target.node >= begin && target.node < end) f(target);
  }
  const double* about() const { return vectors_.at(about_); }

  const NetworkData& net_;
  const HostVectors& vectors_;
  double inertia_ = 0;
  VectorId about_ = -1;
};

}  // namespace tensio
