// The extremes of each spring, node and support over several results, as a table.
#include "io/draw/envelope_sheet.hpp"

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/text/number.hpp"
#include "model/damage.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

// An extreme of one item so far, and the name of its result.
struct Extreme {
  double value = kNotKnown;
  std::string in = {};
};

using Extremes = std::shared_ptr<std::vector<Extreme>>;
using ValuesOf = std::function<std::vector<double>(const NamedRest&)>;

// The largest of sign x the values.
Extremes extremes_of(const std::vector<NamedRest>& results, double sign,
                     const ValuesOf& values_of) {
  auto extremes = std::make_shared<std::vector<Extreme>>();
  for (const NamedRest& one : results) {
    if (!one.rest->converged()) continue;
    const std::vector<double> values = values_of(one);
    extremes->resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      Extreme& extreme = (*extremes)[i];
      if (std::isfinite(values[i]) && !(sign * values[i] <= sign * extreme.value))
        extreme = {values[i], one.name};
    }
  }
  return extremes;
}

// A column of numbers, and one of the results that govern; `item_of` gives the item of a row.
template <class ItemOf>
void add(Sheet& sheet, const char* name, const std::string& unit, const Extremes& extremes,
         const ItemOf& item_of) {
  const auto found = [extremes, item_of](std::size_t row) {
    const std::size_t item = item_of(row);
    return item < extremes->size() ? (*extremes)[item] : Extreme{};
  };
  sheet.columns.push_back({name, [found](std::size_t row) { return found(row).value; }, unit});
  sheet.columns.push_back({"in", [found](std::size_t row) { return found(row).in; }});
}

SheetColumn node_name(const System& system, const std::function<std::size_t(std::size_t)>& node) {
  return {"name", [&system, node](std::size_t row) {
            return system.nodes.name.empty() ? std::string() : system.nodes.name[node(row)];
          }};
}

std::size_t same(std::size_t row) { return row; }

// Springs that are absent at the end of a stage have no tension.
std::vector<double> of_present_springs(const NamedRest& one, std::vector<double> values) {
  if (one.stage == nullptr) return values;
  const std::vector<unsigned char> absent = broken_springs(*one.stage);
  for (std::size_t i = 0; i < absent.size(); ++i)
    if (absent[i] != 0) values[i] = kNotKnown;
  return values;
}

Sheet springs_envelope(const System& system, const std::vector<NamedRest>& results) {
  const auto tension = [](const NamedRest& one) { return of_present_springs(one, one.rest->tension); };
  const auto use = [](const NamedRest& one) { return one.rest->utilisation; };
  const auto summary = std::make_shared<const std::vector<SpringFact>>(spring_summary(system));
  const std::string force = unit_name(system.units, UnitKind::force);
  Sheet sheet{.rows = usize(system.spring_count())};
  sheet.columns = {{"spring", [](std::size_t i) { return static_cast<double>(i); }},
                   {"set", [&system, summary](std::size_t i) {
                      return system.springs[(*summary)[i].set].name;
                    }}};
  add(sheet, "lowest tension", force, extremes_of(results, -1, tension), same);
  add(sheet, "highest tension", force, extremes_of(results, 1, tension), same);
  add(sheet, "largest utilisation", "1", extremes_of(results, 1, use), same);
  return sheet;
}

Sheet nodes_envelope(const System& system, const std::vector<NamedRest>& results) {
  const auto moved = [&](const NamedRest& one) {
    std::vector<double> lengths;
    for (std::size_t node = 0; node < usize(system.node_count()); ++node)
      lengths.push_back(magnitude(row(one.rest->displacement, node, usize(system.dimension))));
    return lengths;
  };
  Sheet sheet{.rows = usize(system.node_count())};
  sheet.columns = {{"node", [](std::size_t i) { return static_cast<double>(i); }},
                   node_name(system, same)};
  add(sheet, "largest displacement", unit_name(system.units, UnitKind::length),
      extremes_of(results, 1, moved), same);
  return sheet;
}

// The axes that are fixed in any of the results.
std::vector<unsigned char> ever_fixed(const System& system, const std::vector<NamedRest>& results) {
  std::vector<unsigned char> axes = fixed_axes(system);
  for (const NamedRest& one : results) {
    if (one.stage == nullptr) continue;
    const std::vector<unsigned char> then = fixed_axes(*one.stage);
    for (std::size_t node = 0; node < axes.size(); ++node) axes[node] |= then[node];
  }
  return axes;
}

// A row for each fixed axis.
Sheet reactions_envelope(const System& system, const std::vector<NamedRest>& results) {
  const auto d = usize(system.dimension);
  // A node may be supported in some stages only.
  const auto reaction = [d](const NamedRest& one) {
    std::vector<double> values = one.rest->reaction;
    if (one.stage == nullptr) return values;
    const std::vector<unsigned char> then = fixed_axes(*one.stage);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(then[i / d] >> i % d & 1)) values[i] = kNotKnown;
    return values;
  };
  const std::vector<unsigned char> constrained = ever_fixed(system, results);
  const auto items = std::make_shared<std::vector<std::size_t>>();
  for (std::size_t node = 0; node < constrained.size(); ++node)
    for (std::size_t axis = 0; axis < d; ++axis)
      if (constrained[node] >> axis & 1) items->push_back(node * d + axis);
  const auto item = [items](std::size_t row) { return (*items)[row]; };
  const auto node = [items, d](std::size_t row) { return (*items)[row] / d; };
  const std::string force = unit_name(system.units, UnitKind::force);
  Sheet sheet{.rows = items->size()};
  sheet.columns = {
      {"node", [node](std::size_t row) { return static_cast<double>(node(row)); }},
      node_name(system, node),
      {"axis", [item, d](std::size_t row) { return std::string(1, "xyz"[item(row) % d]); }}};
  add(sheet, "lowest reaction", force, extremes_of(results, -1, reaction), item);
  add(sheet, "highest reaction", force, extremes_of(results, 1, reaction), item);
  return sheet;
}

}  // namespace

Sheet envelope_sheet(const System& system, const std::vector<NamedRest>& results, Table table) {
  Sheet sheet = table == Table::springs ? springs_envelope(system, results)
                : table == Table::nodes ? nodes_envelope(system, results)
                                        : reactions_envelope(system, results);
  sheet.has_units = gives_units(system.units);
  return sheet;
}

}  // namespace tensio::io
