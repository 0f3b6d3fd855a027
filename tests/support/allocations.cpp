#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

#include "support/sanitizers.hpp"

#define TENSIO_COUNTS_ALLOCATIONS (!TENSIO_SANITIZED)

namespace {

thread_local long allocations = -1;  // -1: not counting

#if TENSIO_COUNTS_ALLOCATIONS
void* allocate(std::size_t size) {
  if (allocations >= 0) ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
#endif

}  // namespace

#if TENSIO_COUNTS_ALLOCATIONS
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace tensio::testing {

bool can_count_allocations() { return TENSIO_COUNTS_ALLOCATIONS != 0; }

void start_counting_allocations() { allocations = 0; }

long counted_allocations() {
  const long result = allocations;
  allocations = -1;
  return result;
}

}  // namespace tensio::testing
