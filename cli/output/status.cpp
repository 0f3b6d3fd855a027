// How a solve ended, as a colour and as an exit code.
#include "output/status.hpp"

#include "exit_code.hpp"
#include "signals.hpp"

namespace tensio::cli {

Colour colour_of(Status status) {
  switch (status) {
    case Status::converged: return Colour::green;
    case Status::interrupted: return Colour::yellow;
    default: return Colour::red;
  }
}

int exit_code(Status status) {
  switch (status) {
    case Status::converged: return kExitDone;
    case Status::interrupted: return kExitSignal + remembered_signal();
    default: return kExitSolver;
  }
}

}  // namespace tensio::cli
