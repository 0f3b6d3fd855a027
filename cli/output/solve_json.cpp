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
  json.key("reaction");
  json.begin_object();
  for (std::size_t node = 0; node < constrained.size(); ++node) {
    if (constrained[node] == 0) continue;
    json.key(std::to_string(node));
    json.values(reaction.subspan(node * dimension, dimension));
  }
  json.end_object();
}

// The force of obstacles, for each node that touches one.
void write_contact(JsonWriter& json, const SolveResult& result) {
  const std::size_t dimension = result.system.dimension;
  const std::span<const double> contact(result.rest.contact);
  if (contact.empty()) return;
  json.key("contact");
  json.begin_object();
  for (std::size_t i = 0; i < contact.size(); i += dimension) {
    const std::span<const double> push = contact.subspan(i, dimension);
    if (std::all_of(push.begin(), push.end(), [](double p) { return p == 0; })) continue;
    json.key(std::to_string(i / dimension));
    json.values(push);
  }
  json.end_object();
}

void write_stability(JsonWriter& json, const Report& report) {
  if (!report.modes) {
    for (const char* name : {"stable", "neutral", "modes", "mechanisms"}) json.null_member(name);
    return;
  }
  json.member("stable", report.modes->stable());
  json.member("neutral", report.modes->neutral());
  json.key("modes");
  json.begin_object();
  json.member("negative", report.modes->negative);
  json.member("rigid", report.modes->rigid);
  json.member("mechanism", report.modes->mechanism);
  json.member("slack", report.modes->slack);
  json.end_object();
  json.member_or_null("mechanisms", report.mechanisms);
}

void write_arrays(JsonWriter& json, const SolveResult& result) {
  const std::size_t dimension = result.system.dimension;
  const Equilibrium& rest = result.rest;
  json.key("position");
  json.rows(rest.state.position, dimension);
  json.key("displacement");
  json.rows(rest.displacement, dimension);
  json.key("tension");
  json.values(rest.tension);
  json.key("length");
  json.values(rest.length);
  json.key("strain");
  json.values(rest.strain);
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

}  // namespace

void write_events(JsonWriter& json, const std::vector<MotionEvent>& events) {
  json.key("events");
  json.begin_array();
  for (const MotionEvent& event : events) {
    json.begin_object();
    json.member("kind", to_string(event.kind));
    json.member("spring", event.spring);
    json.member("value", event.value);
    json.end_object();
  }
  json.end_array();
}

void write_stages(JsonWriter& json, std::span<const NamedEquilibrium> stages) {
  json.key("stages");
  json.begin_array();
  for (const NamedEquilibrium& stage : stages) {
    const Report& report = stage.rest.report;
    json.begin_object();
    json.member("name", stage.name);
    json.member("status", to_string(report.status));
    json.member("reason", report.reason);
    json.member("iterations", report.iterations);
    json.member("residual", report.residual);
    json.member("residual_force", report.residual_force);
    json.member("energy", report.energy);
    json.key("tension");
    json.values(stage.rest.tension);
    json.key("slack");
    json.values(stage.rest.slack);
    json.end_object();
  }
  json.end_array();
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
  if (!result.combination.empty()) json.member("combination", result.combination);
  write_stability(json, report);
  json.member("iterations", report.iterations);
  json.member("residual", report.residual);
  json.member("residual_force", report.residual_force);
  json.member("energy", report.energy);
  json.member_or_null("lowest_stiffness", report.lowest_stiffness);
  write_arrays(json, result);
  if (!report.events.empty()) write_events(json, report.events);
  if (!result.stages.empty()) write_stages(json, result.stages);
  json.member("method", to_string(report.method));
  json.member("linear_solver", to_string(report.linear_solver));
  json.member("seconds", report.seconds);
  json.member("load_seconds", result.load_seconds);
  json.member("compile_seconds", report.compile_seconds);
  json.member("output_seconds", result.files.seconds + watch.seconds());
  json.end_object();
}

}  // namespace tensio::cli
