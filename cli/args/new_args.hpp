// The options of kinds of parts, which the registry of generators knows.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tensio::cli {

/// Takes the options of a kind out of the words that follow `new`, with their values as JSON;
/// returns the other words. Throws UsageError for options that nothing has.
std::vector<std::string> take_part_options(
    const std::vector<std::string>& words,
    std::vector<std::pair<std::string, std::string>>& options);

/// The options of a kind, its groups and spring sets. Throws UsageError where there is none.
std::string kind_help(const std::string& kind);
/// Every kind, one in a line.
std::string kind_list();

/// "--shear-stiffness" for shear_stiffness.
std::string option_word(const std::string& name);

}  // namespace tensio::cli
