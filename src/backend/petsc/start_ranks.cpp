#include "backend/petsc/start_ranks.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <vector>

#include "backend/petsc/module_interface.hpp"
#include "backend/petsc/petsc_backend.hpp"
#include "backend/ranks_of_program.hpp"

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

namespace tensio {

namespace {

constexpr const char* kModule = "tensio_petsc.so";
// Exit codes as the program's own: cli/exit_code.hpp.
constexpr int kExitBug = 1, kExitLimit = 6;

struct Started {
  Ranks* ranks = nullptr;
  FinishRanks finish = nullptr;
  std::string why = {};
  bool tried = false;
} started;

#if !defined(_WIN32)

// Beside the program or library that this code is in, or where it is installed.
std::vector<std::filesystem::path> module_places() {
  Dl_info here{};
  std::filesystem::path folder;
  std::error_code ignored;
  if (dladdr(reinterpret_cast<const void*>(&join_ranks), &here) && here.dli_fname)
    folder = std::filesystem::weakly_canonical(here.dli_fname, ignored).parent_path();
  // A program's own name may be relative to a folder that it has left.
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  std::vector<std::filesystem::path> places;
  for (const std::filesystem::path& at : {folder, self.parent_path()})
    for (const char* inside :
         {"", "tensio", "../lib/tensio", "../" TENSIO_LIBRARY_FOLDER "/tensio"})
      places.push_back(at / inside / kModule);
  return places;
}

void load() {
  void* module = nullptr;
  for (const std::filesystem::path& place : module_places()) {
    std::error_code ignored;
    if (!std::filesystem::exists(place, ignored)) continue;
    // MPI's own parts look for its names among all that is loaded.
    module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!module) {
      const char* error = dlerror();
      started.why = fmt::format("{} cannot be loaded: {}", kModule, error ? error : "unknown");
      return;
    }
    break;
  }
  if (!module) {
    started.why = "this build has no MPI and PETSc";
    return;
  }
  void* const start = dlsym(module, TENSIO_TEXT_OF(TENSIO_START_RANKS));
  void* const finish = dlsym(module, TENSIO_TEXT_OF(TENSIO_FINISH_RANKS));
  if (!start || !finish) {
    started.why = fmt::format("{} is of another version", kModule);
    return;
  }
  started.finish = reinterpret_cast<FinishRanks>(finish);
  started.ranks = reinterpret_cast<StartRanks>(start)();
  if (!started.ranks) started.why = "MPI did not start";
}

#else

void load() { started.why = "this build has no MPI and PETSc"; }

#endif

// Whether mpirun, or the starter of a batch system, has started this process.
bool under_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name)) return true;
  return false;
}

int follow(Ranks& ranks) {
  // Rank 0 decides when a run ends.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  const auto fail = [&](const char* what, int code) {
    std::fprintf(stderr, "error: rank %d of %d: %s\n", ranks.rank(), ranks.count(), what);
    std::fflush(stderr);
    ranks.end_all(code);
  };
  try {
    follow_rank_zero(ranks);
    started.finish();
    return 0;
  } catch (const std::bad_alloc&) {
    fail("there is not enough memory for its share of the net", kExitLimit);
  } catch (const std::exception& error) {
    fail(error.what(), kExitBug);
  }
  return kExitBug;
}

}  // namespace

Ranks* started_ranks(std::string& why) {
  if (!started.tried) {
    started.tried = true;
    load();
  }
  why = started.why;
  return started.ranks;
}

std::optional<int> join_ranks() {
  if (!under_mpirun()) return std::nullopt;
  std::string why;
  Ranks* const ranks = started_ranks(why);
  if (!ranks || ranks->rank() == 0) return std::nullopt;
  return follow(*ranks);
}

void release_ranks(int exit_code) {
  if (!started.ranks) return;
  end_ranks(*started.ranks, exit_code);
  started.finish();
  started.ranks = nullptr;
}

}  // namespace tensio
