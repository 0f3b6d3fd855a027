// Numbers of a scene that have a name, formulas that use them, and the units of all numbers.
#pragma once

#include <optional>
#include <string>

namespace tensio {

/// A number with a name, which formulas in the scene refer to and `--set NAME=VALUE` changes.
struct Parameter {
  std::string name = {};
  double value = 0;
  std::optional<double> min = {};  ///< of a slider or a sweep
  std::optional<double> max = {};
  bool log_scale = false;  ///< a slider moves in equal ratios
  std::string unit = {};   ///< shown beside the value, not converted
  std::string label = {};  ///< shown instead of the name
  std::string note = {};
};

/// A number that the scene file gave as a formula, "=2*k": where it stands, and its text with the
/// `=`. It is written again wherever it still gives the number.
struct Formula {
  std::string pointer = {};  ///< JSON pointer, "/springs/0/stiffness"
  std::string text = {};
};

/// The units that the numbers are in; empty: m, N and s, without saying so.
struct Units {
  std::string length = {};
  std::string force = {};
  std::string time = {};
  std::string note = {};
};

}  // namespace tensio
