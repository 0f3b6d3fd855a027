// Plots of a run over time, made from its tables.
#pragma once

#include <string>
#include <vector>

#include "tensio/model/units.hpp"

namespace tensio::io {

/// What the titles of plots say of a run.
struct PlotTitle {
  std::string scene = {};  ///< its title
  std::string how = {};    ///< the integrator and its step
};

/// energy.svg, from history.csv: every kind of energy that is not zero throughout. Of a run that
/// blew up, whose energies end a thousand times above all before, their magnitudes on a logarithmic
/// axis.
std::string energy_svg(const std::string& history_path, const Units& units, const PlotTitle& title);
/// A column of probes.csv.
struct ProbeColumn {
  std::string name = {};
  std::string quantity = {};  ///< "reaction.x"; empty where it is not known
};

/// probes.svg, from probes.csv, whose first row takes `heading` bytes: a plot for each kind of
/// quantity, one below the other. Empty where no number is there to be drawn.
std::string probes_svg(const std::string& probes_path, const std::vector<ProbeColumn>& columns,
                       std::size_t heading, const Units& units);

}  // namespace tensio::io
