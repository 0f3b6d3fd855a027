// Results as CSV.
#include "tensio/table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string_view>

#include "io/sheet.hpp"

namespace tensio {

namespace {

// In quotes where a comma, a quote or a line end would be taken for the table's own.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

const char* to_string(Table table) {
  switch (table) {
    case Table::springs: return "springs";
    case Table::nodes: return "nodes";
    case Table::reactions: return "reactions";
  }
  return "";
}

std::string table_csv(const System& system, const Equilibrium& rest, Table table) {
  const io::Sheet sheet = io::make_sheet(system, rest, table);
  std::string text;
  for (const io::SheetColumn& column : sheet.columns) {
    text += (text.empty() ? "" : ",") + field(column.heading);
  }
  text += '\n';
  for (std::size_t row = 0; row < sheet.rows; ++row) {
    const char* comma = "";
    for (const io::SheetColumn& column : sheet.columns) {
      text += comma;
      comma = ",";
      if (!column.is_number()) {
        text += field(column.text(row));
      } else if (const double number = column.number(row); std::isfinite(number)) {
        fmt::format_to(std::back_inserter(text), "{}", number);
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace tensio
