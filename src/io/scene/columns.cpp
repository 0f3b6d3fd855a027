// Reading columns and rows, and saying what is wrong with those that cannot be read.
#include "io/scene/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/scene/keys.hpp"
#include "io/text/characters.hpp"

#include "tensio/words.hpp"

namespace tensio::io {
namespace {

// The kind of a value, for messages.
std::string_view kind_of(const Value& value) {
  if (value.is_null()) return "null";
  if (value.boolean()) return "true or false";
  if (value.number()) return "a number";
  if (value.text()) return "a string";
  if (value.object()) return "an object";
  return "a list";
}

// Reports the items of a list that are not numbers.
void report_non_numbers(Reading& reading, const Value& value, const std::string& pointer,
                        std::string_view key) {
  const List& items = *value.list();
  for (std::size_t i = 0; i < items.size() && !reading.findings.full(); ++i) {
    if (items[i].number()) continue;
    const std::string place = fmt::format("{}/{}", pointer, i);
    reading.findings.add(
        items[i], place,
        fmt::format("entry {} of `{}` is {}; it must be a number", i, key, kind_of(items[i])));
  }
}

// Reports the rows that are not rows of numbers.
void report_bad_rows(Reading& reading, const Value& value, const std::string& pointer,
                     const RowsSpec& spec) {
  const List& items = *value.list();
  for (std::size_t i = 0; i < items.size() && !reading.findings.full(); ++i) {
    const std::string place = fmt::format("{}/{}", pointer, i);
    const PackedNumbers* row = items[i].packed();
    if (row && !row->is_rows) continue;
    if (items[i].list()) {
      report_non_numbers(reading, items[i], place, spec.key);
    } else {
      reading.findings.add(
          items[i], place,
          fmt::format("`{}` of {} {} is {}; it must be a row such as {}", spec.key, spec.row,
                      spec.first + i, row ? "a list of lists" : kind_of(items[i]), spec.example));
    }
  }
}

std::string numbers(std::size_t count) { return counted(count, "number", "numbers"); }

// "springs", or "spring" where there is one.
std::string_view items_word(std::string_view items, std::size_t count) {
  return count == 1 ? items.substr(0, items.size() - 1) : items;
}

// Reports rows of a wrong width: the first alone where all are alike.
bool check_widths(Reading& reading, const Value& value, const std::string& pointer,
                  const RowsSpec& spec) {
  const PackedNumbers& rows = *value.packed();
  if (!rows.ragged() && (rows.width == spec.width || rows.count == 0)) return true;
  for (std::size_t i = 0; i < rows.count && !reading.findings.full(); ++i) {
    const std::size_t width = rows.row_width(i);
    if (width == spec.width) continue;
    reading.findings.add_item(
        value, pointer, i,
        fmt::format("the `{}` of {} {} has {}; it must have {}, such as {}", spec.key, spec.row,
                    spec.first + i, numbers(width), spec.width, spec.example));
    if (!rows.ragged()) break;
  }
  return false;
}

// What the columns of a row are called in a .csv file.
CsvColumns columns_of(const RowsSpec& spec) {
  static constexpr std::string_view kAxes[] = {"x", "y", "z"};
  CsvColumns columns = {spec.key, {}, false};
  if (spec.key == "ends") {
    columns.parts = {"a", "b"};
  } else if (spec.key == "position" || spec.key == "start" || spec.key == "velocity" ||
             spec.key == "force") {
    columns.parts.assign(kAxes, kAxes + std::min<std::size_t>(spec.width, 3));
  } else {
    columns.all = true;
  }
  return columns;
}

std::optional<std::vector<double>> read_rows_file(Reading& reading, const Value& value,
                                                  const std::string& pointer,
                                                  const RowsSpec& spec) {
  std::optional<NpyArray> array = read_file(reading, value, pointer, columns_of(spec));
  if (!array) return std::nullopt;
  if (array->width == spec.width) return std::move(array->values);
  reading.findings.add(
      value, pointer,
      fmt::format("the file `{}` has rows of {}; `{}` has {} in a row", shortened(*value.text()),
                  numbers(array->width), spec.key, numbers(spec.width)));
  return std::nullopt;
}

}  // namespace

std::optional<int> whole_number(double value) {
  if (!(std::fabs(value) <= std::numeric_limits<int>::max()) || value != std::floor(value)) {
    return std::nullopt;
  }
  return static_cast<int>(value);
}

bool names_file(const Value& value) {
  const std::string_view* text = value.text();
  if (!text || text->size() <= 4) return false;
  const std::string_view ending = text->substr(text->size() - 4);
  return ending == ".npy" || ending == ".csv";
}

std::optional<NpyArray> read_file(Reading& reading, const Value& value, const std::string& pointer,
                                  const CsvColumns& wanted) {
  const std::string_view name = *value.text();
  const DataFiles::Content content = reading.files.read(name);
  if (!content.error.empty()) {
    reading.findings.add(value, pointer, content.error);
    return std::nullopt;
  }
  const bool csv = name.substr(name.size() - 4) == ".csv";
  NpyArray array = csv ? parse_csv_columns(content.bytes, wanted) : parse_npy(content.bytes);
  if (!array.error.empty()) {
    reading.findings.add(value, pointer,
                         fmt::format("the file `{}` is refused: {}", shortened(name), array.error));
    return std::nullopt;
  }
  return array;
}

Column read_column(Reading& reading, Value& value, const std::string& pointer,
                   const ColumnSpec& spec) {
  Findings& findings = reading.findings;
  if (const double* number = value.number()) return {*number};
  const auto check_count = [&](std::size_t count) {
    if (count == spec.count) return true;
    findings.add(
        value, pointer,
        fmt::format("`{}` has {} for {} {}; give one for each, or one number for all", spec.key,
                    numbers(count), spec.count, items_word(spec.items, spec.count)));
    return false;
  };
  if (names_file(value)) {
    const std::string_view name =
        spec.heading.empty() ? spec.key.substr(spec.key.rfind('.') + 1) : spec.heading;
    std::optional<NpyArray> array = read_file(reading, value, pointer, {name, {}, false});
    if (!array) return {};
    if (array->width != 1) {
      findings.add(
          value, pointer,
          fmt::format("the file `{}` has rows of {}; `{}` has one number for each of the {}",
                      shortened(*value.text()), numbers(array->width), spec.key, spec.items));
      return {};
    }
    return check_count(array->rows) ? std::move(array->values) : Column();
  }
  PackedNumbers* packed = value.packed();
  if (packed && !packed->is_rows) {
    return check_count(packed->count) ? std::move(packed->values) : Column();
  }
  if (packed) {
    findings.add_item(value, pointer, 0,
                      fmt::format("entry 0 of `{}` is a list; it must be a number", spec.key));
  } else if (value.list()) {
    report_non_numbers(reading, value, pointer, spec.key);
  } else {
    findings.add(
        value, pointer,
        fmt::format("`{}` is {}; give a number, a list with one for each of the {}, or the "
                    "name of a .npy or .csv file",
                    spec.key, kind_of(value), spec.items));
  }
  return {};
}

std::optional<std::vector<double>> read_rows(Reading& reading, Value& value,
                                             const std::string& pointer, const RowsSpec& spec) {
  if (names_file(value)) return read_rows_file(reading, value, pointer, spec);
  if (PackedNumbers* packed = value.packed()) {
    const bool plain = !packed->is_rows;
    if (plain && (packed->count == 0 || spec.width == 1)) return std::move(packed->values);
    if (plain) {
      reading.findings.add_item(
          value, pointer, 0,
          fmt::format("`{}` of {} {} is a number; it must be a row such as {}", spec.key, spec.row,
                      spec.first, spec.example));
      return std::nullopt;
    }
    if (!check_widths(reading, value, pointer, spec)) return std::nullopt;
    return std::move(packed->values);
  }
  if (value.list()) {
    report_bad_rows(reading, value, pointer, spec);
  } else {
    reading.findings.add(value, pointer,
                         fmt::format("`{}` is {}; give a list with one row such as {} for each {}, "
                                     "or the name of a .npy or .csv file",
                                     spec.key, kind_of(value), spec.example, spec.row));
  }
  return std::nullopt;
}

std::optional<std::vector<double>> read_row(Reading& reading, const Value& value,
                                            const std::string& pointer, const RowsSpec& spec) {
  const PackedNumbers* packed = value.packed();
  if (packed && !packed->is_rows && packed->values.size() == spec.width) return packed->values;
  if (spec.width == 1 && value.number()) return std::vector<double>{*value.number()};
  if (value.list()) {
    report_non_numbers(reading, value, pointer, spec.key);
  } else {
    const bool is_row = packed && !packed->is_rows;
    reading.findings.add(
        value, pointer,
        fmt::format("`{}` {} {}; it must be a list of {}, such as {}", spec.key,
                    is_row ? "has" : "is", is_row ? numbers(packed->count) : kind_of(value),
                    numbers(spec.width), spec.example));
  }
  return std::nullopt;
}

std::optional<double> read_number(Reading& reading, const Value& value, const std::string& pointer,
                                  std::string_view key, std::string_view allowed) {
  if (value.number()) return *value.number();
  reading.findings.add(value, pointer, fmt::format("`{}` must be {}", key, allowed));
  return std::nullopt;
}

std::optional<int> read_whole_number(Reading& reading, const Value& value,
                                     const std::string& pointer, std::string_view key,
                                     std::string_view allowed) {
  const std::optional<double> number = read_number(reading, value, pointer, key, allowed);
  if (!number) return std::nullopt;
  const std::optional<int> whole = whole_number(*number);
  if (!whole) reading.findings.add(value, pointer, fmt::format("`{}` must be {}", key, allowed));
  return whole;
}

std::vector<double> read_list(Reading& reading, Value& value, const std::string& pointer,
                              std::string_view key, std::string_view example) {
  PackedNumbers* packed = value.packed();
  if (packed && !packed->is_rows) return std::move(packed->values);
  if (value.list()) {
    report_non_numbers(reading, value, pointer, key);
  } else {
    reading.findings.add(value, pointer,
                         fmt::format("`{}` is {}; it must be a list of numbers such as {}", key,
                                     packed ? "a list of lists" : kind_of(value), example));
  }
  return {};
}

std::string read_text(Reading& reading, const Value& value, const std::string& pointer,
                      std::string_view key) {
  if (value.text()) return std::string(*value.text());
  reading.findings.add(value, pointer,
                       fmt::format("`{}` is {}; it must be a string", key, kind_of(value)));
  return {};
}

}  // namespace tensio::io
