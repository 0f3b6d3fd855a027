// Changes of a net's values, for backends that have it in the memory of the host.
#pragma once

#include <span>
#include <vector>

#include "backend/values.hpp"

namespace tensio {

class HostValues {
 public:
  explicit HostValues(NetworkData& net) : net_(net) {}

  void set(SpringField field, std::span<const int> springs, std::span<const double> values);
  void set(NodeField field, std::span<const int> axes, std::span<const double> values);
  void set(NetField field, std::span<const double> values);
  void set_targets(std::span<const NetworkData::Target> targets) {
    net_.targets.assign(targets.begin(), targets.end());
  }
  void move_obstacles(std::span<const double> shift);
  void release(Structure structure);
  /// Forces by axis that the external forces contain from here on; null: none.
  void hold_forces(const double* forces);

 private:
  NetworkData& net_;
  std::vector<double> frozen_, external_;  // while forces are frozen: they, and all others
};

}  // namespace tensio
