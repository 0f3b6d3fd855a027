// How a solve ended, as a colour and as an exit code.
#pragma once

#include "output/output.hpp"
#include "tensio/solve/report.hpp"

namespace tensio::cli {

/// Green, yellow where the user stopped it, else red.
Colour colour_of(Status status);
int exit_code(Status status);

}  // namespace tensio::cli
