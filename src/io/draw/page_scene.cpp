// What a page says of the scene itself: materials, load cases, loads, combinations and stages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/draw/page_parts.hpp"
#include "io/text/markup.hpp"
#include "io/text/number.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostIds = 12;  ///< listed in a cell
constexpr int kDigits = 6;

// "12.5", or "10 to 12.5" where springs differ; empty where nothing is given.
template <class Value>
std::string range_text(std::size_t count, const Value& value) {
  double low = value(0), high = low;
  for (std::size_t i = 1; i < count; ++i) {
    low = std::min(low, value(i));
    high = std::max(high, value(i));
  }
  if (low == high) return number_text(low, kDigits);
  return number_text(low, kDigits) + " to " + number_text(high, kDigits);
}

std::string column_text(ColumnView column, std::size_t count) {
  if (column.empty() || count == 0) return {};
  return range_text(count, [&](std::size_t i) { return at(column, i); });
}

std::string ids_text(const std::vector<int>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kMostIds); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", ids[i]);
  if (ids.size() > kMostIds) text += fmt::format(", ... ({})", count_text(ids.size()));
  return text;
}

// "(0, 0, -400)", or what varies where there is a row for each node.
std::string vector_text(const std::vector<double>& values, std::size_t dimension) {
  if (values.size() > dimension) return "a vector for each";
  std::string text;
  for (double value : values) text += (text.empty() ? "(" : ", ") + number_text(value, kDigits);
  return text + ")";
}

// Without the columns of texts that are empty in every row.
Sheet without_empty(Sheet sheet) {
  std::erase_if(sheet.columns, [&](const SheetColumn& column) {
    if (column.is_number()) return false;
    for (std::size_t row = 0; row < sheet.rows; ++row)
      if (!column.text(row).empty()) return false;
    return true;
  });
  return sheet;
}

// The names of sets and groups that are these springs together, else their ids.
std::string springs_text(const System& system, const std::vector<int>& ids) {
  std::vector<Group> known = system.spring_groups;
  int first = 0;
  for (const SpringSet& set : system.springs) {
    Group group{set.name, {}};
    for (std::size_t i = 0; i < set.ends.size(); ++i) group.members.push_back(first++);
    if (!set.name.empty()) known.push_back(std::move(group));
  }
  // The largest first, so that few names say it.
  std::stable_sort(known.begin(), known.end(), [](const Group& a, const Group& b) {
    return a.members.size() > b.members.size();
  });
  std::vector<char> left(usize(system.spring_count()), 0);
  for (const int id : ids) left[usize(id)] = 1;
  std::size_t count = ids.size();
  std::string names;
  for (const Group& group : known) {
    const bool inside =
        !group.members.empty() &&
        std::all_of(group.members.begin(), group.members.end(),
                    [&](int id) { return left[usize(id)] != 0; });
    if (!inside) continue;
    names += (names.empty() ? "" : ", ") + group.name;
    for (const int id : group.members) left[usize(id)] = 0;
    count -= group.members.size();
  }
  return count == 0 ? names : ids_text(ids);
}

std::string stage_text(const System& system, const Stage& stage) {
  std::string text;
  const auto say = [&](const std::string& sentence) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", sentence);
  };
  if (!stage.add.empty())
    say(fmt::format("add {}{}", springs_text(system, stage.add),
                    stage.fit ? " (fitted without force)" : ""));
  if (!stage.remove.empty()) say("remove " + springs_text(system, stage.remove));
  if (!stage.fix.empty()) say("fix nodes " + ids_text(stage.fix));
  if (!stage.free.empty()) say("free nodes " + ids_text(stage.free));
  if (!stage.springs.empty())
    say(fmt::format("{} {} by {}{} each", stage.rest_length_change < 0 ? "shorten" : "lengthen",
                    springs_text(system, stage.springs),
                    number_text(std::abs(stage.rest_length_change), kDigits),
                    unit_after_number(system.units, UnitKind::length)));
  for (const auto& [name, factor] : stage.loads)
    say(fmt::format("{} with the factor {}", name, number_text(factor, kDigits)));
  return text.empty() ? "nothing" : text;
}

struct LoadRow {
  std::string acts_on, kind, value, unit;
};

