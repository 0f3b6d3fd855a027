// CSV with names of columns: a table of nodes, a table of springs, or one behind the other.
//
// A line of known names begins a table: x, y and the like one of nodes, a and b one of springs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/index.hpp"
#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/csv_rows.hpp"
#include "io/text/number.hpp"
#include "io/text/text_scanner.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

// The columns `node`, `spring` and `tension` are read over: rows have ids already.
constexpr std::string_view kNodeColumns[] = {"x",  "y",  "z",    "mass",  "fixed", "vx",
                                             "vy", "vz", "name", "group", "node"};
constexpr std::string_view kEndColumns[] = {"a", "b", "set", "spring", "tension"};

// A heading chooses one of them for its table.
constexpr std::string_view kSeparators = ",;\t";

struct Cell {
  std::string text;        // without quotes
  std::string_view place;  // in the file
};

bool is_node_column(std::string_view name) {
  return std::find(std::begin(kNodeColumns), std::end(kNodeColumns), name) !=
         std::end(kNodeColumns);
}

bool is_spring_column(std::string_view name) {
  return find_spring_column(name) != nullptr ||
         std::find(std::begin(kEndColumns), std::end(kEndColumns), name) != std::end(kEndColumns);
}

class CsvReader {
 public:
  CsvReader(const ForeignFile& file, Draft& draft)
      : file_(file), draft_(draft), rows_(file.bytes, kSeparators, CsvRows::Comments::skipped) {}

  void read() {
    draft_.is_table = true;
    while (next_row()) {
      if (columns_.empty() || is_heading()) {
        read_heading();
      } else {
        read_row();
      }
    }
    if (!has_nodes_) {
      file_.fail(
          "there is no table of nodes in this file: its first line should name columns such as "
          "x,y,z");
    }
    draft_.dimension = has_z_ ? 3 : 2;
    for (const Spring& spring : springs_) add_spring(spring);
  }

 private:
  struct Spring {
    Cell a, b;
    std::string set;
    std::vector<double> values;  // as many as value_columns_
  };

  bool next_row() {
    const bool found = rows_.next();
    take_cells();
    return found;
  }

  void take_cells() {
    if (!rows_.fault().message.empty()) file_.fail_at(rows_.fault().place, rows_.fault().message);
    cells_.clear();
    for (const CsvCell& cell : rows_.cells()) cells_.push_back({cell.text(), cell.written});
  }

  // Every cell names a column of the other table, which has not come yet.
  bool is_heading() const {
    if (has_nodes_ && has_springs_) return false;
    return cells_.size() > 1 && std::all_of(cells_.begin(), cells_.end(), [&](const Cell& cell) {
             return has_nodes_ ? is_spring_column(cell.text) : is_node_column(cell.text);
           });
  }

  void read_heading() {
    const std::size_t mark = rows_.row().find_first_of(kSeparators);
    separator_ = mark == std::string_view::npos ? ',' : rows_.row()[mark];
    rows_.separate_by({&separator_, 1});
    take_cells();
    columns_.clear();
    for (const Cell& cell : cells_) {
      if (std::find(columns_.begin(), columns_.end(), cell.text) != columns_.end())
        file_.fail_at(cell.place,
                      fmt::format("the column `{}` is given twice", shortened(cell.text)));
      columns_.push_back(cell.text);
    }
    is_nodes_ = column("x") || column("y");
    for (const Cell& cell : cells_) {
      const bool known = is_nodes_ ? is_node_column(cell.text) : is_spring_column(cell.text);
      if (known) continue;
      file_.fail_at(cell.place, fmt::format("`{}` is not a column of {}; the columns are {}",
                                            shortened(cell.text), is_nodes_ ? "nodes" : "springs",
                                            known_columns()));
    }
    for (const char* needed : is_nodes_ ? std::array{"x", "y"} : std::array{"a", "b"})
      if (!column(needed))
        file_.fail_at(rows_.row(), fmt::format("the column `{}` is missing", needed));
    bool& seen = is_nodes_ ? has_nodes_ : has_springs_;
    if (seen)
      file_.fail_at(rows_.row(), fmt::format("a second table of {} begins here",
                                             is_nodes_ ? "nodes" : "springs"));
    seen = true;
    if (is_nodes_) has_z_ = column("z").has_value();
    if (!is_nodes_) {
      for (const std::string& name : columns_)
        if (const SpringColumn* value = find_spring_column(name)) value_columns_.push_back(*value);
    }
  }

  std::string known_columns() const {
    std::string names;
    const auto add = [&](std::string_view name) {
      if (!names.empty()) names += ", ";
      names += name;
    };
    if (is_nodes_) {
      for (const std::string_view name : kNodeColumns) add(name);
    } else {
      for (const std::string_view name : kEndColumns) add(name);
      for (const SpringColumn& value : kSpringColumns) add(value.key);
    }
    return names;
  }

