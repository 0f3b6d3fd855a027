// Numbers that are far apart, or in other units than they seem.
#pragma once

#include <vector>

#include "tensio/check.hpp"

namespace tensio {

/// Warnings about gravity, masses and stiffnesses, whose k of all springs is given.
void check_scale(const System& system, const std::vector<double>& stiffness,
                 std::vector<Warning>& warnings);

}  // namespace tensio
