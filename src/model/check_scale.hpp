// Numbers that are far apart, or in other units than they seem.
#pragma once

#include <vector>

#include "tensio/model/check.hpp"

namespace tensio {

/// Warns of 9.81 where the length is not the metre: a number copied with its unit left behind.
void check_gravity(const System& system, std::vector<Warning>& warnings);
/// Warnings about masses and stiffnesses; k of all springs is given.
void check_scale(const System& system, const std::vector<double>& stiffness,
                 std::vector<Warning>& warnings);

}  // namespace tensio
