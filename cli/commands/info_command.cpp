// `tensio info`: what a scene consists of, and what solving it would take.
#include <algorithm>
#include <numbers>
#include <optional>
#include <utility>

#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "exit_code.hpp"
#include "network/rank_summary.hpp"
#include "output/json_output.hpp"
#include "output/ranks_output.hpp"
#include "output/text_output.hpp"
#include "solve/motion/chosen_backend.hpp"
#include "tensio/error.hpp"
#include "tensio/model/check.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kGroupsShown = 20;

struct Summary {
  Info info;
  std::size_t memory;
  LinearSolver linear_solver;
  std::string backend;  // of a simulation; may be empty
  std::optional<RankSummary> ranks;
};

void write_groups(JsonWriter& json, const char* name, const std::vector<Group>& groups) {
  json.object(name, [&] {
    for (const Group& group : groups) json.member(group.name, group.members.size());
  });
}

void write_units(JsonWriter& json, const Units& units) {
  if (!gives_units(units)) return json.member("units", nullptr);
  json.object("units", [&] {
    for (const auto& [name, quantity] :
         {std::pair("length", UnitKind::length), std::pair("force", UnitKind::force),
          std::pair("time", UnitKind::time), std::pair("mass", UnitKind::mass)}) {
      json.member(name, unit_name(units, quantity));
    }
  });
}

void write_parameters(JsonWriter& json, const std::vector<Parameter>& parameters) {
  json.object("parameters", [&] {
    for (const Parameter& parameter : parameters) {
      json.key(parameter.name);
      json.begin_object();
      json.members({{"value", parameter.value},
                    {"min", parameter.min},
                    {"max", parameter.max},
                    {"scale", parameter.log_scale ? "log" : "linear"},
                    {"unit", or_null(parameter.unit)},
                    {"label", or_null(parameter.label)}});
      json.end_object();
    }
  });
}

void write_materials(JsonWriter& json, const std::vector<Material>& materials) {
  json.object("materials", [&] {
    for (const Material& material : materials) {
      json.key(material.name);
      json.begin_object();
      json.members({{"axial_stiffness", material.axial_stiffness},
                    {"youngs_modulus", material.youngs_modulus},
                    {"area", material.area},
                    {"diameter", material.diameter},
                    {"mass_per_length", material.mass_per_length},
                    {"strength", material.strength},
                    {"buckling_load", material.buckling_load},
                    {"expansion", material.expansion},
                    {"note", or_null(material.note)}});
      json.end_object();
    }
  });
}

void write_combinations(JsonWriter& json, const std::vector<Combination>& combinations) {
  json.object("combinations", [&] {
    for (const Combination& combination : combinations)
      json.object(combination.name, [&] {
        for (const auto& [load_case, factor] : combination.factors) json.member(load_case, factor);
        if (!combination.note.empty()) json.member("note", combination.note);
      });
  });
}

void write_json(Output& output, const System& system, const Summary& summary) {
  const Info& info = summary.info;
  JsonWriter json(output);
  json.begin_object();
  json.members({{"status", "ok"},
                {"title", or_null(system.title)},
                {"description", or_null(system.description)},
                {"source", or_null(system.source)}});
  write_units(json, system.units);
  write_parameters(json, system.parameters);
  json.members({{"dimension", system.dimension}, {"nodes", info.nodes}, {"springs", info.springs}});
  json.object("springs_by_law", [&] {
    for (std::size_t law = 0; law < info.springs_by_law.size(); ++law) {
      json.member(to_string(static_cast<Law>(law)), info.springs_by_law[law]);
    }
  });
  json.members({{"broken", info.broken},
                {"components", info.components},
                {"fixed_axes", info.fixed_axes},
                {"free_axes", info.free_axes},
                {"total_mass", info.total_mass},
                {"lowest", info.lowest},
                {"highest", info.highest},
                {"stiffness_min", info.stiffness_min},
                {"stiffness_max", info.stiffness_max}});
  write_materials(json, system.materials);
  write_combinations(json, system.combinations);
  json.member("combinations_note", or_null(system.combinations_note));
  std::vector<std::string> stages;
  for (const Stage& stage : system.stages) stages.push_back(stage.name);
  json.texts("stages", stages);
  write_groups(json, "groups", system.groups);
  write_groups(json, "spring_groups", system.spring_groups);
  write_groups(json, "face_groups", system.face_groups);
  json.members({{"memory", summary.memory},
                {"linear_solver", to_string(summary.linear_solver)},
                {"backend", or_null(summary.backend)}});
  if (summary.ranks) write_ranks_json(json, *summary.ranks);
  json.end_object();
}

