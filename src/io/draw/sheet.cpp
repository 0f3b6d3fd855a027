// Tables of results, for CSV and for pages alike.
#include "io/draw/sheet.hpp"

#include <limits>
#include <memory>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/text/number.hpp"
#include "model/damage.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

std::string name_of(const System& system, std::size_t node) {
  return system.nodes.name.empty() ? std::string() : system.nodes.name[node];
}

// The numbers of a result that may not have them.
SheetColumn numbers(std::string name, const std::vector<double>& values, std::string unit) {
  return {std::move(name),
          [&values](std::size_t i) { return values.empty() ? kNotKnown : values[i]; },
          std::move(unit)};
}

// In a word for each spring: nothing where it acts as usual.
std::shared_ptr<std::vector<const char*>> conditions(const System& system, const Equilibrium& rest,
                                                     bool stage) {
  const auto words =
      std::make_shared<std::vector<const char*>>(usize(system.spring_count()), "");
  for (const int spring : rest.slack) (*words)[usize(spring)] = "slack";
  const std::vector<unsigned char> broken = broken_springs(system, rest.report.events);
  const std::vector<unsigned char> from_start = broken_springs(system);
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (broken[i] == 0) continue;
    const bool absent = stage && !from_start.empty() && from_start[i] != 0;
    (*words)[i] = absent ? "absent" : "broken";
  }
  return words;
}

Sheet springs_sheet(const System& system, const Equilibrium& rest, bool stage) {
  const auto summary = std::make_shared<const std::vector<SpringFact>>(spring_summary(system));
  const auto unstressed = std::make_shared<const std::vector<double>>(unstressed_lengths(system));
  const auto condition = conditions(system, rest, stage);
  const auto set_of = [&system, summary](std::size_t i) -> const SpringSet& {
    return system.springs[(*summary)[i].set];
  };
  const auto end = [summary](std::size_t i, std::size_t which) {
    return static_cast<double>((*summary)[i].ends[which]);
  };
  Sheet sheet{.rows = summary->size()};
  sheet.columns = {
      {"spring", [](std::size_t i) { return static_cast<double>(i); }},
      {"set", [set_of](std::size_t i) { return set_of(i).name; }},
      {"material", [set_of](std::size_t i) { return set_of(i).material; }},
      {"law",
       [&system, set_of](std::size_t i) {
         return std::string(to_string(columns_of(system, set_of(i)).law));
       }},
      {"first node", [end](std::size_t i) { return end(i, 0); }},
      {"second node", [end](std::size_t i) { return end(i, 1); }},
      {"unstressed length", [unstressed](std::size_t i) { return (*unstressed)[i]; },
       unit_name(system.units, UnitKind::length)},
      numbers("length", rest.length, unit_name(system.units, UnitKind::length)),
      numbers("tension", rest.tension, unit_name(system.units, UnitKind::force)),
      numbers("strain", rest.strain, "1"),
      numbers("utilisation", rest.utilisation, "1"),
      {"condition", [condition](std::size_t i) { return std::string((*condition)[i]); }},
  };
  return sheet;
}

// A column for each axis of rows of vectors; `node_of` gives the node of a row.
template <class NodeOf>
void add_vectors(Sheet& sheet, const System& system, const char* name, UnitKind quantity,
                 const std::vector<double>& rows, const NodeOf& node_of) {
  const auto dimension = usize(system.dimension);
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    std::string heading = name;
    if (!heading.empty()) heading += ' ';
    heading += "xyz"[axis];
    sheet.columns.push_back({heading,
                             [&rows, node_of, axis, dimension](std::size_t i) {
                               return rows.empty() ? kNotKnown
                                                   : rows[node_of(i) * dimension + axis];
                             },
                             unit_name(system.units, quantity)});
  }
}

Sheet nodes_sheet(const System& system, const Equilibrium& rest) {
  Sheet sheet{.rows = usize(system.node_count())};
  const auto node_of = [](std::size_t i) { return i; };
  sheet.columns = {{"node", [](std::size_t i) { return static_cast<double>(i); }},
                   {"name", [&system](std::size_t i) { return name_of(system, i); }}};
  add_vectors(sheet, system, "", UnitKind::length, rest.state.position, node_of);
  add_vectors(sheet, system, "displacement", UnitKind::length, rest.displacement, node_of);
  return sheet;
}

Sheet reactions_sheet(const System& system, const Equilibrium& rest) {
  const auto constrained = std::make_shared<const std::vector<unsigned char>>(fixed_axes(system));
  auto supports = std::make_shared<std::vector<std::size_t>>();
  for (std::size_t node = 0; node < constrained->size(); ++node) {
    if ((*constrained)[node] != 0) supports->push_back(node);
  }
  Sheet sheet{.rows = supports->size()};
  const auto node_of = [supports](std::size_t i) { return (*supports)[i]; };
  sheet.columns = {
      {"node", [node_of](std::size_t i) { return static_cast<double>(node_of(i)); }},
      {"name", [&system, node_of](std::size_t i) { return name_of(system, node_of(i)); }},
      {"fixed axes",
       [constrained, node_of](std::size_t i) { return axes_text((*constrained)[node_of(i)]); }}};
  add_vectors(sheet, system, "reaction", UnitKind::force, rest.reaction, node_of);
  return sheet;
}

}  // namespace

Sheet make_sheet(const System& system, const Equilibrium& rest, Table table, bool stage) {
  Sheet sheet = table == Table::springs ? springs_sheet(system, rest, stage)
                : table == Table::nodes ? nodes_sheet(system, rest)
                                        : reactions_sheet(system, rest);
  sheet.has_units = gives_units(system.units);
  return sheet;
}

}  // namespace tensio::io
