// The summary of `tensio solve` for people: what was found, and whether it can be trusted.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "output/solve_output.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kReactionRows = 12;  // more supports than that are counted
constexpr int kPositionRows = 20;          // more free nodes than that are not listed

using Vector = std::array<double, 3>;

std::string iterations_text(int count) { return count_text(count, "iteration", "iterations"); }

std::string slack_text(const SolveResult& result) {
  const std::vector<int>& slack = result.rest.slack;
  if (slack.empty()) return "none";
  if (slack.size() == 1) return printable(spring_label(result.system, slack[0]));
  std::string text = count_text(static_cast<long long>(slack.size()), "spring", "springs") + ":";
  for (std::size_t i = 0; i < slack.size() && i < 8; ++i) text += fmt::format(" {}", slack[i]);
  return slack.size() > 8 ? text + " ..." : text;
}

std::string indented_label(const System& system, std::size_t node) {
  return fmt::format("  {}", printable(node_label(system, static_cast<int>(node))));
}

// "yes", and which nodes can move all the same.
std::string stability_text(const SolveResult& result) {
  const Modes& modes = *result.rest.report.modes;
  if (!modes.stable())
    return "no: " + count_text(modes.negative, "negative mode", "negative modes");
  std::string text = "yes";
  if (modes.rigid > 0) text += ", " + count_text(modes.rigid, "rigid motion", "rigid motions");
  if (!modes.neutral()) return text;
  if (modes.mechanism > 0) text += ", " + count_text(modes.mechanism, "mechanism", "mechanisms");
  if (modes.slack > 0)
    text += ", " + count_text(modes.slack, "motion of a slack part", "motions of slack parts");
  text += "; free to move:";
  for (int node : result.rest.report.moving_nodes)
    text += fmt::format(" {}", printable(node_label(result.system, node)));
  return text;
}

// The spring that comes nearest to what it bears, where any spring says what that is.
std::string utilisation_fact(const SolveResult& result) {
  const std::vector<double>& use = result.rest.utilisation;
  std::size_t at = use.size();
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (!std::isnan(use[i]) && (at == use.size() || use[i] > use[at])) at = i;
  }
  if (at == use.size()) return {};
  return fact("largest utilisation",
              fmt::format("{}, {}", number_text(use[at]),
                          printable(spring_label(result.system, static_cast<int>(at)))));
}

// Where every force is zero to rounding, what it would be measured against is no larger than that,
// or the springs are so stiff that rounding is above the tolerance.
std::string residual_fact(const Report& report) {
  if (!report.at_rounding)
    return fmt::format("{} (largest net force {})", small_text(report.residual),
                       small_text(report.residual_force));
  return fmt::format("zero to rounding (largest net force {}, largest tension or load {})",
                     small_text(report.residual_force),
                     small_text(report.residual_force / report.residual));
}

std::string summary(const SolveResult& result) {
  const Report& report = result.rest.report;
  std::string text;
  text += fact("residual", residual_fact(report));
  if (result.combination != nullptr)
    text += fact("combination",
                 fmt::format("{}; displacements are from the equilibrium without load cases",
                             printable(result.combination->name)));
  if (report.modes)
    text += fact("stable", stability_text(result));
  else if (!report.judged)
    text += fact("stable", "not computed");
  if (report.lowest_stiffness)
    text += fact("lowest stiffness",
                 quantity_text(*report.lowest_stiffness, result.system.units, UnitKind::stiffness));
  if (report.self_stresses && report.mechanisms)
    text +=
        fact("rigidity", fmt::format("{} of self-stress, {}",
                                     count_text(*report.self_stresses, "state", "states"),
                                     count_text(*report.mechanisms, "mechanism", "mechanisms")));
  text += fact("energy", quantity_text(report.energy, result.system.units, UnitKind::energy));
  text += fact("largest tension", extreme_tension(result.system, result.rest.tension, 1));
  text += fact("largest compression", extreme_tension(result.system, result.rest.tension, -1));
  text += utilisation_fact(result);
  text += fact("slack", slack_text(result));
  text += events_summary(result.system, report.events);
  text += fact("largest displacement", largest_displacement(result.system, result.rest));
  return text;
}

