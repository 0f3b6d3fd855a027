// `tensio new`: writes a scene of one part.
#include <fmt/format.h>

#include <filesystem>

#include "args/new_args.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::cli {

namespace {

const char* type_name(OptionType type) {
  switch (type) {
    case OptionType::number: return "number";
    case OptionType::whole_number: return "whole_number";
    case OptionType::truth: return "truth";
    case OptionType::word: return "word";
    case OptionType::material: return "material";
    case OptionType::vector: return "vector";
    case OptionType::pairs: return "pairs";
    case OptionType::distribution: return "distribution";
    case OptionType::mesh: return "mesh";
    case OptionType::viscous: return "viscous";
    case OptionType::yield: return "yield";
    case OptionType::breaks: return "break";
    case OptionType::active: return "active";
  }
  return "";
}

void write_option(JsonWriter& json, const GeneratorOption& option) {
  json.begin_object();
  json.members({{"name", option.name},
                {"type", type_name(option.type)},
                {"unit", option.unit},
                {"help", option.help}});
  if (option.preset.empty())
    json.member("default", nullptr);
  else
    json.member("default", option.preset);
  if (!option.words.empty()) {
    json.key("words");
    json.begin_array();
    for (const std::string& word : option.words) json.value(word);
    json.end_array();
  }
  if (option.least) json.member(option.above_least ? "above" : "least", *option.least);
  if (option.most) json.member("most", *option.most);
  json.end_object();
}

void write_names(JsonWriter& json, const char* key, const std::vector<GeneratorName>& names) {
  json.list(key, names, [&](const GeneratorName& name) {
    json.members({{"name", name.name}, {"help", name.help}});
  });
}

// Every kind with its options: what the schema and the manual are made from.
void write_kinds(JsonWriter& json) {
  json.begin_object();
  json.member("status", "ok");
  json.list("kinds", generators(), [&](const Generator& kind) {
    json.members({{"name", kind.name}, {"summary", kind.summary}});
    json.key("options");
    json.begin_array();
    for (const GeneratorOption& option : kind.options) write_option(json, option);
    json.end_array();
    write_names(json, "groups", kind.groups);
    write_names(json, "springs", kind.springs);
    json.key("dimensions");
    json.begin_array();
    for (const int dimension : {2, 3})
      for (const StarterScene& scene : kind.starters)
        if (scene.dimension == dimension) {
          json.value(dimension);
          break;
        }
    json.end_array();
  });
  json.end_object();
}

int list_kinds(const Args& args) {
  Output output;
  if (args.json) {
    JsonWriter json(output);
    write_kinds(json);
  } else {
    output.text(kind_list());
  }
  output.flush();
  return kExitDone;
}

// What the reader says of an option, said of the word on the command line.
[[noreturn]] void blame_words(const Error& error, const Args& args) {
  static const std::string kPart = "/generate/0";
  for (const Problem& problem : error.problems()) {
    if (problem.pointer.compare(0, kPart.size(), kPart) != 0) continue;
    const std::string name = problem.pointer.substr(kPart.size());
    const std::string key = name.empty() ? name : name.substr(1, name.find('/', 1) - 1);
    for (const auto& [option, value] : args.part)
      if (option == key)
        throw UsageError(fmt::format("{} {}: {}", option_word(key), value, problem.message), value);
    throw UsageError(problem.message, problem.value);
  }
  // a value that is not JSON spoils the whole text
  for (const auto& [option, value] : args.part)
    if (value[0] == '{' || value[0] == '[')
      throw UsageError(
          fmt::format("{} {}: {}", option_word(option), value,
                      error.problems().empty() ? error.what() : error.problems()[0].message),
          value);
  throw error;
}

// Files lie beside the scene; what is written in full needs them no more, and finds them here too.
System read_scene(const std::string& text, const std::string& path, const Args& args) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  LoadOptions options;
  if (args.expand) options.data_folders = {"."};
  try {
    return parse_system(text, "the new scene", folder.empty() ? "." : folder, options);
  } catch (const Error& error) {
    blame_words(error, args);
  }
}

}  // namespace

int new_command(const Args& args) {
  if (args.scene.empty()) return list_kinds(args);
  const std::string path = output_path(args.out, "--out", args.force);
  const Generator& kind = *find_generator(args.scene);
  const int dimension = args.dimension.value_or(0);  // 0: as suits the options
  std::string text;
  try {
    text = starter_scene(kind, dimension, args.part);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--dimension {}: {}", dimension, error.what()),
                     fmt::format("{}", dimension));
  }
  const System system = read_scene(text, path, args);
  if (args.expand) text = write_system(system);
  if (!path.empty()) save_text(text, path);
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"},
                  {"kind", kind.name},
                  {"nodes", system.node_count()},
                  {"springs", system.spring_count()}});
    if (path.empty())
      json.member("scene", text);
    else
      json.member("file", args.out);
    json.end_object();
  } else if (path.empty()) {
    output.text(text);
  } else if (!args.quiet) {
    output.print("{} nodes, {} springs; written to {}\n", grouped(system.node_count()),
                 grouped(system.spring_count()), printable(args.out));
  }
  output.flush();
  return kExitDone;
}

}  // namespace tensio::cli
