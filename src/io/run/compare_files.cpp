// Two results beside each other: files of text, and what kind of file is which.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

#include "core/index.hpp"
#include "io/json/text.hpp"
#include "io/json/value.hpp"
#include "io/run/compare.hpp"
#include "io/run/comparison.hpp"
#include "io/run/recording_files.hpp"
#include "io/text/characters.hpp"
#include "io/text/csv_rows.hpp"
#include "io/text/data_files.hpp"
#include "io/text/line_counter.hpp"
#include "io/text/number.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;
using io::Differences;

// ---- JSON ----

// How hard it was, and in which words it is reported: no part of the result.
bool is_effort(std::string_view key) {
  constexpr std::string_view kEffort[] = {
      "iterations",    "residual",      "residual_force", "reason",           "method",
      "linear_solver", "steps",         "time_step",      "version",          "checkpoint",
      "integrator",    "choice",        "warnings",       "stable_time_step", "file",
      "written",       "retried_steps", "split_steps",    "preview_steps",    "newton_steps",
      "linear_iterations"};
  if (key.ends_with("seconds")) return true;
  return std::find(std::begin(kEffort), std::end(kEffort), key) != std::end(kEffort);
}

class JsonWalk {
 public:
  explicit JsonWalk(Comparison& result) : result_(result), differences_(result) {}

  void objects(const io::Object& a, const io::Value& b, const std::string& path,
               const std::string& quantity) {
    const io::Object* other = b.object();
    if (other == nullptr) return differences_.mismatch(other_kind(path));
    for (const io::Member& member : a) {
      if (is_effort(member.key)) continue;
      const std::string name =
          path.empty() ? std::string(member.key) : fmt::format("{}.{}", path, member.key);
      const io::Value* found = b.find(member.key);
      if (found == nullptr) {
        result_.notes.push_back(fmt::format("{} is in the first alone", name));
        continue;
      }
      // entries of lists, and of objects by id, are one quantity
      std::string inner = quantity;
      if (!by_id(member.key)) inner += (inner.empty() ? "" : ".") + std::string(member.key);
      values(member.value, *found, name, inner);
    }
    for (const io::Member& member : *other) {
      if (is_effort(member.key)) continue;
      if (std::none_of(a.begin(), a.end(),
                       [&](const io::Member& m) { return m.key == member.key; })) {
        result_.notes.push_back(fmt::format("{}{}{} is in the second alone", path,
                                            path.empty() ? "" : ".", member.key));
      }
    }
  }

