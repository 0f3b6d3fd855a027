// Reading columns of numbers.
#include "io/formats/tables/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "io/text/names.hpp"
#include "io/text/number.hpp"
#include "tensio/files/table.hpp"

#include "tensio/words.hpp"

namespace tensio::io {
namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find_first_of(",;\t");
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

// Walks over the lines that say something.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text_.remove_prefix(kByteOrderMark.size());
    }
  }
  bool next() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view content = trimmed(text_.substr(0, end));
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++number_;
      if (content.empty() || content[0] == '#') continue;
      fields_ = fields_of(content);
      first_ = !begun_;
      begun_ = true;
      return true;
    }
    return false;
  }
  /// Whether this is the first one, and holds words alone.
  bool is_heading() const {
    return first_ && std::none_of(fields_.begin(), fields_.end(), whole_text_number);
  }
  std::size_t number() const { return number_; }
  const std::vector<std::string_view>& fields() const { return fields_; }

 private:
  std::string_view text_;
  std::size_t number_ = 0;
  std::vector<std::string_view> fields_;
  bool begun_ = false;
  bool first_ = false;
};

std::optional<double> finite_number(std::string_view field) {
  const std::optional<double> number = whole_text_number(field);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string no_number(std::size_t line, std::string_view field) {
  return fmt::format("line {}: `{}` is no finite number", line, shortened(field));
}

// The name in a heading: "mass" for "mass [kg]".
std::string_view column_name(std::string_view heading) {
  if (heading.size() > 1 && heading.front() == '"' && heading.back() == '"') {
    heading = csv_text(heading.substr(1, heading.size() - 2));
  }
  return trimmed(heading.substr(0, heading.find_first_of("[(")));
}

// Where the wanted columns stand; says what is missing.
std::string find_columns(const std::vector<std::string_view>& heading, const CsvColumns& wanted,
                         std::vector<std::size_t>& columns) {
  std::vector<std::string_view> names;
  for (const std::string_view field : heading) names.push_back(column_name(field));
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
    names.resize(std::min<std::size_t>(names.size(), 8));
    for (std::string_view& name : names) name = name.substr(0, 40);
    return fmt::format("it has no column `{}`; its first line names {}", part, listed(names));
  }
  return {};
}

}  // namespace

NpyArray parse_csv_columns(std::string_view text, const CsvColumns& wanted) {
  NpyArray array;
  std::vector<std::size_t> columns;
  std::size_t width = 0;  // of every line
  Lines lines(text);
  while (lines.next()) {
    const std::vector<std::string_view>& fields = lines.fields();
    if (width == 0) {
      width = fields.size();
      const bool heading = lines.is_heading();
      if (heading && !wanted.all) array.error = find_columns(fields, wanted, columns);
      if (!array.error.empty()) return array;
      for (std::size_t i = 0; columns.size() < width && (!heading || wanted.all); ++i) {
        columns.push_back(i);
      }
      array.width = columns.size();
      if (heading) continue;
    }
    if (fields.size() != width) {
      array.error = fmt::format("line {} has {} values, the first has {}", lines.number(),
                                fields.size(), width);
      return array;
    }
    for (const std::size_t column : columns) {
      const std::optional<double> number = finite_number(fields[column]);
      if (!number) {
        array.error = no_number(lines.number(), fields[column]);
        return array;
      }
      array.values.push_back(*number);
    }
    ++array.rows;
  }
  if (array.rows == 0) array.error = "it holds no numbers";
  return array;
}

std::string parse_csv_pairs(std::string_view text, std::vector<std::array<double, 2>>& rows) {
  Lines lines(text);
  while (lines.next()) {
    const std::vector<std::string_view>& fields = lines.fields();
    if (lines.is_heading()) continue;
    if (fields.size() != 2) {
      return fmt::format("line {} has {}; a line has two, time and value", lines.number(),
                         counted(fields.size(), "value", "values"));
    }
    std::array<double, 2> row = {};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::optional<double> number = finite_number(fields[i]);
      if (!number) return no_number(lines.number(), fields[i]);
      row[i] = *number;
    }
    if (!rows.empty() && !(row[0] > rows.back()[0])) {
      return fmt::format("line {}: the time {} comes after {}; times must ascend", lines.number(),
                         row[0], rows.back()[0]);
    }
    rows.push_back(row);
  }
  return rows.empty() ? "it holds no numbers" : "";
}

}  // namespace tensio::io
