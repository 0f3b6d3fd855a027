// The JSON object of `tensio solve`.
#include <algorithm>
#include <cmath>
#include <span>

#include "output/json_output.hpp"
#include "output/solve_output.hpp"

namespace tensio::cli {

namespace {

// The force of the support on the net, for each node that is fixed on some axis.
void write_reactions(JsonWriter& json, const SolveResult& result) {
  const std::size_t dimension = result.system.dimension;
  const std::vector<unsigned char> constrained = fixed_axes(result.system);
  const std::span<const double> reaction(result.rest.reaction);
  json.object("reaction", [&] {
    for (std::size_t node = 0; node < constrained.size(); ++node) {
      if (constrained[node] == 0) continue;
      json.key(std::to_string(node));
      json.values(reaction.subspan(node * dimension, dimension));
    }
  });
}

// The force of obstacles, for each node that touches one.
void write_contact(JsonWriter& json, const SolveResult& result) {
  const std::size_t dimension = result.system.dimension;
  const std::span<const double> contact(result.rest.contact);
  if (contact.empty()) return;
  json.object("contact", [&] {
    for (std::size_t i = 0; i < contact.size(); i += dimension) {
      const std::span<const double> push = contact.subspan(i, dimension);
      if (std::all_of(push.begin(), push.end(), [](double p) { return p == 0; })) continue;
      json.key(std::to_string(i / dimension));
      json.values(push);
    }
  });
}

void write_stability(JsonWriter& json, const Report& report) {
  if (!report.modes) {
    for (const char* name : {"stable", "neutral", "modes", "mechanisms"})
      json.member(name, nullptr);
    return;
  }
  json.members({{"stable", report.modes->stable()}, {"neutral", report.modes->neutral()}});
  json.object("modes", [&] {
    json.members({{"negative", report.modes->negative},
                  {"rigid", report.modes->rigid},
                  {"mechanism", report.modes->mechanism},
                  {"slack", report.modes->slack}});
  });
  json.member("mechanisms", report.mechanisms);
}

void write_arrays(JsonWriter& json, const SolveResult& result) {
  const std::size_t dimension = result.system.dimension;
  const Equilibrium& rest = result.rest;
  json.key("position");
  json.rows(rest.state.position, dimension);
  json.key("displacement");
  json.rows(rest.displacement, dimension);
  json.members({{"tension", rest.tension}, {"length", rest.length}, {"strain", rest.strain}});
  const bool limits = std::any_of(rest.utilisation.begin(), rest.utilisation.end(),
                                  [](double use) { return !std::isnan(use); });
  if (limits) {
    json.key("utilisation");
    json.values(rest.utilisation);
  }
  json.key("slack");
  json.values(rest.slack);
  write_reactions(json, result);
  write_contact(json, result);
}

// Its name, and the factors of its load cases.
void write_combination(JsonWriter& json, const Combination& combination) {
  json.member("combination", combination.name);
  json.object("factors", [&] {
    for (const auto& [load_case, factor] : combination.factors) json.member(load_case, factor);
  });
  json.member("note", or_null(combination.note));
}

}  // namespace

void write_events(JsonWriter& json, const std::vector<MotionEvent>& events) {
  json.list("events", events, [&](const MotionEvent& event) {
    json.members(
        {{"kind", to_string(event.kind)}, {"spring", event.spring}, {"value", event.value}});
  });
}

void write_stages(JsonWriter& json, std::span<const NamedEquilibrium> stages,
                  std::size_t dimension) {
  json.list("stages", stages, [&](const NamedEquilibrium& stage) {
    const Report& report = stage.rest.report;
    json.members({{"name", stage.name},
                  {"status", to_string(report.status)},
                  {"reason", report.reason},
                  {"iterations", report.iterations},
                  {"residual", report.residual},
                  {"residual_force", report.residual_force},
                  {"energy", report.energy},
                  {"tension", stage.rest.tension},
                  {"utilisation", stage.rest.utilisation},
                  {"slack", stage.rest.slack}});
    json.key("position");
    json.rows(stage.rest.state.position, dimension);
    json.key("reaction");
    json.rows(stage.rest.reaction, dimension);
  });
}

void write_solve_json(Output& output, const SolveResult& result) {
  JsonWriter json(output);
  write_solve_object(json, result);
}

void write_solve_object(JsonWriter& json, const SolveResult& result) {
  const Stopwatch watch;
  const Report& report = result.rest.report;
  json.begin_object();
  // A file that was asked for and is not there is an error, whatever the solve came to.
  json.member("status", result.files.good() ? to_string(report.status) : "error");
  if (!result.files.good()) write_errors(json, result.files.problems);
  json.member("reason", report.reason);
  if (result.combination != nullptr) write_combination(json, *result.combination);
  write_stability(json, report);
  json.members({{"iterations", report.iterations},
                {"linear_iterations", report.linear_iterations},
                {"residual", report.residual},
                {"residual_force", report.residual_force},
                {"energy", report.energy},
                {"lowest_stiffness", report.lowest_stiffness}});
  write_arrays(json, result);
  if (!report.events.empty()) write_events(json, report.events);
  if (!result.stages.empty())
    write_stages(json, result.stages, static_cast<std::size_t>(result.system.dimension));
  json.members({{"method", to_string(report.method)},
                {"linear_solver", to_string(report.linear_solver)},
                {"seconds", report.seconds},
                {"load_seconds", result.load_seconds},
                {"compile_seconds", report.compile_seconds},
                {"output_seconds", result.files.seconds + watch.seconds()}});
  json.end_object();
}

}  // namespace tensio::cli
