// The values of a net that may change while it is solved or moves. They belong to the backend; the
// net's topology and pattern are constant.
#pragma once

#include <span>

#include "backend/vectors.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Of springs. Muscles, yielding and breaking change what springs have; these are what they are
/// given.
enum class SpringField { stiffness, rest_length, damping };
/// By axis.
enum class NodeField {
  external,  ///< load and weight [N]
  fixed      ///< 1 or 0
};
enum class NetField {
  gravity,
  drag,
  wind_velocity,
  wind_density,
  wind_drag_coefficient,
  slack_width  ///< see NetworkData; at rest, in nets whose springs have no histories
};
/// What some nets can do without.
enum class Structure {
  pattern,   ///< of matrices: implicit steps and equilibrium need it
  incidence  ///< springs of each node: threads need it
};

class Values {
 public:
  virtual ~Values() = default;

  /// The net with its values as they are now, on the host.
  virtual const NetworkData& net() const = 0;
  /// Items by compiled id, one value for each.
  virtual void set(SpringField field, std::span<const int> springs,
                   std::span<const double> values) = 0;
  virtual void set(NodeField field, std::span<const int> axes, std::span<const double> values) = 0;
  virtual void set(NetField field, std::span<const double> values) = 0;
  /// Springs of zero length from nodes to points: all of them, by ascending node.
  virtual void set_targets(std::span<const NetworkData::Target> targets) = 0;
  /// Muscles, pressure and wind as they are at a time.
  virtual void set_time(double time) = 0;
  /// How far each obstacle is from where it was drawn: three numbers each.
  virtual void move_obstacles(std::span<const double> shift) = 0;
  /// Frees the memory of what is not needed any more.
  virtual void release(Structure structure) = 0;
  /// x = where the net starts.
  virtual void set_start(VectorId x) = 0;
};

}  // namespace tensio
