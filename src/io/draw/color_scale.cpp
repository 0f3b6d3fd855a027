// Colours for numbers; the ends of the scales and the set colours are those of
// [Okabe and Ito 2008].
#include "io/draw/color_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tensio::io {

namespace {

using Stop = std::array<double, 3>;

constexpr std::array<Stop, 3> kPush = {Stop{172, 172, 172}, Stop{97, 158, 205}, Stop{0, 110, 178}};
constexpr std::array<Stop, 3> kPull = {Stop{172, 172, 172}, Stop{231, 156, 88}, Stop{213, 94, 0}};
constexpr std::array<Stop, 3> kShare = {Stop{150, 178, 206}, Stop{104, 121, 188},
                                        Stop{138, 43, 148}};

constexpr std::array<const char*, 7> kSets = {"#0072b2", "#d55e00", "#56b4e9", "#e69f00",
                                              "#b35a93", "#6b7a00", "#7d5f4f"};

std::string mixed(const std::array<Stop, 3>& stops, double share) {
  // On whole steps, from 0 to 1.
  const double bounded = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  const double position = std::round(bounded * kScaleSteps) / kScaleSteps * 2;
  const std::size_t first = position < 1 ? 0 : 1;
  const double part = position - static_cast<double>(first);
  std::array<int, 3> color{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = stops[first][i] + part * (stops[first + 1][i] - stops[first][i]);
    color[i] = static_cast<int>(std::lround(value));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

}  // namespace

std::string diverging_color(double share) {
  return share < 0 ? mixed(kPush, -share) : mixed(kPull, share);
}

std::string sequential_color(double share) { return mixed(kShare, share); }

std::string set_color(std::size_t index) { return kSets[index % kSets.size()]; }

}  // namespace tensio::io
