// Reading columns of numbers.
#include "io/formats/tables/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/csv_rows.hpp"
#include "io/text/names.hpp"
#include "io/text/number.hpp"
#include "tensio/words.hpp"

namespace tensio::io {
namespace {

using Cells = std::vector<CsvCell>;

CsvRows rows_of(std::string_view text) { return CsvRows(text, ",;\t", CsvRows::Comments::skipped); }

// A first row in which no cell is a number.
bool is_heading(const Cells& cells) {
  return std::none_of(cells.begin(), cells.end(), [](const CsvCell& cell) {
    return whole_text_number(cell.written).has_value();
  });
}

std::optional<double> finite_number(const CsvCell& cell) {
  const std::optional<double> number = whole_text_number(cell.written);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string not_a_number(const CsvRows& rows, const CsvCell& cell) {
  return fmt::format("line {}: `{}` is not a finite number", rows.line(), shortened(cell.written));
}

// Why reading ended before the end of the text; empty where it did not.
std::string fault_of(const CsvRows& rows) {
  if (rows.fault().message.empty()) return {};
  return fmt::format("line {}: {}", rows.line(), rows.fault().message);
}

// The name in a heading: "mass" for "mass [kg]".
std::string column_name(const CsvCell& cell) {
  const std::string heading = cell.text();
  return std::string(trimmed(std::string_view(heading).substr(0, heading.find_first_of("[("))));
}

// The positions of the wanted columns; says what is missing.
std::string find_columns(const Cells& heading, const CsvColumns& wanted,
                         std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  for (const CsvCell& cell : heading) names.push_back(column_name(cell));
  const auto find = [&](std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return false;
    columns.push_back(usize(found - names.begin()));
    return true;
  };
  std::vector<std::string_view> parts = wanted.parts;
  if (parts.empty()) parts.push_back(wanted.key);
  for (const std::string_view part : parts) {
    const bool whole = wanted.parts.empty();
    if ((!whole && find(fmt::format("{}.{}", wanted.key, part))) || find(part)) continue;
    std::vector<std::string_view> first(names.begin(), names.end());
    first.resize(std::min<std::size_t>(first.size(), 8));
    for (std::string_view& name : first) name = name.substr(0, 40);
    return fmt::format("it has no column `{}`; its first line names {}", part, listed(first));
  }
  return {};
}

}  // namespace

NpyArray parse_csv_columns(std::string_view text, const CsvColumns& wanted) {
  NpyArray array;
  std::vector<std::size_t> columns;
  std::size_t width = 0;  // of every line
  CsvRows rows = rows_of(text);
  while (rows.next()) {
    const Cells& cells = rows.cells();
    if (width == 0) {
      width = cells.size();
      const bool heading = is_heading(cells);
      if (heading && !wanted.all) array.error = find_columns(cells, wanted, columns);
      if (!array.error.empty()) return array;
      for (std::size_t i = 0; columns.size() < width && (!heading || wanted.all); ++i) {
        columns.push_back(i);
      }
      array.width = columns.size();
      if (heading) continue;
    }
    if (cells.size() != width) {
      array.error =
          fmt::format("line {} has {} values, the first has {}", rows.line(), cells.size(), width);
      return array;
    }
    for (const std::size_t column : columns) {
      const std::optional<double> number = finite_number(cells[column]);
      if (!number) {
        array.error = not_a_number(rows, cells[column]);
        return array;
      }
      array.values.push_back(*number);
    }
    ++array.rows;
  }
  array.error = fault_of(rows);
  if (!array.error.empty()) return array;
  if (array.rows == 0) array.error = "it contains no numbers";
  return array;
}

std::string parse_csv_pairs(std::string_view text, std::vector<std::array<double, 2>>& pairs) {
  CsvRows rows = rows_of(text);
  for (bool first = true; rows.next(); first = false) {
    const Cells& cells = rows.cells();
    if (first && is_heading(cells)) continue;
    if (cells.size() != 2) {
      return fmt::format("line {} has {}; a line has two, time and value", rows.line(),
                         counted(cells.size(), "value", "values"));
    }
    std::array<double, 2> pair = {};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::optional<double> number = finite_number(cells[i]);
      if (!number) return not_a_number(rows, cells[i]);
      pair[i] = *number;
    }
    if (!pairs.empty() && !(pair[0] > pairs.back()[0])) {
      return fmt::format("line {}: the time {} comes after {}; times must ascend", rows.line(),
                         pair[0], pairs.back()[0]);
    }
    pairs.push_back(pair);
  }
  if (std::string fault = fault_of(rows); !fault.empty()) return fault;
  return pairs.empty() ? "it contains no numbers" : "";
}

}  // namespace tensio::io
