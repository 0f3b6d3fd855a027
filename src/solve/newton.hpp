// Newton's method on a backend: from a start to a state where the forces balance.
#pragma once

#include "solve/iteration.hpp"

namespace tensio {

struct NewtonOptions : Limits {
  bool leave_saddles = true;  ///< go on from a rest state that is not stable
};

/// Moves x to equilibrium.
NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch);

}  // namespace tensio
