// What lets a shell complete commands, options and their values.
#pragma once

#include <string>

#include "args/args.hpp"

namespace tensio::cli {

/// A script for the shell, made from the tables that the help and the parser read.
std::string completion(Shell shell);

}  // namespace tensio::cli
