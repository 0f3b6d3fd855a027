// A net about one state, as small motions see it: y'' = -A y - B y' with y = sqrt(M) x.
//
//   A = M^-1/2 K M^-1/2     stiffness; slack cables and struts count as taut
//   B = M^-1/2 C M^-1/2     axial damping and drag
//
// Both are symmetric, and known by their products alone. All numbers are the same on every machine.
#pragma once

#include <optional>
#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// The shape that stiffness and damping belong to: the one at hand; or any that the net may come
/// to, for which every spring resists in all directions as much as along itself.
enum class Shape { at_hand, any };

/// Motions slower than this part of the fastest are still, as far as rounding tells.
inline constexpr double kStill = 1e-7;

class LinearNet {
 public:
  /// At positions x, compiled order. The net's parts count as they stand.
  LinearNet(const NetworkData& net, const std::vector<double>& x, Shape shape);

  /// Vectors have a number for each axis of the net, zero where it is held.
  std::size_t axes() const { return scale_.size(); }
  const std::vector<int>& free_axes() const { return free_; }
  bool damped() const { return drag_ != 0 || !damping_.empty(); }
  bool finite() const { return finite_; }  ///< every stiffness is a number

  /// B = per_a A + drag, where it is so: then each vibration moves by itself.
  struct EvenDamping {
    double per_a = 0, drag = 0;
  };
  std::optional<EvenDamping> even_damping() const;

  /// out = a A y + b B y.
  void product(double a, double b, const std::vector<double>& y, std::vector<double>& out) const;

 private:
  template <int D>
  void take_springs(const std::vector<double>& x);
  template <int D>
  void add_springs(double a, double b, const double* y, double* out) const;

  const NetworkData& net_;
  Shape shape_;
  double drag_ = 0;
  bool finite_ = true;
  std::vector<int> free_;
  std::vector<double> scale_;    // 1 / sqrt(mass), 0 where held
  std::vector<double> along_;    // of each spring: its direction,
  std::vector<double> tangent_;  // what it has along, less what it has across
  std::vector<double> across_;
  std::vector<double> damping_;  // empty where there is none
  mutable std::vector<double> scaled_;
};

}  // namespace tensio
