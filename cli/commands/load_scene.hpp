// Reading the scene that the command line names.
#pragma once

#include <cstddef>

#include "args/args.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/model/system.hpp"

namespace tensio::cli {

/// The scene, read and validated. Throws Error with all that is wrong with it, and UsageError where
/// the file is a mesh, which `convert` reads.
System load_scene(const Args& args);

/// Whether the command line names the folder of a run instead.
bool names_run(const Args& args);
/// The frame of a run that --frame and --time ask for, or the last; throws UsageError where there
/// is none of this number.
std::size_t chosen_frame(const ResultFolder& run, const Args& args);

}  // namespace tensio::cli
