// The linearised equations of motion about a state: y'' = -A y - B y' with y = sqrt(M) x.
//
//   A = M^-1/2 K M^-1/2     stiffness; slack cables and struts count as taut
//   B = M^-1/2 C M^-1/2     axial damping and drag
//
// Both are symmetric, and only their products are computed. All bits are the same on every machine.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/parallel.hpp"
#include "network/custom_springs.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// The shape at which stiffness and damping are taken: the current one; or any that the net may
/// reach, for which every spring is as stiff in all directions as along itself.
enum class Shape { current, any };

/// Motions slower than this part of the fastest cannot be distinguished from rest.
inline constexpr double kStill = 1e-7;

/// Up to this number of springs their stiffnesses are stored. For larger nets, to save memory, they
/// are computed again for each product, block by block, by all threads.
inline constexpr int kMostStored = 1 << 17;

class LinearNet {
 public:
  /// At positions x, compiled order, with the current parts of springs with histories. `threads`: 0
  /// are all; results do not depend on it.
  LinearNet(const NetworkData& net, std::span<const double> x, Shape shape, int threads = 1,
            int most_stored = kMostStored);

  /// Vectors have a number for each axis of the net, zero where it is fixed.
  std::size_t axes() const { return x_.size(); }
  const std::vector<int>& free_axes() const { return free_; }
  bool damped() const { return drag_ != 0 || sprung_damping_; }
  bool finite() const { return finite_; }  ///< no stiffness is NaN or infinite

  /// B = per_a A + drag, if that is the case: then the vibrations are not coupled.
  struct EvenDamping {
    double per_a = 0, drag = 0;
  };
  std::optional<EvenDamping> even_damping() const;

  /// Bounds of eigenvalues, from the springs of each node: those of A are between -below and a,
  /// those of B between 0 and b.
  struct Bounds {
    double a = 0, below = 0, b = 0;
  };
  Bounds bounds() const;

  /// out = a A y + b B y.
  void product(double a, double b, const std::vector<double>& y, std::vector<double>& out) const;

 private:
  /// Directions and stiffnesses of the springs begin .. end - 1.
  struct Springs {
    int begin = 0, end = 0;
    std::vector<double> along;    // of each spring: its direction,
    std::vector<double> tangent;  // its stiffness along, less its stiffness across,
    std::vector<double> across;   // its stiffness across
  };
  /// The nodes begin .. end - 1, and the springs with an end there as intervals, ascending.
  struct Range {
    int begin = 0, end = 0;
    std::vector<SumBlock> springs;
  };
  void make_ranges();
  /// Calls f(springs) for blocks of all springs, in ascending order.
  template <class F>
  void for_blocks(F&& f) const;
  template <int D>
  void take_springs(int begin, int end, Springs& springs) const;
  template <int D>
  Bounds bounds() const;
  template <int D>
  void product(double a, double b, const std::vector<double>& y, std::vector<double>& out) const;
  /// Only to nodes of the range.
  template <int D>
  void add_springs(const Springs& springs, double a, double b, const Range& range,
                   double* out) const;
  template <int D>
  void product_in(const Range& range, Springs& springs, double a, double b,
                  const std::vector<double>& y, std::vector<double>& out) const;

  const NetworkData& net_;
  std::vector<double> x_;
  Shape shape_;
  double drag_ = 0;
  bool sprung_damping_ = false;  // some spring damps
  bool finite_ = true;
  int block_;  // springs computed at a time
  CustomSprings custom_;
  const CustomValue* custom_values_ = nullptr;
  std::vector<int> free_;
  std::vector<double> root_;  // of nodes: 1 / sqrt(mass)
  mutable Springs springs_;   // the current block
  mutable ThreadPool pool_;
  std::vector<Range> ranges_;                // one for each thread
  mutable std::vector<Springs> springs_in_;  // of each range, where they are not stored
  mutable std::vector<double> scaled_;
};

}  // namespace tensio
