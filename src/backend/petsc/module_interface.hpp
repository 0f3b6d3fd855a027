// The two functions of the module, by name: the names have a number that changes with ranks.hpp, so
// that no other version's module is taken.
#pragma once

#define TENSIO_START_RANKS tensio_start_ranks_1
#define TENSIO_FINISH_RANKS tensio_finish_ranks_1

#define TENSIO_TEXT_OF(name) TENSIO_TEXT(name)
#define TENSIO_TEXT(name) #name

namespace tensio {

class Ranks;

/// Begins MPI; the ranks live until the other function is called. Null where MPI cannot begin.
using StartRanks = Ranks* (*)();
using FinishRanks = void (*)();

}  // namespace tensio
