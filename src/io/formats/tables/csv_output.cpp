// Rows of comma-separated values.
#include "io/formats/tables/csv_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tensio {

namespace {

// Whether a spreadsheet would take it for a formula, be there apostrophes in front or not.
bool runs_as_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  if (!text.empty() && std::string_view("\t\r\n").find(text[0]) != std::string_view::npos)
    return true;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
}

}  // namespace

std::string csv_field(std::string_view text) {
  const bool formula = runs_as_formula(text);
  if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string_view csv_text(std::string_view cell) {
  return cell.starts_with('\'') && runs_as_formula(cell) ? cell.substr(1) : cell;
}

}  // namespace tensio

namespace tensio::io {

void append_csv_number(std::string& row, double number) {
  if (std::isfinite(number)) fmt::format_to(std::back_inserter(row), "{}", number);
}

std::string csv_row(double time, std::span<const double> values) {
  std::string row;
  append_csv_number(row, time);
  for (const double value : values) {
    row += ',';
    append_csv_number(row, value);
  }
  row += '\n';
  return row;
}

}  // namespace tensio::io
