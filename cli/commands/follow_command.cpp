// `tensio follow`: reads a scene, traces its load-displacement curve, reports it and writes it
// where asked to.
#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/follow_output.hpp"
#include "output/output_file.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"

namespace tensio::cli {

namespace {

[[noreturn]] void refuse_probe(const std::string& word, const std::string& message) {
  throw UsageError(fmt::format("--probe {}: {}", printable(word), message), word);
}

// The node of this label or id.
int find_node(const System& system, const std::string& word, const std::string& node) {
  const std::vector<std::string>& names = system.nodes.name;
  if (const auto found = std::find(names.begin(), names.end(), node); found != names.end()) {
    return static_cast<int>(found - names.begin());
  }
  const bool digits = !node.empty() && std::all_of(node.begin(), node.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) refuse_probe(word, fmt::format("no node is named {}", printable(node)));
  errno = 0;
  const long id = std::strtol(node.c_str(), nullptr, 10);
  if (errno != 0 || id >= system.node_count()) {
    refuse_probe(word, fmt::format("there is no node {}; the nodes are 0 to {}", node,
                                   system.node_count() - 1));
  }
  return static_cast<int>(id);
}

// "7.z" or "tip.z"; a label may contain points of its own.
PathProbe parse_probe(const System& system, const std::string& word) {
  const std::size_t point = word.rfind('.');
  const std::string axis = point == std::string::npos ? "" : word.substr(point + 1);
  const std::string axes = system.dimension == 2 ? "xy" : "xyz";
  if (axis.size() != 1 || axes.find(axis) == std::string::npos) {
    refuse_probe(word, fmt::format("it must end with an axis: {}",
                                   system.dimension == 2 ? ".x or .y" : ".x, .y or .z"));
  }
  return {find_node(system, word, word.substr(0, point)), static_cast<int>(axes.find(axis))};
}

FollowOptions follow_options(const System& system, const Args& args) {
  FollowOptions options;
  options.load_case = args.load_case;
  options.until = args.until.value_or(options.until);
  options.max_steps = args.max_steps.value_or(options.max_steps);
  for (const std::string& word : args.probes) options.probes.push_back(parse_probe(system, word));
  options.branches = args.branches;
  options.equilibrium = system.equilibrium;
  options.equilibrium.tolerance = args.tolerance.value_or(options.equilibrium.tolerance);
  options.equilibrium.threads = args.threads.value_or(options.equilibrium.threads);
  return options;
}

// Shows the points on standard error as they are found; false once a signal was remembered.
class Progress {
 public:
  explicit Progress(bool verbose) : verbose_(verbose) {
    if (verbose_) say("load factor      arc length   residual  iterations  negative modes\n");
  }
  bool operator()(const PathPoint& point) const {
    if (verbose_) {
      const std::string kind =
          point.kind == PathPointKind::regular ? "" : fmt::format("  {}", to_string(point.kind));
      say(fmt::format("{:<15.8g}  {:<11.5g}  {:8.1e}  {:10}  {:14}{}\n", point.load_factor,
                      point.arc_length, point.residual, point.iterations, point.negative_modes,
                      kind));
    }
    return remembered_signal() == 0;
  }

 private:
  bool verbose_;
};

// Stops inside a step once a signal was remembered.
struct UntilSignal final : Observer {
  bool observe(const Frame&) override { return remembered_signal() == 0; }
  bool working(Activity) override { return remembered_signal() == 0; }
};

void report(Output& output, const FollowResult& result, const Args& args) {
  if (args.json) {
    write_follow_json(output, result);
    return;
  }
  if (!args.quiet) {
    write_follow_summary(output, result);
  } else if (!result.path.converged()) {
    say(follow_status_line(result.path, 2));
  }
  say_errors(result.files.problems);
}

}  // namespace

int follow_command(const Args& args) {
  const std::string csv = output_path(args.out, "--out", args.force);
  const std::string plot = output_path(args.plot, "--plot", args.force);
  if (!csv.empty() && csv == plot) {
    throw UsageError(fmt::format("--out and --plot both name {}", printable(args.plot)), args.plot);
  }
  const System system = load_scene(args);
  const FollowOptions options = follow_options(system, args);

  // From here on a signal ends the tracing, and what was reached is still reported.
  defer_signals();
  UntilSignal until_signal;
  LoadPath path = follow(system, options, Progress(args.verbose), &until_signal);
  if (path.status == Status::interrupted) {
    path.reason = fmt::format("stopped by {}", signal_name(remembered_signal()));
  }
  FollowResult result{.system = system, .options = options, .path = path};
  result.files.save(args.out, [&] { save_text(follow_csv(system, path), csv); });
  result.files.save(args.plot, [&] { save_text(plot_svg(follow_plot(system, path)), plot); });

  release_signals();
  Output output;
  report(output, result, args);
  output.flush();
  if (!result.files.good()) return kExitIo;
  const bool all_found = std::all_of(path.branches.begin(), path.branches.end(),
                                     [](const Branch& branch) { return !branch.points.empty(); });
  return path.converged() && !all_found ? exit_code(Status::stalled) : exit_code(path.status);
}

}  // namespace tensio::cli
