// The summary of `tensio run` for people, and its ending.
#include <algorithm>
#include <cmath>
#include <map>

#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/failure.hpp"
#include "output/run_output.hpp"
#include "output/solve_output.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kProbeRows = 20;
constexpr std::size_t kEventRows = 8;

Colour colour_of(const RunResult& result) {
  if (!result.problems.empty()) return Colour::red;
  switch (result.report.status) {
    case MotionStatus::finished: return Colour::green;
    case MotionStatus::interrupted: return Colour::yellow;
    default: return Colour::red;
  }
}

std::string step_text(const MotionReport& report, const Units& units) {
  const auto time = [&](double seconds) { return quantity_text(seconds, units, UnitKind::time); };
  std::string text =
      fmt::format("{}, time step {}", to_string(report.integrator), time(report.time_step));
  if (report.stable_time_step) {
    text += fmt::format("; stable up to {}", time(*report.stable_time_step));
  }
  return text;
}

// Every kind of energy that is not zero, at the start and at the end.
std::string energy_table(const MotionEnergies& end, const std::optional<MotionEnergies>& start) {
  struct Kind {
    const char* name;
    double MotionEnergies::*value;
  };
  constexpr Kind kKinds[] = {
      {"  kinetic", &MotionEnergies::kinetic}, {"  elastic", &MotionEnergies::elastic},
      {"  gravity", &MotionEnergies::gravity}, {"  load", &MotionEnergies::load},
      {"  contact", &MotionEnergies::contact}, {"  dissipated", &MotionEnergies::dissipated},
      {"  - work", &MotionEnergies::work},     {"  total", &MotionEnergies::total}};
  std::vector<std::vector<std::string>> rows = {
      start ? std::vector<std::string>{"energy              ", "start", "end", "change"}
            : std::vector<std::string>{"energy              ", "end"}};
  for (const Kind& kind : kKinds) {
    const double last = end.*kind.value;
    const double first = start ? (*start).*kind.value : 0;
    if (last == 0 && first == 0 && kind.value != &MotionEnergies::total) continue;
    if (start) {
      rows.push_back({kind.name, number_text(first), number_text(last), small_text(last - first)});
    } else {
      rows.push_back({kind.name, number_text(last)});
    }
  }
  return aligned(rows);
}

std::string event_line(const System& system, const MotionEvent& event) {
  std::string text = fmt::format("  {:<18}  {}", number_text(event.time), to_string(event.kind));
  if (event.spring >= 0) {
    text += fmt::format(": {}, strain {}", printable(spring_label(system, event.spring)),
                        number_text(event.value));
  } else if (event.node >= 0) {
    text += fmt::format(": node {}", printable(node_label(system, event.node)));
  }
  if (event.kind == MotionEvent::Kind::split)
    text += fmt::format(" into {} substeps", number_text(event.value));
  if (!event.detail.empty()) text += fmt::format(", {}", printable(event.detail));
  return text + "\n";
}

std::string events_text(const System& system, const std::vector<MotionEvent>& events) {
  if (events.empty()) return {};
  std::map<std::string, long long> counts;
  for (const MotionEvent& event : events) ++counts[to_string(event.kind)];
  std::string text = "\n" + coloured("events at time", Colour::faint, 1) + "\n";
  for (std::size_t i = 0; i < events.size() && i < kEventRows; ++i) {
    text += event_line(system, events[i]);
  }
  if (events.size() > kEventRows) {
    std::string all;
    for (const auto& [kind, count] : counts) {
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", grouped(count), kind);
    }
    text += fmt::format("  ... and {} more: {} in all\n", events.size() - kEventRows, all);
  }
  return text;
}

std::string probes_text(const Simulation& simulation) {
  const std::vector<std::string> names = simulation.probe_names();
  const std::vector<double> values = simulation.probe_values();
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kProbeRows; ++i) {
    text += fact("  " + printable(names[i]), number_text(values[i]));
  }
  if (names.size() > kProbeRows) {
    text += fmt::format("  ... and {} more\n", names.size() - kProbeRows);
  }
  return text.empty() ? text : "\n" + coloured("probe", Colour::faint, 1) + "\n" + text;
}

std::string friction_text(const MotionReport& report) {
  if (report.unsettled_friction_steps == 0) return {};
  return fact("friction",
              fmt::format("did not converge in {} of {}; use a smaller time_step",
                          grouped(static_cast<long long>(report.unsettled_friction_steps)),
                          count_text(report.steps, "step", "steps")));
}

// Steps that did not converge as they were to be taken, and what was done instead.
std::string retried_text(const MotionReport& report) {
  std::string text;
  if (report.retried_steps > 0)
    text += fact("retried", fmt::format("{} solved by the other method",
                                        count_text(report.retried_steps, "step", "steps")));
  if (report.split_steps > 0)
    text += fact("split", fmt::format("{} taken in substeps",
                                      count_text(report.split_steps, "step", "steps")));
  if (report.preview_steps > 0)
    text += fact("preview", fmt::format("{} ended before the tolerance",
                                        count_text(report.preview_steps, "step", "steps")));
  return text;
}

