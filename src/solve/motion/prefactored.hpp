// Implicit steps by quasi-Newton steps with a matrix that stays.
#pragma once

#include <span>

#include "solve/methods/iteration.hpp"

namespace tensio {

/// Steps that are remembered, and the vectors that takes beyond a Scratch.
inline constexpr int kRemembered = 4;
inline constexpr int kPrefactoredSpace = 2 * kRemembered;

/// Moves x to where the energy of a step in time is least: where Newton's method goes, in more and
/// far cheaper iterations. What it has learnt is forgotten at the end.
NewtonResult prefactored(Backend& backend, VectorId x, const Limits& limits, const Scratch& scratch,
                         std::span<const VectorId> space);

}  // namespace tensio
