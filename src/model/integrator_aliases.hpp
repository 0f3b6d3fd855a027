// What integrators are called in other programs, for messages about scene files and options.
#pragma once

#include <optional>
#include <string_view>

#include "tensio/model/motion.hpp"

namespace tensio {

struct IntegratorAlias {
  std::string_view word;
  Integrator integrator;
};
inline constexpr IntegratorAlias kIntegratorAliases[] = {
    {"forward_euler", Integrator::explicit_euler},
    {"semi_implicit_euler", Integrator::symplectic_euler},
    {"verlet", Integrator::velocity_verlet},
    {"leapfrog", Integrator::velocity_verlet},
    {"runge_kutta", Integrator::rk4},
    {"dormand_prince", Integrator::rk45},
    {"baraff_witkin", Integrator::linearly_implicit_euler},
    {"backward_euler", Integrator::implicit_euler},
    {"midpoint", Integrator::implicit_midpoint},
};

/// The integrator that other programs call by this word, if there is one.
constexpr std::optional<Integrator> integrator_called(std::string_view word) {
  for (const IntegratorAlias& alias : kIntegratorAliases)
    if (alias.word == word) return alias.integrator;
  return std::nullopt;
}

}  // namespace tensio
