// The JSON object of `tensio modes`.
#include <span>

#include "output/json_output.hpp"
#include "output/modes_output.hpp"
#include "output/solve_output.hpp"

namespace tensio::cli {

namespace {

void write_modes(JsonWriter& json, const ModesResult& result, std::size_t dimension) {
  json.list("modes", result.modes, [&](const Mode& mode) {
    json.members({{"kind", to_string(mode.kind)},
                  {"frequency", mode.frequency},
                  {"angular_frequency", mode.angular_frequency},
                  {"eigenvalue", mode.eigenvalue},
                  {"growth_rate", mode.growth_rate},
                  {"modal_mass", mode.modal_mass}});
    json.key("shape");
    json.rows(mode.shape, dimension);
  });
}

// A list of shapes, or null where the net is too large for them.
void write_shapes(JsonWriter& json, const char* name,
                  const std::vector<std::vector<double>>& shapes, std::size_t count,
                  std::size_t dimension) {
  json.key(name);
  if (shapes.size() != count) {
    json.null();
    return;
  }
  json.begin_array();
  for (const std::vector<double>& shape : shapes) json.rows(shape, dimension);
  json.end_array();
}

void write_self_stress(JsonWriter& json, const ModesResult& result) {
  if (!result.self_stress) {
    json.member("self_stress", nullptr);
    return;
  }
  const SelfStress& stress = *result.self_stress;
  json.object("self_stress", [&] {
    json.member("count", stress.count);
    json.key("states");
    if (stress.states.size() == static_cast<std::size_t>(stress.count)) {
      json.begin_array();
      for (const std::vector<double>& state : stress.states) json.values(state);
      json.end_array();
    } else {
      json.null();
    }
  });
}

void write_mechanisms(JsonWriter& json, const ModesResult& result, std::size_t dimension) {
  if (!result.mechanisms) {
    json.member("mechanisms", nullptr);
    return;
  }
  const Mechanisms& mechanisms = *result.mechanisms;
  const std::size_t count = mechanisms.count;
  const bool known = mechanisms.shapes.size() == count;
  json.object("mechanisms", [&] {
    json.members({{"count", mechanisms.count}, {"rigid", mechanisms.rigid}});
    json.key("stiffened");
    known ? json.value(mechanisms.stiffened) : json.null();
    json.key("stiffness");
    known ? json.values(mechanisms.stiffness) : json.null();
    write_shapes(json, "shapes", mechanisms.shapes, count, dimension);
    write_shapes(json, "rigid_shapes", mechanisms.rigid_shapes,
                 static_cast<std::size_t>(mechanisms.rigid), dimension);
  });
}

}  // namespace

void write_modes_json(Output& output, const ModesReport& reported) {
  const ModesResult& result = reported.result;
  const Report& report = result.rest.report;
  const std::size_t dimension = reported.system.dimension;
  JsonWriter json(output);
  json.begin_object();
  json.members({{"status", modes_status(result)},
                {"reason", result.problem.empty() ? report.reason : result.problem},
                {"about", to_string(result.about)},
                {"iterations", report.iterations},
                {"residual", report.residual},
                {"residual_force", report.residual_force}});
  if (!report.events.empty()) write_events(json, report.events);
  json.members({{"unknowns", result.unknowns},
                {"has_mass", result.has_mass},
                {"complete", result.complete}});
  write_modes(json, result, dimension);
  json.members({{"bars", result.bars}, {"rank", result.rank}});
  write_self_stress(json, result);
  write_mechanisms(json, result, dimension);
  json.key("position");
  json.rows(result.rest.state.position, dimension);
  json.members({{"tension", result.rest.tension},
                {"method", to_string(report.method)},
                {"linear_solver", to_string(report.linear_solver)},
                {"seconds", reported.seconds},
                {"load_seconds", reported.load_seconds},
                {"compile_seconds", reported.compile_seconds}});
  json.end_object();
}

}  // namespace tensio::cli
