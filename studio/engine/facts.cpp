// What the page shows of a scene: the scene as a whole, a spring, a node, a matrix, files.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

namespace {

const Material* material_of(const System& system, const SpringSet& set) {
  for (const Material& material : system.materials)
    if (!set.material.empty() && material.name == set.material) return &material;
  return nullptr;
}

Law law_of(const System& system, const SpringSet& set) {
  const Material* material = material_of(system, set);
  return set.law.value_or(material && material->law ? *material->law : Law::linear);
}

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

// Where the value of a column comes from.
std::string source_of(const Column& column, bool in_material, const char* otherwise) {
  if (column.size() > 1) return "spring";
  if (column.size() == 1) return "set";
  return in_material ? "material" : otherwise;
}

std::optional<double> value_of(const Column& column, std::size_t i,
                               const std::optional<double>& material) {
  if (!column.empty()) return column.size() == 1 ? column[0] : column[i];
  return material;
}

}  // namespace

val Engine::scene() {
  return guarded([&] {
    const System& system = document();
    const int d = system.dimension;
    const auto nodes = usize(system.node_count());
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
    val materials = val::array();
    for (const Material& material : system.materials)
      materials.call<void>("push", val(material.name));
    info.set("materials", materials);
    info.set("nodeNames", list(system.nodes.name));
    info.set("fixed", typed(std::vector<std::uint8_t>(fixed_axes(system))));
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
    info.set("triangles", typed(triangles_of(system.faces)));
    val obstacles = val::array();
    for (const Obstacle& obstacle : system.obstacles)
      obstacles.call<void>("push", obstacle_of(obstacle, d));
    info.set("obstacles", obstacles);
    info.set("gravity", vector_of(std::span(system.gravity).first(usize(d))));
    info.set("drag", system.drag);
    val wind = val::null();
    if (system.wind) {
      std::vector<double> velocity;
      for (const Waveform& wave : system.wind->velocity) velocity.push_back(value_at(wave, 0));
      wind = val::object();
      wind.set("velocity", vector_of(velocity));
      wind.set("density", system.wind->density);
      wind.set("dragCoefficient", system.wind->drag_coefficient);
    }
    info.set("wind", wind);
    info.set("nodeGroups", groups_of(system.groups));
    info.set("springGroups", groups_of(system.spring_groups));
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
    info.set("parameters", parameters);
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
    info.set("probes", probes);
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
    info.set("events", events);
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
    info.set("warnings", warnings);
    info.set("remarks", list(document_.remarks));
    info.set("assumedStiffness", or_null(document_.assumed_ea));
    val of_masses = val::null();
    if (nodes > 0 && masses().count > 0) {
      of_masses = val::object();
      of_masses.set("nodes", masses().count);
      of_masses.set("smallest", masses().smallest);
      of_masses.set("largest", masses().largest);
    }
    info.set("assumedMasses", of_masses);
    std::vector<double> lowest(3, 0.0), highest(3, 0.0);
    for (std::size_t i = 0; i < system.nodes.position.size(); ++i) {
      const std::size_t axis = i % usize(d);
      const double x = system.nodes.position[i];
      lowest[axis] = i < usize(d) ? x : std::min(lowest[axis], x);
      highest[axis] = i < usize(d) ? x : std::max(highest[axis], x);
    }
    info.set("lowest", vector_of(lowest));
    info.set("highest", vector_of(highest));
    info.set("recording", typed(recording_ ? recording_->times() : std::vector<double>()));
    return info;
  });
}

