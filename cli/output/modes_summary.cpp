// The tables of `tensio modes` for people.
#include <algorithm>
#include <cmath>

#include "output/modes_output.hpp"
#include "output/solve_output.hpp"
#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kModeRows = 100;      // more modes than that are not listed
constexpr std::size_t kMechanismRows = 10;  // nor more mechanisms than that

// The node that moves most, and how: "12 (tip), x and z".
std::string motion_text(const System& system, const std::vector<double>& shape) {
  const std::size_t dimension = system.dimension;
  std::size_t at = 0;
  double most = -1;
  for (std::size_t i = 0; i + dimension <= shape.size(); i += dimension) {
    double square = 0;
    for (std::size_t axis = 0; axis < dimension; ++axis)
      square += shape[i + axis] * shape[i + axis];
    // Nodes that move alike are reported by the first of them.
    if (square > most * (1 + 1e-6)) {
      most = square;
      at = i;
    }
  }
  std::string axes;
  for (std::size_t axis = 0; axis < dimension; ++axis)
    if (shape[at + axis] * shape[at + axis] > 0.04 * most)
      axes += fmt::format("{}{}", axes.empty() ? "" : ", ", "xyz"[axis]);
  return fmt::format("{}, along {}",
                     printable(node_label(system, static_cast<int>(at / dimension))), axes);
}

std::string mode_rows(const ModesReport& reported) {
  const ModesResult& result = reported.result;
  std::string text =
      coloured(result.has_mass
                   ? fmt::format("{:>5}  {:<8}  {:>14}  {:>14}  moves most\n", "mode", "kind",
                                 "frequency", "angular")
                   : fmt::format("{:>5}  {:<8}  {:>14}  moves most\n", "mode", "kind", "stiffness"),
               Colour::faint, 1);
  for (std::size_t i = 0; i < std::min(result.modes.size(), kModeRows); ++i) {
    const Mode& mode = result.modes[i];
    text += fmt::format("{:>5}  {:<8}", i + 1, to_string(mode.kind));
    if (!result.has_mass) {
      text += fmt::format("  {:>14}", number_text(mode.eigenvalue));
    } else if (mode.kind == ModeKind::unstable) {
      text += fmt::format("  {:>30}", "grows at rate " + number_text(mode.growth_rate));
    } else {
      text += fmt::format("  {:>14}  {:>14}", number_text(mode.frequency),
                          number_text(mode.angular_frequency));
    }
    text += fmt::format("  {}\n", motion_text(reported.system, mode.shape));
  }
  if (result.modes.size() > kModeRows)
    text +=
        fmt::format("  ... and {} more; --json lists them all\n", result.modes.size() - kModeRows);
  if (!result.complete)
    text += "  the list may be incomplete: the net is too large to count the modes\n";
  return text;
}

std::string stiffened_text(const Mechanisms& mechanisms) {
  if (mechanisms.count == 0) return "none";
  std::string text = std::to_string(mechanisms.count);
  if (mechanisms.shapes.empty()) return text + " (the net is too large for their shapes)";
  const auto soft = std::count_if(mechanisms.stiffness.begin(), mechanisms.stiffness.end(),
                                  [](double stiffness) { return stiffness < 0; });
  text += fmt::format(", of which tension stiffens {}", mechanisms.stiffened);
  if (soft > 0) text += fmt::format(" and destabilises {}", soft);
  return text;
}

std::string rigidity_summary(const ModesResult& result) {
  std::string text;
  text += fact("unknowns", grouped(result.unknowns));
  text += fact("active springs",
               fmt::format("{} springs that resist being lengthened, of {}", grouped(result.bars),
                           grouped(static_cast<long long>(result.rest.tension.size()))));
  if (!result.self_stress || !result.mechanisms) return text;
  text += fact("rank", grouped(result.rank));
  text += fact("self-stress", count_text(result.self_stress->count, "state", "states"));
  text += fact("mechanisms", stiffened_text(*result.mechanisms));
  text += fact("rigid motions", grouped(result.mechanisms->rigid));
  return text;
}

std::string mechanism_rows(const ModesReport& reported) {
  if (!reported.result.mechanisms || reported.result.mechanisms->shapes.empty()) return {};
  const Mechanisms& mechanisms = *reported.result.mechanisms;
  std::string text = "\n" + coloured(fmt::format("{:>9}  {:>14}  nodes that move most\n",
                                                 "mechanism", "stiffness"),
                                     Colour::faint, 1);
  for (std::size_t i = 0; i < std::min(mechanisms.shapes.size(), kMechanismRows); ++i) {
    std::string nodes;
    for (const int node : mechanisms.moving[i])
      nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ",
                           printable(node_label(reported.system, node)));
    text += fmt::format("{:>9}  {:>14}  {}\n", i + 1, number_text(mechanisms.stiffness[i]), nodes);
  }
  if (mechanisms.shapes.size() > kMechanismRows)
    text += fmt::format("  ... and {} more\n", mechanisms.shapes.size() - kMechanismRows);
  return text;
}

std::string headline(const ModesResult& result) {
  const Report& report = result.rest.report;
  const std::string state =
      result.about == About::drawn
          ? fmt::format("the drawn shape (residual {})", residual_text(report))
          : fmt::format("the equilibrium ({}, residual {})",
                        count_text(report.iterations, "iteration", "iterations"),
                        residual_text(report));
  return fmt::format(
      "{} {} about {}{}\n", coloured("found", Colour::green, 1),
      count_text(static_cast<long long>(result.modes.size()), "mode", "modes"), state,
      result.has_mass ? "" : "; of the stiffness matrix alone: no node that can move has a mass");
}

}  // namespace

const char* modes_status(const ModesResult& result) {
  if (result.problem.empty()) return "found";
  const bool solved =
      result.about == About::drawn || result.rest.report.status == Status::converged;
  return solved ? "no_modes" : to_string(result.rest.report.status);
}

std::string no_modes_line(const ModesResult& result, int stream) {
  return fmt::format("{}: {}\n", coloured(modes_status(result), Colour::red, stream),
                     printable(result.problem));
}

void write_modes_summary(Output& output, const ModesReport& reported) {
  const ModesResult& result = reported.result;
  if (!result.problem.empty() && result.unknowns == 0) {
    output.text(no_modes_line(result, 1));
    return;
  }
  output.text(result.problem.empty() ? headline(result) : no_modes_line(result, 1));
  output.text("\n");
  output.text(events_summary(reported.system, result.rest.report.events));
  output.text(rigidity_summary(result));
  if (!result.modes.empty()) output.text("\n" + mode_rows(reported));
  output.text(mechanism_rows(reported));
  output.print("\n{} with {}: {}; reading {}, compiling {}\n", to_string(result.rest.report.method),
               to_string(result.rest.report.linear_solver), seconds_text(reported.seconds),
               seconds_text(reported.load_seconds), seconds_text(reported.compile_seconds));
}

}  // namespace tensio::cli
