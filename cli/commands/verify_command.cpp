// `tensio verify`: whether this machine gives the bits that a scene recorded; or records them.
#include "tensio/verify.hpp"

#include <filesystem>
#include <fstream>

#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "exit_code.hpp"
#include "io/text/base64.hpp"
#include "io/text/inflate.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "signals.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::cli {

namespace {

constexpr const char* kMark = "#s=";
// More than this is not read from a link, nor does the studio.
constexpr std::size_t kMostText = 24'000'000;

[[noreturn]] void refuse_link(const std::string& message) {
  throw Error({{.file = "the link", .message = message}}, ErrorKind::content);
}

bool is_link(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://") ||
         text.starts_with("file://") || text.find(kMark) != std::string_view::npos;
}

// A file that contains a link: its first line.
std::string link_in(const std::string& path) {
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  std::string line;
  char start[8] = {};
  if (!file.read(start, sizeof start) || !is_link(std::string_view(start, sizeof start)))
    return is_link(std::string_view(start, 7)) ? path : std::string();
  file.seekg(0);
  std::getline(file, line);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

// The text of the scene in a link of the studio.
std::string scene_in(const std::string& link) {
  const std::size_t mark = link.find(kMark);
  if (mark == std::string::npos) {
    const bool example = link.find("example=") != std::string::npos;
    refuse_link(example ? "it names an example of the gallery and has no scene in it: open it in "
                          "the studio, choose Share, and save the scene as a file"
                        : "it has no scene in it: a link that the studio shares has one after #s=");
  }
  std::string code = link.substr(mark + std::char_traits<char>::length(kMark));
  code.resize(std::min(code.find('&'), code.size()));
  for (char& c : code) c = c == '-' ? '+' : c == '_' ? '/' : c;
  code.append((4 - code.size() % 4) % 4, '=');
  if (!io::can_inflate()) refuse_link(io::kWithoutZlib);
  const std::optional<std::string> bytes = io::from_base64(code);
  const std::optional<std::string> text =
      bytes ? io::inflated_up_to(*bytes, kMostText, io::DeflateForm::raw) : std::nullopt;
  if (!text)
    refuse_link(
        "what follows #s= is damaged: a part of it may have been cut off when it was copied");
  return *text;
}

System scene_of(const Args& args) {
  std::error_code ignored;
  std::string link = args.scene;
  if (!is_link(link))
    link = std::filesystem::is_regular_file(link, ignored) ? link_in(link) : std::string();
  return link.empty() ? load_scene(args) : parse_system(scene_in(link), "the link");
}

void write_json(Output& output, const Recorded& recorded, bool changed, const char* status,
                const std::vector<VerifiedResult>& results) {
  JsonWriter json(output);
  json.begin_object();
  json.members(
      {{"status", status}, {"recorded_by", or_null(recorded.version)}, {"scene_changed", changed}});
  json.list("results", results, [&](const VerifiedResult& result) {
    json.members({{"result", result.name},
                  {"about", result.about},
                  {"same", result.same()},
                  {"recorded", result.recorded},
                  {"computed", or_null(result.computed)},
                  {"reason", or_null(result.reason)}});
  });
  json.end_object();
}

void write_text(Output& output, const Recorded& recorded, bool changed, bool same,
                const std::vector<VerifiedResult>& results) {
  for (const VerifiedResult& result : results) {
    const bool good = result.same();
    output.print("{} {}: {}",
                 coloured(good ? "same:" : "different:", good ? Colour::green : Colour::red, 1),
                 result.name, result.about);
    if (good) {
      output.print(", {}\n", result.recorded);
    } else if (result.computed.empty()) {
      output.print("; there is no result here: {}\n", printable(result.reason));
    } else {
      output.print("; recorded {}, here {}\n", result.recorded, result.computed);
    }
  }
  const std::string by = recorded.version.empty()
                             ? std::string()
                             : fmt::format(" that Tensio {} recorded", printable(recorded.version));
  output.print(
      "{}\n",
      same ? coloured(fmt::format("This machine gives the same bits{}.", by), Colour::green, 1)
           : coloured(fmt::format("This machine does not give the bits{}.", by), Colour::red, 1));
  if (!changed) return;
  output.text(same ? "The scene was changed since, in a part that these results do not depend on.\n"
                   : "The scene was changed after they were recorded: that may be why.\n");
}

// Adds the hashes of this machine's results, and writes the scene.
int record(const Args& args, System system) {
  const std::string path = output_path(args.out, "--out", args.force);
  std::vector<std::string> notes;
  defer_signals();
  Recorded recorded;
  {
    ProgressObserver observer(false, args.quiet);
    recorded = record_results(system, {.threads = args.threads.value_or(0)}, &observer, &notes);
  }
  if (remembered_signal() != 0) {
    say("error: stopped before there was a result; nothing was written\n");
    return kExitSignal + remembered_signal();
  }
  release_signals();
  if (recorded.empty()) {
    std::string reasons;
    for (const std::string& note : notes) reasons += (reasons.empty() ? "" : "; ") + note;
    throw Error({{.file = args.scene, .message = reasons}}, ErrorKind::content);
  }
  recorded.scene = scene_hash(system);
  system.recorded = recorded;
  save_system(system, path);
  for (const std::string& note : notes) warn(note);
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "recorded"},
                  {"file", args.out},
                  {"rest", or_null(recorded.rest)},
                  {"motion", or_null(recorded.motion ? recorded.motion->state : "")}});
    json.texts("notes", notes);
    json.end_object();
  } else if (!args.quiet) {
    if (!recorded.rest.empty()) output.print("rest: {}\n", recorded.rest);
    if (recorded.motion)
      output.print("motion: {} steps of {}, {}\n", recorded.motion->steps,
                   to_string(recorded.motion->integrator), recorded.motion->state);
    output.print("recorded in {}\n", printable(args.out));
  }
  output.flush();
  return kExitDone;
}

}  // namespace

int verify_command(const Args& args) {
  System system = scene_of(args);
  if (args.record) return record(args, std::move(system));
  if (!system.recorded || system.recorded->empty()) {
    throw Error({{.file = is_link(args.scene) ? "the link" : args.scene,
                  .message = "the scene has no recorded results to verify: `tensio verify SCENE "
                             "--record --out FILE` adds those of this machine"}},
                ErrorKind::content);
  }
  const Recorded& recorded = *system.recorded;
  const bool changed = !recorded.scene.empty() && scene_hash(system) != recorded.scene;
  std::vector<VerifiedResult> results;
  defer_signals();
  {
    ProgressObserver observer(false, args.quiet);
    results = verify_results(system, args.threads.value_or(0), &observer);
  }
  const int signal = remembered_signal();
  release_signals();
  const bool same = std::all_of(results.begin(), results.end(),
                                [](const VerifiedResult& result) { return result.same(); });
  Output output;
  if (args.json) {
    const char* status = signal != 0 ? "interrupted" : same ? "same" : "different";
    write_json(output, recorded, changed, status, results);
  } else if (!args.quiet) {
    write_text(output, recorded, changed, same, results);
  }
  output.flush();
  return signal != 0 && !same ? kExitSignal + signal : same ? kExitDone : kExitSolver;
}

}  // namespace tensio::cli
