// How a program becomes one of several ranks: started by mpirun, or alone.
#pragma once

#include <optional>

namespace tensio {

/// Under mpirun begins MPI, where this build has the module for it. Ranks other than 0 do what rank
/// 0 asks for until it ends, then have an exit code here; rank 0 and programs that mpirun did not
/// start continue.
std::optional<int> join_ranks();

/// Rank 0 is about to exit with this code: the others end.
void release_ranks(int exit_code);

}  // namespace tensio
