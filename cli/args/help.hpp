// The help texts.
#pragma once

#include <string>

#include "args/words.hpp"

namespace tensio::cli {

/// What the help says of one command.
struct HelpPage {
  const char* verb;
  const char* usage;
  const char* about;
  const char* closing;  ///< exit codes, notes and examples, behind the options
};
/// The page of this command.
const HelpPage& help_page(const Verb& verb);
/// "--out FILE", with the letter where there is one: "-h, --help".
std::string option_heading(const OptionText& option);

/// What the program is and which commands it has.
std::string overview();
/// What one command does, its options, and an example.
std::string help_text(const Verb& verb);
/// The version and the linear solvers of this build.
std::string version_text();

}  // namespace tensio::cli
