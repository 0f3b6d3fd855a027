// The loads that grow with the load factor, and the constant ones.
#pragma once

#include <string>

#include "tensio/model/system.hpp"

namespace tensio {

/// Two copies of a system: `constant` without the growing loads, `growing` without the others.
struct GrowingLoad {
  System constant = {};
  System growing = {};
};

/// The loads of the case grow, or all loads and gravity if no case is named. Throws Error if the
/// case has no loads, or has temperatures.
GrowingLoad growing_load(const System& system, const std::string& load_case);

}  // namespace tensio
