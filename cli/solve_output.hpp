// What `tensio solve` prints: one JSON object, or a summary for people.
#pragma once

#include <string>
#include <vector>

#include "output.hpp"
#include "tensio/report.hpp"
#include "tensio/system.hpp"

namespace tensio::cli {

/// A solve and all that is told about it.
struct SolveResult {
  const System& system;
  const Equilibrium& rest;
  double load_seconds = 0;
  double save_seconds = 0;  ///< spent on the --out file
  int threads = 0;
  std::string saved = {};                   ///< the --out file that was written, or empty
  std::vector<Problem> save_problems = {};  ///< why it could not be
};

void write_solve_json(Output& output, const SolveResult& result);
void write_solve_summary(Output& output, const SolveResult& result);
/// The status and the reason in one line, with a newline.
std::string status_line(const Report& report, int stream);

/// For each node, the axes that are held, as bits; only axes that the dimension has.
std::vector<unsigned char> held_axes(const System& system);

}  // namespace tensio::cli
