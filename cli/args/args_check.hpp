// Options that make no sense, alone or together.
#pragma once

#include "args/args.hpp"

namespace tensio::cli {

/// Throws UsageError naming the option.
void check_args(const Args& args);

}  // namespace tensio::cli
