// What happens when an assertion does not hold.
#include "core/assert.hpp"

#include <cstdio>
#include <cstdlib>

#include "tensio/version.hpp"

namespace tensio {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "tensio %s: a bug: %s does not hold (%s:%d)\n", kVersion, condition, file,
               line);
  std::abort();
}

bool is_debug_build() {
#if defined(__OPTIMIZE__)
  return false;
#else
  return true;
#endif
}

}  // namespace tensio
