// The verdict on a rest state, for a page.
#include <fmt/format.h>

#include <cmath>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/draw/page_parts.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostListed = 20;

// Which spring has the largest `sign * tension`, where that is positive.
std::string extreme_tension(const PageResult& result, double sign) {
  const std::vector<double>& tension = result.rest->tension;
  std::size_t at = tension.size();
  for (std::size_t i = 0; i < tension.size(); ++i) {
    if (sign * tension[i] > (at == tension.size() ? 0 : sign * tension[at])) at = i;
  }
  if (at == tension.size()) return "none";
  return fmt::format("{}{}, {}", number_text(sign * tension[at], 7),
                     unit_after_number(result.system->units, UnitKind::force),
                     spring_label(*result.system, static_cast<int>(at)));
}

std::string largest_utilisation(const PageResult& result) {
  const std::vector<double>& share = result.rest->utilisation;
  std::size_t at = share.size(), over = 0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    if (share[i] > 1) ++over;
    if (share[i] > (at == share.size() ? -1 : share[at])) at = i;
  }
  if (at == share.size()) return "not given: no spring has a strength or a buckling load";
  std::string text = fmt::format("{}, {}", number_text(share[at]),
                                 spring_label(*result.system, static_cast<int>(at)));
  if (over > 0) text += fmt::format("; {} above 1", count_text(over, "spring", "springs"));
  return text;
}

std::string largest_displacement(const PageResult& result) {
  const auto dimension = usize(result.system->dimension);
  const std::vector<double>& displacement = result.rest->displacement;
  double largest = 0;
  std::size_t at = 0;
  for (std::size_t node = 0; node * dimension < displacement.size(); ++node) {
    const double length = magnitude(row(displacement, node, dimension));
    if (length > largest) {
      largest = length;
      at = node;
    }
  }
  if (largest == 0) return "none";
  return fmt::format("{}{}, node {}", number_text(largest, 7),
                     unit_after_number(result.system->units, UnitKind::length),
                     node_label(*result.system, static_cast<int>(at)));
}

std::string slack_text(const PageResult& result) {
  const std::vector<int>& slack = result.rest->slack;
  if (slack.empty()) return "none";
  std::string text = count_text(slack.size(), "spring", "springs") + ":";
  for (std::size_t i = 0; i < slack.size() && i < kMostListed; ++i) {
    text += fmt::format(" {}", slack[i]);
  }
  return slack.size() > kMostListed ? text + " ..." : text;
}

std::string stability_text(const Report& report) {
  if (!report.modes) return "not judged";
  const Modes& modes = *report.modes;
  return modes.stable() ? "yes" : "no";
}

// What can move without resistance, and which nodes do.
std::string neutral_text(const PageResult& result) {
  const Report& report = result.rest->report;
  if (!report.modes) return "not judged";
  if (!report.modes->neutral()) return "no";
  std::string text = "yes; free to move:";
  for (const int node : report.moving_nodes) {
    text += fmt::format(" {}", node_label(*result.system, node));
  }
  return text;
}

std::string modes_text(const Modes& modes) {
  return fmt::format("{} negative, {} rigid, {} of mechanisms, {} of slack parts", modes.negative,
                     modes.rigid, modes.mechanism, modes.slack);
}

}  // namespace

std::string summary_part(const Summary& summary) {
  std::string text = "<dl>\n";
  for (const auto& [name, content] : summary) {
    text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(content));
  }
  return text + "</dl>\n";
}

std::string verdict_part(const PageResult& result) {
  const Report& report = result.rest->report;
  const Units& units = result.system->units;
  const bool stable = !report.modes || report.modes->stable();
  const bool good = result.rest->converged() && stable;
  std::string headline = result.rest->converged() ? "at rest" : "not at rest";
  if (result.rest->converged() && report.modes) headline += stable ? ", stable" : ", not stable";
  if (report.modes && report.modes->neutral()) headline += ", but something can move freely";
  Summary summary = {{"status", to_string(report.status)}};
  if (!report.reason.empty()) summary.push_back({"reason", report.reason});
  summary.insert(summary.end(),
                 {{"stable", stability_text(report)}, {"neutral", neutral_text(result)}});
  if (report.modes) summary.push_back({"modes", modes_text(*report.modes)});
  if (report.mechanisms)
    summary.push_back({"first-order mechanisms", std::to_string(*report.mechanisms)});
  if (report.self_stresses)
    summary.push_back({"self-stresses", std::to_string(*report.self_stresses)});
  if (report.lowest_stiffness) {
    summary.push_back({"lowest stiffness", number_text(*report.lowest_stiffness) +
                                               unit_after_number(units, UnitKind::stiffness)});
  }
  summary.insert(
      summary.end(),
      {{"residual",
        fmt::format("{} (largest net force {}{})",
                    report.at_rounding ? "zero to rounding" : number_text(report.residual, 3),
                    number_text(report.residual_force, 3),
                    unit_after_number(units, UnitKind::force))},
       {"iterations", count_text(usize(report.iterations))},
       {"energy", number_text(report.energy, 7) + unit_after_number(units, UnitKind::energy)},
       {"largest tension", extreme_tension(result, 1)},
       {"largest compression", extreme_tension(result, -1)},
       {"largest utilisation", largest_utilisation(result)},
       {"slack", slack_text(result)},
       {"largest displacement", largest_displacement(result)},
       {"method",
        fmt::format("{} with {}", to_string(report.method), to_string(report.linear_solver))}});
  return fmt::format("<p class=\"verdict {}\">{}</p>\n{}", good ? "good" : "bad", headline,
                     summary_part(summary));
}

}  // namespace tensio::io
