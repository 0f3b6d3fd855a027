// What grows with the load factor and what stays.
#pragma once

#include <string>

#include "tensio/model/system.hpp"

namespace tensio {

/// A system, distinguished: `constant` without what grows, `growing` without the loads that stay.
struct GrowingLoad {
  System constant = {};
  System growing = {};
};

/// The loads of the case grow, or all loads and gravity where no case is named. Throws Error where
/// the case has no loads, or temperatures.
GrowingLoad growing_load(const System& system, const std::string& load_case);

}  // namespace tensio
