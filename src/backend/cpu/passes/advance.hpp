// Many explicit steps in one call, and force passes, by sweeps of the kernels over ranges of nodes.
//
// Each thread has a range and computes all springs of its nodes, also those that cross into other
// ranges, which are computed on both sides; it adds them in ascending order, so that the bits do
// not depend on the ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backend/backend.hpp"
#include "backend/cpu/kernels/kernel.hpp"
#include "backend/loops.hpp"
#include "core/parallel.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Stops single nodes at obstacles.
class NodeStops {
 public:
  virtual ~NodeStops() = default;
  /// Which node touches which obstacle: as many numbers for each node as there are obstacles.
  virtual const std::uint8_t* touching() const = 0;
  /// From x0, v0 at the start of a step to x, v at its end, which change where it meets one.
  virtual void stop(int node, const double* x0, const double* v0, double* x, double* v,
                    ContactBalance& balance) = 0;
};

/// Real: the numbers of states and of all that is computed with them, double or float.
template <class Real>
class Sweeper {
 public:
  Sweeper(const NetworkData& net, ThreadPool& pool) : net_(net), pool_(pool) {}

  /// Whether the springs are such that the kernels know their laws.
  bool is_usable() const;
  /// See Backend::advance(); vectors are in compiled order; a and guess may be null. `stops`: in
  /// nets with obstacles.
  std::int64_t advance(const Advance& steps, double* x, double* v, double* a, double* guess,
                       NodeStops* stops = nullptr);
  /// Whether the obstacles are such that it is known which nodes come near.
  bool knows_solids() const;
  /// f = the spring forces, at v with those of dashpots; v may be null. In double precision.
  void forces(const double* x, const double* v, double* f);
  /// See is_damped_where_slack(): kernels see springs without stiffness as infinitely long.
  bool knows_dashpots() const {
    if (!knows_dashpots_) knows_dashpots_ = !is_damped_where_slack(net_);
    return *knows_dashpots_;
  }
  /// Stiffness, rest lengths, damping, masses, loads or supports were changed.
  void values_changed() {
    values_known_ = false;
    knows_dashpots_.reset();
  }
  /// Whether advance() goes by runs of nodes that are alike.
  bool by_runs() {
    lay_out();
    take_values();
    return by_runs_;
  }

 private:
  /// Four numbers of a node.
  struct alignas(4 * sizeof(Real)) Row {
    Real v[4];
  };
  /// Where the numbers of nodes stand: in rows, or one axis after the other.
  struct Layout {
    std::ptrdiff_t node, axis;
    std::ptrdiff_t at(int i, int along) const { return i * node + along * axis; }
  };
  struct Shared;
  static Real* numbers(std::vector<Row>& rows) { return rows.empty() ? nullptr : rows.data()->v; }
  /// The same for all threads: how many steps are good, and where their end lies.
  struct Outcome {
    std::int64_t good;
    const Real *x, *v, *a, *guess = nullptr;
    double dissipated = 0;  // in the range that begins first
  };
  class Powers;
  class DampedRun;
  struct Range {
    int begin, end;                           // nodes
    int beyond;                               // how many nodes behind the last springs reach
    std::vector<KernelSprings<Real>> laws;    // with the values of advance()
    std::vector<KernelSprings<Real>> direct;  // with those of the net
    std::vector<std::vector<int>> cross, cross_lower, cross_upper;
    std::vector<Row> f;
    std::vector<Real> p;  // powers of dashpots, as f
    std::vector<KernelRun> runs;
    std::vector<KernelCrossSpring<Real>> run_cross;
    std::vector<Real> window;  // sums of nodes, by runs
    int window_nodes = 0;
    std::vector<int> near;  // nodes that may meet an obstacle in the step at hand, ascending
  };

  /// What springs of one law share.
  struct Materials {
    std::vector<KernelMaterial<Real>> table;
    bool some_without = false;  // a rest length by which strains are reported
    double shortest = 0;        // of the others
  };

