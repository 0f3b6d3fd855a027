// `tensio check`: what is wrong with a scene, and what may surprise its author.
#include "tensio/model/check.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/text_output.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kListedIds = 1000;  // of the nodes or springs of one warning, in JSON

// The ids, and how many there are in all where the list is cut.
void write_ids(JsonWriter& json, const char* name, const std::vector<int>& ids) {
  const std::span<const int> all(ids);
  json.key(name);
  json.values(all.first(std::min(all.size(), kListedIds)));
  if (all.size() > kListedIds) json.member(fmt::format("{}_count", name), all.size());
}

void write_json(Output& output, const std::vector<Warning>& warnings) {
  JsonWriter json(output);
  json.begin_object();
  json.member("status", warnings.empty() ? "ok" : "warnings");
  json.list("warnings", warnings, [&](const Warning& warning) {
    json.members({{"kind", to_string(warning.kind)}, {"message", warning.message}});
    write_ids(json, "nodes", warning.nodes);
    write_ids(json, "springs", warning.springs);
  });
  write_errors(json, {});
  json.end_object();
}

void write_text(Output& output, const Args& args, const System& system,
                const std::vector<Warning>& warnings) {
  if (!args.quiet) {
    output.print("{}: {}, {}, {}, {}\n", coloured("ok", Colour::green, 1),
                 count_text(system.node_count(), "node", "nodes"),
                 count_text(system.spring_count(), "spring", "springs"),
                 count_text(system.dimension, "dimension", "dimensions"),
                 warnings.empty()
                     ? "no warnings"
                     : count_text(static_cast<long long>(warnings.size()), "warning", "warnings"));
  }
  for (const Warning& warning : warnings) {
    output.print("{}{}: {}\n", coloured("warning: ", Colour::yellow, 1), to_string(warning.kind),
                 printable(warning.message));
  }
}

// Whether anything could be said of the time step: an explicit integrator with a step that is
// given, or one that no step may be short enough for.
bool has_step_to_check(const SimulationOptions& options) {
  const Integrator integrator = options.integrator;
  if (is_implicit(integrator) || integrator == Integrator::automatic ||
      integrator == Integrator::rk45)
    return false;
  return options.time_step > 0 || integrator == Integrator::explicit_euler;
}

// What `run` will say of the time step, in the same words.
void check_step(const System& system, std::vector<Warning>& warnings) {
  if (!system.simulation || !has_step_to_check(*system.simulation) || !system.stages.empty())
    return;
  for (const Warning& warning : warnings)
    if (warning.kind == WarningKind::massless_node) return;  // such a scene does not run
  std::optional<System> combined;
  if (!system.combinations.empty()) combined = under(system, system.combinations.front());
  try {
    for (const std::string& sentence :
         combined ? step_warnings(*combined) : step_warnings(system, Validated::yes))
      warnings.push_back({.kind = WarningKind::unstable_step, .message = sentence});
  } catch (const Error&) {
    // what does not run has no step to be warned of
  }
}

}  // namespace

int check_command(const Args& args) {
  const System system = load_scene(args);
  std::vector<Warning> warnings = check(system);
  check_step(system, warnings);
  Output output;
  if (args.json) {
    write_json(output, warnings);
  } else {
    write_text(output, args, system, warnings);
  }
  output.flush();
  return args.strict && !warnings.empty() ? kExitContent : kExitDone;
}

}  // namespace tensio::cli
