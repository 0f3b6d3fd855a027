// How many problems of one input are collected.
#pragma once

#include <cstddef>

namespace tensio {

/// The number of problems of one input that are collected and counted; later ones are ignored.
/// Error lists problems that differ only in numbers as one.
inline constexpr std::size_t kMostProblems = 1000;

}  // namespace tensio
