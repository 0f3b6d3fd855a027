// All combinations of a scene, as JSON and for people: each of them, and their envelope.
#include <algorithm>
#include <cmath>

#include "output/solve_output.hpp"
#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kSupportRows = 12;  // more supports than that are counted

// The combination that governs item i, or nothing.
const std::string* governing(const CombinationResults& results, const Extremes& extremes,
                             std::size_t i) {
  if (i >= extremes.governing.size() || extremes.governing[i] < 0) return nullptr;
  return &results.combinations[extremes.governing[i]].name;
}

// Two members: the values of items first .. first + count - 1, and the combinations' names.
void write_extremes(JsonWriter& json, const std::string& name, const CombinationResults& results,
                    const Extremes& extremes, std::size_t first, std::size_t count) {
  json.key(name);
  json.begin_array();
  for (std::size_t i = first; i < first + count; ++i) {
    i < extremes.value.size() ? json.value(extremes.value[i]) : json.null();
  }
  json.end_array();
  json.key(name + "_in");
  json.begin_array();
  for (std::size_t i = first; i < first + count; ++i) {
    const std::string* combination = governing(results, extremes, i);
    combination ? json.value(*combination) : json.null();
  }
  json.end_array();
}

void write_envelope(JsonWriter& json, const CombinationResults& results, const System& system) {
  const Envelope& envelope = results.envelope;
  const std::size_t springs = system.spring_count();
  const std::size_t nodes = system.node_count();
  const std::size_t dimension = system.dimension;
  json.key("envelope");
  json.begin_object();
  write_extremes(json, "largest_tension", results, envelope.largest_tension, 0, springs);
  write_extremes(json, "smallest_tension", results, envelope.smallest_tension, 0, springs);
  write_extremes(json, "utilisation", results, envelope.utilisation, 0, springs);
  write_extremes(json, "displacement", results, envelope.displacement, 0, nodes);
  json.key("reaction");
  json.begin_object();
  const std::vector<unsigned char> constrained = fixed_axes(system);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (constrained[node] == 0) continue;
    json.key(std::to_string(node));
    json.begin_object();
    write_extremes(json, "largest", results, envelope.largest_reaction, node * dimension,
                   dimension);
    write_extremes(json, "smallest", results, envelope.smallest_reaction, node * dimension,
                   dimension);
    json.end_object();
  }
  json.end_object();
  json.end_object();
}

SolveResult with_rest(const SolveResult& whole, const Equilibrium& rest) {
  return {.system = whole.system, .rest = rest, .load_seconds = whole.load_seconds};
}

// "123.4, spring 7 (nodes 3-4), in ULS1": the largest of sign x values.
std::string extreme_text(const CombinationResults& results, const System& system,
                         const Extremes& extremes, double sign, bool springs) {
  std::size_t at = extremes.value.size();
  for (std::size_t i = 0; i < extremes.value.size(); ++i) {
    if (extremes.governing[i] < 0) continue;
    if (at == extremes.value.size() || sign * extremes.value[i] > sign * extremes.value[at]) at = i;
  }
  if (at == extremes.value.size()) return "none";
  const int id = static_cast<int>(at);
  return fmt::format(
      "{}, {}, in {}", number_text(extremes.value[at]),
      printable(springs ? spring_label(system, id) : "node " + node_label(system, id)),
      printable(*governing(results, extremes, at)));
}

std::string combination_lines(const CombinationResults& results, const System& system) {
  std::vector<std::vector<std::string>> rows = {{"combination", "status", "iterations", "residual",
                                                 "largest tension", "largest displacement"}};
  const auto add = [&](const std::string& name, const Equilibrium& rest) {
    rows.push_back({printable(name), to_string(rest.report.status),
                    std::to_string(rest.report.iterations), residual_text(rest.report),
                    extreme_tension(system, rest.tension, 1), largest_displacement(system, rest)});
  };
  add("(without load cases)", results.base);
  for (const NamedEquilibrium& one : results.combinations) add(one.name, one.rest);
  return aligned(rows);
}

