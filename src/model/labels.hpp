// How things are named in messages, wherever their names come from.
#pragma once

#include <string>

namespace tensio {

/// The number of a spring, and its ends by name or number.
inline std::string spring_between(int spring, const std::string& a, const std::string& b) {
  return "spring " + std::to_string(spring) + " (nodes " + a + "-" + b + ")";
}

}  // namespace tensio