std::string closing(const RunSession& session, const RunResult& result) {
  const MotionReport& report = result.report;
  std::string text = "\n" + seconds_text(report.seconds) + " of stepping";
  if (report.seconds > 0 && !result.resumed_from) {
    text += fmt::format(", {:.3g} steps/s", static_cast<double>(report.steps) / report.seconds);
  }
  if (is_implicit(report.integrator)) {
    // How many steps each method took; those of Newton's method alone need no count.
    const bool prefactored = report.newton_steps < report.steps;
    text += fmt::format("; {}, {}", prefactored ? "prefactored" : to_string(report.linear_solver),
                        count_text(report.iterations, "iteration", "iterations"));
    if (report.linear_iterations > 0)
      text += fmt::format(" with {} of the linear solver",
                          grouped(static_cast<long long>(report.linear_iterations)));
    if (prefactored && report.newton_steps > 0)
      text +=
          fmt::format(", {} by newton with {}", count_text(report.newton_steps, "step", "steps"),
                      to_string(report.linear_solver));
  }
  text += fmt::format("; reading {}", seconds_text(result.load_seconds));
  if (!session.plan().folder.empty())
    text += fmt::format(", writing {}", seconds_text(result.output_seconds));
  text += "\n";
  if (!session.plan().folder.empty() && result.problems.empty()) {
    text += fmt::format("written to {}\n", printable(session.plan().folder));
  }
  if (!result.page.empty()) text += printable(result.page) + "\n";
  return text;
}

}  // namespace

int run_exit_code(const RunResult& result) {
  if (!result.problems.empty()) return result.problem_code;
  switch (result.report.status) {
    case MotionStatus::finished: return kExitDone;
    case MotionStatus::interrupted:
      return remembered_signal() != 0 ? kExitSignal + remembered_signal() : kExitLimit;
    default: return kExitSolver;
  }
}

std::string run_status_line(const RunResult& result, int stream) {
  const MotionReport& report = result.report;
  const bool saved = result.problems.empty();
  const std::string word =
      coloured(saved ? to_string(report.status) : "error", colour_of(result), stream);
  const std::string line = fmt::format("{} at time {} after {}", word, number_text(report.time),
                                       count_text(report.steps, "step", "steps"));
  if (result.was_finished) return line + ": the run was already finished; nothing was left to do\n";
  if (saved && report.status == MotionStatus::finished) return line + "\n";
  return fmt::format("{}: {}\n", line, printable(report.reason));
}

void write_run_summary(Output& output, const RunSession& session, const RunResult& result) {
  const Simulation& simulation = session.simulation();
  const System& system = session.plan().system;
  output.text(run_status_line(result, 1));
  output.text("\n");
  output.text(fact("integrator", step_text(result.report, system.units)));
  if (!simulation.choice().empty()) output.text(fact("chosen", printable(simulation.choice())));
  const std::vector<double> tension = simulation.tensions();
  output.text(fact("largest tension", extreme_tension(system, tension, 1)));
  output.text(fact("largest compression", extreme_tension(system, tension, -1)));
  output.text(retried_text(result.report));
  output.text(friction_text(result.report));
  output.text("\n" + energy_table(simulation.energies(), result.start));
  output.text(probes_text(simulation));
  output.text(events_text(system, simulation.events()));
  output.text(closing(session, result));
}

int report_run(const RunSession& session, RunResult& result, const Args& args,
               const std::string& begun) {
  if (!session.plan().folder.empty() && result.problems.empty()) {
    try {
      save_text(run_summary_file(session, result, args, begun),
                session.plan().folder + "/" + kSummaryFile);
    } catch (const Error& error) {
      result.problems = listed_problems(error);
      result.problem_code = exit_code(error.kind());
    }
  }
  release_signals();
  Output output;
  if (args.json) {
    write_run_json(output, session, result);
    output.flush();
    return run_exit_code(result);
  }
  if (!args.quiet) {
    write_run_summary(output, session, result);
  } else if (result.report.status != MotionStatus::finished) {
    say(run_status_line(result, 2));
  }
  output.flush();
  for (const std::string& warning : result.warnings) warn(warning);
  say_errors(result.problems);
  return run_exit_code(result);
}

int report_runs(std::vector<ComparedRun>& runs, const Args& args) {
  release_signals();
  Output output;
  int code = kExitDone;
  for (const ComparedRun& run : runs) code = std::max(code, run_exit_code(run.result));
  if (args.json) write_runs_json(output, runs);
  for (const ComparedRun& run : runs) {
    if (args.json) break;
    if (!args.quiet) {
      if (&run != &runs.front()) output.text("\n");
      write_run_summary(output, *run.session, run.result);
    } else if (run.result.report.status != MotionStatus::finished) {
      say(run_status_line(run.result, 2));
    }
  }
  output.flush();
  for (const ComparedRun& run : runs) say_errors(run.result.problems);
  return code;
}

}  // namespace tensio::cli
