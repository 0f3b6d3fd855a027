// Programs with little address space (`ulimit -v`): OpenBLAS starts its threads while it is loaded,
// before main, and waits forever where there is no room for their memory. Tensio limits it to one
// thread anyway, but it only heeds the environment it is loaded with. So where the address space is
// limited, the program starts itself again with that environment, before any library has begun.
#include <cstddef>
#include <string_view>

#if defined(__linux__) && defined(__GLIBC__)
#include <sys/resource.h>
#include <unistd.h>

namespace {

constexpr std::string_view kThreads = "OPENBLAS_NUM_THREADS=";
constexpr std::size_t kMostVariables = 4096;
char one_thread[] = "OPENBLAS_NUM_THREADS=1";
char* variables[kMostVariables + 2];

// Nothing but system calls: the C library is not set up yet.
void hold_blas_to_one_thread(int, char** argv, char** envp) {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  std::size_t count = 0;
  for (; envp[count] != nullptr; ++count) {
    if (count == kMostVariables || std::string_view(envp[count]).starts_with(kThreads)) return;
    variables[count] = envp[count];
  }
  variables[count] = one_thread;
  variables[count + 1] = nullptr;
  ::execve("/proc/self/exe", argv, variables);
  // where that is not allowed, all continues as it would have
}

// The linker gathers these functions; they are called before those of shared libraries.
__attribute__((section(".preinit_array"),
               used)) void (*const before_libraries)(int, char**,
                                                     char**) = &hold_blas_to_one_thread;

}  // namespace
#endif
