// The steps of the integrators: one function each, from t to t + h.
#pragma once

#include "solve/motion/stepper.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

StepResult explicit_euler(Stepper& m, double t, double h);
StepResult symplectic_euler(Stepper& m, double t, double h);
StepResult velocity_verlet(Stepper& m, double t, double h);
StepResult rk4(Stepper& m, double t, double h);
StepResult rk45(Stepper& m, double t, double h);
StepResult linearly_implicit_euler(Stepper& m, double t, double h);
StepResult implicit_euler(Stepper& m, double t, double h);
StepResult implicit_midpoint(Stepper& m, double t, double h);
StepResult bdf2(Stepper& m, double t, double h);

/// In the order of the enumeration; `automatic` is replaced before a run begins.
inline constexpr StepResult (*kSteps[])(Stepper&, double, double) = {
    nullptr, explicit_euler,          symplectic_euler, velocity_verlet,   rk4,
    rk45,    linearly_implicit_euler, implicit_euler,   implicit_midpoint, bdf2,
};
static_assert(sizeof kSteps / sizeof kSteps[0] == kIntegratorCount);

}  // namespace tensio
