// A net in motion: its backend, and the loads, supports and values that change with time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/place.hpp"
#include "network/network_data.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {

/// From one time to a later one [s].
struct TimeSpan {
  double begin = 0, end = 0;
};

/// Potential energies of the loads that do not change with time [J].
struct LoadPotential {
  double gravity = 0, load = 0;
};

class DynamicNetwork {
 public:
  /// Throws Error with every problem of the system, unless it was validated before; a free node
  /// without mass is always one.
  /// Implicit integrators need `matrices`.
  explicit DynamicNetwork(const System& system, const EquilibriumOptions& options = {},
                          bool matrices = true, Validated validated = Validated::no,
                          const BackendWish& wish = {});
  DynamicNetwork(const DynamicNetwork&) = delete;
  DynamicNetwork& operator=(const DynamicNetwork&) = delete;

  /// Owns the net and its values.
  Backend& backend() const { return *backend_; }
  /// Which backend, and why.
  const std::string& backend_reason() const { return why_; }

 private:
  std::string why_;  // before the backend, which says it
  std::unique_ptr<Backend> backend_;

 public:
  /// The net as it is now.
  const NetworkData& data;
  /// The constant load on an axis alone, without weights and waveforms.
  double constant_load(std::size_t axis) const { return loads_.empty() ? 0.0 : loads_[axis]; }
  void set_constant_load(std::size_t axis, double force);
  /// EA [N] of a spring (user's id) whose stiffness is EA / rest length; empty where the stiffness
  /// itself was given, and for laws without a rest length.
  std::optional<double> axial_stiffness(int spring) const;
  /// Loads and muscles as they are at a time.
  void set_time(double time);
  /// Adds weights, constant loads and waveforms again, after constant loads or gravity were
  /// changed.
  void refresh_external();
  /// Of gravity and of the constant loads, at x.
  LoadPotential potential(VectorId x);
  double time() const { return time_; }

  /// Axes with waveform loads, and these loads at the current time.
  bool has_waves() const { return !waves_.empty(); }
  const std::vector<int>& wave_axes() const { return wave_axes_; }
  const std::vector<double>& wave_forces() const { return wave_forces_; }  // as wave_axes()

  /// Axes whose supports move, and their positions and velocities at a time.
  const std::vector<int>& moving_axes() const { return moving_axes_; }
  void supports_at(double time, std::vector<double>& position, std::vector<double>& velocity) const;
  /// The same at a time within a step, in which ramps are straight from its begin to its end: one
  /// velocity would not be right on both sides of a corner.
  void supports_at(double time, const TimeSpan& step, std::vector<double>& position,
                   std::vector<double>& velocity) const;
  /// Their displacements in a step over its length.
  void mean_support_velocities(const TimeSpan& step, std::vector<double>& velocity) const;
  /// Times at which the velocity of a support jumps, ascending.
  const std::vector<double>& support_corners() const { return support_corners_; }
  /// Fixes or frees all axes of a node (compiled), and ends the motion of its support. A node that
  /// is fixed stays at its current position.
  void set_fixed(int node, bool fixed);

 private:
  struct Wave {
    int axis;
    Waveform force;
  };
  struct Moving {
    double base;  // drawn position plus constant displacements of loads and supports
    std::vector<Waveform> moves;
  };
  struct AxialSet {
    int begin, end;              // springs, user's ids
    std::vector<double> values;  // EA: one for all, or one for each
  };
  // Weight and constant load on an axis.
  double steady_force(std::size_t axis) const;
  void set_wave_loads();
  void take_axial_stiffnesses(const System& system);
  void take_moving_supports(const System& system);
  template <class Value, class Rate>
  void evaluate_supports(Value&& value, Rate&& rate, std::vector<double>& position,
                         std::vector<double>& velocity) const;
  std::vector<AxialSet> axial_;  // ascending
  std::vector<double> loads_;    // the constant ones; empty if there are none
  double time_ = 0;
  VectorId weight_ = -1, load_ = -1;  // all axes, from their first use on
  bool vectors_current_ = false;
  std::vector<Wave> waves_;
  std::vector<int> wave_axes_;  // each once
  std::vector<double> wave_forces_, wave_external_;
  std::vector<int> moving_axes_;  // ascending
  std::vector<Moving> moving_;
  std::vector<double> support_corners_;
};

}  // namespace tensio
