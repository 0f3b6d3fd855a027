// The words of the command line: verbs and options, and the nearest of them to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::cli {

struct Verb {
  const char* name = "";
  const char* summary = "";  ///< for the overview; empty for verbs that this version does not have
  bool available() const { return *summary != '\0'; }
};

/// Every verb, those of later versions too.
std::span<const Verb> verbs();
/// The verb of this name, or nullptr.
const Verb* find_verb(std::string_view name);

struct OptionText {
  const char* name = "";    ///< "--tolerance"
  const char* letter = "";  ///< "-q", or empty
  const char* value = "";   ///< what follows, "X"; empty for a flag
  const char* verbs = "";   ///< the verbs that take it, separated by spaces
  const char* help = "";
};

/// Every option, in the order of the help texts.
std::span<const OptionText> options();
/// Whether this verb takes this option.
bool takes(std::string_view verb, const OptionText& option);

/// What a verb, or an option of a verb, of other programs is called here; empty where that is not
/// known.
std::string verb_called(std::string_view word);
std::string option_called(std::string_view word, std::string_view verb);

/// The word in small letters, with _ for -.
std::string folded(std::string_view word);

/// The candidate that differs from `word` by the fewest letters; empty where none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tensio::cli