LoadRow load_row(const System& system, const Load& load) {
  const auto d = usize(system.dimension);
  const auto on = [](const char* one, const char* many, const std::vector<int>& ids) {
    return fmt::format("{} {}", ids.size() == 1 ? one : many, ids_text(ids));
  };
  const std::string nodes = on("node", "nodes", load.nodes);
  if (load.temperature)
    return {"springs " + springs_text(system, load.springs), "change of temperature",
            number_text(*load.temperature, kDigits), "K"};
  if (!load.move.empty())
    return {nodes, "move of supports", vector_text(load.move, d),
            unit_name(system.units, UnitKind::length)};
  if (load.pressure)
    return {on("face", "faces", load.faces), "pressure",
            load.pressure->changes() ? "over time" : number_text(load.pressure->value, kDigits),
            unit_name(system.units, UnitKind::stress)};
  return {nodes, "force", load.wave.empty() ? vector_text(load.force, d) : "over time",
          unit_name(system.units, UnitKind::force)};
}

bool has_gravity(const System& system) { return system.gravity != std::array<double, 3>{}; }

std::vector<std::string> case_names(const System& system) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  if (has_gravity(system)) add(kGravityCase);
  for (const Load& load : system.loads) add(load.load_case);
  for (const Combination& combination : system.combinations)
    for (const auto& [name, factor] : combination.factors) add(name);
  return names;
}

// The sums of forces and weights of one case along each axis.
std::vector<double> case_sums(System system, const std::string& name) {
  std::erase_if(system.loads, [&](const Load& load) { return load.load_case != name; });
  if (name != kGravityCase) system.gravity = {};
  const std::vector<double> forces = applied_forces(system);
  std::vector<double> sums(usize(system.dimension), 0.0);
  for (std::size_t i = 0; i < forces.size(); ++i) sums[i % sums.size()] += forces[i];
  return sums;
}

std::string materials_part(const System& system, std::size_t most) {
  const auto columns = [&](std::size_t s) { return columns_of(system, system.springs[s]); };
  const auto count = [&](std::size_t s) { return system.springs[s].ends.size(); };
  const auto of = [&](ColumnView SpringColumns::*column) {
    return [&, column](std::size_t s) { return column_text(columns(s).*column, count(s)); };
  };
  const std::string force = unit_name(system.units, UnitKind::force);
  const std::string length = unit_name(system.units, UnitKind::length);
  const Sheet sheet{
      .rows = system.springs.size(),
      .has_units = gives_units(system.units),
      .columns = {
          {"springs", [&](std::size_t s) { return system.springs[s].name; }},
          {"number", [&](std::size_t s) { return static_cast<double>(count(s)); }},
          {"material", [&](std::size_t s) { return system.springs[s].material; }},
          {"law", [&](std::size_t s) { return std::string(to_string(columns(s).law)); }},
          {"EA",
           [&](std::size_t s) {
             const SpringColumns set = columns(s);
             if (!set.has_ea() || count(s) == 0) return std::string();
             return range_text(count(s), [&](std::size_t i) { return set.ea(i); });
           },
           force},
          {"stiffness", of(&SpringColumns::stiffness),
           unit_name(system.units, UnitKind::stiffness)},
          {"E", of(&SpringColumns::youngs_modulus), unit_name(system.units, UnitKind::stress)},
          {"diameter", of(&SpringColumns::diameter), length},
          {"mass per length", of(&SpringColumns::mass_per_length),
           unit_name(system.units, UnitKind::mass) + "/" + length},
          {"pretension", of(&SpringColumns::pretension), force},
          {"strength", of(&SpringColumns::strength), force},
          {"buckling load", of(&SpringColumns::buckling_load), force},
          {"expansion", of(&SpringColumns::expansion), "1/K"},
      }};
  std::string text = sheet_part(without_empty(sheet), "materials", "Materials of the springs", most, "");
  for (const Material& material : system.materials)
    if (!material.note.empty())
      text += fmt::format("<p class=\"faint\">{}: {}</p>\n", escaped(material.name),
                          escaped(material.note));
  return text;
}

