// How many problems of one input are collected.
#pragma once

#include <cstddef>

namespace tensio {

/// So many problems of one input are collected and counted; what follows is not looked at. Error
/// lists those that differ in numbers alone as one.
inline constexpr std::size_t kMostProblems = 1000;

}  // namespace tensio
