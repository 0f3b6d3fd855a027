// Colours for numbers: the scales are those of the studio, the set colours those of
// [Okabe and Ito 2008].
#include "io/draw/color_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tensio::io {

namespace {

using Stop = std::array<double, 3>;

struct Stops {
  std::array<Stop, 3> push, pull, share;
};
constexpr Stops kLightStops = {{Stop{139, 146, 155}, Stop{47, 130, 198}, Stop{0, 73, 138}},
                               {Stop{139, 146, 155}, Stop{205, 117, 36}, Stop{168, 53, 0}},
                               {Stop{185, 166, 232}, Stop{111, 75, 200}, Stop{44, 13, 107}}};
constexpr Stops kDarkStops = {{Stop{102, 110, 121}, Stop{63, 147, 214}, Stop{154, 214, 255}},
                              {Stop{102, 110, 121}, Stop{220, 127, 51}, Stop{255, 190, 133}},
                              {Stop{91, 74, 134}, Stop{154, 123, 230}, Stop{228, 217, 255}}};

constexpr std::array<const char*, 7> kSets = {"#0072b2", "#d55e00", "#56b4e9", "#e69f00",
                                              "#b35a93", "#6b7a00", "#7d5f4f"};

std::string hex(const Stop& color) {
  std::array<int, 3> parts{};
  for (std::size_t i = 0; i < 3; ++i) parts[i] = static_cast<int>(std::lround(color[i]));
  return fmt::format("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2]);
}

Stop parts_of(const std::string& color) {
  Stop stop{};
  for (std::size_t i = 0; i < 3; ++i) stop[i] = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16);
  return stop;
}

// On whole steps, from 0 to 1.
int step_of(double share) {
  const double bounded = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  return static_cast<int>(std::lround(bounded * kScaleSteps));
}

std::string on_scale(const std::array<Stop, 3>& stops, double share) {
  const double position = static_cast<double>(step_of(share)) / kScaleSteps * 2;
  const std::size_t first = position < 1 ? 0 : 1;
  const double part = position - static_cast<double>(first);
  Stop color{};
  for (std::size_t i = 0; i < 3; ++i)
    color[i] = stops[first][i] + part * (stops[first + 1][i] - stops[first][i]);
  return hex(color);
}

}  // namespace

std::string diverging_color(double share, bool dark) {
  const Stops& stops = dark ? kDarkStops : kLightStops;
  return share < 0 ? on_scale(stops.push, -share) : on_scale(stops.pull, share);
}

std::string sequential_color(double share, bool dark) {
  return on_scale((dark ? kDarkStops : kLightStops).share, share);
}

std::string diverging_class(double share) {
  return fmt::format("t{}", kScaleSteps + (share < 0 ? -step_of(-share) : step_of(share)));
}

std::string sequential_class(double share) { return fmt::format("u{}", step_of(share)); }

std::string dark_scale_rules(const std::string& scope) {
  std::string rules;
  const auto add = [&](const std::string& name, const std::string& color) {
    rules += fmt::format("{0} .{1}{{stroke:{2}}}{0} rect.{1}{{fill:{2}}}", scope, name, color);
  };
  for (int i = -kScaleSteps; i <= kScaleSteps; ++i) {
    const double share = static_cast<double>(i) / kScaleSteps;
    add(diverging_class(share), diverging_color(share, true));
  }
  return rules;
}

std::string dark_share_rules(const std::string& scope) {
  std::string rules;
  for (int i = 0; i <= kScaleSteps; ++i) {
    const double share = static_cast<double>(i) / kScaleSteps;
    rules += fmt::format("{0} .{1}{{stroke:{2}}}{0} rect.{1}{{fill:{2}}}", scope,
                         sequential_class(share), sequential_color(share, true));
  }
  return rules;
}

std::string set_color(std::size_t index) { return kSets[index % kSets.size()]; }

double scale_end(const std::vector<double>& values) {
  std::vector<double> sizes;
  sizes.reserve(values.size());
  for (const double value : values) {
    if (std::isfinite(value)) sizes.push_back(std::abs(value));
  }
  if (sizes.empty()) return 0;
  std::sort(sizes.begin(), sizes.end());
  const double largest = sizes.back();
  const double usual =
      sizes[static_cast<std::size_t>(0.95 * static_cast<double>(sizes.size() - 1))];
  // A few springs of much more than all others would make those grey.
  const bool far_beyond = sizes.size() >= 20 && usual > 0 && largest > 1.5 * usual;
  const double end = far_beyond ? usual : largest;
  if (!(end > 1e-300) || end > 1e300) return end;
  const double power = std::pow(10.0, std::floor(std::log10(end)));
  for (const double digits : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0}) {
    if (digits * power >= end) return digits * power;
  }
  return end;
}

std::string mixed_color(const std::string& from, const std::string& to, double share) {
  const Stop a = parts_of(from), b = parts_of(to);
  Stop color{};
  for (std::size_t i = 0; i < 3; ++i) color[i] = a[i] + std::clamp(share, 0.0, 1.0) * (b[i] - a[i]);
  return hex(color);
}

std::string lit_color(const std::string& color, double light) {
  Stop lit = parts_of(color);
  for (double& part : lit) part = std::clamp(part * light, 0.0, 255.0);
  return hex(lit);
}

}  // namespace tensio::io
