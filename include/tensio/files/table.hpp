// Results as tables for spreadsheets and scripts: CSV text, and arrays for NumPy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

enum class Table { springs, nodes, reactions };

const char* to_string(Table table);

/// A text as a cell of CSV: in quotes where a comma, a quote or a line end would be taken for the
/// table's own. What a spreadsheet would run as a formula (= + - @, tab or line end in front) also
/// gets an apostrophe in front, by which spreadsheets know text.
std::string csv_field(std::string_view text);
/// The text of such a cell, without its quotes, as it was before.
std::string_view csv_text(std::string_view cell);

/// One table as CSV [RFC 4180, with plain line ends]: a heading with units, then a row for each
/// item by ascending id. Numbers have the fewest digits that read back as the same bits; what is
/// not given is empty. `reactions` has the nodes that are fixed on some axis.
std::string table_csv(const System& system, const Equilibrium& rest, Table table);

/// A result among several: those of load combinations, or of construction stages.
struct NamedRest {
  std::string name = {};
  const Equilibrium* rest = nullptr;
  /// At the end of a stage: see stage_systems(). nullptr: the system that all have in common.
  const System* stage = nullptr;
};

/// The same table for several results of one system, one after the other, with the name of each in
/// a first column `stage` or `combination`.
std::string table_csv(const System& system, const std::vector<NamedRest>& results, Table table);
/// The extremes of each spring, node or fixed axis over the results that came to rest, with the
/// name of the result that governs beside each number.
std::string envelope_csv(const System& system, const std::vector<NamedRest>& results, Table table);

/// All arrays of a result as the bytes of a .npz file for NumPy, under the names of `solve --json`:
/// position, displacement and reaction (nodes x axes), tension, length, strain and, where any
/// spring has it, utilisation (springs), slack (ids); also contact (nodes x axes) where there are
/// obstacles, and broken (1 or 0 for each spring) where any spring is.
std::string arrays_npz(const System& system, const Equilibrium& rest);

}  // namespace tensio
