// Colours for numbers, distinguished by people with any colour vision. Each has a form for white
// paper, which is an attribute, and one for dark screens, which is a rule of its class.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tensio::io {

/// The number of steps of a scale on each side of zero: a picture has few colours.
inline constexpr int kScaleSteps = 20;

/// From compression (-1, blue) over nothing (grey) to tension (1, orange).
std::string diverging_color(double share, bool dark = false);
/// From nothing (0) to all (1), further from the paper all the way.
std::string sequential_color(double share, bool dark = false);
/// The class of its step: "t0" to "t40", and "u0" to "u20".
std::string diverging_class(double share);
std::string sequential_class(double share);
/// The rules of these classes for dark screens; each begins with `scope`.
std::string dark_scale_rules(const std::string& scope);
std::string dark_share_rules(const std::string& scope);
/// One of seven colours that are well apart, again from the first after the last.
std::string set_color(std::size_t index);

/// The end of a scale for these values: above 95 % of their magnitudes and a round number; above
/// all of them where few are larger, or none much. 0 where all are 0.
double scale_end(const std::vector<double>& values);

/// A colour "#rrggbb" between two, and one times a brightness.
std::string mixed_color(const std::string& from, const std::string& to, double share);
std::string lit_color(const std::string& color, double light);

inline constexpr const char* kOverColor = "#c2104e";   ///< above what a spring can bear
inline constexpr const char* kSlackColor = "#8b929b";  ///< carries nothing
inline constexpr const char* kPlainColor = "#6b727c";  ///< says nothing
inline constexpr const char* kLoadColor = "#1f7a3a";

}  // namespace tensio::io
