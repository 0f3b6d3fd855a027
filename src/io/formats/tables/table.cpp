// Results as CSV, and as arrays.
#include "tensio/files/table.hpp"

#include <algorithm>
#include <cmath>

#include "core/enum_names.hpp"
#include "io/draw/envelope_sheet.hpp"
#include "io/draw/sheet.hpp"
#include "io/formats/tables/csv_output.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "model/damage.hpp"

namespace tensio {

const char* to_string(Table table) { return enum_name(table, {"springs", "nodes", "reactions"}); }

namespace {

std::string heading(const io::Sheet& sheet, const std::string& first) {
  std::string text = first;
  for (const io::SheetColumn& column : sheet.columns)
    text += (text.empty() ? "" : ",") + io::csv_field(column.heading());
  return text + '\n';
}

// The rows, each after `first`.
void append_rows(std::string& text, const io::Sheet& sheet, const std::string& first) {
  for (std::size_t row = 0; row < sheet.rows; ++row) {
    text += first;
    const char* comma = first.empty() ? "" : ",";
    for (const io::SheetColumn& column : sheet.columns) {
      text += comma;
      comma = ",";
      if (!column.is_number()) {
        text += io::csv_field(column.text(row));
      } else {
        io::append_csv_number(text, column.number(row));
      }
    }
    text += '\n';
  }
}

}  // namespace

std::string table_csv(const System& system, const Equilibrium& rest, Table table) {
  const io::Sheet sheet = io::make_sheet(system, rest, table);
  std::string text = heading(sheet, "");
  append_rows(text, sheet, "");
  return text;
}

std::string table_csv(const System& system, const std::vector<NamedRest>& results, Table table) {
  std::string text;
  for (const NamedRest& one : results) {
    const bool stage = one.stage != nullptr;
    const io::Sheet sheet = io::make_sheet(stage ? *one.stage : system, *one.rest, table, stage);
    if (text.empty()) text = heading(sheet, stage ? "stage" : "combination");
    append_rows(text, sheet, io::csv_field(one.name));
  }
  return text;
}

std::string envelope_csv(const System& system, const std::vector<NamedRest>& results, Table table) {
  const io::Sheet sheet = io::envelope_sheet(system, results, table);
  std::string text = heading(sheet, "");
  append_rows(text, sheet, "");
  return text;
}

std::string arrays_npz(const System& system, const Equilibrium& rest) {
  const auto nodes = static_cast<std::uint64_t>(system.node_count());
  const auto axes = static_cast<std::uint64_t>(system.dimension);
  const auto springs = static_cast<std::uint64_t>(system.spring_count());
  std::vector<io::NamedBytes> members;
  const auto put = [&](const char* name, const std::vector<std::uint64_t>& shape,
                       const auto& values) {
    members.emplace_back(std::string(name) + ".npy", io::npy_bytes(shape, std::span(values)));
  };
  put("position", {nodes, axes}, rest.state.position);
  put("displacement", {nodes, axes}, rest.displacement);
  put("tension", {springs}, rest.tension);
  put("length", {springs}, rest.length);
  put("strain", {springs}, rest.strain);
  const bool limits = std::any_of(rest.utilisation.begin(), rest.utilisation.end(),
                                  [](double use) { return !std::isnan(use); });
  if (limits) put("utilisation", {springs}, rest.utilisation);
  put("slack", {rest.slack.size()}, rest.slack);
  put("reaction", {nodes, axes}, rest.reaction);
  if (!rest.contact.empty()) put("contact", {nodes, axes}, rest.contact);
  if (const std::vector<unsigned char> broken = broken_springs(system, rest.report.events);
      !broken.empty())
    put("broken", {springs}, broken);
  return io::npz_archive(members);
}

}  // namespace tensio
