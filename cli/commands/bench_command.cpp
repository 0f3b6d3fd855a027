// `tensio bench`: how fast this machine is, and how fast a scene is on it.
#include <algorithm>
#include <chrono>
#include <thread>

#include "clock.hpp"
#include "commands/bench_works.hpp"
#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "commands/machine_limits.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/text_output.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::cli {

namespace {

// Bytes that an explicit step moves per spring at least, where springs and nodes are alike: a sixth
// of what a node has (position and velocity in and out).
constexpr double kExplicitBytes = 96.0 / 6;

void write_timing(JsonWriter& json, const Timing& timing) {
  json.begin_object();
  json.members({{"work", timing.work},
                {"nodes", timing.nodes},
                {"springs", timing.springs},
                {"steps", timing.steps},
                {"value", timing.value()},
                {"unit", timing.unit()},
                {"seconds", timing.seconds},
                {"note", or_null(timing.note)}});
  json.end_object();
}

std::string value_text(const Timing& timing) {
  if (timing.seconds.empty()) return "not measured";
  if (timing.kind == Timing::Kind::total) return seconds_text(timing.value());
  return fmt::format("{:.4g} {}", timing.value(), timing.unit());
}

// The least and the most of the rounds, over their median.
std::string spread_text(const Timing& timing) {
  if (timing.seconds.size() < 2) return "";
  const auto [least, most] = std::minmax_element(timing.seconds.begin(), timing.seconds.end());
  return fmt::format("{:.2f} to {:.2f}", *least / timing.median(), *most / timing.median());
}

std::string limit_text(const Timing& timing, const MachineLimits& limits) {
  if (timing.kind != Timing::Kind::springs_per_second || timing.seconds.empty()) return "";
  return fmt::format("{:.0f} % of bandwidth",
                     100 * timing.value() * 1e6 * kExplicitBytes / limits.stream_bytes);
}

void show(const Args& args, const BenchOptions& options, const MachineLimits& limits,
          const std::vector<Timing>& timings) {
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"}, {"quick", options.quick}, {"threads", options.threads}});
    json.object("limits", [&] {
      json.members(
          {{"stream_bytes", limits.stream_bytes}, {"product_flops", limits.product_flops}});
    });
    json.key("results");
    json.begin_array();
    for (const Timing& timing : timings) write_timing(json, timing);
    json.end_array();
    json.end_object();
  } else {
    output.text(fact("threads", std::to_string(options.threads)));
    output.text(fact("memory bandwidth", fmt::format("{:.1f} GB/s", 1e-9 * limits.stream_bytes)));
    output.text(
        fact("matrix products", fmt::format("{:.1f} Gflop/s", 1e-9 * limits.product_flops)));
    output.text("\n");
    std::vector<std::vector<std::string>> rows = {
        {"benchmark", "nodes", "springs", "median", "spread", "of the limit", "solver"}};
    for (const Timing& timing : timings)
      rows.push_back({timing.work, grouped(timing.nodes), grouped(timing.springs),
                      value_text(timing), spread_text(timing), limit_text(timing, limits),
                      printable(timing.note)});
    output.text(aligned(rows));
  }
  output.flush();
}

void check_only(const Args& args) {
  std::vector<std::string> names;
  for (const BenchWork& work : bench_works()) names.emplace_back(work.name);
  for (const std::string& word : args.bench.only)
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw UsageError(fmt::format("--only {}: must be one of {}", word, fmt::join(names, ", ")),
                       word);
}

int bench_machine(const Args& args, const BenchOptions& options) {
  std::vector<Timing> timings;
  const auto report = [&](const char* what) {
    if (!args.quiet) say(fmt::format("measuring {}\n", what));
  };
  report("the memory bandwidth and matrix products");
  const MachineLimits limits = measure_limits(options.threads, options.quick);
  for (const BenchWork& work : bench_works()) {
    if (!args.bench.only.empty() && std::find(args.bench.only.begin(), args.bench.only.end(),
                                              work.name) == args.bench.only.end())
      continue;
    report(work.about);
    timings.push_back(work.measure(options));
  }
  show(args, options, limits, timings);
  return kExitDone;
}

// A scene of the user's: reading, compiling, and solving or stepping.
int bench_scene(const Args& args, const BenchOptions& options) {
  const Stopwatch load_watch;
  const System system = load_scene(args);
  const double load = load_watch.seconds();
  const Stopwatch compile_watch;
  const Network network = compile(system, Validated::yes);
  const double compiled = compile_watch.seconds();
  const Timing timing = time_system(system, options);
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"},
                  {"threads", options.threads},
                  {"load_seconds", load},
                  {"compile_seconds", compiled},
                  {"memory", network.memory()}});
    json.key("results");
    json.begin_array();
    write_timing(json, timing);
    json.end_array();
    json.end_object();
  } else {
    output.text(fact("nodes", grouped(timing.nodes)));
    output.text(fact("springs", grouped(timing.springs)));
    output.text(fact("threads", std::to_string(options.threads)));
    output.text(fact("reading", seconds_text(load)));
    output.text(fact("compiling", seconds_text(compiled)));
    output.text(fact("memory", bytes_text(network.memory())));
    const bool steps = timing.kind == Timing::Kind::per_step;
    output.text(fact(
        steps ? "time per step" : "solving",
        fmt::format("{} ({}{})", seconds_text(timing.median() / static_cast<double>(timing.steps)),
                    timing.note,
                    timing.seconds.size() > 1 ? ", spread " + spread_text(timing) : "")));
    if (steps) {
      const double rate = static_cast<double>(timing.steps) / timing.median();
      output.text(fact("steps", fmt::format("{:.4g} steps/s, {:.4g} M springs/s", rate,
                                            1e-6 * rate * static_cast<double>(timing.springs))));
    }
  }
  output.flush();
  return kExitDone;
}

}  // namespace

int bench_command(const Args& args) {
  check_only(args);
  const unsigned cores = std::thread::hardware_concurrency();
  const BenchOptions options{.quick = args.bench.quick,
                             .threads = args.threads.value_or(
                                 args.scene.empty() ? 1 : static_cast<int>(std::max(1u, cores))),
                             .repeats = args.bench.repeats.value_or(args.bench.quick ? 1 : 3)};
  try {
    return args.scene.empty() ? bench_machine(args, options) : bench_scene(args, options);
  } catch (const BenchEnded& ended) {
    Output output;
    if (args.json) {
      JsonWriter json(output);
      json.begin_object();
      json.members({{"status", "not_converged"}, {"reason", ended.what()}});
      json.end_object();
    } else {
      say(fmt::format("error: the benchmark failed: {}\n", ended.what()));
    }
    output.flush();
    return kExitSolver;
  }
}

}  // namespace tensio::cli
