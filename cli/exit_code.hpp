// How the program ends, as numbers that scripts may rely on.
#pragma once

namespace tensio::cli {

enum ExitCode : int {
  kExitDone = 0,
  kExitBug = 1,      ///< ours
  kExitUsage = 2,    ///< the command line makes no sense
  kExitContent = 3,  ///< a readable file with bad content
  kExitSolver = 4,   ///< no equilibrium was reached
  kExitIo = 5,       ///< something cannot be read or written
  kExitLimit = 6,    ///< a memory, size or time limit
  kExitSignal = 128  ///< plus the signal's number
};

}  // namespace tensio::cli
