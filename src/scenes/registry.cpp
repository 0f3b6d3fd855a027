// The kinds by name, and what parts of every kind share.
#include <fmt/format.h>

#include <algorithm>

#include "core/assert.hpp"
#include "core/index.hpp"
#include "scenes/kinds.hpp"

namespace tensio {
namespace scenes {
namespace {

// Parts may have this many springs for each node that is allowed.
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

std::vector<GeneratorName> names_of(std::string_view lines) {
  std::vector<GeneratorName> names;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) continue;
    const std::size_t colon = line.find(": ");
    TENSIO_ASSERT(colon != std::string_view::npos);
    names.push_back({std::string(line.substr(0, colon)), std::string(line.substr(colon + 2))});
  }
  return names;
}

void apply(const SpringOptions& springs, SpringSet& set) {
  if (springs.law) set.law = springs.law;
  set.material = springs.material;
  if (springs.damping) set.damping = {*springs.damping};
  if (springs.damping_time) set.damping_time = {*springs.damping_time};
  set.viscous = springs.viscous;
  set.yield = springs.yield;
  set.breaks = springs.breaks;
  set.active = springs.active;
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