val Engine::inspect_spring(int spring) {
  return guarded([&] {
    const System& system = document();
    if (spring < 0 || spring >= system.spring_count())
      throw Error("spring " + std::to_string(spring) + " does not exist");
    const SpringPlace place = place_of(system, spring);
    const SpringSet& set = system.springs[place.set];
    const Material* material = material_of(system, set);
    const Reading reading = read();
    const auto s = usize(spring);
    const auto d = usize(system.dimension);
    const auto [a, b] = set.ends[place.index];
    // As they are used now; in a run k and l0 are those of the net at the start of it, and yielding
    // shows in the strain.
    const SpringStates states = spring_states(network(), reading.position);
    const Law law = law_of(system, set);
    val facts = val::object();
    facts.set("spring", spring);
    val nodes = val::array();
    nodes.set(0, a);
    nodes.set(1, b);
    facts.set("nodes", nodes);
    facts.set("label", spring_label(system, spring));
    facts.set("set", static_cast<int>(place.set));
    facts.set("setName", set.name);
    facts.set("material", set.material);
    facts.set("law", std::string(to_string(law)));
    facts.set("lawFrom", std::string(set.law                     ? "set"
                                     : material && material->law ? "material"
                                                                 : "default"));
    const bool broken = s < reading.broken.size() && reading.broken[s];
    const double l = reading.length[s], t = reading.tension[s];
    const bool one_sided = law == Law::cable || law == Law::strut;
    facts.set("broken", broken);
    facts.set("slack", one_sided && !broken && t == 0);
    facts.set("length", l);
    facts.set("strain", reading.strain[s]);
    facts.set("tension", t);
    facts.set("energy", reading.energy[s]);
    const double q = l > 0 ? t / l : kNaN;
    facts.set("forceDensity", q);
    facts.set("utilisation", utilisation(network(), reading.tension)[s]);
    const double k = states.stiffness[s], l0 = states.rest_length[s];
    facts.set("stiffness", k);
    facts.set("restLength", l0);
    const auto of = [&](const Column& column, std::optional<double> Material::*member) {
      return value_of(column, place.index, material ? material->*member : std::nullopt);
    };
    const std::optional<double> ea = of(set.axial_stiffness, &Material::axial_stiffness);
    const bool own_k = !set.stiffness.empty();
    const std::optional<double> modulus = of(set.youngs_modulus, &Material::youngs_modulus);
    facts.set("axialStiffness", own_k           ? val::null()
                                : ea || modulus ? val(ea ? *ea : k * l0)
                                                : val::null());
    facts.set("pretension", or_null(value_of(set.pretension, place.index, {})));
    const std::optional<double> c = of(set.damping, &Material::damping);
    const std::optional<double> c_time = of(set.damping_time, &Material::damping_time);
    const bool by_time = set.damping.empty() && c_time && (!set.damping_time.empty() || !c);
    facts.set("damping", by_time ? k * *c_time : c.value_or(0.0));
    facts.set("massPerLength", or_null(of(set.mass_per_length, &Material::mass_per_length)));
    facts.set("strength", or_null(of(set.strength, &Material::strength)));
    facts.set("bucklingLoad", or_null(of(set.buckling_load, &Material::buckling_load)));
    const std::optional<Yield> yield = set.yield  ? set.yield
                                       : material ? material->yield
                                                  : std::nullopt;
    val of_yield = val::null();
    if (yield) {
      of_yield = val::object();
      of_yield.set("strain", or_null(yield->strain));
      of_yield.set("force", or_null(yield->force));
      of_yield.set("hardening", yield->hardening);
    }
    facts.set("yield", of_yield);
    const std::optional<Break> breaks = set.breaks ? set.breaks
                                        : material ? material->breaks
                                                   : std::nullopt;
    val of_break = val::null();
    if (breaks) {
      of_break = val::object();
      of_break.set("strain", or_null(breaks->strain));
      of_break.set("force", or_null(breaks->force));
      of_break.set("compression", breaks->compression);
    }
    facts.set("break", of_break);
    val given = val::object();
    const bool material_ea = material && (material->axial_stiffness || material->youngs_modulus);
    if (own_k) {
      given.set("stiffness", source_of(set.stiffness, false, "default"));
      given.set("stiffnessAs", std::string("stiffness"));
    } else if (!set.axial_stiffness.empty() || (material && material->axial_stiffness)) {
      given.set("stiffness", source_of(set.axial_stiffness, material_ea, "default"));
      given.set("stiffnessAs", std::string("axial_stiffness"));
    } else {
      given.set("stiffness", source_of(set.youngs_modulus, material_ea, "default"));
      given.set("stiffnessAs", std::string(modulus ? "youngs_modulus" : "none"));
    }
    const bool rest = !set.rest_length.empty(), tense = !set.pretension.empty();
    given.set("restLength", rest ? source_of(set.rest_length, false, "drawn")
                                 : source_of(set.pretension, false, "drawn"));
    given.set("restLengthAs", std::string(rest ? "rest_length" : tense ? "pretension" : "drawn"));
    const Column& damping = by_time ? set.damping_time : set.damping;
    given.set("damping", source_of(damping, c.has_value() || c_time.has_value(), "default"));
    given.set("dampingAs", std::string(by_time ? "damping_time" : c ? "damping" : "none"));
    facts.set("given", given);
    const double along = states.tangent[s];
    facts.set("along", along);
    facts.set("across", q);
    std::vector<double> direction(3, 0.0), force(3, 0.0);
    for (std::size_t axis = 0; axis < d && l > 0; ++axis) {
      direction[axis] =
          (reading.position[usize(b) * d + axis] - reading.position[usize(a) * d + axis]) / l;
      force[axis] = -t * direction[axis];
    }
    val block = val::array();
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j)
        block.call<void>("push",
                         val((along - q) * direction[i] * direction[j] + (i == j ? q : 0.0)));
    facts.set("block", block);
    facts.set("direction", vector_of(direction));
    facts.set("force", vector_of(force));
    return facts;
  });
}

