// One pass over the tree of a scene, before it is read: every string that means a number
// becomes that number.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/scene/columns.hpp"
#include "io/scene/formulas/parameter_table.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

/// Replaces a number that could not be computed: the least likely to be refused too.
inline constexpr double kStandIn = 1;

/// What is known beside the tree once its numbers are.
struct SceneValues {
  Units units = {};
  ParameterTable table = {};
  std::vector<Parameter> parameters = {};
  std::string parameters_note = {};
  std::vector<Formula> formulas = {};
  bool good = true;  ///< false: some numbers are placeholders; their errors were reported

  void keep(const std::string& pointer, std::string_view formula);
};

/// Names and values that take the place of those in the scene.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Reads `units` and `parameters`, then puts numbers in the place of texts everywhere.
SceneValues resolve_values(Reading& reading, Value& root, const Settings& settings);

/// The section `parameters` alone.
void read_parameters(Reading& reading, const Value& root, const Settings& settings,
                     SceneValues& values);

}  // namespace tensio::io
