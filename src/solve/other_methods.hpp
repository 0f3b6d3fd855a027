// Other ways to rest, to compare and to teach; each honest about where it ended.
#pragma once

#include <functional>

#include "solve/newton.hpp"
#include "tensio/options.hpp"

namespace tensio {

/// plain_newton, per_node_newton, fire or lbfgs, as `options.method` says.
NewtonResult other_method(Backend& backend, VectorId x, const EquilibriumOptions& options,
                          const std::function<bool(const NewtonStep&)>& watch);

}  // namespace tensio
