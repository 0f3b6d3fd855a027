// Grades the short functions that a student writes first: the force and the stiffness block of one
// spring, and one time step of a named method. The studio's page hands in JavaScript by this.
#pragma once

#include "tensio/grade.hpp"

namespace tensio::grade {

/// The force of a spring on its end a, `dimension` numbers: k (l - l0) n with n from a to b.
Grade spring_force(const SpringValues& yours, const Options& options = {});
/// The stiffness block of a spring, d²E/da² = k ((1 - l0/l) I + (l0/l) n nᵀ), `dimension`² numbers
/// by rows. The block of a and b is minus this.
Grade spring_block(const SpringValues& yours, const Options& options = {});

/// What a step is meant to be.
enum class StepKind {
  explicit_euler,           ///< q' = q + dt v, v' = v + dt a(q)
  symplectic_euler,         ///< v' = v + dt a(q), q' = q + dt v'; the other order passes too
  velocity_verlet,          ///< q' = q + dt v + dt²/2 a(q), v' = v + dt/2 (a(q) + a(q'))
  rk4,                      ///< the classical Runge-Kutta method
  linearly_implicit_euler,  ///< linearly_implicit_euler() of grade.hpp
};
inline constexpr int kStepKindCount = 5;
const char* to_string(StepKind kind);

/// One step of that method, a = M^-1 f.
Grade time_step(StepKind kind, const Step& yours, const Options& options = {});

}  // namespace tensio::grade
