// The scene as a whole, as the page shows it.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

namespace {

val units_of(const Units& units) {
  val result = val::object();
  result.set("given", gives_units(units));
  const std::pair<const char*, UnitKind> kinds[] = {
      {"length", UnitKind::length},       {"force", UnitKind::force},
      {"time", UnitKind::time},           {"mass", UnitKind::mass},
      {"stiffness", UnitKind::stiffness}, {"stress", UnitKind::stress},
      {"energy", UnitKind::energy},       {"moment", UnitKind::moment},
      {"velocity", UnitKind::velocity},   {"acceleration", UnitKind::acceleration},
      {"frequency", UnitKind::frequency}};
  for (const auto& [key, kind] : kinds) result.set(key, unit_name(units, kind));
  return result;
}

val obstacle_of(const Obstacle& obstacle, int dimension) {
  val item = val::object();
  item.set("kind", std::string(to_string(obstacle.kind)));
  item.set("name", obstacle.name);
  item.set("point", vector_of(obstacle.point));
  item.set("normal", vector_of(obstacle.normal));
  item.set("pointB", vector_of(obstacle.point_b));
  item.set("radius", obstacle.radius);
  item.set("size", vector_of(obstacle.size));
  std::vector<double> rotate = obstacle.rotate;
  if (dimension == 2 && rotate.size() == 1) rotate = {0, 0, rotate[0]};
  item.set("rotate", vector_of(rotate));
  item.set("friction", obstacle.friction);
  item.set("restitution", obstacle.restitution);
  item.set("thickness", obstacle.thickness);
  item.set("moves", !obstacle.motion.empty());
  return item;
}

val groups_of(const std::vector<Group>& groups) {
  val result = val::array();
  for (const Group& group : groups) {
    val item = val::object();
    item.set("name", group.name);
    item.set("members", typed(group.members));
    result.call<void>("push", item);
  }
  return result;
}

val simulation_of(const System& system) {
  const SimulationOptions options = system.simulation.value_or(SimulationOptions{});
  val item = val::object();
  item.set("integrator", std::string(to_string(options.integrator)));
  item.set("timeStep", options.time_step);
  item.set("duration", options.duration);
  item.set("startTime", options.start_time);
  item.set("startFrom", std::string(to_string(options.start)));
  item.set("accuracy", std::string(to_string(options.accuracy)));
  item.set("method", std::string(to_string(options.method)));
  item.set("linearSolver", std::string(to_string(options.linear_solver)));
  item.set("blowupStrain", options.blowup_strain);
  item.set("tolerance", options.tolerance);
  item.set("maxIterations", options.max_iterations);
  return item;
}

val equilibrium_of(const System& system) {
  const EquilibriumOptions& options = system.equilibrium;
  val item = val::object();
  item.set("method", std::string(to_string(options.method)));
  item.set("tolerance", options.tolerance);
  item.set("maxIterations", options.max_iterations);
  item.set("loadSteps", options.load_steps);
  item.set("relaxation", options.relaxation);
  return item;
}

// Two sorts of names: of columns, and of what they measure.
void name_probes(const System& system, val& columns, val& quantities) {
  for (const Probe& probe : system.probes) {
    const std::vector<int>& ids = probe.nodes.empty() ? probe.springs : probe.nodes;
    const std::size_t count = probe.reduce == Probe::Reduce::none ? ids.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      columns.call<void>(
          "push", val(count == 1 ? probe.name : probe.name + "[" + std::to_string(ids[i]) + "]"));
      quantities.call<void>("push", val(probe.quantity));
    }
  }
}

std::vector<int> triangles_of(const Faces& faces) {
  std::vector<int> result;
  for (int face = 0; face < faces.count(); ++face) {
    const auto corners = faces.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i)
      result.insert(result.end(), {corners[0], corners[i - 1], corners[i]});
  }
  return result;
}

// Springs, set by set.
void add_springs(val& info, const System& system) {
  std::vector<int> ends;
  std::vector<std::uint8_t> laws;
  val sets = val::array();
  bool strength = false;
  for (const SpringSet& set : system.springs) {
    const Law law = law_of(system, set);
    const Material* material = material_of(system, set);
    strength |= !set.strength.empty() || !set.buckling_load.empty() ||
                (material && (material->strength || material->buckling_load));
    val item = val::object();
    item.set("name", set.name);
    item.set("law", std::string(to_string(law)));
    item.set("material", set.material);
    item.set("first", static_cast<int>(ends.size() / 2));
    item.set("count", static_cast<int>(set.ends.size()));
    sets.call<void>("push", item);
    for (const auto& pair : set.ends) {
      ends.insert(ends.end(), pair.begin(), pair.end());
      laws.push_back(static_cast<std::uint8_t>(law));
    }
  }
  info.set("ends", typed(ends));
  info.set("laws", typed(laws));
  info.set("sets", sets);
  info.set("hasStrength", strength);
}

void add_masses_and_loads(val& info, const System& system) {
  const int d = system.dimension;
  const std::vector<double> mass = node_masses(system);
  info.set("masses", floats(mass));
  double total = 0;
  for (const double m : mass) total += m;
  info.set("totalMass", total);
  std::vector<double> loads = applied_forces(system);
  for (std::size_t i = 0; i < loads.size(); ++i)
    loads[i] -= mass[i / usize(d)] * system.gravity[i % usize(d)];
  // What is left of a weight is rounding.
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const double weight = std::abs(mass[i / usize(d)] * system.gravity[i % usize(d)]);
    if (std::abs(loads[i]) <= 1e-12 * weight) loads[i] = 0;
  }
  info.set("loads", typed(in_space(loads, d)));
}