val Engine::inspect_node(int node) {
  return guarded([&] {
    const System& system = document();
    if (node < 0 || node >= system.node_count())
      throw Error("node " + std::to_string(node) + " does not exist");
    const Reading reading = read();
    const auto d = usize(system.dimension);
    const auto n = usize(node);
    const auto row = [&](const std::vector<double>& values) {
      return std::span(values).subspan(n * d, d);
    };
    val facts = val::object();
    facts.set("node", node);
    facts.set("name", n < system.nodes.name.size() ? system.nodes.name[n] : std::string());
    facts.set("position", vector_of(row(reading.position)));
    facts.set("drawn", vector_of(row(system.nodes.position)));
    std::vector<double> off(d);
    for (std::size_t axis = 0; axis < d; ++axis)
      off[axis] = reading.position[n * d + axis] - system.nodes.position[n * d + axis];
    facts.set("displacement", vector_of(off));
    facts.set("velocity", vector_of(row(reading.velocity)));
    const double mass = node_masses(system)[n];
    const double assumed = masses().of_node[n];
    facts.set("mass", mass > 0 ? mass : assumed);
    facts.set("massAssumed", mass == 0 && assumed > 0);
    const unsigned fixed = fixed_axes(system)[n];
    facts.set("fixed", static_cast<int>(fixed));
    std::vector<double> weight(d), load(d);
    const std::vector<double> applied = applied_forces(system);
    for (std::size_t axis = 0; axis < d; ++axis) {
      weight[axis] = mass * system.gravity[axis];
      load[axis] = applied[n * d + axis] - weight[axis];
      if (std::abs(load[axis]) <= 1e-12 * std::abs(weight[axis])) load[axis] = 0;
    }
    facts.set("load", vector_of(load));
    facts.set("weight", vector_of(weight));
    val springs = val::array();
    int spring = 0;
    for (const SpringSet& set : system.springs)
      for (const auto& ends : set.ends) {
        if (ends[0] == node || ends[1] == node) {
          const int other = ends[0] == node ? ends[1] : ends[0];
          const double l = reading.length[usize(spring)], t = reading.tension[usize(spring)];
          std::vector<double> force(d, 0.0);
          for (std::size_t axis = 0; axis < d && l > 0; ++axis)
            force[axis] =
                t * (reading.position[usize(other) * d + axis] - reading.position[n * d + axis]) /
                l;
          val item = val::object();
          item.set("spring", spring);
          item.set("other", other);
          item.set("tension", t);
          item.set("force", vector_of(force));
          springs.call<void>("push", item);
        }
        ++spring;
      }
    facts.set("springs", springs);
    const std::vector<double> force = forces_now(reading);
    facts.set("sum", vector_of(row(force)));
    std::vector<double> reaction(d, 0.0);
    for (std::size_t axis = 0; axis < d; ++axis)
      if (fixed & (1U << axis)) reaction[axis] = -force[n * d + axis];
    facts.set("reaction", vector_of(reaction));
    return facts;
  });
}

