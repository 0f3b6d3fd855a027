// What `tensio modes` prints: one JSON object, or tables for people.
#pragma once

#include <string>

#include "output/output.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio::cli {

/// The modes and all that is reported about them.
struct ModesReport {
  const System& system;
  ModesResult result = {};
  double seconds = 0;
  double load_seconds = 0;
  double compile_seconds = 0;
};

void write_modes_json(Output& output, const ModesReport& reported);
void write_modes_summary(Output& output, const ModesReport& reported);
/// Why there are no modes, in one line, with a newline.
std::string no_modes_line(const ModesResult& result, int stream);
/// "found", "no_modes", or how the solve ended that did not converge.
const char* modes_status(const ModesResult& result);

}  // namespace tensio::cli
