// A System as JSON text that people can read and that gives the same bits back.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.hpp"
#include "core/index.hpp"
#include "io/scene/formulas/parameter_table.hpp"
#include "io/scene/sections.hpp"
#include "io/scene/writer.hpp"
#include "io/text/file_output.hpp"
#include "model/spring_columns.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/model/units.hpp"

namespace tensio {
namespace {

// "the spring set `net`", or by its number.
std::string set_label(const SpringSet& set, std::size_t index) {
  return set.name.empty() ? fmt::format("spring set {}", index)
                          : fmt::format("the spring set `{}`", set.name);
}

}  // namespace

namespace io {

void SceneWriter::fixed(const System& system) {
  const std::vector<Fixed>& items = system.nodes.fixed;
  if (items.empty()) return;
  key("fixed");
  const Fixed& only = items.front();
  if (items.size() == 1 && only.axes == kAllAxes && only.move.empty() && only.motion.empty() &&
      only.note.empty() && !only.nodes.empty()) {
    ids(only.nodes);
    return;
  }
  open('[');
  for (const Fixed& fixed_item : items) {
    std::string axes;
    for (int axis = 0; axis < system.dimension; ++axis) {
      if ((fixed_item.axes & (1 << axis)) != 0) axes += "xyz"[axis];
    }
    item();
    object(true, [&] {
      key("nodes");
      ids(fixed_item.nodes);
      if (fixed_item.axes != kAllAxes) text_member("axes", axes);
      list_member("move", fixed_item.move);
      waves_member("move", fixed_item.motion);
      text_member("note", fixed_item.note);
    });
  }
  close(']');
}

void SceneWriter::nodes(const System& system) {
  const auto width = usize(system.dimension);
  const Nodes& data = system.nodes;
  key("nodes");
  open('{');
  rows_member("position", data.position, width);
  for (const NodeRows& rows : kNodeRows) {
    if (!(data.*rows.member).empty()) rows_member(rows.key, data.*rows.member, width);
  }
  for (const NodeValues& values : kNodeValues) column_member(values.key, data.*values.member);
  fixed(system);
  if (!data.name.empty()) {
    key("name");
    wrapped(data.name.size(), [&](std::size_t i) { text(data.name[i]); });
  }
  text_member("note", data.note);
  close('}');
}

// The key of something that has a name; a name that could not be read again is refused.
void SceneWriter::named(std::string_view name, std::string_view kind) {
  if (name.empty() || name == "note") {
    throw Error(
        fmt::format("a {} is named `{}`, which a scene file cannot contain; choose "
                    "another name",
                    kind, name));
  }
  key(name);
}

void SceneWriter::law(Law law, const std::string& owner) {
  if (law == Law::custom) {
    throw Error(
        fmt::format("{} has the law custom, a function of the program, which a scene "
                    "file cannot contain; use the law polynomial or table",
                    owner));
  }
  text_member("law", to_string(law));
}

void SceneWriter::curve(const std::vector<double>& coefficients,
                        const std::vector<std::array<double, 2>>& points) {
  list_member("coefficients", coefficients);
  if (points.empty()) return;
  key("points");
  wrapped(points.size(), [&](std::size_t i) { numbers(points[i].data(), 2); });
}

void SceneWriter::materials(const System& system) {
  object_section("materials", system.materials, system.materials_note,
                 [&](const Material& material) {
                   named(material.name, "material");
                   object(true, [&] {
                     if (material.law)
                       law(*material.law, fmt::format("the material `{}`", material.name));
                     for (const SpringColumn& column : kSpringColumns) {
                       if (column.of_material)
                         number_member_if(column.key, material.*column.of_material);
                     }
                     curve(material.coefficients, material.points);
                     parts(material);
                     text_member("note", material.note);
                   });
                 });
}

void SceneWriter::spring_set(const SpringSet& set, std::size_t index) {
  item();
  object(set.ends.size() < kLineWidth, [&] {
    text_member("name", set.name);
    if (set.law) law(*set.law, set_label(set, index));
    key("ends");
    wrapped(set.ends.size(), [&](std::size_t i) {
      fmt::format_to(out(), "[{}, {}]", set.ends[i][0], set.ends[i][1]);
    });
    text_member("material", set.material);
    for (const SpringColumn& column : kSpringColumns) column_member(column.key, set.*column.of_set);
    curve(set.coefficients, set.points);
    parts(set);
    text_member("note", set.note);
  });
}

void SceneWriter::load(const Load& data, std::size_t dimension) {
  item();
  object(data.force.size() < kLineWidth, [&] {
    text_member("case", data.load_case);
    const bool of_springs = data.temperature.has_value(), of_faces = data.pressure.has_value();
    if (!(of_springs || of_faces) || !data.nodes.empty()) {
      key("nodes");
      ids(data.nodes);
    }
    if (of_springs || !data.springs.empty()) {
      key("springs");
      ids(data.springs);
    }
    if (of_springs) number_member("temperature", *data.temperature);
    if (of_faces || !data.faces.empty()) {
      key("faces");
      ids(data.faces);
    }
    if (of_faces) {
      key("pressure");
      wave(*data.pressure);
    }
    list_member("move", data.move);
    waves_member("force", data.wave);
    const bool of_else = of_springs || of_faces || !data.move.empty() || !data.wave.empty();
    const bool of_force = !data.force.empty() || !of_else;
    if (of_force && data.force.size() == dimension) {
      key("force");
      numbers(data.force.data(), dimension);
    } else if (of_force) {
      rows_member("force", data.force, dimension);
    }
    text_member("note", data.note);
  });
}

void SceneWriter::combinations(const System& system) {
  object_section("combinations", system.combinations, system.combinations_note,
                 [&](const Combination& combination) {
                   named(combination.name, "combination");
                   object(true, [&] {
                     for (const auto& [load_case, factor] : combination.factors) {
                       named(load_case, "load case");
                       number(factor);
                     }
                     text_member("note", combination.note);
                   });
                 });
}

void SceneWriter::stage(const Stage& data) {
  item();
  object(true, [&] {
    text_member("name", data.name);
    const auto list = [&](std::string_view name, const std::vector<int>& items) {
      if (items.empty()) return;
      key(name);
      ids(items);
    };
    // Not where a stage only builds.
    if (!data.springs.empty() || data.rest_length_change != 0 ||
        (data.add.empty() && data.remove.empty() && data.fix.empty() && data.free.empty() &&
         data.loads.empty())) {
      key("springs");
      ids(data.springs);
      // The table leaves out a change of 0.
      if (data.rest_length_change == 0) {
        key("rest_length_change");
        number(0);
      }
    }
    list("add", data.add);
    list("remove", data.remove);
    list("fix", data.fix);
    list("free", data.free);
    members(kStageFields, data);
    if (!data.loads.empty()) {
      key("loads");
      object(false, [&] {
        for (const auto& [load_case, factor] : data.loads) {
          key(load_case);
          number(factor);
        }
      });
    }
    text_member("note", data.note);
  });
}

void SceneWriter::groups(std::string_view name, const std::vector<Group>& data,
                         const std::string& note) {
  object_section(name, data, note, [&](const Group& group) {
    key(group.name);
    ids(group.members);
  });
}

void SceneWriter::equilibrium(const EquilibriumOptions& options, const std::string& note) {
  if (note.empty() && !any_unusual("equilibrium", kEquilibriumFields, options)) return;
  key("equilibrium");
  object(true, [&] {
    members(kEquilibriumFields, options);
    text_member("note", note);
  });
}

void SceneWriter::units(const Units& data) {
  if (!gives_units(data) && data.note.empty()) return;
  key("units");
  object(true, [&] {
    text_member("length", data.length);
    text_member("force", data.force);
    text_member("time", data.time);
    text_member("note", data.note);
  });
}

void SceneWriter::parameters(const System& system) {
  object_section(
      "parameters", system.parameters, system.parameters_note, [&](const Parameter& parameter) {
        named(parameter.name, "parameter");
        if (!parameter.min && !parameter.max && !parameter.log_scale && parameter.unit.empty() &&
            parameter.label.empty() && parameter.note.empty()) {
          return number(parameter.value);
        }
        object(true, [&] {
          number_member("value", parameter.value);
          number_member_if("min", parameter.min);
          number_member_if("max", parameter.max);
          if (parameter.log_scale) text_member("scale", "log");
          text_member("unit", parameter.unit);
          text_member("label", parameter.label);
          text_member("note", parameter.note);
        });
      });
}

std::string SceneWriter::write(const System& system) {
  FormulaTree formulas;
  ParameterTable table;
  for (const Formula& formula : system.formulas) formulas.add(formula.pointer, formula.text);
  for (const Parameter& parameter : system.parameters) table.set(parameter.name, parameter.value);
  use_formulas(&formulas, [&](const std::string& formula, double value) {
    try {
      const double number = table.evaluate(formula);
      return number == value && std::signbit(number) == std::signbit(value);
    } catch (const ExpressionError&) {
      return false;
    }
  });
  open('{');
  number_member("tensio", 1);
  number_member("dimension", system.dimension);
  text_member("title", system.title);
  text_member("description", system.description);
  text_member("source", system.source);
  text_member("note", system.note);
  units(system.units);
  parameters(system);
  bool falls = false;
  for (std::size_t axis = 0; axis < usize(system.dimension); ++axis) {
    const double g = system.gravity[axis];
    falls = falls || g != 0.0 || std::signbit(g) || has_formula(fmt::format("gravity/{}", axis), g);
  }
  if (falls) {
    key("gravity");
    numbers(system.gravity.data(), usize(system.dimension));
  }
  nodes(system);
  materials(system);
  list_section("springs", system.springs,
               [&](const SpringSet& set) { spring_set(set, usize(&set - system.springs.data())); });
  faces(system.faces);
  list_section("loads", system.loads,
               [&](const Load& data) { load(data, usize(system.dimension)); });
  combinations(system);
  list_section("stages", system.stages, [&](const Stage& data) { stage(data); });
  groups("groups", system.groups, system.groups_note);
  groups("spring_groups", system.spring_groups, system.spring_groups_note);
  groups("face_groups", system.face_groups, system.face_groups_note);
  equilibrium(system.equilibrium, system.equilibrium_note);
  motion(system);
  if (system.recorded) recorded(*system.recorded);
  close('}');
  return take() + '\n';
}

}  // namespace io

std::string write_system(const System& system) { return io::SceneWriter().write(system); }

std::string scene_hash(const System& system) {
  if (!system.recorded) return fmt::format("{:016x}", hash_text(write_system(system)));
  System scene = system;
  scene.recorded.reset();
  return scene_hash(scene);
}

void save_system(const System& system, const std::string& path) {
  io::write_file_safely(path, write_system(system));
}

}  // namespace tensio