  void lay_out();
  void order_ends();
  std::vector<int> cut_nodes(int count) const;
  KernelSprings<Real> springs_of(const LawRange& law, int begin, int end) const;
  void find_cross_springs();
  void take_values();
  void look_at_lengths(const LawRange& law, Materials& materials) const;
  double length_without_force(int spring) const;
  double damping_of_spring(int spring) const {
    return net_.damping.empty() ? 0.0 : net_.damping[spring];
  }
  void number_materials(const LawRange& law, Materials& materials);
  void point_at_values(std::vector<KernelSprings<Real>>& laws) const;
  void take_own_values();
  void number_nodes();
  void suspect_beyond(double strain);
  Outcome run(const Advance& steps, Range& range, Shared& shared);
  Outcome run_damped(const Advance& steps, Range& range, Shared& shared);
  bool damped() const { return net_.drag != 0 || !net_.damping.empty(); }
  /// Steps are those of DampedRun, which may have neither drag nor dashpots.
  bool by_damped_run() const { return damped() || !net_.solids.empty(); }
  void find_near(Range& range, const Real* x0, const Real* x) const;
  void clearances(const Solid& solid, const Real* x0, const Real* x, int begin, int count,
                  double* least) const;
  void stop_near(const Real* x0, const Real* v0, Real* x, Real* v, ContactBalance& balance);
  void make_room(const Advance& steps);
  void exchange(const Advance& steps, Real* numbers) const;
  bool is_finite(const Real* x, const Real* v, int begin, int end) const;
  std::size_t rows() const;
  std::ptrdiff_t axis_distance() const;
  void pack(const double* from, int begin, int end, std::vector<Row>& to) const;
  void unpack(const Real* from, int begin, int end, double* to) const;
  void first_half_step(double h, const double* a, int begin, int end);
  KernelSweep<Real> sweep_of(Range& range);
  KernelDamping<Real> damping_of();
  void find_runs();
  bool cut_runs(Range& range);
  bool alike(int node, int springs, int other, int other_springs, int count) const;
  void describe_runs();
  int pattern_of(const KernelRun& run, int first, int springs);
  void make_window(Range& range);
  KernelRunSweep<Real> run_sweep_of(Range& range);

  const NetworkData& net_;
  ThreadPool& pool_;

  // What follows from the net's shape.
  bool laid_out_ = false;
  std::vector<int> own_lower_, own_upper_;  // where the net's own ends are not in order
  const int *lower_ = nullptr, *upper_ = nullptr;
  int span_ = 0;  // the farthest that springs lead
  std::vector<Range> ranges_;

  // What follows from its values.
  bool values_known_ = false;
  std::vector<std::uint8_t> number8_;    // of springs in the table of their law, where that
  std::vector<std::uint16_t> number16_;  // has up to 256 entries, or more
  std::vector<Materials> materials_;     // of each law
  mutable std::optional<bool> knows_dashpots_;
  std::vector<Real> own_stiffness_, own_rest_length_;  // in single precision, where not shared
  std::vector<Real> own_damping_;                      // in single precision
  std::vector<KernelNode<Real>> nodes_;
  std::vector<std::uint16_t> kind_;
  bool by_runs_ = false;
  std::vector<KernelPattern<Real>> patterns_;
  std::vector<KernelPatternSpring<Real>> pattern_springs_;
  std::vector<Real> run_values_;

  Layout layout_{4, 1};
  std::vector<Row> x_, v_;
  std::vector<Row> spare_;  // new positions with several ranges; forces; accelerations
  // With drag and dashpots: what damped_begin leaves, and new velocities and guesses with several
  // ranges.
  std::vector<Row> middle_, guess_, spare_v_, spare_guess_;
  // Of odd and even sweeps: powers of nodes, and their sums over blocks.
  std::vector<Real> power_[2];
  std::vector<double> block_power_[2];
  NodeStops* stops_ = nullptr;  // of the call at hand
  ContactBalance block_balance_;
};

}  // namespace tensio