 private:
  static bool by_id(std::string_view key) {
    return !key.empty() &&
           std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  static std::string other_kind(const std::string& path) {
    return fmt::format("{} is another kind of value in each", path);
  }

  static std::optional<double> number(const io::Value& value) {
    if (value.number() != nullptr) return *value.number();
    return value.is_null() ? std::optional<double>(io::kNotKnown) : std::nullopt;
  }

  // A list of numbers, in which null means none.
  static std::optional<std::vector<double>> flat_numbers(const io::Value& value) {
    if (const io::PackedNumbers* packed = value.packed()) {
      return packed->is_rows ? std::nullopt : std::optional(packed->values);
    }
    if (value.list() == nullptr) return std::nullopt;
    std::vector<double> numbers;
    for (const io::Value& item : *value.list()) {
      const std::optional<double> entry = number(item);
      if (!entry) return std::nullopt;
      numbers.push_back(*entry);
    }
    return numbers;
  }

  void flat(const std::vector<double>& a, const std::vector<double>& b, const std::string& path,
            const std::string& quantity) {
    if (a.size() != b.size()) {
      return differences_.mismatch(
          fmt::format("{} has {} entries against {}", path, a.size(), b.size()));
    }
    differences_.add_all(quantity, a, b,
                         [&](std::size_t i) { return fmt::format("{}[{}]", path, i); });
  }

  void values(const io::Value& a, const io::Value& b, const std::string& path,
              const std::string& quantity) {
    if (io::Object* object = a.object()) return objects(*object, b, path, quantity);
    if (number(a) && number(b)) {
      differences_.add(quantity, *number(a), *number(b), [&] { return path; });
    } else if (a.packed() != nullptr && b.packed() != nullptr) {
      numbers(*a.packed(), *b.packed(), path, quantity);
    } else if (const auto x = flat_numbers(a), y = flat_numbers(b); x && y) {
      flat(*x, *y, path, quantity);
    } else if (a.list() != nullptr && b.list() != nullptr) {
      lists(*a.list(), *b.list(), path, quantity);
    } else if (a.boolean() != nullptr && b.boolean() != nullptr) {
      if (*a.boolean() != *b.boolean()) {
        differences_.mismatch(fmt::format("{} is {} against {}", path, *a.boolean(), *b.boolean()));
      }
    } else if (a.text() != nullptr && b.text() != nullptr) {
      if (*a.text() != *b.text()) {
        differences_.mismatch(fmt::format("{} is `{}` against `{}`", path, io::shortened(*a.text()),
                                          io::shortened(*b.text())));
      }
    } else {
      differences_.mismatch(other_kind(path));
    }
  }

  void numbers(const io::PackedNumbers& a, const io::PackedNumbers& b, const std::string& path,
               const std::string& quantity) {
    if (a.count != b.count || a.values.size() != b.values.size() || a.is_rows != b.is_rows) {
      return differences_.mismatch(
          fmt::format("{} has {} entries against {}", path, a.count, b.count));
    }
    const std::size_t width = a.is_rows && a.count > 0 ? a.values.size() / a.count : 0;
    differences_.add_all(quantity, a.values, b.values, [&](std::size_t i) {
      return width == 0 || a.ragged() ? fmt::format("{}[{}]", path, i)
                                      : fmt::format("{}[{}][{}]", path, i / width, i % width);
    });
  }

  void lists(const io::List& a, const io::List& b, const std::string& path,
             const std::string& quantity) {
    if (a.size() != b.size()) {
      return differences_.mismatch(
          fmt::format("{} has {} entries against {}", path, a.size(), b.size()));
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      values(a[i], b[i], fmt::format("{}[{}]", path, i), quantity);
    }
  }

  Comparison& result_;
  Differences differences_;
};

io::Document parsed(std::string_view text, const std::string& name) {
  io::Document document = io::parse_json(text);
  if (document.syntax.empty()) return document;
  const io::SyntaxError& error = document.syntax.front();
  const io::LineColumn place = io::LineCounter(text).at(error.offset);
  throw Error({{.file = name,
                .line = place.line,
                .column = place.column,
                .value = io::value_as_written(text, error.offset),
                .message = error.message}});
}

// ---- CSV ----

struct CsvTable {
  std::vector<std::string> headings = {};
  std::vector<std::vector<std::string>> rows = {};
};

CsvTable parse_table(std::string_view text, const std::string& name) {
  CsvTable table;
  io::CsvRows rows(text, ",", io::CsvRows::Comments::none);
  const auto fail = [&](const std::string& message) {
    throw Error({{.file = name, .line = rows.line(), .column = 1, .message = message}});
  };
  while (rows.next()) {
    std::vector<std::string> row;
    for (const io::CsvCell& cell : rows.cells()) row.push_back(cell.text());
    if (table.headings.empty()) {
      table.headings = std::move(row);
    } else if (row.size() != table.headings.size()) {
      fail(fmt::format("this row has {} fields; the heading has {}", row.size(),
                       table.headings.size()));
    } else {
      table.rows.push_back(std::move(row));
    }
  }
  if (!rows.fault().message.empty()) fail(rows.fault().message);
  if (table.headings.empty()) throw Error({{.file = name, .message = "it is an empty table"}});
  return table;
}

// A number, NaN for an empty field; nothing where it is a word.
std::optional<double> field_number(const std::string& field) {
  return field.empty() ? std::optional<double>(io::kNotKnown) : io::whole_text_number(field);
}

std::string read(const std::string& path) {
  io::DataFiles::Content content = io::read_whole_file(path);
  if (content.error.empty()) return std::move(content.bytes);
  throw Error({{.file = path, .message = "cannot be read: " + content.error}}, ErrorKind::io);
}

// Adds what another comparison found, its quantities under a name.
void add(Comparison& result, const Comparison& more, const std::string& name) {
  for (Difference difference : more.differences) {
    difference.quantity = fmt::format("{}.{}", name, difference.quantity);
    result.differences.push_back(std::move(difference));
  }
  for (const std::string& text : more.mismatches) {
    result.mismatches.push_back(fmt::format("{}: {}", name, text));
  }
  for (const std::string& text : more.notes) {
    result.notes.push_back(fmt::format("{}: {}", name, text));
  }
}

Comparison compare_folders(const std::string& a, const std::string& b) {
  const ResultFolder in_a(a), in_b(b);
  const System &scene_a = in_a.scene(), &scene_b = in_b.scene();
  Comparison result;
  if (scene_a.dimension != scene_b.dimension || scene_a.node_count() != scene_b.node_count() ||
      scene_a.spring_count() != scene_b.spring_count()) {
    result.mismatches.push_back(
        fmt::format("{} nodes and {} springs in {}D against {} and {} in {}D", scene_a.node_count(),
                    scene_a.spring_count(), scene_a.dimension, scene_b.node_count(),
                    scene_b.spring_count(), scene_b.dimension));
    return result;
  }
  result = compare(in_a, in_b, scene_a);
  for (const char* table : {io::kHistoryFile, io::kProbesFile}) {
    const std::string path_a = io::in_folder(a, table), path_b = io::in_folder(b, table);
    std::error_code ignored;
    if (!fs::exists(path_a, ignored) || !fs::exists(path_b, ignored)) continue;
    add(result, compare_csv(read(path_a), read(path_b), path_a, path_b),
        fs::path(table).stem().string());
  }
  return result;
}

}  // namespace

