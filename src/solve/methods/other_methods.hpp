// Other methods of finding an equilibrium, for comparison and teaching.
#pragma once

#include "solve/methods/iteration.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// plain_newton, per_node_newton, fire or lbfgs, as `options.method` says.
NewtonResult other_method(Backend& backend, VectorId x, const EquilibriumOptions& options,
                          const Watch& watch);

/// The first approximation of K that lbfgs corrects by its stored steps.
enum class FirstMatrix {
  node_stiffness,    ///< a diagonal matrix: the stiffness at each node
  scalar_laplacian,  ///< which the caller has prepared
  projected,         ///< K projected and slightly shifted; its factor is reused for some steps
};

/// Moves x closer to equilibrium by lbfgs, as a warm start; `done` iterations came before.
NewtonResult lbfgs_warm_start(Backend& backend, VectorId x, const EquilibriumOptions& options,
                              FirstMatrix first, int done, const Watch& watch);

}  // namespace tensio