  std::optional<std::size_t> column(std::string_view name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) return std::nullopt;
    return usize(found - columns_.begin());
  }

  void read_row() {
    // tabs at the end of a line are not visible
    while (separator_ == '\t' && cells_.size() < columns_.size())
      cells_.push_back({{}, rows_.row().substr(rows_.row().size())});
    if (cells_.size() != columns_.size())
      file_.fail_at(rows_.row(), fmt::format("this line has {} values, and there are {} columns",
                                             cells_.size(), columns_.size()));
    if (is_nodes_) {
      read_node();
    } else {
      read_spring();
    }
  }

  double number(std::string_view name, double otherwise) const {
    const std::optional<std::size_t> place = column(name);
    if (!place) return otherwise;
    const Cell& given = cells_[*place];
    const std::optional<double> value = whole_text_number(given.text);
    if (!value || !std::isfinite(*value))
      file_.fail_at(given.place, fmt::format("`{}` must be a finite number, not `{}`", name,
                                             shortened(given.text)));
    return *value;
  }

  const Cell* cell(std::string_view name) const {
    const std::optional<std::size_t> place = column(name);
    return place && !cells_[*place].text.empty() ? &cells_[*place] : nullptr;
  }

  void read_node() {
    const int node = draft_.add_node(number("x", 0), number("y", 0), number("z", 0));
    if (column("mass")) {
      const double mass = number("mass", 0);
      if (mass < 0)
        file_.fail_at(cells_[*column("mass")].place,
                      fmt::format("the mass is {}; it must not be negative", mass));
      draft_.set_mass(mass);
    }
    if (column("vx") || column("vy") || column("vz"))
      draft_.set_velocity(number("vx", 0), number("vy", 0), number("vz", 0));
    if (const Cell* fixed = cell("fixed")) {
      if (const std::uint8_t axes = axes_of(*fixed); axes != 0) draft_.fix(axes);
    }
    if (const Cell* name = cell("name")) {
      if (!names_.emplace(name->text, node).second)
        file_.fail_at(name->place,
                      fmt::format("two nodes have the name `{}`", shortened(name->text)));
      draft_.set_name(name->text);
    }
    if (const Cell* group = cell("group")) draft_.add_point(node, draft_.label(group->text));
  }

  // 1, true, yes and the axes that are fixed; 0, false, no.
  std::uint8_t axes_of(const Cell& cell) const {
    for (const char* yes : {"1", "true", "yes", "fixed"})
      if (same_word(cell.text, yes)) return kAllAxes;
    for (const char* no : {"0", "false", "no", "free"})
      if (same_word(cell.text, no)) return 0;
    unsigned axes = 0;
    for (const char c : cell.text) {
      const std::size_t axis = std::string_view("xyz").find(c);
      if (axis == std::string_view::npos || (axes & (1U << axis)) != 0)
        file_.fail_at(cell.place, fmt::format("`fixed` must be 1, 0 or the fixed axes, "
                                              "such as xz, not `{}`",
                                              shortened(cell.text)));
      axes |= 1U << axis;
    }
    if (!has_z_ && (axes & (kAxisX | kAxisY)) == 0)
      file_.fail_at(cell.place, "these nodes lie in the plane and have no axis z to fix");
    return static_cast<std::uint8_t>(axes);
  }

  void read_spring() {
    Spring spring;
    spring.a = cells_[*column("a")];
    spring.b = cells_[*column("b")];
    if (const Cell* set = cell("set")) spring.set = set->text;
    for (const SpringColumn& value : value_columns_) {
      const double given = number(value.key, 0);
      if (given < 0 && value.sign != Sign::any)
        file_.fail_at(cells_[*column(value.key)].place,
                      fmt::format("`{}` is {}; it must not be negative", value.key, given));
      spring.values.push_back(given);
    }
    springs_.push_back(std::move(spring));
  }

  // A name, or a number of a row from 0.
  int node_of(const Cell& cell) const {
    const auto named = names_.find(cell.text);
    if (named != names_.end()) return named->second;
    const std::optional<double> row = whole_text_number(cell.text);
    if (!row || *row != std::floor(*row) || *row < 0 || *row >= draft_.node_count())
      file_.fail_at(cell.place,
                    fmt::format("there is no node `{}`; give its name, or its row from 0 to {}",
                                shortened(cell.text), draft_.node_count() - 1));
    return static_cast<int>(*row);
  }

  void add_spring(const Spring& spring) {
    draft_.add_line(node_of(spring.a), node_of(spring.b), draft_.label(spring.set));
    for (std::size_t i = 0; i < spring.values.size(); ++i)
      draft_.set_value(value_columns_[i].of_set, spring.values[i]);
  }

  const ForeignFile& file_;
  Draft& draft_;
  CsvRows rows_;
  std::vector<Cell> cells_;  // of this row
  char separator_ = ',';     // of this table
  std::vector<std::string> columns_;
  bool is_nodes_ = true;
  bool has_nodes_ = false;
  bool has_springs_ = false;
  bool has_z_ = false;
  std::vector<SpringColumn> value_columns_;
  std::vector<Spring> springs_;
  std::map<std::string, int, std::less<>> names_;
};

}  // namespace

void read_csv(const ForeignFile& file, Draft& draft) { CsvReader(file, draft).read(); }

}  // namespace tensio::io
