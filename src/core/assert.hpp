// Our own bugs: checked in debug builds and in the test suite, free in release builds.
#pragma once

#if defined(TENSIO_ASSERTS) && TENSIO_ASSERTS
#define TENSIO_ASSERT(condition) \
  ((condition) ? (void)0 : ::tensio::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define TENSIO_ASSERT(condition) ((void)sizeof(!(condition)))
#endif

namespace tensio {

/// Says what was expected and where, then aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace tensio