val wind_of(const System& system) {
  val wind = val::null();
  if (system.wind) {
    std::vector<double> velocity;
    for (const Waveform& wave : system.wind->velocity) velocity.push_back(value_at(wave, 0));
    wind = val::object();
    wind.set("velocity", vector_of(velocity));
    wind.set("density", system.wind->density);
    wind.set("dragCoefficient", system.wind->drag_coefficient);
  }
  return wind;
}

val parameters_of(const System& system) {
  val parameters = val::array();
  for (const Parameter& parameter : system.parameters) {
    val item = val::object();
    item.set("name", parameter.name);
    item.set("label", parameter.label);
    item.set("value", parameter.value);
    item.set("min", or_null(parameter.min));
    item.set("max", or_null(parameter.max));
    item.set("log", parameter.log_scale);
    item.set("unit", parameter.unit);
    item.set("note", parameter.note);
    std::string formula;
    for (const Formula& known : system.formulas)
      if (known.pointer == "/parameters/" + parameter.name ||
          known.pointer == "/parameters/" + parameter.name + "/value")
        formula = known.text;
    // A number with a unit is not one that follows others.
    item.set("formula", formula.empty() || formula[0] != '=' ? std::string() : formula);
    parameters.call<void>("push", item);
  }
  return parameters;
}

val probes_of(const System& system) {
  val probes = val::array();
  for (const Probe& probe : system.probes) {
    val item = val::object();
    item.set("name", probe.name);
    item.set("nodes", list(probe.nodes));
    item.set("springs", list(probe.springs));
    item.set("quantity", probe.quantity);
    item.set("reduce", std::string(to_string(probe.reduce)));
    probes.call<void>("push", item);
  }
  return probes;
}

val events_of(const System& system) {
  val events = val::array();
  for (const Event& event : system.events) {
    val item = val::object();
    item.set("time", event.at);
    item.set("fix", list(event.fix));
    item.set("free", list(event.free));
    val names = val::array();
    for (const auto& change : event.set) names.call<void>("push", val(change.first));
    item.set("set", names);
    events.call<void>("push", item);
  }
  return events;
}

val warnings_of(const System& system) {
  val warnings = val::array();
  constexpr int kListed = 200000;  // springs: looking at larger nets takes too long
  if (system.node_count() > 0 && system.spring_count() <= kListed)
    for (const Warning& warning : check(system)) {
      val item = val::object();
      item.set("kind", std::string(to_string(warning.kind)));
      item.set("message", warning.message);
      item.set("nodes", list(warning.nodes));
      item.set("springs", list(warning.springs));
      warnings.call<void>("push", item);
    }
  return warnings;
}

void add_corners(val& info, const System& system) {
  const auto d = usize(system.dimension);
  std::vector<double> lowest(3, 0.0), highest(3, 0.0);
  for (std::size_t i = 0; i < system.nodes.position.size(); ++i) {
    const std::size_t axis = i % d;
    const double x = system.nodes.position[i];
    lowest[axis] = i < d ? x : std::min(lowest[axis], x);
    highest[axis] = i < d ? x : std::max(highest[axis], x);
  }
  info.set("lowest", vector_of(lowest));
  info.set("highest", vector_of(highest));
}

}  // namespace

val Engine::scene() {
  return guarded([&] {
    const System& system = document();
    const int d = system.dimension;
    val info = val::object();
    info.set("dimension", d);
    info.set("title", system.title);
    info.set("description", system.description);
    info.set("source", system.source);
    info.set("note", system.note);
    info.set("units", units_of(system.units));
    info.set("nodeCount", system.node_count());
    info.set("springCount", system.spring_count());
    info.set("faceCount", system.faces.count());
    info.set("drawn", typed(in_space(system.nodes.position, d)));
    info.set("positions", typed(in_space(read().position, d)));

    add_springs(info, system);
    val materials = val::array();
    for (const Material& material : system.materials)
      materials.call<void>("push", val(material.name));
    info.set("materials", materials);
    info.set("nodeNames", list(system.nodes.name));
    info.set("fixed", typed(std::vector<std::uint8_t>(fixed_axes(system))));
    add_masses_and_loads(info, system);
    info.set("triangles", typed(triangles_of(system.faces)));
    val obstacles = val::array();
    for (const Obstacle& obstacle : system.obstacles)
      obstacles.call<void>("push", obstacle_of(obstacle, d));
    info.set("obstacles", obstacles);
    info.set("gravity", vector_of(std::span(system.gravity).first(usize(d))));
    info.set("drag", system.drag);
    info.set("wind", wind_of(system));
    info.set("nodeGroups", groups_of(system.groups));
    info.set("springGroups", groups_of(system.spring_groups));
    info.set("parameters", parameters_of(system));
    info.set("probes", probes_of(system));
    val columns = val::array(), quantities = val::array();
    name_probes(system, columns, quantities);
    probes_.assign(columns["length"].as<std::size_t>(), kNaN);
    info.set("probeColumns", columns);
    info.set("probeQuantities", quantities);
    info.set("simulation", simulation_of(system));
    info.set("equilibrium", equilibrium_of(system));
    val combinations = val::array();
    for (const Combination& combination : system.combinations)
      combinations.call<void>("push", val(combination.name));
    info.set("combinations", combinations);
    info.set("stages", static_cast<int>(system.stages.size()));
    info.set("recorded", system.recorded && !system.recorded->empty());
    info.set("events", events_of(system));
    info.set("warnings", warnings_of(system));
    info.set("remarks", list(document_.remarks));
    info.set("assumedStiffness", or_null(document_.assumed_ea));
    info.set("assumedMasses", system.node_count() > 0 ? assumed_masses() : val::null());
    add_corners(info, system);
    info.set("recording", typed(recording_ ? recording_->times() : std::vector<double>()));
    return info;
  });
}

}  // namespace tensio::studio
