// Starter scenes: what surrounds the part of a kind, and the scene file of it.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/kinds.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio {
namespace scenes {
namespace {

std::string gravity_member(int dimension, Gravity gravity) {
  if (gravity == Gravity::along_x) return dimension == 3 ? "[9.81, 0, 0]" : "[9.81, 0]";
  return dimension == 3 ? "[0, 0, -9.81]" : "[0, -9.81]";
}

std::string fixed_members(const Surroundings& with) {
  std::string text;
  for (const std::string& group : with.fixed)
    text += fmt::format("{}\"NAME.{}\"", text.empty() ? "" : ", ", group);
  if (!with.fixed_along_y.empty())
    text += fmt::format(R"(, {{"nodes": "NAME.{}", "axes": "y"}})", with.fixed_along_y);
  return text;
}

}  // namespace

StarterScene starter(int dimension, const Surroundings& with) {
  StarterScene scene = {dimension, {}, with.option, with.value};
  const auto add = [&](const char* key, const std::string& value) {
    scene.members.push_back(fmt::format("\"{}\": {}", key, value));
  };
  if (with.gravity != Gravity::none) add("gravity", gravity_member(dimension, with.gravity));
  add("nodes", fmt::format(R"({{"fixed": [{}]}})", fixed_members(with)));
  if (!with.load.empty()) add("loads", '[' + with.load + ']');
  if (with.drag > 0) add("drag", fmt::format("{:g}", with.drag));
  add("simulation",
      fmt::format(R"({{{}"duration": {:g}}})",
                  with.implicit ? R"("integrator": "bdf2", "time_step": 0.005, )" : "",
                  with.duration));
  return scene;
}

StarterScene fixed_body(const std::string& group, const std::string& option,
                        const std::string& value) {
  return starter(3, {.fixed = {group},
                     .drag = 1,
                     .duration = 1,
                     .implicit = true,
                     .option = option,
                     .value = value});
}

std::vector<StarterScene> starters(const Surroundings& with) {
  return {starter(3, with), starter(2, with)};
}

}  // namespace scenes

namespace {

std::string with_name(std::string text, const std::string& name) {
  static const std::string kStandIn = "NAME";
  for (std::size_t at = 0; (at = text.find(kStandIn, at)) != std::string::npos; at += name.size())
    text.replace(at, kStandIn.size(), name);
  return text;
}

// Whether a scene is meant for parts with these options.
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
