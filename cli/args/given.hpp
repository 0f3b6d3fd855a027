// The words of the command line, split into options with their values and the rest.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "args/words.hpp"

namespace tensio::cli {

/// The values given to each option, by its name; a flag that was given has an empty one.
struct Given : std::map<std::string, std::vector<std::string>> {
  std::string_view verb = {};
  std::vector<std::string> rest = {};  ///< the words that are neither options nor their values
  /// Where not null: the words that each option takes are put there when it is read.
  std::map<std::string, std::vector<std::string>>* choices = nullptr;
};

/// Splits what follows the verb; throws UsageError for an option that the verb does not have, and
/// for one without its value.
Given split_words(const Verb& verb, const std::vector<std::string>& words);

/// Throws UsageError that says which value the option takes.
[[noreturn]] void refuse_empty(const OptionText& option, const std::string& word);

/// The option of this name or letter, of one verb or of any; nullptr where there is none. An option
/// of several verbs may read differently in each.
const OptionText* find_option(std::string_view word, std::string_view verb = {});

/// Where the verb is among the words: the first that is neither an option nor its value.
/// The number of words where there is none.
std::size_t verb_position(const std::vector<std::string>& words);

}  // namespace tensio::cli