std::string cases_part(const System& system, std::size_t most) {
  const std::vector<std::string> names = case_names(system);
  if (names.empty()) return {};
  std::vector<std::vector<double>> sums;
  for (const std::string& name : names) sums.push_back(case_sums(system, name));
  Sheet sheet{.rows = names.size(), .has_units = gives_units(system.units)};
  sheet.columns = {{"case", [&](std::size_t i) { return names[i]; }},
                   {"loads", [&](std::size_t i) {
                      return static_cast<double>(std::count_if(
                          system.loads.begin(), system.loads.end(),
                          [&](const Load& load) { return load.load_case == names[i]; }));
                    }}};
  for (std::size_t axis = 0; axis < usize(system.dimension); ++axis)
    sheet.columns.push_back({fmt::format("sum of forces {}", "xyz"[axis]),
                             [&, axis](std::size_t i) { return sums[i][axis]; },
                             unit_name(system.units, UnitKind::force)});
  return sheet_part(sheet, "cases", "Load cases", most, "");
}

std::string loads_part(const System& system, std::size_t most) {
  if (system.loads.empty() && !has_gravity(system)) return {};
  const std::size_t first = has_gravity(system) ? 1 : 0;
  std::vector<LoadRow> rows;
  if (first == 1) {
    const std::vector<double> g(system.gravity.begin(), system.gravity.begin() + system.dimension);
    rows.push_back({"all masses", "gravity", vector_text(g, usize(system.dimension)),
                    unit_name(system.units, UnitKind::acceleration)});
  }
  for (const Load& load : system.loads) rows.push_back(load_row(system, load));
  const auto name = [&](std::size_t i) {
    return i < first ? std::string(kGravityCase) : system.loads[i - first].load_case;
  };
  const Sheet sheet{.rows = rows.size(),
                    .columns = {{"case", name},
                                {"acts on", [&](std::size_t i) { return rows[i].acts_on; }},
                                {"kind", [&](std::size_t i) { return rows[i].kind; }},
                                {"value", [&](std::size_t i) { return rows[i].value; }},
                                {"unit", [&](std::size_t i) { return rows[i].unit; }},
                                {"note", [&](std::size_t i) {
                                   return i < first ? std::string() : system.loads[i - first].note;
                                 }}}};
  return sheet_part(without_empty(sheet), "loads", "Loads", most, "");
}

std::string combinations_part(const System& system, std::size_t most) {
  if (system.combinations.empty()) return {};
  const std::vector<std::string> names = case_names(system);
  Sheet sheet{.rows = system.combinations.size()};
  sheet.columns = {{"combination", [&](std::size_t i) { return system.combinations[i].name; }}};
  for (const std::string& name : names)
    sheet.columns.push_back({name, [&, name](std::size_t i) {
                               double sum = 0;
                               for (const auto& [of, factor] : system.combinations[i].factors)
                                 if (of == name) sum += factor;
                               return sum == 0 ? kNotKnown : sum;
                             }});
  sheet.columns.push_back({"note", [&](std::size_t i) { return system.combinations[i].note; }});
  std::string text =
      sheet_part(without_empty(sheet), "combinations", "Combinations: the factors of the cases", most, "");
  if (!system.combinations_note.empty())
    text += fmt::format("<p class=\"pre\">{}</p>\n", escaped(system.combinations_note));
  return text +
         "<p class=\"faint\">A case without a factor does not act. Pretension, and loads "
         "without a case, act in every combination with the factor 1.</p>\n";
}

std::string stages_part(const System& system, std::size_t most) {
  if (system.stages.empty()) return {};
  const auto of = [&](std::size_t i) -> const Stage& { return system.stages[i]; };
  const Sheet sheet{
      .rows = system.stages.size(),
      .columns = {{"stage",
                   [&](std::size_t i) {
                     return of(i).name.empty() ? fmt::format("stage {}", i + 1) : of(i).name;
                   }},
                  {"what changes", [&](std::size_t i) { return stage_text(system, of(i)); }},
                  {"steps", [&](std::size_t i) { return static_cast<double>(of(i).steps); }},
                  {"note", [&](std::size_t i) { return of(i).note; }}}};
  return sheet_part(without_empty(sheet), "stages", "Construction stages", most, "") +
         "<p class=\"faint\">A load case that a stage names acts from there on, with that factor. "
         "Springs that a stage adds are absent before.</p>\n";
}

}  // namespace

std::string scene_tables_part(const System& system, std::size_t most) {
  return materials_part(system, most) + cases_part(system, most) + loads_part(system, most) +
         combinations_part(system, most) + stages_part(system, most);
}

}  // namespace tensio::io
