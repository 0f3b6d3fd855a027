// Newton's method on a backend: from a start to a state where the forces balance.
#pragma once

#include <functional>
#include <span>

#include "solve/methods/iteration.hpp"

namespace tensio {

struct NewtonOptions : Limits {
  bool leave_saddles = true;  ///< continue from a rest state that is not stable
  bool stop_far = false;      ///< end where K does not serve and the residual is above kFarFromRest
  /// For forces that no energy belongs to: called with each state before its forces are worked
  /// out, it makes them those of an energy that is right there. A step then counts if it lowers
  /// that energy or the norm of the forces.
  std::function<void(VectorId)> prepare = {};
  /// For those: f -= u times what their derivative at x has beyond the matrix, which is symmetric;
  /// zero where an axis is not an unknown. Steps then solve with the whole, with vectors that are
  /// kept.
  std::function<void(VectorId x, VectorId u, VectorId f)> subtract_rest = {};
  std::span<const VectorId> space = {};
};

/// Further from rest Newton's steps are no better than cheaper ones.
inline constexpr double kFarFromRest = 1e-2;

/// Moves x to equilibrium.
NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch);
/// The same with vectors that are kept.
NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch,
                    const Scratch& scratch);

}  // namespace tensio
