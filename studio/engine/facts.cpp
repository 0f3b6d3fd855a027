// One spring, one node, the stiffness matrix, and columns of numbers of all nodes and springs.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

namespace {

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

// The damping as the scene gives it: c, or a time c / k.
struct Damping {
  std::optional<double> c, time;
  bool by_time = false;
  double of(double k) const { return by_time ? k * *time : c.value_or(0.0); }
};

Damping damping_of(const SpringSet& set, const Material* material, std::size_t i) {
  Damping found;
  found.c = value_of(set.damping, i, material ? material->damping : std::nullopt);
  found.time = value_of(set.damping_time, i, material ? material->damping_time : std::nullopt);
  found.by_time = set.damping.empty() && found.time && (!set.damping_time.empty() || !found.c);
  return found;
}

}  // namespace

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
    const Damping damped = damping_of(set, material, place.index);
    facts.set("damping", damped.of(k));
    facts.set("dampingTime", damped.by_time ? val(*damped.time) : val::null());
    facts.set("massPerLength", or_null(of(set.mass_per_length, &Material::mass_per_length)));
    facts.set("strength", or_null(of(set.strength, &Material::strength)));
    facts.set("bucklingLoad", or_null(of(set.buckling_load, &Material::buckling_load)));
    const std::optional<Yield> yield = set.yield  ? set.yield
                                       : material ? material->yield
                                                  : std::nullopt;
    val of_yield = val::null();
    if (yield) {
      of_yield = val::object();
      of_yield.set("strain", or_null(value_of(yield->strain, place.index, {})));
      of_yield.set("force", or_null(value_of(yield->force, place.index, {})));
      of_yield.set("hardening", value_of(yield->hardening, place.index, {}).value_or(0.0));
    }
    facts.set("yield", of_yield);
    const std::optional<Break> breaks = set.breaks ? set.breaks
                                        : material ? material->breaks
                                                   : std::nullopt;
    val of_break = val::null();
    if (breaks) {
      of_break = val::object();
      of_break.set("strain", or_null(value_of(breaks->strain, place.index, {})));
      of_break.set("force", or_null(value_of(breaks->force, place.index, {})));
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
    const Column& damping = damped.by_time ? set.damping_time : set.damping;
    given.set("damping", source_of(damping, damped.c || damped.time, "default"));
    given.set("dampingAs", std::string(damped.by_time ? "damping_time"
                                       : damped.c     ? "damping"
                                                      : "none"));
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
    constexpr int kSmall = 200;   // nodes: of larger nets nobody asks for the numbers
    if (document().node_count() == 0) throw Refused{"An empty scene has no matrix."};
    if (document().node_count() > kMost) throw Refused{"The net is too large to show its matrix."};
    const CompressedRows K = stiffness_matrix(network(), read().position);
    const int d = document().dimension;
    std::vector<int> rows, columns;
    std::vector<float> values;
    std::vector<double> blocks;
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
            if (document().node_count() <= kSmall) blocks.push_back(K.value[usize(at)]);
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
    result.set("blocks", typed(blocks));
    return result;
  });
}

val Engine::columns() {
  return guarded([&] {
    const System& system = document();
    if (system.node_count() == 0) throw Refused{"An empty scene has no table."};
    const Reading reading = read();
    const SpringStates states = spring_states(network(), reading.position);
    std::vector<double> mass = node_masses(system), damping;
    for (std::size_t node = 0; node < mass.size(); ++node) mass[node] += masses().of_node[node];
    for (const SpringSet& set : system.springs)
      for (std::size_t i = 0; i < set.ends.size(); ++i)
        damping.push_back(
            damping_of(set, material_of(system, set), i).of(states.stiffness[damping.size()]));
    val result = val::object();
    result.set("positions", typed(in_space_exactly(reading.position, system.dimension)));
    result.set("mass", typed(mass));
    result.set("length", typed(reading.length));
    result.set("tension", typed(reading.tension));
    result.set("strain", typed(reading.strain));
    result.set("energy", typed(reading.energy));
    result.set("stiffness", typed(states.stiffness));
    result.set("restLength", typed(states.rest_length));
    result.set("damping", typed(damping));
    return result;
  });
}

}  // namespace tensio::studio
