// Values of options: their types, defaults and ranges.
#pragma once

#include <limits>
#include <type_traits>

#include "model/problems.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::scenes {

/// Numbers that are allowed.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above = false;  ///< `least` itself is not allowed
};
inline constexpr Range kAny = {};
inline constexpr Range kPositive = {0, std::numeric_limits<double>::infinity(), true};
inline constexpr Range kFromZero = {0};
inline constexpr Range kFromOne = {1};
inline constexpr Range kFraction = {0, 1};

template <class T>
struct OptionalOf : std::false_type {
  using type = T;
};
template <class T>
struct OptionalOf<std::optional<T>> : std::true_type {
  using type = T;
};

template <class T>
constexpr OptionType type_of() {
  if constexpr (std::is_same_v<T, int>) return OptionType::whole_number;
  if constexpr (std::is_same_v<T, bool>) return OptionType::truth;
  if constexpr (std::is_enum_v<T>) return OptionType::word;
  if constexpr (std::is_same_v<T, std::string>) return OptionType::material;
  if constexpr (std::is_same_v<T, std::vector<double>>) return OptionType::vector;
  if constexpr (std::is_same_v<T, std::vector<std::array<int, 2>>>) return OptionType::pairs;
  if constexpr (std::is_same_v<T, Distribution>) return OptionType::distribution;
  if constexpr (std::is_same_v<T, System>) return OptionType::mesh;
  if constexpr (std::is_same_v<T, Viscous>) return OptionType::viscous;
  if constexpr (std::is_same_v<T, Yield>) return OptionType::yield;
  if constexpr (std::is_same_v<T, Break>) return OptionType::breaks;
  if constexpr (std::is_same_v<T, Active>) return OptionType::active;
  return OptionType::number;
}

/// Whether a value is of the type that an option takes.
bool fits(const GeneratorOption& option, const OptionValue& value);
/// Numbers as JSON, for the presets.
std::string preset_of(double value);
std::string preset_of(const std::vector<double>& values);
std::string preset_of(const Distribution& distribution);
/// What is wrong with numbers of an option.
void check_range(const GeneratorOption& option, double value, Problems& problems);
void check_range(const GeneratorOption& option, const std::vector<double>& values,
                 Problems& problems);
void check_range(const GeneratorOption& option, const std::vector<std::array<int, 2>>& pairs,
                 Problems& problems);
void check_range(const GeneratorOption& option, const Distribution& distribution,
                 Problems& problems);

struct OptionText {
  std::string name;
  std::string unit;
  std::string help;
};

}  // namespace tensio::scenes
