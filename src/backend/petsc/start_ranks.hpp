// The ranks of this process: the module is loaded when they are first asked for.
#pragma once

#include <memory>
#include <string>

#include "backend/petsc/ranks.hpp"

namespace tensio {

/// Null where there is no module, or MPI cannot begin; `why` says so then.
Ranks* started_ranks(std::string& why);

}  // namespace tensio
