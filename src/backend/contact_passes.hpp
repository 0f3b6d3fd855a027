// Passes for contact with obstacles.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "backend/vectors.hpp"
#include "core/vec.hpp"

namespace tensio {

/// A node (compiled) begins to touch an obstacle.
struct Touch {
  int node;
  int solid;
  double speed;  ///< along the normal, relative to the obstacle
};

/// What contact did in one step.
struct ContactBalance {
  double dissipated = 0;
  double work = 0;   ///< of moving obstacles, on the net
  bool met = false;  ///< some node met an obstacle
  std::vector<Touch> begun = {};
  std::vector<double> impulse = {};  ///< that each solid gave to the net [N s], 3 numbers each

  void clear(std::size_t solids) {
    dissipated = work = 0;
    met = false;
    begun.clear();
    impulse.assign(3 * solids, 0.0);
  }
  template <int D>
  void give(int solid, double factor, const Vec<D>& direction) {
    double* own = impulse.data() + 3 * static_cast<std::ptrdiff_t>(solid);
    for (int i = 0; i < D; ++i) own[i] += factor * direction[i];
  }
};

/// A touch ends where a node is farther from the contact surface than this part of the thickness.
inline constexpr double kTouchEnds = 0.01;

/// An explicit step of h seconds, before contact.
struct ImpactStep {
  VectorId x0, v0;  ///< at its start
  VectorId x, v;    ///< at its end; they become those after contact
  double h;
  double share;  ///< see NodeStep
};

// ---- implicit steps and rest: see physics/penalty_contact.hpp ----

/// No node ends a step deeper in the penalty than this part of its thickness.
inline constexpr double kMostDepth = 0.5;

/// The penalty of all obstacles in one step. kappa = factor (stiffness of the node's springs + g
/// m), with g of the inertia.
struct Penalty {
  double factor = 1;
  bool at_rest = true;  ///< acts without inertia too
  double reach = 1;     ///< it acts at z = x0 + reach (x - x0), in a stage that ends at x
  VectorId x0 = -1;     ///< at the start of the step; -1 at rest
  double slip = 0;      ///< displacement in the step up to which friction sticks; 0: no friction
  int lag = 0;          ///< how often the step was solved again for friction
};

/// What follow_paths() found.
struct PenaltySummary {
  double deepest = 0;   ///< in parts of the thickness
  bool caught = false;  ///< planes were put in the path of nodes
  bool points = false;  ///< some node has a plane in its path, or a normal force on it
  double largest_normal_force = 0;
  double friction_change = 0;  ///< largest change of friction by the new normal forces
  bool begins = false;         ///< a node has a normal force that had none before
};

/// An implicit step of h seconds with its end found.
struct PenaltyStep {
  VectorId x0, v0;
  VectorId x, v;
  double h;
  VectorId carried;  ///< with b: mass (v - carried) / b is the force that the integrator used
  double b;
};

/// The backend owns the points where nodes touch obstacles, with their normal forces and friction
/// states. A step starts from those of the last accepted step.
class ContactPasses {
 public:
  virtual ~ContactPasses() = default;

  /// A step begins, with the obstacles where they are now; a step that was not accepted is dropped.
  virtual void begin_contact() = 0;
  virtual void accept_contact() = 0;
  /// Stops nodes at obstacles after an explicit step.
  virtual void stop_at_solids(const ImpactStep& step, ContactBalance& balance) = 0;
  /// The penalty that is part of energy, forces and matrices from here on; none: no penalty.
  /// Backends begin with that of rest. The points stay.
  virtual void set_penalty(const std::optional<Penalty>& penalty) = 0;
  /// Puts planes in the path of nodes that would come too deep from one vector to another; with
  /// `measure` the points become those of the second one, with their normal forces.
  virtual PenaltySummary follow_paths(VectorId from, VectorId to, bool measure) = 0;
  /// The balance of the penalty in a step whose end is found. Velocities along the normals of nodes
  /// in contact are removed: restitution 0.
  virtual void settle_penalty(const PenaltyStep& step, ContactBalance& balance) = 0;
  virtual double penalty_energy(VectorId x) = 0;

  /// The points and touches that the next steps depend on, the same numbers for every backend.
  virtual std::vector<double> save_contact() const = 0;
  virtual void load_contact(std::span<const double> saved) = 0;
};

}  // namespace tensio
