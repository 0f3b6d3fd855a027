// `tensio check`: what is wrong with a scene, and what may surprise its author.
#include "tensio/check.hpp"

#include <algorithm>
#include <span>

#include "commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "text_output.hpp"

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
  json.key("warnings");
  json.begin_array();
  for (const Warning& warning : warnings) {
    json.begin_object();
    json.member("kind", to_string(warning.kind));
    json.member("message", warning.message);
    write_ids(json, "nodes", warning.nodes);
    write_ids(json, "springs", warning.springs);
    json.end_object();
  }
  json.end_array();
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

}  // namespace

int check_command(const Args& args) {
  const System system = load_scene(args);
  const std::vector<Warning> warnings = check(system);
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
