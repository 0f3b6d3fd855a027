// The extremes of each spring, node and support over several results, as a table.
#pragma once

#include <vector>

#include "io/draw/sheet.hpp"

namespace tensio::io {

/// Over the results that came to rest; which of them governs stands beside each number. The sheet
/// looks into the system alone.
Sheet envelope_sheet(const System& system, const std::vector<NamedRest>& results, Table table);

}  // namespace tensio::io
