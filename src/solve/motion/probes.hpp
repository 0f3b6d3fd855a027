// The probes of a scene, evaluated at a state.
#pragma once

#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/histories.hpp"
#include "model/motion_names.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

/// Quantities of the springs at a state, in the user's order.
struct SpringReadings {
  std::vector<double> length, tension, strain, energy;
  std::vector<unsigned char> broken;                // empty if none can break
  std::vector<double> rest_length;                  // the current one
  std::vector<double> plastic, hardening, viscous;  // empty if no spring has any
};

class Probes {
 public:
  Probes(const System& system, const DynamicNetwork& net);

  const std::vector<std::string>& names() const { return names_; }
  bool wants_springs() const { return wants_springs_; }
  bool wants_forces() const { return wants_forces_; }
  /// Positions, velocities and net forces (on fixed axes too) in the user's order.
  std::vector<double> values(std::span<const double> position, std::span<const double> velocity,
                             std::span<const double> force, const SpringReadings& springs,
                             std::span<const unsigned char> broken) const;

 private:
  struct Watched {
    Quantity quantity;
    int axis;  // -1: the length of the vector
    Probe::Reduce reduce;
    std::vector<int> items;
    std::vector<double> area;  // of stress
  };
  double value(const Watched& probe, std::size_t i, std::span<const double> position,
               std::span<const double> velocity, std::span<const double> force,
               const SpringReadings& springs, std::span<const unsigned char> broken) const;
  static Watched watched(const System& system, const Probe& probe);

  const DynamicNetwork& net_;
  std::size_t dimension_;
  std::vector<double> drawn_;
  std::vector<Watched> probes_;
  std::vector<std::string> names_;
  bool wants_springs_ = false, wants_forces_ = false;
};

}  // namespace tensio
