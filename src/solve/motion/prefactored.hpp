// Implicit steps by a quasi-Newton method.
#pragma once

#include <span>

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Steps that are stored, and the vectors that takes beyond a Scratch.
inline constexpr int kStoredSteps = 4;
inline constexpr int kPrefactoredSpace = 2 * kStoredSteps;

/// Moves x to the minimum of the energy of a time step, as Newton's method does, in more but far
/// cheaper iterations. Its stored steps are discarded at the end. `begin`: the state before the
/// step.
NewtonResult prefactored(Backend& backend, VectorId x, VectorId begin, const Limits& limits,
                         const Scratch& scratch, std::span<const VectorId> space);

}  // namespace tensio
