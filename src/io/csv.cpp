// Reading two columns of numbers.
#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/json_text.hpp"
#include "io/number.hpp"

namespace tensio::io {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \r\t";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find_first_of(",;\t");
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::string parse_csv_pairs(std::string_view text, std::vector<std::array<double, 2>>& rows) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  bool may_be_heading = true;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view content = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.empty() || content[0] == '#') continue;
    const std::vector<std::string_view> fields = fields_of(content);
    const bool heading = may_be_heading && std::none_of(fields.begin(), fields.end(), number_in);
    may_be_heading = false;
    if (heading) continue;
    if (fields.size() != 2) {
      return fmt::format("line {} has {} value{}; a line has two, time and value", line,
                         fields.size(), fields.size() == 1 ? "" : "s");
    }
    std::array<double, 2> row = {};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::optional<double> number = number_in(fields[i]);
      if (!number || !std::isfinite(*number)) {
        return fmt::format("line {}: `{}` is no finite number", line, shortened(fields[i]));
      }
      row[i] = *number;
    }
    if (!rows.empty() && !(row[0] > rows.back()[0])) {
      return fmt::format("line {}: the time {} comes after {}; times must ascend", line, row[0],
                         rows.back()[0]);
    }
    rows.push_back(row);
  }
  return rows.empty() ? "it holds no numbers" : "";
}

}  // namespace tensio::io