Comparison compare_json(std::string_view a, std::string_view b, const std::string& name_a,
                        const std::string& name_b) {
  const io::Document in_a = parsed(a, name_a), in_b = parsed(b, name_b);
  if (in_a.root.object() == nullptr || in_b.root.object() == nullptr) {
    throw Error({{.file = in_a.root.object() == nullptr ? name_a : name_b,
                  .message = "it is not a result: a result is a JSON object"}});
  }
  Comparison result;
  JsonWalk(result).objects(*in_a.root.object(), in_b.root, "", "");
  return result;
}

Comparison compare_csv(std::string_view a, std::string_view b, const std::string& name_a,
                       const std::string& name_b) {
  const CsvTable in_a = parse_table(a, name_a), in_b = parse_table(b, name_b);
  Comparison result;
  Differences differences(result);
  const std::size_t rows = std::min(in_a.rows.size(), in_b.rows.size());
  if (in_a.rows.size() != in_b.rows.size()) {
    differences.mismatch(fmt::format("{} rows against {}", in_a.rows.size(), in_b.rows.size()));
  }
  for (std::size_t column = 0; column < in_a.headings.size(); ++column) {
    const std::string& heading = in_a.headings[column];
    const auto found = std::find(in_b.headings.begin(), in_b.headings.end(), heading);
    if (found == in_b.headings.end()) {
      result.notes.push_back(fmt::format("the column {} is in the first alone", heading));
      continue;
    }
    const auto other = usize(found - in_b.headings.begin());
    for (std::size_t i = 0; i < rows; ++i) {
      const std::string &text_a = in_a.rows[i][column], &text_b = in_b.rows[i][other];
      const std::optional<double> x = field_number(text_a), y = field_number(text_b);
      const auto where = [&] {
        return fmt::format("row {} ({} {})", i + 1, in_a.headings[0], in_a.rows[i][0]);
      };
      if (x && y) {
        differences.add(heading, *x, *y, where);
      } else if (text_a != text_b) {
        differences.mismatch(fmt::format("{}: {} is `{}` against `{}`", where(), heading,
                                         io::shortened(text_a), io::shortened(text_b)));
      }
    }
  }
  for (const std::string& heading : in_b.headings) {
    if (std::find(in_a.headings.begin(), in_a.headings.end(), heading) == in_a.headings.end()) {
      result.notes.push_back(fmt::format("the column {} is in the second alone", heading));
    }
  }
  return result;
}

namespace {

enum class Kind { folder, table, result, scene };

const char* kind_text(Kind kind) {
  switch (kind) {
    case Kind::folder: return "a folder of a run";
    case Kind::table: return "a table";
    case Kind::result: return "a result that --json printed";
    case Kind::scene: return "a scene or a mesh";
  }
  return "";
}

System loaded(const std::string& path) {
  return fs::path(path).extension() == ".json" ? load_system(path) : import_file(path).system;
}

Kind kind_of(const std::string& path, std::string& text) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return Kind::folder;
  const std::string ending = fs::path(path).extension().string();
  if (ending != ".csv" && ending != ".json") return Kind::scene;
  text = read(path);
  if (ending == ".csv") return Kind::table;
  const io::Document document = parsed(text, path);
  return document.root.find("tensio") != nullptr ? Kind::scene : Kind::result;
}

}  // namespace

Comparison compare_files(const std::string& a, const std::string& b) {
  std::string text_a, text_b;
  const Kind kind = kind_of(a, text_a), other = kind_of(b, text_b);
  if (kind != other) {
    throw Error({{.file = b,
                  .message = fmt::format("is {}, but {} is {}; two of a kind can be compared",
                                         kind_text(other), a, kind_text(kind))}});
  }
  switch (kind) {
    case Kind::folder: return compare_folders(a, b);
    case Kind::table: return compare_csv(text_a, text_b, a, b);
    case Kind::result: return compare_json(text_a, text_b, a, b);
    case Kind::scene: break;
  }
  return compare(loaded(a), loaded(b));
}

}  // namespace tensio
