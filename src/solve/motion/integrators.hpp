// The steps of the integrators: one function each, from t to t + h.
#pragma once

#include "solve/motion/mover.hpp"
#include "tensio/motion.hpp"

namespace tensio {

StepResult explicit_euler(Mover& m, double t, double h);
StepResult symplectic_euler(Mover& m, double t, double h);
StepResult velocity_verlet(Mover& m, double t, double h);
StepResult rk4(Mover& m, double t, double h);
StepResult rk45(Mover& m, double t, double h);
StepResult linearly_implicit_euler(Mover& m, double t, double h);
StepResult implicit_euler(Mover& m, double t, double h);
StepResult implicit_midpoint(Mover& m, double t, double h);
StepResult bdf2(Mover& m, double t, double h);

/// In the order of the enumeration; `automatic` is replaced before a run begins.
inline constexpr StepResult (*kSteps[])(Mover&, double, double) = {
    nullptr, explicit_euler,          symplectic_euler, velocity_verlet,   rk4,
    rk45,    linearly_implicit_euler, implicit_euler,   implicit_midpoint, bdf2,
};
static_assert(sizeof kSteps / sizeof kSteps[0] == kIntegratorCount);

}  // namespace tensio
