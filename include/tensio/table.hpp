// Results as tables for spreadsheets and scripts: CSV text.
#pragma once

#include <string>

#include "tensio/report.hpp"
#include "tensio/system.hpp"

namespace tensio {

enum class Table { springs, nodes, reactions };

const char* to_string(Table table);

/// One table as CSV [RFC 4180, with plain line ends]: a heading with units, then a row for each
/// item by ascending id. Numbers have the fewest digits that read back as the same bits; what is
/// not given is empty. `reactions` has the nodes that are held on some axis.
std::string table_csv(const System& system, const Equilibrium& rest, Table table);

}  // namespace tensio
