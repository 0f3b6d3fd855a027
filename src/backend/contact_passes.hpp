// Passes for contact with obstacles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/vectors.hpp"
#include "physics/penalty_contact.hpp"

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

/// How an explicit step of h seconds went, before contact.
struct ImpactStep {
  int x0, v0;  ///< vectors at its start
  int x, v;    ///< at its end; they become those after contact
  double h;
  double share;                      ///< see NodeStep
  std::span<const double> shift0;    ///< of the solids at its start, 3 for each
  std::span<std::uint8_t> touching;  ///< node_count x solids, brought up to date
};

// ---- implicit steps and rest: see physics/penalty_contact.hpp ----

/// No node ends a step deeper in the penalty than this part of its thickness.
inline constexpr double kMostDepth = 0.5;

/// The penalty of all obstacles in one step. kappa = factor (stiffness of the node's springs + g
/// m), with g of the inertia.
struct Penalty {
  double factor = 1;
  bool at_rest = true;  ///< felt without inertia too
  double reach = 1;     ///< z = x0 + reach (x - x0): where it is felt in a stage that ends at x
  int x0 = -1;          ///< vector at the start of the step; none at rest
  double slip = 0;      ///< way in the step up to which friction holds; 0: no friction
  int lag = 0;          ///< how often the step was solved again for friction
  std::span<const double> shift0 = {};    ///< of the solids at its start, 3 for each
  std::vector<PenaltyPoint> points = {};  ///< by node, then solid
};

/// What a step did to the penalty.
struct PenaltySummary {
  double deepest = 0;   ///< in parts of the thickness
  bool caught = false;  ///< planes were put in the way of nodes
  double largest_normal_force = 0;
  double friction_change = 0;  ///< how much friction changes by the new pushes, at most
  bool begins = false;         ///< a node is pushed that was not before
};

/// An implicit step of h seconds with its end found.
struct PenaltyStep {
  int x0, v0;
  int x, v;
  double h;
  int carried;  ///< with b: mass (v - carried) / b is the force that the integrator worked with
  double b;
  std::span<std::uint8_t> touching;
};

class ContactPasses {
 public:
  virtual ~ContactPasses() = default;

  /// Stops nodes at obstacles after an explicit step.
  virtual void stop_at_solids(const ImpactStep& step, ContactBalance& balance) = 0;
  /// The penalty that is part of energy, forces and matrices from here on, and stays the caller's;
  /// none of it where it is null. Backends begin with that of rest.
  virtual void set_penalty(const Penalty* penalty) = 0;
  /// Puts planes in the way of nodes that would come too deep from one vector to another; with
  /// `measure` the points become those that the second one has, with their pushes.
  virtual PenaltySummary follow_paths(VectorId from, VectorId to, bool measure,
                                      Penalty& penalty) = 0;
  /// What the penalty did in a step that is accepted. What velocity is left along the normals of
  /// nodes in it is taken out: restitution 0.
  virtual void settle_penalty(const PenaltyStep& step, const Penalty& penalty,
                              ContactBalance& balance) = 0;
  virtual double penalty_energy(VectorId x) = 0;
};

}  // namespace tensio
