// How a scalar of a rest state or of a motion changes with what the net is made of: the adjoint
// method.
//
// The scalar C(x, T) is the caller's: of positions and tensions at rest. One linear solve with the
// stiffness K at rest gives its derivatives by all stiffnesses, rest lengths, loads, fixed
// positions and masses together:
//
//   K w = dC/dx        dC/dp = w . dF/dp     F: the forces on the free axes
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensio/model/motion.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// The derivatives of the scalar by the rest state, in the user's order; empty where it does not
/// depend on them.
struct CostDerivatives {
  std::vector<double> position = {};  ///< node_count x dimension
  std::vector<double> tension = {};   ///< spring_count
};

/// The derivatives of the scalar by the values of the net, in the user's order.
struct [[nodiscard]] RestGradient {
  /// Empty, or why there is no gradient; the arrays are then empty too.
  std::string problem = {};
  std::vector<double> stiffness = {};    ///< by each k, rest lengths kept
  std::vector<double> rest_length = {};  ///< by each l0, stiffnesses and masses kept
  /// By a tension added to each spring; of the law constant_tension, which has 0 above, by its own.
  std::vector<double> pretension = {};
  std::vector<double> load = {};            ///< node_count x dimension, zero on fixed axes
  std::vector<double> fixed_position = {};  ///< node_count x dimension, zero on free axes
  std::vector<double> mass = {};            ///< by the mass of each node, through its weight
  /// Cables and struts at their rest length, where the tension has a kink: the derivatives are
  /// those of the side on which they carry a force.
  std::vector<int> at_kink = {};

  bool found() const { return problem.empty(); }
};

/// Of a rest state that solve_equilibrium() found for this net. There is none where the state did
/// not converge, can move without resistance, or rests on obstacles, and where springs yield or
/// break or pressure acts. A spring given by EA has k = EA / l0: by the chain rule dC/dEA is
/// stiffness / l0, and dC/dl0 with EA kept is rest_length - stiffness k / l0.
/// Throws Error for arrays of the wrong size, and for NaN or infinity in them.
RestGradient rest_gradient(const Network& network, const Equilibrium& rest,
                           const CostDerivatives& cost, const EquilibriumOptions& options = {});
RestGradient rest_gradient(const System& system, const Equilibrium& rest,
                           const CostDerivatives& cost);

// ---- motion ----

/// The derivatives of the scalar by one state of a run, node_count x dimension each; empty where it
/// does not depend on them.
struct StateDerivatives {
  std::vector<double> position = {};
  std::vector<double> velocity = {};
};
/// Asked for every state of a run, the last one first; step 0 is the start.
using RunCost = std::function<StateDerivatives(int step, const State& state)>;

struct [[nodiscard]] RunGradient {
  std::string problem = {};  ///< as in RestGradient
  int steps = 0;
  std::vector<double> stiffness = {};       ///< by each k, dampings kept
  std::vector<double> rest_length = {};     ///< by each l0, stiffnesses and masses kept
  std::vector<double> pretension = {};      ///< as in RestGradient
  std::vector<double> load = {};            ///< by a constant force; zero on fixed axes
  std::vector<double> mass = {};            ///< by the mass of each node
  std::vector<double> start_position = {};  ///< of fixed nodes too, which stay there
  std::vector<double> start_velocity = {};

  bool found() const { return problem.empty(); }
};

/// Of a run of backward Euler steps: time_step and duration are given, each step is solved to
/// 1e-12 or to options.tolerance where that is smaller, and none is split. There is no gradient
/// where a step does not converge, and for nets with obstacles, pressure, wind, muscles, moving
/// supports, events, or springs that yield, break or creep. At most `kept_states` states are in
/// memory (0: as many as 256 MB contain); of longer runs the steps between saved states are taken
/// again on the way back.
/// Throws Error for a bad system and for options other than these.
RunGradient run_gradient(const System& system, const SimulationOptions& options,
                         const RunCost& cost, int kept_states = 0);

}  // namespace tensio
