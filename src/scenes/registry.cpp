// The kinds by name, and what parts of every kind share.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "scenes/kinds.hpp"

namespace tensio {
namespace scenes {
namespace {

// Springs beyond so many for each node that is allowed are too many as well.
constexpr double kSpringsPerNode = 16;

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      chain_kind(),     rope_kind(),       cloth_kind(), net_kind(),  bridge_kind(),
      lattice_kind(),   graph_kind(),      rod_kind(),   hair_kind(), shell_kind(),
      soft_body_kind(), tensegrity_kind(), muscle_kind()};
  return all;
}

}  // namespace

void check_size(const Size& size, double max_nodes) {
  if (size.nodes > max_nodes)
    throw Error(fmt::format("this part would have {} nodes; at most {} are generated", size.nodes,
                            max_nodes),
                ErrorKind::limit);
  if (size.springs > kSpringsPerNode * max_nodes)
    throw Error(fmt::format("this part would have {} springs; at most {} are generated",
                            size.springs, kSpringsPerNode * max_nodes),
                ErrorKind::limit);
}

void refuse(const std::string& option, const std::string& message) {
  Problems problems;
  problems.add('/' + option, "", message);
  throw Error(problems.take());
}

Kind with_mesh(Kind kind, std::vector<std::string> of_shape) {
  Kind result = {std::move(kind.about)};
  result.make = [make = std::move(kind.make), of_shape = std::move(of_shape)](
                    const OptionValues& values, const GenerateOptions& how) {
    const auto given = [&](const std::string& name) {
      return std::any_of(values.begin(), values.end(),
                         [&](const auto& value) { return value.first == name; });
    };
    if (!given("mesh") && given("mesh_scale"))
      refuse("mesh_scale", "there is no `mesh` that it could scale");
    for (const std::string& name : of_shape)
      if (given("mesh") && given(name))
        refuse(name,
               fmt::format("`{}` is for shapes that are not a mesh; leave it or `mesh` out", name));
    return make(values, how);
  };
  return result;
}

std::vector<StarterScene> standing_scenes(const std::string& nodes) {
  std::vector<StarterScene> scenes;
  for (const int dimension : {3, 2})
    scenes.push_back({dimension,
                      {dimension == 3 ? R"("gravity": [0, 0, -9.81])" : R"("gravity": [0, -9.81])",
                       nodes, R"("drag": 0.5)", R"("simulation": {"duration": 2})"}});
  return scenes;
}

StarterScene fixed_body(const std::string& group, const std::string& option,
                        const std::string& value) {
  return {3,
          {R"("gravity": [0, 0, -9.81])", R"("nodes": {"fixed": ["NAME.)" + group + R"("]})",
           R"("drag": 1)",
           R"("simulation": {"integrator": "bdf2", "time_step": 0.005, "duration": 1})"},
          option,
          value};
}

void apply(const SpringOptions& stuff, SpringSet& set) {
  if (stuff.law) set.law = stuff.law;
  set.material = stuff.material;
  if (stuff.damping) set.damping = {*stuff.damping};
  if (stuff.damping_time) set.damping_time = {*stuff.damping_time};
  set.viscous = stuff.viscous;
  set.yield = stuff.yield;
  set.breaks = stuff.breaks;
  set.active = stuff.active;
}

void spread_mass(const std::optional<double>& total, System& part) {
  if (!total) return;
  part.nodes.mass = {*total / part.node_count()};
  part.faces.mass_per_area.clear();
  for (SpringSet& set : part.springs) {
    set.mass_per_length.clear();
    if (!set.material.empty()) set.mass_per_length = {0};  // rather than the material's
  }
}

std::vector<int> series(int first, int step, int count) {
  std::vector<int> ids(usize(count));
  for (int i = 0; i < count; ++i) ids[i] = first + step * i;
  return ids;
}

}  // namespace scenes

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = [] {
    std::vector<Generator> about;
    for (const scenes::Kind& kind : scenes::kinds()) about.push_back(kind.about);
    return about;
  }();
  return all;
}

const Generator* find_generator(std::string_view kind) {
  for (const Generator& generator : generators())
    if (generator.name == kind) return &generator;
  return nullptr;
}

System generate_part(std::string_view kind, const OptionValues& values,
                     const GenerateOptions& options) {
  for (const scenes::Kind& known : scenes::kinds())
    if (known.about.name == kind) return known.make(values, options);
  throw Error(fmt::format("there is no generator `{}`", kind));
}

}  // namespace tensio
