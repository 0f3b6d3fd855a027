#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local long counted = -1;  // -1: not counting

void* allocate(std::size_t size) {
  if (counted >= 0) ++counted;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace tensio::testing {

void start_counting_allocations() { counted = 0; }

long counted_allocations() {
  const long result = counted;
  counted = -1;
  return result;
}

}  // namespace tensio::testing
