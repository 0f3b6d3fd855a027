// Plots of a run over time, made from its tables.
#pragma once

#include <string>
#include <vector>

namespace tensio::io {

/// energy.svg, from history.csv: every kind of energy that is not zero throughout.
std::string energy_svg(const std::string& history_path);
/// probes.svg, from probes.csv, whose first row takes `heading` bytes. Empty where no number is
/// there to be drawn.
std::string probes_svg(const std::string& probes_path, const std::vector<std::string>& names,
                       std::size_t heading);

}  // namespace tensio::io
