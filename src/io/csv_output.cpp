// Rows of comma-separated values.
#include "io/csv_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace tensio::io {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

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
