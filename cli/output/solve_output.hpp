// What `tensio solve` prints: one JSON object, or a summary for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "output/json_output.hpp"
#include "output/output.hpp"
#include "output/saved_files.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/combinations.hpp"
#include "tensio/solve/report.hpp"

namespace tensio::cli {

/// "1.3e-16", or "rounding" where the residual is above the tolerance and every force is zero to
/// rounding: then there is nothing to measure it against.
std::string residual_text(const Report& report);

/// A solve and all that is reported about it.
struct SolveResult {
  const System& system;     ///< as built, with the loads
  const Equilibrium& rest;  ///< its displacements are from the base where a combination acts
  double load_seconds = 0;
  int threads = 0;
  SavedFiles files = {};
  const Combination* combination = nullptr;       ///< the one that acts; null: all loads together
  std::span<const NamedEquilibrium> stages = {};  ///< carried out before
};

void write_solve_json(Output& output, const SolveResult& result);
void write_solve_summary(Output& output, const SolveResult& result);
/// The object of one solve, for whoever writes more than one.
void write_solve_object(JsonWriter& json, const SolveResult& result);
/// The member "stages".
void write_stages(JsonWriter& json, std::span<const NamedEquilibrium> stages,
                  std::size_t dimension);
/// A line for each stage, under a heading; nothing where there are none.
std::string stages_text(const System& system, std::span<const NamedEquilibrium> stages);

/// The member "events": what yielded and broke before equilibrium.
void write_events(JsonWriter& json, const std::vector<MotionEvent>& events);
/// The same in lines, for the first few.
std::string events_summary(const System& system, const std::vector<MotionEvent>& events);

/// The spring with the largest `sign * tension`, where that is positive, else "none".
std::string extreme_tension(const System& system, const std::vector<double>& tension, double sign);
std::string largest_displacement(const System& system, const Equilibrium& rest);
/// The last lines: who solved it, in what time (all solves together), and what was written.
std::string closing(const SolveResult& result, double seconds, double compile_seconds);

/// All combinations of a scene; `whole` has the base as its rest state.
void write_combinations_json(Output& output, const CombinationResults& results,
                             const SolveResult& whole);
void write_combinations_summary(Output& output, const CombinationResults& results,
                                const SolveResult& whole);

/// The status and the reason in one line, with a newline.
std::string status_line(const Report& report, int stream);

}  // namespace tensio::cli
