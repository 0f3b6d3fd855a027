// The values of options, as numbers and choices; each throws UsageError that names the option, the
// value and what is allowed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "args/given.hpp"

namespace tensio::cli {

[[noreturn]] void refuse_value(const std::string& name, const std::string& value,
                               const std::string& allowed);

/// The one value of an option, or nullptr where it was not given.
const std::string* single(const Given& given, const std::string& name);
/// The same as a text, which is empty where it was not given.
std::string text_value(const Given& given, const std::string& name);
/// All values of an option that may be given more than once.
std::vector<std::string> all_values(const Given& given, const std::string& name);

std::optional<int> whole_number(const Given& given, const std::string& name, int least, int most);
std::optional<double> positive_number(
    const Given& given, const std::string& name,
    const char* allowed = "must be a positive number, such as 1e-8");
/// Above 0 and at most 1.
std::optional<double> fraction(const Given& given, const std::string& name);
/// Any finite number but 0.
std::optional<double> nonzero_number(const Given& given, const std::string& name);
/// Any finite number from 0 on.
std::optional<double> number_from_zero(const Given& given, const std::string& name,
                                       const char* allowed);
std::optional<double> seconds(const Given& given, const std::string& name);

/// The place of the value in `words`; how it is written (- for _, capitals) does not matter.
std::optional<std::size_t> chosen(const Given& given, const std::string& name,
                                  const std::vector<std::string>& words);

template <class Choice>
std::optional<Choice> choice(const Given& given, const std::string& name,
                             const std::vector<std::pair<std::string, Choice>>& choices) {
  std::vector<std::string> words;
  words.reserve(choices.size());
  for (const auto& one : choices) words.push_back(one.first);
  const std::optional<std::size_t> place = chosen(given, name, words);
  if (!place) return {};
  return choices[*place].second;
}

/// The same for the values of an enumeration from `first` to `last`, by the words of to_string.
template <class Choice>
std::optional<Choice> choice(const Given& given, const std::string& name, Choice first,
                             Choice last) {
  std::vector<std::pair<std::string, Choice>> choices;
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
    choices.emplace_back(to_string(static_cast<Choice>(i)), static_cast<Choice>(i));
  return choice(given, name, choices);
}

}  // namespace tensio::cli
