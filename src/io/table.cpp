// Results as CSV.
#include "tensio/table.hpp"

#include "io/csv_output.hpp"
#include "io/sheet.hpp"

namespace tensio {

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
    text += (text.empty() ? "" : ",") + io::csv_field(column.heading);
  }
  text += '\n';
  for (std::size_t row = 0; row < sheet.rows; ++row) {
    const char* comma = "";
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
  return text;
}

}  // namespace tensio
