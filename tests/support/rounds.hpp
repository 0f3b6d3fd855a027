// How many cases a long test takes: fewer under the sanitizers, where each is ten times slower. They
// look for faults of memory, not of numbers; all cases run in the ordinary build.
#pragma once

#include <algorithm>

#include "support/sanitizers.hpp"

namespace tensio::testing {

inline constexpr bool kSanitized = TENSIO_SANITIZED != 0;

/// All of them, or under a sanitizer a tenth and at least `least`.
constexpr int rounds(int all, int least = 1) {
  return kSanitized ? std::max(std::min(all, least), all / 10) : all;
}

}  // namespace tensio::testing
