// A scene file with one part in it.
#include <fmt/format.h>

#include <algorithm>

#include "tensio/scenes/generators.hpp"

namespace tensio {
namespace {

std::string with_name(std::string text, const std::string& name) {
  static const std::string kStandIn = "NAME";
  for (std::size_t at = 0; (at = text.find(kStandIn, at)) != std::string::npos; at += name.size())
    text.replace(at, kStandIn.size(), name);
  return text;
}

// Whether it is for parts with these options.
bool suits(const StarterScene& scene,
           const std::vector<std::pair<std::string, std::string>>& options) {
  for (const auto& [option, value] : options)
    if (option == scene.option && (scene.value.empty() || value == '"' + scene.value + '"'))
      return true;
  return false;
}

}  // namespace

std::string starter_scene(const Generator& kind, int dimension,
                          const std::vector<std::pair<std::string, std::string>>& options) {
  const StarterScene* starter = nullptr;
  for (const StarterScene& scene : kind.starters)
    if ((dimension == 0 || scene.dimension == dimension) && (!starter || suits(scene, options)))
      starter = &scene;
  if (!starter) {
    throw Error(fmt::format("a {} is made for dimension {}, not {}", kind.name,
                            kind.starters.front().dimension, dimension));
  }
  std::string name = kind.name;
  std::string given;
  for (const auto& [option, value] : options) {
    if (option == "name" && value.size() > 2) name = value.substr(1, value.size() - 2);
    if (option != "name") given += fmt::format(",\n                \"{}\": {}", option, value);
  }
  std::string text = fmt::format(
      "{{\n"
      "  \"tensio\": 1,\n"
      "  \"dimension\": {},\n"
      "  \"title\": \"{}\",\n"
      "  \"generate\": [{{\"kind\": \"{}\", \"name\": \"{}\"{}}}]",
      starter->dimension, kind.summary, kind.name, name, given);
  for (const std::string& member : starter->members) text += ",\n  " + with_name(member, name);
  return text + "\n}\n";
}

}  // namespace tensio
