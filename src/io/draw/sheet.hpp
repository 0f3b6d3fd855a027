// Tables of results, for CSV and for pages alike.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "tensio/files/table.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/report.hpp"

namespace tensio::io {

struct SheetColumn {
  using Text = std::function<std::string(std::size_t)>;
  using Number = std::function<double(std::size_t)>;

  std::string name = {};
  std::variant<Number, Text> value = {};
  std::string unit = {};  ///< of the numbers; "1" where they have none

  /// The name with the unit in brackets, as columns of CSV files are called.
  std::string heading() const { return unit.empty() ? name : name + " [" + unit + "]"; }

  bool is_number() const { return std::holds_alternative<Number>(value); }
  double number(std::size_t row) const { return std::get<Number>(value)(row); }
  std::string text(std::size_t row) const { return std::get<Text>(value)(row); }
};

/// Rows by ascending id. It looks into the system and the results, which must outlive it.
struct Sheet {
  std::size_t rows = 0;
  bool has_units = false;  ///< the scene says what its units are
  std::vector<SheetColumn> columns = {};
};

/// `stage`: the system is that at the end of a construction stage, whose broken springs are absent.
Sheet make_sheet(const System& system, const Equilibrium& rest, Table table, bool stage = false);

}  // namespace tensio::io