val Engine::matrix() {
  return guarded([&] {
    constexpr int kMost = 20000;  // nodes
    if (document().node_count() == 0) throw Refused{"An empty scene has no matrix."};
    if (document().node_count() > kMost) throw Refused{"The net is too large to show its matrix."};
    const CompressedRows K = stiffness_matrix(network(), read().position);
    const int d = document().dimension;
    std::vector<int> rows, columns;
    std::vector<float> values;
    for (int node = 0; node < document().node_count(); ++node) {
      const int begin = K.row_start[usize(node * d)], end = K.row_start[usize(node * d) + 1];
      for (int e = begin; e < end; e += d) {
        const int other = K.column[usize(e)] / d;
        if (other > node) break;
        double largest = 0;
        for (int i = 0; i < d; ++i)
          for (int j = 0; j < d; ++j) {
            const int at = K.row_start[usize(node * d + i)] + (e - begin) + j;
            largest = std::max(largest, std::abs(K.value[usize(at)]));
          }
        rows.push_back(node);
        columns.push_back(other);
        values.push_back(static_cast<float>(largest));
      }
    }
    val result = val::object();
    result.set("nodeCount", document().node_count());
    result.set("rows", typed(rows));
    result.set("columns", typed(columns));
    result.set("values", typed(values));
    return result;
  });
}

// ---- files ----

val Engine::save(bool shape) {
  return guarded([&] {
    val result = val::object();
    result.set("text", write_system(shape ? with_snapshot(document(), now()) : document()));
    return result;
  });
}

val Engine::export_bytes(const std::string& ending, const std::string& view_name) {
  return guarded([&] {
    const ExportKind* kind = export_kind_of("net" + ending);
    if (!kind) throw Error("no format has the ending `" + ending + "`");
    ExportOptions options;
    if (!view_name.empty())
      options.view = enum_from<View>(
          view_name, 4, [](View view) { return to_string(view); }, "view");
    Snapshot state = now();
    if (state.tension.empty() && document().node_count() > 0) state.tension = read().tension;
    const Exported made = exported(document(), state, kind->format, options);
    val result = val::object();
    result.set("bytes", typed(std::vector<std::uint8_t>(made.bytes.begin(), made.bytes.end())));
    result.set("notes", list(made.notes));
    return result;
  });
}

val Engine::copy(const val& given) {
  return guarded([&] {
    val operation = val::object();
    operation.set("nodes", given);
    std::vector<int> keep = integers(operation, "nodes");
    std::sort(keep.begin(), keep.end());
    System part = document();
    val gone = val::array();
    for (int node = 0; node < part.node_count(); ++node)
      if (!std::binary_search(keep.begin(), keep.end(), node)) gone.call<void>("push", val(node));
    Edits edits(part, read().position);
    val removal = val::object();
    removal.set("op", std::string("deleteNodes"));
    removal.set("nodes", gone);
    edits.apply(removal);
    // Only what is of the nodes and springs.
    System fragment;
    fragment.dimension = part.dimension;
    fragment.nodes = part.nodes;
    fragment.nodes.name.clear();
    fragment.materials = part.materials;
    fragment.springs = part.springs;
    for (SpringSet& set : fragment.springs) set.name.clear();
    fragment.units = part.units;
    val result = val::object();
    result.set("text", write_system(fragment));
    return result;
  });
}

val Engine::formats() const {
  val result = val::array();
  for (const FileFormat& format : file_formats()) {
    val item = val::object();
    item.set("name", format.name);
    item.set("title", format.title);
    item.set("endings", list(format.endings));
    item.set("reads", format.reads);
    item.set("writes", format.writes);
    result.call<void>("push", item);
  }
  return result;
}

val Engine::hashes() {
  return guarded([&] {
    const Reading reading = read();
    val result = val::object();
    result.set("state", in_hex(hash_of(reading.velocity, hash_of(reading.position, 0))));
    result.set("scene", in_hex(hash_of(write_system(document()))));
    return result;
  });
}

}  // namespace tensio::studio