// A text of the scene, its further lines under the first.
std::string described(const char* label, const std::string& text) {
  std::string lines;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines += fact(lines.empty() ? label : "", printable(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

std::string laws_text(const Info& info) {
  const std::string text = grouped(info.springs);
  std::string laws;
  for (std::size_t law = 0; law < info.springs_by_law.size(); ++law) {
    if (info.springs_by_law[law] == 0) continue;
    laws += fmt::format("{}{} {}", laws.empty() ? "" : ", ", grouped(info.springs_by_law[law]),
                        to_string(static_cast<Law>(law)));
  }
  if (info.broken > 0) laws += fmt::format("; {} broken", grouped(info.broken));
  return laws.empty() ? text : fmt::format("{} ({})", text, laws);
}

std::string extent_text(const Info& info) {
  std::string text;
  for (std::size_t axis = 0; axis < info.lowest.size(); ++axis) {
    text += fmt::format("{}{} {} to {}", axis == 0 ? "" : ", ", "xyz"[axis],
                        number_text(info.lowest[axis]), number_text(info.highest[axis]));
  }
  return text.empty() ? "none" : text;
}

std::string group_lines(const char* label, const std::vector<Group>& groups) {
  std::string text;
  for (std::size_t i = 0; i < groups.size() && i < kGroupsShown; ++i) {
    text += fact(i == 0 ? label : "",
                 fmt::format("{} ({})", printable(groups[i].name), groups[i].members.size()));
  }
  if (groups.size() > kGroupsShown) {
    text += fact("", fmt::format("... and {} more", groups.size() - kGroupsShown));
  }
  return text;
}

std::string units_text(const Units& units) {
  return fmt::format("{}, {} and {}; mass in {}", unit_name(units, UnitKind::length),
                     unit_name(units, UnitKind::force), unit_name(units, UnitKind::time),
                     unit_name(units, UnitKind::mass));
}

// "k = 500 N/m, 100 to 5000 (log): stiffness".
std::string parameter_text(const Parameter& parameter) {
  std::string text = fmt::format("{} = {}", parameter.name, number_text(parameter.value));
  if (!parameter.unit.empty()) text += ' ' + parameter.unit;
  if (parameter.min && parameter.max) {
    text += fmt::format(", {} to {}", number_text(*parameter.min), number_text(*parameter.max));
  } else if (parameter.min) {
    text += fmt::format(", from {}", number_text(*parameter.min));
  } else if (parameter.max) {
    text += fmt::format(", up to {}", number_text(*parameter.max));
  }
  if (parameter.log_scale) text += " (log)";
  if (!parameter.label.empty()) text += ": " + parameter.label;
  return printable(text);
}

std::string parameter_lines(const std::vector<Parameter>& parameters) {
  std::string text;
  for (std::size_t i = 0; i < parameters.size() && i < kGroupsShown; ++i) {
    text += fact(i == 0 ? "parameters" : "", parameter_text(parameters[i]));
  }
  if (parameters.size() > kGroupsShown) {
    text += fact("", fmt::format("... and {} more", parameters.size() - kGroupsShown));
  }
  return text;
}

// One line for each item, under one label, and how many more there are.
template <class Items, class Text>
std::string item_lines(const char* label, const Items& items, const Text& text_of) {
  std::string text;
  for (std::size_t i = 0; i < items.size() && i < kGroupsShown; ++i)
    text += fact(i == 0 ? label : "", printable(text_of(items[i])));
  if (items.size() > kGroupsShown)
    text += fact("", fmt::format("... and {} more", items.size() - kGroupsShown));
  return text;
}

// "stay: EA 35583 kN, 2.0 kg/m, strength 323 kN; 1x37-1570 20: EN 1993-1-11 ...".
std::string material_text(const Material& material, const Units& units) {
  std::string text;
  const auto say = [&](const char* name, std::optional<double> value, const std::string& unit) {
    if (!value) return;
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, number_text(*value), unit);
  };
  const std::string force = unit_after_number(units, UnitKind::force);
  const double diameter = material.diameter.value_or(0);
  const double area = material.area.value_or(std::numbers::pi / 4 * diameter * diameter);
  say("EA ", material.axial_stiffness, force);
  if (!material.axial_stiffness && area > 0 && material.youngs_modulus)
    say("EA ", *material.youngs_modulus * area, force);
  if (!material.axial_stiffness && area == 0)
    say("E ", material.youngs_modulus, unit_after_number(units, UnitKind::stress));
  say("mass per length ", material.mass_per_length,
      gives_units(units) ? fmt::format(" {}/{}", unit_name(units, UnitKind::mass),
                                       unit_name(units, UnitKind::length))
                         : "");
  say("strength ", material.strength, force);
  say("buckling load ", material.buckling_load, force);
  say("expansion ", material.expansion, "");
  if (!material.note.empty()) text += (text.empty() ? "" : "; ") + material.note;
  return text.empty() ? material.name : fmt::format("{}: {}", material.name, text);
}

// "ULS1 = 1.35 gravity + 1.5 snow: 6.10, leading snow".
std::string combination_text(const Combination& combination) {
  std::string sum;
  for (const auto& [load_case, factor] : combination.factors)
    sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", number_text(factor), load_case);
  return fmt::format("{} = {}{}{}", combination.name, sum.empty() ? "no case" : sum,
                     combination.note.empty() ? "" : ": ", combination.note);
}

std::string stage_text(const Stage& stage) {
  std::string text;
  const auto say = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  const auto springs = [](std::size_t count) {
    return count_text(static_cast<long long>(count), "spring", "springs");
  };
  const auto nodes = [](std::size_t count) {
    return count_text(static_cast<long long>(count), "node", "nodes");
  };
  if (!stage.add.empty()) say("adds " + springs(stage.add.size()));
  if (!stage.remove.empty()) say("removes " + springs(stage.remove.size()));
  if (!stage.fix.empty()) say("fixes " + nodes(stage.fix.size()));
  if (!stage.free.empty()) say("frees " + nodes(stage.free.size()));
  if (!stage.springs.empty())
    say(fmt::format("{} {}", stage.rest_length_change < 0 ? "shortens" : "lengthens",
                    springs(stage.springs.size())));
  for (const auto& [load_case, factor] : stage.loads)
    say(fmt::format("{} {}", number_text(factor), load_case));
  return fmt::format("{}{}{}", stage.name, stage.name.empty() ? "" : ": ",
                     text.empty() ? "no change" : text);
}

void write_text(Output& output, const System& system, const Summary& summary) {
  const Info& info = summary.info;
  output.text(described("title", system.title));
  output.text(described("description", system.description));
  output.text(described("source", system.source));
  if (gives_units(system.units)) output.text(fact("units", printable(units_text(system.units))));
  output.text(parameter_lines(system.parameters));
  output.text(fact("dimension", std::to_string(system.dimension)));
  output.text(fact("nodes", grouped(info.nodes)));
  output.text(fact("springs", laws_text(info)));
  output.text(fact("components", grouped(info.components)));
  output.text(fact(
      "axes", fmt::format("{} free, {} fixed", grouped(info.free_axes), grouped(info.fixed_axes))));
  output.text(fact("total mass", quantity_text(info.total_mass, system.units, UnitKind::mass)));
  output.text(fact("extent", extent_text(info) + unit_heading(system.units, UnitKind::length)));
  output.text(fact("stiffness", info.springs == 0
                                    ? "none"
                                    : fmt::format("{} to {}", number_text(info.stiffness_min),
                                                  quantity_text(info.stiffness_max, system.units,
                                                                UnitKind::stiffness))));
  output.text(item_lines("materials", system.materials, [&](const Material& material) {
    return material_text(material, system.units);
  }));
  output.text(item_lines("combinations", system.combinations, combination_text));
  output.text(described("", system.combinations_note));
  output.text(item_lines("stages", system.stages, stage_text));
  output.text(group_lines("groups", system.groups));
  output.text(group_lines("spring groups", system.spring_groups));
  output.text(group_lines("face groups", system.face_groups));
  output.text(fact("memory", bytes_text(summary.memory)));
  output.text(fact("linear solver", to_string(summary.linear_solver)));
  if (!summary.backend.empty()) output.text(fact("backend", summary.backend));
  if (summary.ranks) write_ranks_text(output, *summary.ranks);
}

std::string backend_of(const System& system) {
  if (!system.simulation) return {};
  try {
    return chosen_backend(system, *system.simulation);
  } catch (const Error& error) {
    return fmt::format("none: {}", error.what());
  }
}

}  // namespace

int info_command(const Args& args) {
  const System system = load_scene(args);
  const Network network = compile(system, Validated::yes);
  Summary summary{.info = describe(system),
                  .memory = network.memory(),
                  .linear_solver = chosen_linear_solver(network, system.equilibrium),
                  .backend = backend_of(system),
                  .ranks = {}};
  if (args.ranks) summary.ranks = summarise_ranks(network, *args.ranks);
  Output output;
  if (args.json) {
    write_json(output, system, summary);
  } else {
    write_text(output, system, summary);
  }
  output.flush();
  return kExitDone;
}

}  // namespace tensio::cli
