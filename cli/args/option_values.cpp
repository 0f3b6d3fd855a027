// The values of options, as numbers and choices.
#include "args/option_values.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "output/failure.hpp"

namespace tensio::cli {

namespace {

// A number that `good` accepts.
template <class Good>
std::optional<double> number(const Given& given, const std::string& name, const char* allowed,
                             const Good& good) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  const double number = std::strtod(value->c_str(), &end);
  if (*end != '\0' || !std::isfinite(number) || !good(number)) refuse_value(name, *value, allowed);
  return number;
}

}  // namespace

void refuse_value(const std::string& name, const std::string& value, const std::string& allowed) {
  throw UsageError(fmt::format("{} {}: {}", name, value, allowed), value);
}

const std::string* single(const Given& given, const std::string& name) {
  const auto found = given.find(name);
  if (found == given.end()) return nullptr;
  const std::vector<std::string>& values = found->second;
  if (values.size() > 1) {
    throw UsageError(fmt::format("{} is given {} times; once is enough", name, values.size()),
                     values[1]);
  }
  // CLI11 takes the next word for the value, even where that is another option.
  if (values[0].empty() || find_option(values[0]) != nullptr) {
    refuse_empty(*find_option(name, given.verb), name);
  }
  return &values[0];
}

std::string text_value(const Given& given, const std::string& name) {
  const std::string* value = single(given, name);
  return value == nullptr ? std::string() : *value;
}

std::vector<std::string> all_values(const Given& given, const std::string& name) {
  const auto found = given.find(name);
  return found == given.end() ? std::vector<std::string>() : found->second;
}

std::optional<int> whole_number(const Given& given, const std::string& name, int least, int most) {
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(value->c_str(), &end, 10);
  if (*end != '\0' || errno != 0 || number < least || number > most) {
    refuse_value(name, *value, fmt::format("must be a whole number from {} to {}", least, most));
  }
  return static_cast<int>(number);
}

std::optional<double> positive_number(const Given& given, const std::string& name,
                                      const char* allowed) {
  return number(given, name, allowed, [](double x) { return x > 0; });
}

std::optional<double> fraction(const Given& given, const std::string& name) {
  return number(given, name, "must be above 0 and at most 1",
                [](double x) { return x > 0 && x <= 1; });
}

std::optional<double> nonzero_number(const Given& given, const std::string& name) {
  return number(given, name, "must be a number other than 0, such as 2.5",
                [](double x) { return x != 0; });
}

std::optional<double> number_from_zero(const Given& given, const std::string& name,
                                       const char* allowed) {
  return number(given, name, allowed, [](double x) { return x >= 0; });
}

std::optional<double> seconds(const Given& given, const std::string& name) {
  return positive_number(given, name, "must be a positive number of seconds, such as 0.5");
}

std::optional<std::size_t> chosen(const Given& given, const std::string& name,
                                  const std::vector<std::string>& words) {
  if (given.choices != nullptr) (*given.choices)[name] = words;
  const std::string* value = single(given, name);
  if (value == nullptr) return {};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == folded(*value)) return i;
  const std::string near = nearest(*value, words);
  refuse_value(name, *value,
               fmt::format("must be one of {}{}", fmt::join(words, ", "),
                           near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

}  // namespace tensio::cli
