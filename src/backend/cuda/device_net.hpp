// A net on a device: rows of half-springs, tables of what springs and nodes have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backend/common/face_view.hpp"
#include "backend/cuda/device.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// What the net has that passes on a device do not know, for messages; empty where they know all.
std::string unknown_to_devices(const NetworkData& net);

/// Bytes of the net and of `vectors` vectors of nodes on a device, at most.
std::size_t bytes_on_device(const NetworkData& net, int vectors);

/// Passes after which what they have left is looked at, and most numbers that wait for that.
inline constexpr std::int64_t kMostPasses = 1024, kMostNumbers = 1 << 22;
/// How many passes leave the powers of nodes before these are added up, in one call.
int passes_with_powers(int nodes);

class NetOnDevice {
 public:
  NetOnDevice(DeviceMemory& device, const NetworkData& net) : device_(device), net_(net) {}

  /// The net as it is now; springs that are stretched by more than `strain` are suspected.
  DeviceNet view(double strain);
  DeviceNet view() { return view(strain_); }
  /// Faces with their pressure and wind as they are now, and room for the forces on their corners.
  FaceView faces();
  double* corner_force() const { return corner_force_.data(); }
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
  bool faces_known_ = false;
  DeviceArray<int> face_start_, face_nodes_, corner_start_, corner_;
  DeviceArray<double> node_area_, pressure_, corner_force_;
  DeviceArray<std::uint8_t> gone_;
  std::vector<double> last_pressure_;  // as it was taken
  std::vector<std::uint8_t> last_gone_;
};

}  // namespace tensio
