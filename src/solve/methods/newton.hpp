// Newton's method on a backend: from a start to a state where the forces balance.
#pragma once

#include <functional>
#include <span>

#include "solve/methods/iteration.hpp"

namespace tensio {

struct NewtonOptions : Limits {
  bool leave_saddles = true;  ///< continue from an equilibrium that is not stable
  bool refine = true;         ///< take one more step at equilibrium
  /// Stop if K is not positive definite and the residual is above kFarFromEquilibrium.
  bool stop_far = false;
  /// For forces without an energy: called with each state before its forces are computed. It
  /// replaces them by the forces of an energy that agree with them at this state. A step is then
  /// accepted if it lowers that energy or the norm of the forces.
  std::function<void(VectorId)> prepare = {};
  /// For those: f -= N u, where N is the part of their derivative at x that the symmetric matrix
  /// lacks; zero on constrained axes. Steps then solve with both, using the vectors of `space`.
  std::function<void(VectorId x, VectorId u, VectorId f)> subtract_unsymmetric = {};
  std::span<const VectorId> space = {};
};

/// Above this residual Newton's steps are not better than cheaper ones.
inline constexpr double kFarFromEquilibrium = 1e-2;

/// Moves x to equilibrium, with vectors that the caller may reuse.
NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options, const Watch& watch,
                    const Scratch& scratch);
inline NewtonResult newton(Backend& backend, VectorId x, const NewtonOptions& options,
                           const Watch& watch) {
  return newton(backend, x, options, watch, make_scratch(backend));
}

}  // namespace tensio