std::string reaction_cell(const CombinationResults& results, const Extremes& extremes,
                          std::size_t i) {
  const std::string* combination = governing(results, extremes, i);
  if (combination == nullptr) return "-";
  return fmt::format("{} in {}", number_text(extremes.value[i]), printable(*combination));
}

std::string reaction_lines(const CombinationResults& results, const System& system) {
  const std::size_t dimension = system.dimension;
  const std::vector<unsigned char> constrained = fixed_axes(system);
  std::vector<std::vector<std::string>> rows = {
      {"reaction at node", "axis", "largest", "smallest"}};
  std::size_t supports = 0;
  for (std::size_t node = 0; node < constrained.size(); ++node) {
    if (constrained[node] == 0 || ++supports > kSupportRows) continue;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
      if (!(constrained[node] >> axis & 1)) continue;
      const std::size_t i = node * dimension + axis;
      rows.push_back({"  " + printable(node_label(system, static_cast<int>(node))),
                      std::string(1, "xyz"[axis]),
                      reaction_cell(results, results.envelope.largest_reaction, i),
                      reaction_cell(results, results.envelope.smallest_reaction, i)});
    }
  }
  if (supports > kSupportRows) {
    rows.push_back({fmt::format("  ... and {} more", supports - kSupportRows)});
  }
  return aligned(rows);
}

std::string envelope_summary(const CombinationResults& results, const System& system) {
  const Envelope& envelope = results.envelope;
  const auto text = [&](const Extremes& extremes, double sign, bool springs) {
    return extreme_text(results, system, extremes, sign, springs);
  };
  std::string summary = fact("largest tension", text(envelope.largest_tension, 1, true)) +
                        fact("smallest tension", text(envelope.smallest_tension, -1, true));
  const std::string use = text(envelope.utilisation, 1, true);
  if (use != "none") summary += fact("largest utilisation", use);
  return summary + fact("largest displacement", text(envelope.displacement, 1, false));
}

}  // namespace

void write_combinations_json(Output& output, const CombinationResults& results,
                             const SolveResult& whole) {
  JsonWriter json(output);
  json.begin_object();
  json.member("status", whole.files.good() ? to_string(results.worst()) : "error");
  if (!whole.files.good()) write_errors(json, whole.files.problems);
  if (!results.stages.empty())
    write_stages(json, results.stages, static_cast<std::size_t>(whole.system.dimension));
  json.key("base");
  write_solve_object(json, with_rest(whole, results.base));
  json.object("combinations", [&] {
    for (std::size_t i = 0; i < results.combinations.size(); ++i) {
      json.key(results.combinations[i].name);
      SolveResult result = with_rest(whole, results.combinations[i].rest);
      result.combination = &whole.system.combinations[i];
      write_solve_object(json, result);
    }
  });
  json.member("combinations_note", or_null(whole.system.combinations_note));
  write_envelope(json, results, whole.system);
  json.end_object();
}

void write_combinations_summary(Output& output, const CombinationResults& results,
                                const SolveResult& whole) {
  const System& system = whole.system;
  // The one that says most: the first of the worst.
  const Report* worst = &results.base.report;
  for (const NamedEquilibrium& one : results.combinations) {
    if (one.rest.report.status > worst->status) worst = &one.rest.report;
  }
  output.text(worst->status == Status::converged
                  ? fmt::format("{}: {}\n", coloured("converged", Colour::green, 1),
                                count_text(static_cast<long long>(results.combinations.size()),
                                           "combination", "combinations"))
                  : status_line(*worst, 1));
  output.text("\n");
  output.text(stages_text(system, results.stages));
  output.text(combination_lines(results, system));
  output.text(
      "displacements of combinations are from the equilibrium without load cases\n\nenvelope\n");
  output.text(envelope_summary(results, system));
  output.text("\n");
  output.text(reaction_lines(results, system));
  double seconds = results.base.report.seconds;
  double compile_seconds = results.base.report.compile_seconds;
  for (const NamedEquilibrium& one : results.combinations) {
    seconds += one.rest.report.seconds;
    compile_seconds += one.rest.report.compile_seconds;
  }
  output.text(closing(whole, seconds, compile_seconds));
}

}  // namespace tensio::cli
