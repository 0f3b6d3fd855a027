// What can be wrong with units and parameters.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/pointer.hpp"
#include "model/problems.hpp"
#include "model/units.hpp"

namespace tensio {

void check_units(const Units& units, Problems& problems) {
  const struct {
    const char* key;
    const std::string& name;
    Dimension dimension;
  } parts[] = {{"length", units.length, kLength},
               {"force", units.force, kForce},
               {"time", units.time, kTime}};
  for (const auto& part : parts) {
    if (part.name.empty()) continue;
    const std::string fault = unit_fault(part.name, part.dimension);
    if (fault.empty()) continue;
    problems.add(fmt::format("/units/{}", part.key), part.name,
                 fmt::format("the unit of `{}` is wrong: {}", part.key, fault));
  }
}

void check_parameters(const System& system, Problems& problems) {
  std::set<std::string> names;
  for (const Parameter& parameter : system.parameters) {
    const std::string place = "/parameters/" + pointer_part(parameter.name);
    if (!names.insert(parameter.name).second)
      problems.add(place, parameter.name,
                   fmt::format("two parameters are named `{}`; names must differ", parameter.name));
    for (const double number :
         {parameter.value, parameter.min.value_or(0), parameter.max.value_or(0)}) {
      if (!std::isfinite(number))
        problems.add(
            place, fmt::format("{}", number),
            fmt::format("the parameter `{}` is {}; it must be finite", parameter.name, number));
    }
  }
}

}  // namespace tensio
