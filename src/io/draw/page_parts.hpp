// The parts of a page of results, as HTML text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/draw/sheet.hpp"
#include "tensio/pictures/page.hpp"

namespace tensio::io {

/// Names and values; neither is escaped yet.
using Summary = std::vector<std::pair<std::string, std::string>>;
std::string summary_part(const Summary& summary);

/// How a solve ended, and whether that can be trusted.
std::string verdict_part(const PageResult& result);

/// A table of at most `most` rows, with a sentence where rows are left out; `kind` is its class.
/// `--table NAME` has all its rows, where a name is given.
std::string sheet_part(const Sheet& sheet, std::string_view kind, std::string_view caption,
                       std::size_t most, std::string_view table_name);
/// Reactions, loads and weights: sums of forces and moments, and what they leave over.
std::string balance_part(const PageResult& result);
/// Materials, load cases, loads, combinations and stages of a scene, as tables.
std::string scene_tables_part(const System& system, std::size_t most);
/// For each named set or group of springs the extremes over the results that came to rest, where
/// they are, and whether they are within the limits; with several results, in which of them.
std::string checks_part(const std::vector<PageResult>& results);
/// Of several results, all of stages or all of combinations: one line for each, and the extremes of
/// each spring, node and support over those that came to rest, and in which.
std::string envelope_part(const std::vector<PageResult>& results, std::size_t most);

}  // namespace tensio::io
