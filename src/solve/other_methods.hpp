// Other ways to rest, to compare and to teach; each honest about where it ended.
#pragma once

#include "solve/iteration.hpp"
#include "tensio/options.hpp"

namespace tensio {

/// plain_newton, per_node_newton, fire or lbfgs, as `options.method` says.
NewtonResult other_method(Backend& backend, VectorId x, const EquilibriumOptions& options,
                          const Watch& watch);

/// Comes nearer to rest by lbfgs, with the node matrix that Backend::prepare_node_steps() made as
/// its first matrix; `done` iterations came before.
NewtonResult come_nearer(Backend& backend, VectorId x, const EquilibriumOptions& options, int done,
                         const Watch& watch);

}  // namespace tensio
