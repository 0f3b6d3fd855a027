// The tables of a page of results.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/index.hpp"
#include "io/draw/balance.hpp"
#include "io/draw/page_parts.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr int kTableDigits = 7;

std::string cell(const SheetColumn& column, std::size_t row) {
  if (!column.is_number()) {
    return fmt::format("<td class=\"text\">{}</td>", escaped(column.text(row)));
  }
  const double value = column.number(row);
  return fmt::format("<td>{}</td>", std::isfinite(value) ? number_text(value, kTableDigits) : "");
}

std::string heading(const SheetColumn& column, bool with_unit) {
  return fmt::format("<th scope=\"col\"{}>{}</th>", column.is_number() ? "" : " class=\"text\"",
                     escaped(with_unit ? column.heading() : column.name));
}

// Forces and moments as a row of cells; a net in 2D turns about z alone.
std::string resultant_row(const char* name, const Resultant& sum, std::size_t dimension,
                          int digits = kTableDigits) {
  std::string text = fmt::format("<tr><td class=\"text\">{}</td>", name);
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    text += fmt::format("<td>{}</td>", number_text(sum.force[axis], digits));
  }
  for (std::size_t axis = dimension == 2 ? 2 : 0; axis < 3; ++axis) {
    text += fmt::format("<td>{}</td>", number_text(sum.moment[axis], digits));
  }
  return text + "</tr>\n";
}

}  // namespace

std::string sheet_part(const Sheet& sheet, std::string_view kind, std::string_view caption,
                       std::size_t most, std::string_view table_name) {
  std::string text = fmt::format("<h3>{}</h3>\n", escaped(caption));
  if (sheet.rows == 0) return text + "<p class=\"faint\">none</p>\n";
  const std::size_t shown = std::min(most, sheet.rows);
  if (shown < sheet.rows) {
    text +=
        fmt::format("<p class=\"faint\">The first {} by id; {} more are left out. {}</p>\n",
                    count_text(shown), count_text(sheet.rows - shown),
                    table_name.empty()
                        ? std::string()
                        : fmt::format("<code>solve --table {}</code> has them all.", table_name));
  }
  text += fmt::format("<div class=\"scroll\"><table class=\"{}\">\n<thead><tr>", kind);
  for (const SheetColumn& column : sheet.columns) text += heading(column, sheet.has_units);
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < shown; ++row) {
    text += "<tr>";
    for (const SheetColumn& column : sheet.columns) text += cell(column, row);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string balance_part(const PageResult& result) {
  const auto dimension = usize(result.system->dimension);
  const Balance balance = make_balance(*result.system, *result.rest);
  const std::string force = escaped(unit_after_heading(result.system->units, UnitKind::force));
  const std::string moment = escaped(unit_after_heading(result.system->units, UnitKind::moment));
  std::string text =
      "<h3>Balance of forces, and of moments about the origin</h3>\n"
      "<div class=\"scroll\"><table class=\"balance\">\n<thead><tr><th class=\"text\">sum of</th>";
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    text += fmt::format("<th scope=\"col\">force {}{}</th>", "xyz"[axis], force);
  }
  for (std::size_t axis = dimension == 2 ? 2 : 0; axis < 3; ++axis) {
    text += fmt::format("<th scope=\"col\">moment {}{}</th>", "xyz"[axis], moment);
  }
  text += "</tr></thead>\n<tbody>\n";
  text += resultant_row("reactions", balance.reactions, dimension);
  text += resultant_row("loads", balance.loads, dimension);
  text += resultant_row("weights", balance.weights, dimension);
  if (!result.rest->contact.empty())
    text += resultant_row("pushes of obstacles", balance.obstacles, dimension);
  text += "</tbody>\n<tfoot>\n";
  text += resultant_row("left over, zero at rest", balance.sum(), dimension, 2);
  return text + "</tfoot></table></div>\n";
}

}  // namespace tensio::io
