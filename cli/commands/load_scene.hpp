// Reading the scene that the command line names.
#pragma once

#include "args/args.hpp"
#include "tensio/model/system.hpp"

namespace tensio::cli {

/// The scene, read and validated. Throws Error with all that is wrong with it, and UsageError where
/// the file is a mesh, which `convert` reads.
System load_scene(const Args& args);

}  // namespace tensio::cli
