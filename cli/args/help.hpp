// The help texts.
#pragma once

#include <string>

#include "args/words.hpp"

namespace tensio::cli {

/// What the program is and which commands it has.
std::string overview();
/// What one command does, its options, and an example.
std::string help_text(const Verb& verb);
/// The version and the linear solvers of this build.
std::string version_text();

}  // namespace tensio::cli
