// First-order theory: one linear solve about the start.
#pragma once

#include <vector>

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Solves K u = f about `start` (user's order), with supports where they are drawn: their
/// displacements are part of u, and `start` becomes the shape without them. x becomes start + u,
/// and `f` the residual of the linear equations, also on constrained axes.
NewtonResult solve_linear(Backend& backend, const NetworkData& net, VectorId x, VectorId f,
                          std::vector<double>& start);

}  // namespace tensio
