// Options that make no sense, alone or together.
#pragma once

#include "args/args.hpp"

namespace tensio::cli {

/// Throws UsageError naming the option.
void check_args(const Args& args);
/// Throws UsageError where --view is given for a net in 2D.
void check_view(const Args& args, int dimension);

}  // namespace tensio::cli