std::span<const double> row_of(const std::vector<double>& rows, std::size_t node,
                               std::size_t dimension) {
  return std::span<const double>(rows).subspan(node * dimension, dimension);
}

// Where the free nodes are, if they are few.
std::string positions(const SolveResult& result, const std::vector<unsigned char>& constrained) {
  const std::size_t dimension = result.system.dimension;
  const auto all = static_cast<unsigned char>((1u << dimension) - 1);
  const auto free = std::count_if(constrained.begin(), constrained.end(),
                                  [&](unsigned char axes) { return axes != all; });
  if (free == 0 || free > kPositionRows) return {};
  VectorTable table("position of node" + unit_heading(result.system.units, UnitKind::length),
                    dimension);
  for (std::size_t node = 0; node < constrained.size(); ++node) {
    if (constrained[node] == all) continue;
    table.row(indented_label(result.system, node),
              row_of(result.rest.state.position, node, dimension));
  }
  return fmt::format("\n{}", table.text());
}

// The sum of all loads and of all weights.
Vector applied_force(const System& system) {
  const std::size_t dimension = system.dimension;
  const std::vector<double> applied = applied_forces(system);
  Vector sum = {};
  for (std::size_t i = 0; i < applied.size(); ++i) sum[i % dimension] += applied[i];
  return sum;
}

// The reactions, their sum, and the loads that they balance.
std::string reactions(const SolveResult& result, const std::vector<unsigned char>& constrained) {
  const std::size_t dimension = result.system.dimension;
  VectorTable table("reaction at node" + unit_heading(result.system.units, UnitKind::force),
                    dimension);
  Vector sum = {};
  std::size_t supports = 0;
  for (std::size_t node = 0; node < constrained.size(); ++node) {
    if (constrained[node] == 0) continue;
    const std::span<const double> reaction = row_of(result.rest.reaction, node, dimension);
    for (std::size_t axis = 0; axis < dimension; ++axis) sum[axis] += reaction[axis];
    if (++supports > kReactionRows) continue;
    table.row(indented_label(result.system, node), reaction);
  }
  if (supports > kReactionRows) {
    table.remark(fmt::format("  ... and {} more", supports - kReactionRows));
  }
  if (supports == 0) table.remark("  none: no node is fixed");
  const Vector applied = applied_force(result.system);
  Vector balance = {};
  const Vector& pressure = result.rest.report.pressure_force;
  Vector contact = {};
  for (std::size_t i = 0; i < result.rest.contact.size(); ++i)
    contact[i % dimension] += result.rest.contact[i];
  for (std::size_t axis = 0; axis < dimension; ++axis)
    balance[axis] = sum[axis] + applied[axis] + pressure[axis] + contact[axis];
  const auto shown = [&](const Vector& v) { return std::span<const double>(v).first(dimension); };
  table.row("sum of reactions", shown(sum));
  table.row("loads and weights", shown(applied));
  if (std::any_of(pressure.begin(), pressure.end(), [](double p) { return p != 0; }))
    table.row("pressure on faces", shown(pressure));
  if (!result.rest.contact.empty()) table.row("contact forces", shown(contact));
  table.small_row("balance", shown(balance));
  return fmt::format("\n{}", table.text());
}

}  // namespace

std::string residual_text(const Report& report) {
  return report.at_rounding ? "rounding" : small_text(report.residual);
}

// "spring 3 (nodes 3-4) yields at strain 0.02", for the first few.
std::string events_summary(const System& system, const std::vector<MotionEvent>& events) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < events.size() && i < kMost; ++i)
    text += fact(events[i].kind == MotionEvent::Kind::breaks ? "breaks" : "yields",
                 fmt::format("{}, strain {}", printable(spring_label(system, events[i].spring)),
                             number_text(events[i].value)));
  if (events.size() > kMost)
    text += fact("", fmt::format("... and {} more", events.size() - kMost));
  return text;
}

