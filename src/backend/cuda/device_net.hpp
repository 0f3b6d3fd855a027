// A net on a device: rows of half-springs, tables of what springs and nodes have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backend/cuda/device.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// What the net has that passes on a device do not know, for messages; empty where they know all.
std::string unknown_to_devices(const NetworkData& net);

/// Bytes of the net and of `vectors` vectors of nodes on a device, at most.
std::size_t bytes_on_device(const NetworkData& net, int vectors);

/// How many passes leave the powers of nodes before these are added up, in one call.
int passes_with_powers(int nodes);

class NetOnDevice {
 public:
  NetOnDevice(DeviceMemory& device, const NetworkData& net) : device_(device), net_(net) {}

  /// The net as it is now; springs that are stretched by more than `strain` are suspected.
  DeviceNet view(double strain);
  DeviceNet view() { return view(strain_); }
  void springs_changed() { springs_known_ = false; }
  void nodes_changed() { nodes_known_ = false; }
  /// From the next view() on nodes have entries of their own, whose external forces may be set.
  void separate_nodes() {
    if (separate_) return;
    separate_ = true;
    nodes_known_ = false;
  }
  /// Null unless each node has its own entry.
  DeviceNode* separate_entries() const {
    return separate_ && nodes_known_ ? nodes_.data() : nullptr;
  }

 private:
  void take_springs();
  void take_nodes();

  DeviceMemory& device_;
  const NetworkData& net_;
  bool springs_known_ = false, nodes_known_ = false, separate_ = false;
  double strain_ = 0;
  bool all_linear_ = false, dashpots_ = false;
  int node_bits_ = 0;
  DeviceArray<int> start_;
  DeviceArray<std::uint32_t> packed_;
  DeviceArray<HalfSpring> unpacked_;
  DeviceArray<DeviceMaterial> materials_;
  DeviceArray<DeviceCurve> curves_;
  DeviceArray<double> curve_rows_;
  DeviceArray<DeviceNode> nodes_;
  DeviceArray<int> kind_;
};

}  // namespace tensio
