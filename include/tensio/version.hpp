// The version, in one place; CMake reads it from here.
#pragma once

namespace tensio {

inline constexpr const char* kVersion = "0.1.0";

/// True in builds without optimisation: much slower, and the programs say so.
bool is_debug_build();

}  // namespace tensio
