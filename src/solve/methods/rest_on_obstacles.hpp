// Rest on obstacles: the penalty is stiffened until no node lies too deep in it.
#pragma once

#include <functional>
#include <vector>

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Solves, with `penalty` as the backend's, and again with stiffer ones where a node ends too deep.
/// Begins with the stiffness for which x is at rest already, if there is one.
NewtonResult solve_on_obstacles(Backend& backend, VectorId x, double tolerance, Penalty& penalty,
                                const std::function<NewtonResult()>& solve);

/// What obstacles push each node with at x, in the user's order; `force`: all forces there.
std::vector<double> pushes_of_obstacles(Backend& backend, VectorId x, const Penalty& penalty,
                                        const std::vector<double>& force);

}  // namespace tensio
