// Nets with slack cables or struts: the kink of their laws is rounded, less and less.
#pragma once

#include "solve/methods/newton.hpp"

namespace tensio {

/// Whether the net has cables or struts, and at x some are slack.
bool has_slack_springs(Backend& backend, VectorId x);

/// Moves x close to equilibrium: solves with rounded laws (physics/rounded_slack.hpp), each from
/// the last, until the width is far below the stretch of the taut springs.
NewtonResult slack_continuation(Backend& backend, VectorId x, const Limits& limits,
                                const Watch& watch);

}  // namespace tensio
