// Springs with a history: what they remember is frozen within a step, and brought up to date once
// the step is accepted.
//
//   yield    return mapping: T = sign (Y + ratio (|T| - Y)) beyond the yield force Y, which grows
//            to |T|; the rest length moves by what the elastic law is short of
//   viscous  a Maxwell branch, exact for a linear change of length (physics/maxwell.hpp):
//            T = T_n e^(-h/tau) + (eta/h) (1 - e^(-h/tau)) (l - l_n)
//   break    stiffness, damping and parts become zero in place, and faces that have it for an edge
//   go
#pragma once

#include <span>
#include <vector>

#include "backend/histories.hpp"
#include "core/index.hpp"
#include "model/edge_faces.hpp"
#include "network/network_data.hpp"
#include "physics/maxwell.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

class SpringHistories {
 public:
  /// Changes values of the net, which is its owner's: stiffness, rest length, damping, parts,
  /// broken springs and faces that go with them.
  explicit SpringHistories(NetworkData& net);
  SpringHistories(const SpringHistories&) = delete;
  SpringHistories& operator=(const SpringHistories&) = delete;

  /// Nothing is remembered: commit() would do nothing.
  bool empty() const {
    return yields_.empty() && maxwells_.empty() && breaks_.empty() && net_.muscles.empty();
  }

  /// The state in which a run begins: a spring that has yielded and is at its yield force is
  /// yielding on.
  void begin(std::span<const double> lengths);
  /// The lengths from which Maxwell branches and muscles continue, compiled order: at the start,
  /// and after the state was changed by hand. Tensions stay.
  void restart(std::span<const double> lengths);
  /// Writes what the springs add to their laws `tau` seconds after the state committed last.
  /// Dashpots of a stage of b seconds are the law T = c (l - l*) / b; b = 0: none.
  void prepare(double tau, double b = 0, std::span<const double> l_star = {});
  /// The same for a net at rest: Maxwell branches have relaxed, yielding counts.
  void prepare_rest();

  /// Takes the step of length h that ended at time t with these lengths (compiled order) into the
  /// history; muscles stand in the net as they are at t. Events get what yields (it did not in
  /// the step before) and what breaks, with the strain from the rest length before any yielding.
  /// h = 0: values were changed by hand, between two steps.
  /// `backward`: Maxwell branches pulled with their tension at the end for the whole step, as in
  /// backward Euler, and what they take is counted that way: it is then never too much.
  EnergyBalance commit(double t, double h, std::span<const double> lengths,
                       std::vector<MotionEvent>& events, bool backward = false);
  /// The same for a net at rest, whose Maxwell branches carry nothing. How many springs yielded or
  /// broke, by more than rounding.
  int settle(std::span<const double> lengths, std::vector<MotionEvent>& events);
  /// How many springs the last commit() or settle() changed.
  int changes() const { return changes_; }

  bool has_branches() const { return !maxwells_.empty(); }
  /// Lengths of the springs, compiled order, `part` of a step after its start.
  struct Waypoint {
    double part;
    std::span<const double> lengths;
  };
  /// How much the tensions of Maxwell branches over a step of h change where their lengths change
  /// linearly from waypoint to waypoint (ascending, the last one the end) and not over the step
  /// as a whole: the largest change, as the elongation tension / stiffness [m].
  double branch_error(double h, std::span<const Waypoint> path);

  /// In the springs of Maxwell branches [J].
  double stored_energy() const;
  /// Adds what Maxwell branches carry and store, user's order.
  void add_to_tensions(std::span<double> tension) const;
  void add_to_energies(std::span<double> energy) const;
  /// The hardening of yielding springs and the tension of Maxwell branches, user's order; empty
  /// where no spring has any.
  std::vector<double> hardening_forces() const;
  std::vector<double> viscous_tensions() const;

  /// All that the next steps depend on; springs by the user's ids.
  std::vector<double> save() const;
  /// Histories of springs that have no such part any more are dropped. False where the numbers are
  /// none that save() gave for as many springs.
  [[nodiscard]] bool load(std::span<const double> saved);

 private:
  struct Yielding : YieldSpring {
    bool yielding = false;
    double limit() const { return first + hardened; }
  };
  struct Maxwell : MaxwellSpring {
    int kind = 0;
    double energy() const { return 0.5 * tension * tension / stiffness; }
  };
  struct BranchKind {
    double stiffness, viscosity;
    MaxwellStep step = {};  // the one at hand
  };
  struct Breaking : BreakSpring {
    double damping = 0;  // that went with it
  };
  struct Factors {
    double stiffness, length;
  };

  void prepare_dashpots(double b, std::span<const double> l_star);
  void prepare_yields();
  Maxwell* maxwell_of(int s);
  bool broken(int s) const { return net_.is_broken(usize(s)); }
  // From the rest length before any yielding.
  double strain_of(Law law, int s, double l) const;
  double muscle_work(std::span<const double> lengths);
  double yield(double t, std::span<const double> lengths, std::vector<MotionEvent>& events,
               bool between_steps);
  int branch_kind(double stiffness, double viscosity);
  void set_branch_step(double h);
  const MaxwellStep& step_of(const Maxwell& m) const { return branch_kinds_[m.kind].step; }
  double relax(double h, std::span<const double> lengths, bool backward);
  double break_springs(double t, std::span<const double> lengths, std::vector<MotionEvent>& events);
  void break_spring(Breaking& spring);
  void mend_all();
  void remember_factors();
  void log(MotionEvent::Kind kind, double t, Law law, int s, double l,
           std::vector<MotionEvent>& events) const;

  NetworkData& net_;
  std::vector<Yielding> yields_;  // these three by ascending compiled spring
  std::vector<Maxwell> maxwells_;
  std::vector<BranchKind> branch_kinds_;  // each pair of stiffness and viscosity once
  std::vector<double> branch_tension_;    // of branch_error()
  std::vector<Breaking> breaks_;
  std::vector<double> last_;      // lengths committed last, where anything needs them
  std::vector<Factors> factors_;  // of the muscles, then
  EdgeFaces edge_faces_;          // that go with a spring; empty where none can
  int changes_ = 0;
};

}  // namespace tensio