std::string extreme_tension(const System& system, const std::vector<double>& tension, double sign) {
  std::size_t at = tension.size();
  double largest = 0;
  for (std::size_t i = 0; i < tension.size(); ++i) {
    if (sign * tension[i] > largest) {
      largest = sign * tension[i];
      at = i;
    }
  }
  if (at == tension.size()) return "none";
  return fmt::format("{}, {}", quantity_text(largest, system.units, UnitKind::force),
                     printable(spring_label(system, static_cast<int>(at))));
}

std::string largest_displacement(const System& system, const Equilibrium& rest) {
  const std::size_t dimension = system.dimension;
  double largest = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i + dimension <= rest.displacement.size(); i += dimension) {
    double square = 0;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      square += rest.displacement[i + axis] * rest.displacement[i + axis];
    }
    if (square > largest) {
      largest = square;
      at = i / dimension;
    }
  }
  if (largest == 0) return "none";
  return fmt::format("{}, node {}",
                     quantity_text(std::sqrt(largest), system.units, UnitKind::length),
                     printable(node_label(system, static_cast<int>(at))));
}

namespace {

// "0.34, spring 7 (nodes 3-4)", or "-" where no spring has a limit.
std::string stage_utilisation(const System& system, const Equilibrium& rest) {
  std::size_t at = rest.utilisation.size();
  for (std::size_t i = 0; i < rest.utilisation.size(); ++i)
    if (!std::isnan(rest.utilisation[i]) &&
        (at == rest.utilisation.size() || rest.utilisation[i] > rest.utilisation[at]))
      at = i;
  if (at == rest.utilisation.size()) return "-";
  return fmt::format("{}, {}", number_text(rest.utilisation[at]),
                     printable(spring_label(system, static_cast<int>(at))));
}

}  // namespace

std::string stages_text(const System& system, std::span<const NamedEquilibrium> stages) {
  if (stages.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"stage", "status", "iterations", "residual", "largest tension", "largest compression", "largest utilisation"}};
  for (const NamedEquilibrium& stage : stages) {
    const Report& report = stage.rest.report;
    rows.push_back({printable(stage.name), to_string(report.status),
                    std::to_string(report.iterations), residual_text(report),
                    extreme_tension(system, stage.rest.tension, 1),
                    extreme_tension(system, stage.rest.tension, -1),
                    stage_utilisation(system, stage.rest)});
  }
  return aligned(rows) + "\n";
}

std::string closing(const SolveResult& result, double seconds, double compile_seconds) {
  const Report& report = result.rest.report;
  std::string text = fmt::format(
      "\n{} with {}{}, {}: {}; reading {}, compiling {}\n", to_string(report.method),
      to_string(report.linear_solver),
      report.linear_iterations > 0
          ? fmt::format(" ({})", count_text(report.linear_iterations, "iteration", "iterations"))
          : "",
      count_text(result.threads, "thread", "threads"), seconds_text(seconds),
      seconds_text(result.load_seconds), seconds_text(compile_seconds));
  if (!report.linear_note.empty()) text += report.linear_note + "\n";
  return text + saved_lines(result.files);
}

std::string status_line(const Report& report, int stream) {
  const std::string word = coloured(to_string(report.status), colour_of(report.status), stream);
  if (report.status == Status::converged) {
    return fmt::format("{} in {}\n", word, iterations_text(report.iterations));
  }
  return fmt::format("{} after {}: {}\n", word, iterations_text(report.iterations),
                     printable(report.reason));
}

void write_solve_summary(Output& output, const SolveResult& result) {
  const std::vector<unsigned char> constrained = fixed_axes(result.system);
  output.text(status_line(result.rest.report, 1));
  output.text("\n");
  output.text(stages_text(result.system, result.stages));
  output.text(summary(result));
  output.text(positions(result, constrained));
  output.text(reactions(result, constrained));
  // The last stage is the result itself.
  double seconds = result.rest.report.seconds, compile_seconds = result.rest.report.compile_seconds;
  for (std::size_t i = 0; i + 1 < result.stages.size(); ++i) {
    seconds += result.stages[i].rest.report.seconds;
    compile_seconds += result.stages[i].rest.report.compile_seconds;
  }
  output.text(closing(result, seconds, compile_seconds));
}

}  // namespace tensio::cli
