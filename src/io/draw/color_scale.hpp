// Colours for numbers, distinguished by people with any colour vision, on white and on
// dark paper.
#pragma once

#include <cstddef>
#include <string>

namespace tensio::io {

/// The number of steps of a scale on each side of zero: a picture has few colours.
inline constexpr int kScaleSteps = 50;

/// From push (-1, blue) over nothing (grey) to pull (1, vermilion).
std::string diverging_color(double share);
/// From nothing (0) to all (1), darker all the way.
std::string sequential_color(double share);
/// One of seven colours that are well apart, again from the first after the last.
std::string set_color(std::size_t index);

inline constexpr const char* kOverColor = "#d55e00";   ///< above what a spring can bear
inline constexpr const char* kSlackColor = "#8a8a8a";  ///< carries nothing
inline constexpr const char* kPlainColor = "#7a7f87";  ///< says nothing
inline constexpr const char* kLoadColor = "#008f68";

}  // namespace tensio::io
