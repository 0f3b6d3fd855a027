// Checks of a page: the extremes of each group of springs, and of each spring, node and support
// over all results, with the result that governs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "io/draw/envelope_sheet.hpp"
#include "io/draw/net_values.hpp"
#include "io/draw/page_parts.hpp"
#include "io/text/number.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

// The largest of some values so far, and where it is.
struct Worst {
  double value = kNotKnown;
  int item = -1;
  std::size_t result = 0;

  void take(double candidate, int at, std::size_t in) {
    if (!std::isfinite(candidate) || candidate <= value) return;
    value = candidate;
    item = at;
    result = in;
  }
};

struct SpringGroup {
  std::string name = {};
  std::vector<int> springs = {};
};

// Sets of springs, then groups that are not sets.
std::vector<SpringGroup> spring_groups(const System& system) {
  std::vector<SpringGroup> groups;
  int first = 0;
  for (std::size_t s = 0; s < system.springs.size(); ++s) {
    const SpringSet& set = system.springs[s];
    SpringGroup group{set.name.empty() ? fmt::format("set {}", s) : set.name, {}};
    for (std::size_t i = 0; i < set.ends.size(); ++i) group.springs.push_back(first++);
    groups.push_back(std::move(group));
  }
  for (const Group& named : system.spring_groups) groups.push_back({named.name, named.members});
  return groups;
}

struct GroupCheck {
  SpringGroup group = {};
  Worst tension = {}, compression = {}, utilisation = {};
};

GroupCheck check_group(SpringGroup group, const std::vector<PageResult>& results) {
  GroupCheck check{.group = std::move(group)};
  for (std::size_t r = 0; r < results.size(); ++r) {
    const Equilibrium& rest = *results[r].rest;
    if (!rest.converged()) continue;
    for (const int spring : check.group.springs) {
      const double tension = rest.tension[usize(spring)];
      if (tension > 0) check.tension.take(tension, spring, r);
      if (tension < 0) check.compression.take(-tension, spring, r);
      if (!rest.utilisation.empty())
        check.utilisation.take(rest.utilisation[usize(spring)], spring, r);
    }
  }
  return check;
}

std::string verdict(const Worst& utilisation) {
  if (utilisation.item < 0) return "no limit given";
  return utilisation.value <= 1 ? "within its limit" : "EXCEEDED";
}

void add_worst(Sheet& sheet, const std::vector<GroupCheck>& checks,
               const std::vector<PageResult>& results, const char* name, const std::string& unit,
               Worst GroupCheck::*worst) {
  sheet.columns.push_back(
      {name, [&checks, worst](std::size_t i) { return (checks[i].*worst).value; }, unit});
  sheet.columns.push_back({"spring", [&checks, worst](std::size_t i) {
                             const int item = (checks[i].*worst).item;
                             return item < 0 ? kNotKnown : static_cast<double>(item);
                           }});
  if (results.size() > 1)
    sheet.columns.push_back({"in", [&checks, &results, worst](std::size_t i) {
                               const Worst& found = checks[i].*worst;
                               return found.item < 0 ? std::string() : results[found.result].name;
                             }});
}

std::vector<NamedRest> named(const std::vector<PageResult>& results) {
  std::vector<NamedRest> names;
  for (const PageResult& one : results)
    names.push_back({one.name, one.rest, one.stage ? one.system : nullptr});
  return names;
}

// A line for each result: how it ended, and its extremes.
std::string overview_part(const std::vector<PageResult>& results) {
  std::vector<GroupCheck> worst;
  std::vector<Worst> moved(results.size());
  for (std::size_t r = 0; r < results.size(); ++r) {
    const PageResult& one = results[r];
    SpringGroup all;
    for (int spring = 0; spring < one.system->spring_count(); ++spring)
      all.springs.push_back(spring);
    worst.push_back(check_group(std::move(all), {one}));
    const auto d = usize(one.system->dimension);
    for (std::size_t node = 0; node * d < one.rest->displacement.size(); ++node)
      moved[r].take(magnitude(row(one.rest->displacement, node, d)), static_cast<int>(node), r);
  }
  const Units& units = results.front().system->units;
  const std::string force = unit_name(units, UnitKind::force);
  Sheet sheet{.rows = results.size(), .has_units = gives_units(units)};
  sheet.columns = {
      {results.front().stage ? "stage" : "combination",
       [&](std::size_t i) { return results[i].name; }},
      {"status", [&](std::size_t i) { return std::string(to_string(results[i].rest->report.status)); }}};
  add_worst(sheet, worst, {}, "largest tension", force, &GroupCheck::tension);
  add_worst(sheet, worst, {}, "largest compression", force, &GroupCheck::compression);
  add_worst(sheet, worst, {}, "utilisation", "1", &GroupCheck::utilisation);
  sheet.columns.push_back({"largest displacement", [&](std::size_t i) { return moved[i].value; },
                           unit_name(units, UnitKind::length)});
  sheet.columns.push_back({"node", [&](std::size_t i) {
                             return moved[i].item < 0 ? kNotKnown
                                                      : static_cast<double>(moved[i].item);
                           }});
  return sheet_part(sheet, "overview", "Overview", sheet.rows, "");
}

}  // namespace

std::string checks_part(const std::vector<PageResult>& results) {
  const System& system = *results.front().system;
  std::vector<GroupCheck> checks;
  for (SpringGroup& group : spring_groups(system))
    checks.push_back(check_group(std::move(group), results));
  const std::string force = unit_name(system.units, UnitKind::force);
  Sheet sheet{.rows = checks.size(), .has_units = gives_units(system.units)};
  sheet.columns = {{"group", [&](std::size_t i) { return checks[i].group.name; }},
                   {"springs", [&](std::size_t i) {
                      return static_cast<double>(checks[i].group.springs.size());
                    }}};
  add_worst(sheet, checks, results, "largest tension", force, &GroupCheck::tension);
  add_worst(sheet, checks, results, "largest compression", force, &GroupCheck::compression);
  add_worst(sheet, checks, results, "utilisation", "1", &GroupCheck::utilisation);
  sheet.columns.push_back(
      {"verdict", [&](std::size_t i) { return verdict(checks[i].utilisation); }});
  return sheet_part(sheet, "checks", "Checks by group of springs", checks.size(), "");
}

std::string envelope_part(const std::vector<PageResult>& results, std::size_t most) {
  if (results.size() < 2) return {};
  const bool stages = results.front().stage;
  const std::string heading =
      stages ? "<section>\n<h2 id=\"envelope-stages\">Construction stages</h2>\n"
             : "<section>\n<h2 id=\"envelope\">Envelope of the combinations at rest</h2>\n";
  const bool any = std::any_of(results.begin(), results.end(),
                               [](const PageResult& one) { return one.rest->converged(); });
  if (!any) return heading + overview_part(results) + "</section>\n";
  const System& system = *results.front().system;
  const std::vector<NamedRest> names = named(results);
  const auto part = [&](Table table, const std::string& caption) {
    return sheet_part(envelope_sheet(system, names, table), to_string(table), caption, most,
                      fmt::format("{}{} --envelope", to_string(table), stages ? " --stages" : ""));
  };
  return heading + overview_part(results) + checks_part(results) + part(Table::springs, "Springs") +
         part(Table::reactions, "Reactions: forces of the supports on the net") +
         part(Table::nodes, "Nodes: displacements from " + results.front().displaced_from) +
         "</section>\n";
}

}  // namespace tensio::io
