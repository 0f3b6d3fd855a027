// Other ways to rest, to compare and to teach; each honest about where it ended.
#pragma once

#include "solve/methods/iteration.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// plain_newton, per_node_newton, fire or lbfgs, as `options.method` says.
NewtonResult other_method(Backend& backend, VectorId x, const EquilibriumOptions& options,
                          const Watch& watch);

/// What lbfgs corrects by the steps it remembers.
enum class FirstMatrix {
  node_stiffness,    ///< of each node by itself
  scalar_laplacian,  ///< the scalar Laplacian, prepared before
  projected,  ///< K projected and slightly shifted, a factor of which is renewed now and then
};

/// Comes nearer to rest by lbfgs; `done` iterations came before.
NewtonResult come_nearer(Backend& backend, VectorId x, const EquilibriumOptions& options,
                         FirstMatrix first, int done, const Watch& watch);

}  // namespace tensio
