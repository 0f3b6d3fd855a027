// Separates growing loads from constant ones by their load case.
#include "solve/paths/growing_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tensio {

namespace {

bool has_gravity(const System& system) {
  return std::any_of(system.gravity.begin(), system.gravity.end(), [](double g) { return g != 0; });
}

// The cases of a system, for messages.
std::string case_list(const System& system) {
  std::vector<std::string> names;
  if (has_gravity(system)) names.emplace_back(kGravityCase);
  for (const Load& load : system.loads)
    if (!load.load_case.empty() &&
        std::find(names.begin(), names.end(), load.load_case) == names.end())
      names.push_back(load.load_case);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

void refuse_if_empty(const System& growing, const System& system, const std::string& load_case) {
  if (!growing.loads.empty() || has_gravity(growing)) return;
  if (load_case.empty()) throw Error("the scene has no loads and no gravity: nothing can grow");
  const std::string list = case_list(system);
  throw Error(list.empty()
                  ? fmt::format("there is no load case {}: the scene has none", load_case)
                  : fmt::format("there is no load case {}; there are {}", load_case, list));
}

void refuse_temperatures(const System& growing) {
  for (const Load& load : growing.loads)
    if (load.temperature)
      throw Error(fmt::format(
          "the growing loads{} hold a temperature; only forces, gravity and moves of supports can "
          "grow along a curve",
          load.load_case.empty() ? "" : " of case " + load.load_case));
}

}  // namespace

GrowingLoad growing_load(const System& system, const std::string& load_case) {
  GrowingLoad load{system, system};
  const auto grows = [&](const Load& one) {
    return load_case.empty() || one.load_case == load_case;
  };
  std::erase_if(load.constant.loads, grows);
  std::erase_if(load.growing.loads, [&](const Load& one) { return !grows(one); });
  const bool gravity_grows = load_case.empty() || load_case == kGravityCase;
  (gravity_grows ? load.constant : load.growing).gravity = {};
  for (Fixed& fixed : load.growing.nodes.fixed) fixed.move.clear();
  load.growing.nodes.start.clear();
  refuse_if_empty(load.growing, system, load_case);
  refuse_temperatures(load.growing);
  return load;
}

}  // namespace tensio
