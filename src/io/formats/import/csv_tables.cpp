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
#include "io/text/number.hpp"
#include "io/text/text_scanner.hpp"
#include "model/spring_columns.hpp"
#include "tensio/files/table.hpp"

namespace tensio::io {
namespace {

// The columns `node`, `spring` and `tension` are read over: rows have ids already.
constexpr std::string_view kNodeColumns[] = {"x",  "y",  "z",    "mass",  "fixed", "vx",
                                             "vy", "vz", "name", "group", "node"};
constexpr std::string_view kEndColumns[] = {"a", "b", "set", "spring", "tension"};

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
  CsvReader(const ForeignFile& file, Draft& draft) : scanner_(file), draft_(draft) {}

  void read() {
    draft_.is_table = true;
    std::string_view line;
    while (scanner_.take_line(line)) {
      if (line.empty() || line[0] == '#') continue;
      if (columns_.empty() || is_heading(line)) {
        read_heading(line);
      } else {
        read_row(line);
      }
    }
    if (!has_nodes_) {
      scanner_.file().fail(
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

  // Cells of a line, parted by the separator; in quotes, "" is one ".
  std::vector<Cell> cells_of(std::string_view line) const {
    std::vector<Cell> cells;
    for (std::size_t i = 0;; ++i) {
      Cell cell;
      while (i < line.size() && line[i] == ' ') ++i;
      const std::size_t begin = i;
      if (i < line.size() && line[i] == '"') {
        for (++i;; ++i) {
          if (i >= line.size())
            scanner_.fail_at(line.substr(begin), "a quote is opened and not closed");
          if (line[i] != '"') {
            cell.text += line[i];
          } else if (i + 1 < line.size() && line[i + 1] == '"') {
            cell.text += line[i++];
          } else {
            break;
          }
        }
        ++i;
        cell.text = std::string(csv_text(cell.text));
        const std::size_t end = std::min(line.find(separator_, i), line.size());
        if (!trimmed(line.substr(i, end - i)).empty())
          scanner_.fail_at(line.substr(i, end - i), "something stands behind a closing quote");
        cell.place = line.substr(begin, i - begin);
        i = end;
      } else {
        i = std::min(line.find(separator_, i), line.size());
        cell.place = trimmed(line.substr(begin, i - begin));
        cell.text = std::string(cell.place);
      }
      cells.push_back(std::move(cell));
      if (i >= line.size()) return cells;
    }
  }

  // Every cell names a column of the other table, which has not come yet.
  bool is_heading(std::string_view line) const {
    if (has_nodes_ && has_springs_) return false;
    const std::vector<Cell> cells = cells_of(line);
    return cells.size() > 1 && std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
             return has_nodes_ ? is_spring_column(cell.text) : is_node_column(cell.text);
           });
  }

  void read_heading(std::string_view line) {
    const std::size_t mark = line.find_first_of(",;\t");
    separator_ = mark == std::string_view::npos ? ',' : line[mark];
    const std::vector<Cell> cells = cells_of(line);
    columns_.clear();
    for (const Cell& cell : cells) {
      if (std::find(columns_.begin(), columns_.end(), cell.text) != columns_.end())
        scanner_.fail_at(cell.place,
                         fmt::format("the column `{}` stands twice", shortened(cell.text)));
      columns_.push_back(cell.text);
    }
    is_nodes_ = column("x") || column("y");
    for (const Cell& cell : cells) {
      const bool known = is_nodes_ ? is_node_column(cell.text) : is_spring_column(cell.text);
      if (known) continue;
      scanner_.fail_at(cell.place,
                       fmt::format("`{}` is no column of {}; they have {}", shortened(cell.text),
                                   is_nodes_ ? "nodes" : "springs", known_columns()));
    }
    for (const char* needed : is_nodes_ ? std::array{"x", "y"} : std::array{"a", "b"})
      if (!column(needed))
        scanner_.fail_at(line, fmt::format("the column `{}` is missing", needed));
    bool& seen = is_nodes_ ? has_nodes_ : has_springs_;
    if (seen)
      scanner_.fail_at(
          line, fmt::format("a second table of {} begins here", is_nodes_ ? "nodes" : "springs"));
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

  void read_row(std::string_view line) {
    std::vector<Cell> cells = cells_of(line);
    // tabs at the end of a line do not show
    while (separator_ == '\t' && cells.size() < columns_.size())
      cells.push_back({{}, line.substr(line.size())});
    if (cells.size() != columns_.size())
      scanner_.fail_at(line, fmt::format("this line has {} values, and there are {} columns",
                                         cells.size(), columns_.size()));
    if (is_nodes_) {
      read_node(cells);
    } else {
      read_spring(cells);
    }
  }

  double number(const std::vector<Cell>& cells, std::string_view name, double otherwise) const {
    const std::optional<std::size_t> place = column(name);
    if (!place) return otherwise;
    const Cell& given = cells[*place];
    const std::optional<double> value = whole_text_number(given.text);
    if (!value || !std::isfinite(*value))
      scanner_.fail_at(given.place, fmt::format("`{}` must be a finite number, not `{}`", name,
                                                shortened(given.text)));
    return *value;
  }

  const Cell* cell(const std::vector<Cell>& cells, std::string_view name) const {
    const std::optional<std::size_t> place = column(name);
    return place && !cells[*place].text.empty() ? &cells[*place] : nullptr;
  }

  void read_node(const std::vector<Cell>& cells) {
    const int node =
        draft_.add_node(number(cells, "x", 0), number(cells, "y", 0), number(cells, "z", 0));
    if (column("mass")) {
      const double mass = number(cells, "mass", 0);
      if (mass < 0)
        scanner_.fail_at(cells[*column("mass")].place,
                         fmt::format("the mass is {}; it must not be negative", mass));
      draft_.set_mass(mass);
    }
    if (column("vx") || column("vy") || column("vz"))
      draft_.set_velocity(number(cells, "vx", 0), number(cells, "vy", 0), number(cells, "vz", 0));
    if (const Cell* fixed = cell(cells, "fixed")) {
      if (const std::uint8_t axes = axes_of(*fixed); axes != 0) draft_.fix(axes);
    }
    if (const Cell* name = cell(cells, "name")) {
      if (!names_.emplace(name->text, node).second)
        scanner_.fail_at(name->place,
                         fmt::format("two nodes have the name `{}`", shortened(name->text)));
      draft_.set_name(name->text);
    }
    if (const Cell* group = cell(cells, "group")) draft_.add_point(node, draft_.label(group->text));
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
        scanner_.fail_at(cell.place, fmt::format("`fixed` must be 1, 0 or the axes that are held, "
                                                 "such as xz, not `{}`",
                                                 shortened(cell.text)));
      axes |= 1U << axis;
    }
    if (!has_z_ && (axes & (kAxisX | kAxisY)) == 0)
      scanner_.fail_at(cell.place, "these nodes lie in the plane and have no axis z to hold");
    return static_cast<std::uint8_t>(axes);
  }

  void read_spring(const std::vector<Cell>& cells) {
    Spring spring;
    spring.a = cells[*column("a")];
    spring.b = cells[*column("b")];
    if (const Cell* set = cell(cells, "set")) spring.set = set->text;
    for (const SpringColumn& value : value_columns_) {
      const double given = number(cells, value.key, 0);
      if (given < 0 && value.sign != Sign::any)
        scanner_.fail_at(cells[*column(value.key)].place,
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
      scanner_.fail_at(cell.place,
                       fmt::format("there is no node `{}`; give its name, or its row from 0 to {}",
                                   shortened(cell.text), draft_.node_count() - 1));
    return static_cast<int>(*row);
  }

  void add_spring(const Spring& spring) {
    draft_.add_line(node_of(spring.a), node_of(spring.b), draft_.label(spring.set));
    for (std::size_t i = 0; i < spring.values.size(); ++i)
      draft_.set_value(value_columns_[i].of_set, spring.values[i]);
  }

  TextScanner scanner_;
  Draft& draft_;
  char separator_ = ',';
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
