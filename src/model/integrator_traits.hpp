// The table of the integrators: what is asked of one besides its step, which is a function of
// solve/motion.
#pragma once

#include "tensio/model/motion.hpp"

namespace tensio {

struct IntegratorTraits {
  Integrator integrator;
  const char* name;        ///< in scene files and reports
  int order;               ///< of the error, as a power of the step; 0: stands for another one
  bool implicit = false;   ///< a step solves equations,
  bool converges = false;  ///< iterating until their residual is below the tolerance
  bool own_step = false;   ///< chooses the length of each step
  bool fused = false;      ///< Backend::advance() takes many steps in one call
  int states = 1;          ///< from which a step continues
  int reach = 1;           ///< length of an implicit step over that of its stage
  /// How much of the change of velocity in an explicit step its displacement feels; friction takes
  /// as much from it.
  double velocity_share = 0.5;
  /// What Maxwell branches dissipate counts with their tension at the end of the step.
  bool backward = false;
};

/// In the order of the enumeration.
inline constexpr IntegratorTraits kIntegratorTraits[] = {
    {.integrator = Integrator::automatic, .name = "auto", .order = 0, .converges = true},
    {.integrator = Integrator::explicit_euler,
     .name = "explicit_euler",
     .order = 1,
     .fused = true,
     .velocity_share = 0},
    {.integrator = Integrator::symplectic_euler,
     .name = "symplectic_euler",
     .order = 1,
     .fused = true,
     .velocity_share = 1},
    {.integrator = Integrator::velocity_verlet,
     .name = "velocity_verlet",
     .order = 2,
     .fused = true},
    {.integrator = Integrator::rk4, .name = "rk4", .order = 4},
    {.integrator = Integrator::rk45, .name = "rk45", .order = 5, .own_step = true},
    {.integrator = Integrator::linearly_implicit_euler,
     .name = "linearly_implicit_euler",
     .order = 1,
     .implicit = true,
     .backward = true},
    {.integrator = Integrator::implicit_euler,
     .name = "implicit_euler",
     .order = 1,
     .implicit = true,
     .converges = true,
     .backward = true},
    {.integrator = Integrator::implicit_midpoint,
     .name = "implicit_midpoint",
     .order = 2,
     .implicit = true,
     .converges = true,
     .reach = 2},
    {.integrator = Integrator::bdf2,
     .name = "bdf2",
     .order = 2,
     .implicit = true,
     .converges = true,
     .states = 2},
};

constexpr bool in_order(const IntegratorTraits (&table)[kIntegratorCount]) {
  for (int i = 0; i < kIntegratorCount; ++i)
    if (static_cast<int>(table[i].integrator) != i) return false;
  return true;
}
static_assert(in_order(kIntegratorTraits));

constexpr const IntegratorTraits& traits_of(Integrator integrator) {
  return kIntegratorTraits[static_cast<int>(integrator)];
}

}  // namespace tensio
