#include "scenes/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tensio {

const char* to_string(OptionType type) {
  switch (type) {
    case OptionType::number: return "a number";
    case OptionType::whole_number: return "a whole number";
    case OptionType::truth: return "true or false";
    case OptionType::word: return "one of some words";
    case OptionType::material: return "the name of a material";
    case OptionType::vector: return "a list of numbers";
    case OptionType::pairs: return "a list of pairs of node numbers such as [[0, 1], [1, 2]]";
    case OptionType::distribution:
      return "a number, or one of {\"uniform\": [low, high]}, {\"normal\": [mean, deviation]}, "
             "{\"log_normal\": [median, deviation]} and {\"exponential\": mean}";
    case OptionType::mesh: return "the name of a file beside the scene such as \"bunny.obj\"";
    case OptionType::viscous: return "an object such as {\"stiffness\": 100, \"time\": 0.5}";
    case OptionType::yield: return "an object such as {\"strain\": 0.02, \"hardening\": 0.1}";
    case OptionType::breaks: return "an object such as {\"strain\": 0.1}";
    case OptionType::active: return "an object such as {\"rest_length\": 0.8}";
  }
  return "";
}

namespace scenes {

bool fits(const GeneratorOption& option, const OptionValue& value) {
  switch (option.type) {
    case OptionType::number: return std::holds_alternative<double>(value);
    case OptionType::whole_number: {
      const double* number = std::get_if<double>(&value);
      return number && std::floor(*number) == *number && std::abs(*number) < 2147483648.0;
    }
    case OptionType::truth: return std::holds_alternative<bool>(value);
    case OptionType::word: {
      const std::string* word = std::get_if<std::string>(&value);
      for (const std::string& known : option.words)
        if (word && known == *word) return true;
      return false;
    }
    case OptionType::material: return std::holds_alternative<std::string>(value);
    case OptionType::vector: return std::holds_alternative<std::vector<double>>(value);
    case OptionType::pairs: return std::holds_alternative<std::vector<std::array<int, 2>>>(value);
    case OptionType::distribution: return std::holds_alternative<Distribution>(value);
    case OptionType::mesh: return std::holds_alternative<System>(value);
    case OptionType::viscous: return std::holds_alternative<Viscous>(value);
    case OptionType::yield: return std::holds_alternative<Yield>(value);
    case OptionType::breaks: return std::holds_alternative<Break>(value);
    case OptionType::active: return std::holds_alternative<Active>(value);
  }
  return false;
}

std::string preset_of(double value) { return fmt::format("{}", value); }

std::string preset_of(const std::vector<double>& values) {
  return values.empty() ? std::string() : fmt::format("[{}]", fmt::join(values, ", "));
}

std::string preset_of(const Distribution& distribution) { return preset_of(distribution.a); }

void check_range(const GeneratorOption& option, double value, Problems& problems) {
  const bool low =
      option.least && (value < *option.least || (option.above_least && value == *option.least));
  const bool high = option.most && value > *option.most;
  if (std::isfinite(value) && !low && !high) return;
  std::string allowed = "finite";
  if (option.least && option.most)
    allowed = fmt::format("from {} to {}", *option.least, *option.most);
  else if (option.least)
    allowed = fmt::format("{} {}", option.above_least ? "above" : "at least", *option.least);
  problems.add('/' + option.name, fmt::format("{}", value),
               fmt::format("{} is {}; it must be {}", option.name, value, allowed));
}

void check_range(const GeneratorOption& option, const std::vector<double>& values,
                 Problems& problems) {
  for (const double value : values) {
    const std::size_t before = problems.count();
    check_range(option, value, problems);
    if (problems.count() > before) return;
  }
}

void check_range(const GeneratorOption& option, const std::vector<std::array<int, 2>>& pairs,
                 Problems& problems) {
  for (const auto& [a, b] : pairs) {
    const std::size_t before = problems.count();
    check_range(option, std::min(a, b), problems);
    if (problems.count() > before) return;
  }
}

// Every number that can be drawn is in range, but for those that are drawn again.
void check_range(const GeneratorOption& option, const Distribution& distribution,
                 Problems& problems) {
  using Shape = Distribution::Shape;
  const double a = distribution.a, b = distribution.b;
  const auto add = [&](const char* fault) {
    problems.add('/' + option.name, "", fmt::format("{}: {}", option.name, fault));
  };
  const std::size_t before = problems.count();
  check_range(option, a, problems);
  if (problems.count() > before) return;
  if (!std::isfinite(b)) return add("its numbers must be finite");
  if (distribution.shape == Shape::uniform && b < a)
    return add("the first number is the lower one");
  if (distribution.shape == Shape::normal && (b < 0 || a < 0))
    return add("the mean and the deviation must not be negative");
  if (distribution.shape == Shape::log_normal && (b < 0 || b > 10 || !(a > 0)))
    return add("the median must be above 0, and the deviation from 0 to 10");
}

}  // namespace scenes
}  // namespace tensio
