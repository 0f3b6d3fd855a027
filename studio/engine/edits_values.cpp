// Values of loads, springs, nodes, obstacles and settings.
#include <algorithm>
#include <cmath>
#include <map>

#include "edits.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::studio {

namespace {

std::optional<double> field(const val& object, const char* key) {
  if (!has(object, key)) return {};
  return number(object, key);
}

bool gives(const val& object, const char* key) { return !object[key].isUndefined(); }

// Values of some springs of a set. Those that become a spring's own start from those in use.
class SetValues {
 public:
  SetValues(const System& system, SpringSet& set, const std::vector<std::size_t>& items, bool whole)
      : system_(system),
        set_(set),
        material_(material_of(system, set)),
        items_(items),
        count_(set.ends.size()),
        whole_(whole) {
    if (whole) return;
    states_ = spring_states(compile(system), system.nodes.position);
    for (const SpringSet& before : system.springs) {
      if (&before == &set) break;
      first_ += before.ends.size();
    }
  }

  void apply(const val& values) {
    if (has(values, "stiffness")) stiffness(number(values, "stiffness"));
    if (has(values, "axialStiffness")) axial_stiffness(number(values, "axialStiffness"));
    if (gives(values, "restLength")) rest_length(field(values, "restLength"));
    if (has(values, "pretension")) pretension(number(values, "pretension"));
    if (has(values, "damping")) damping(number(values, "damping"), false);
    if (has(values, "dampingTime")) damping(number(values, "dampingTime"), true);
    if (has(values, "massPerLength"))
      put(set_.mass_per_length, number(values, "massPerLength"), [&](std::size_t) {
        return material_ && material_->mass_per_length ? *material_->mass_per_length : 0.0;
      });
  }

 private:
  double k(std::size_t i) const { return states_.stiffness[first_ + i]; }
  double l0(std::size_t i) const { return states_.rest_length[first_ + i]; }

  template <class Otherwise>
  void put(Column& column, double value, Otherwise&& otherwise) {
    if (whole_) {
      column = {value};
      return;
    }
    if (column.size() != count_) {
      Column all(count_);
      for (std::size_t i = 0; i < count_; ++i) all[i] = column.empty() ? otherwise(i) : column[0];
      column = std::move(all);
    }
    for (const std::size_t i : items_) column[i] = value;
  }

  void stiffness(double value) {
    for (Column* column : {&set_.axial_stiffness, &set_.youngs_modulus, &set_.area, &set_.diameter})
      column->clear();
    put(set_.stiffness, value, [&](std::size_t i) { return k(i); });
  }

  void axial_stiffness(double value) {
    put(set_.axial_stiffness, value, [&](std::size_t i) { return k(i) * l0(i); });
    for (Column* column : {&set_.stiffness, &set_.youngs_modulus, &set_.area, &set_.diameter})
      column->clear();
  }

  // Nothing given: the drawn distance.
  void rest_length(const std::optional<double>& value) {
    const auto present = [&](std::size_t i) { return l0(i); };
    if (value) {
      put(set_.rest_length, *value, present);
    } else if (whole_) {
      set_.rest_length.clear();
    } else if (!set_.rest_length.empty() || !set_.pretension.empty()) {
      put(set_.rest_length, 0, present);
      for (const std::size_t i : items_) set_.rest_length[i] = states_.length[first_ + i];
    }
    set_.pretension.clear();
  }

  void pretension(double tension) {
    if (whole_ || set_.rest_length.empty()) {
      set_.rest_length.clear();
      put(set_.pretension, tension, [](std::size_t) { return 0.0; });
      return;
    }
    if (set_.rest_length.size() == 1) set_.rest_length.assign(count_, double{set_.rest_length[0]});
    for (const std::size_t i : items_) set_.rest_length[i] = rest_length_for(i, tension);
  }

  // The rest length that gives this tension in the drawn shape: that of the spring on its own.
  double rest_length_for(std::size_t i, double tension) const {
    System one;
    one.dimension = 2;
    one.nodes.position = {0, 0, states_.length[first_ + i], 0};
    SpringSet alone = set_;
    alone.ends = {{0, 1}};
    for (Column* column : columns_of(alone)) keep(*column, {i});
    alone.rest_length.clear();
    alone.pretension = {tension};
    one.springs = {alone};
    one.materials = system_.materials;
    return spring_states(compile(one), one.nodes.position).rest_length[0];
  }

  void damping(double value, bool time) {
    if (whole_) {
      set_.damping.clear();
      set_.damping_time.clear();
      (time ? set_.damping_time : set_.damping) = {value};
      return;
    }
    // As times where they are given so and nothing else is wanted, else as dashpots.
    const bool own = !set_.damping.empty();
    const bool of_material = material_ && material_->damping && set_.damping_time.empty();
    if (time && !own && !of_material) {
      put(set_.damping_time, value,
          [&](std::size_t) { return material_ ? material_->damping_time.value_or(0.0) : 0.0; });
      return;
    }
    const auto present = [&](std::size_t i) {
      if (own) return double{at(set_.damping, i)};
      if (!set_.damping_time.empty()) return k(i) * at(set_.damping_time, i);
      if (of_material) return *material_->damping;
      return material_ ? k(i) * material_->damping_time.value_or(0.0) : 0.0;
    };
    Column all(count_);
    for (std::size_t i = 0; i < count_; ++i) all[i] = present(i);
    for (const std::size_t i : items_) all[i] = time ? k(i) * value : value;
    set_.damping = std::move(all);
    set_.damping_time.clear();
  }

  const System& system_;
  SpringSet& set_;
  const Material* material_;
  const std::vector<std::size_t>& items_;
  std::size_t count_;
  bool whole_;
  SpringStates states_;
  std::size_t first_ = 0;
};

}  // namespace

void Edits::load(const std::vector<int>& nodes, const std::array<double, 3>& force) {
  const auto d = usize(system_.dimension);
  std::erase_if(system_.loads, [&](Load& load) {
    if (load.force.empty()) return false;
    const bool by_node = load.nodes.size() > 1 && load.force.size() == load.nodes.size() * d;
    std::vector<int> kept;
    std::vector<double> rows;
    for (std::size_t i = 0; i < load.nodes.size(); ++i) {
      if (std::find(nodes.begin(), nodes.end(), load.nodes[i]) != nodes.end()) continue;
      kept.push_back(load.nodes[i]);
      for (std::size_t axis = 0; by_node && axis < d; ++axis)
        rows.push_back(load.force[i * d + axis]);
    }
    load.nodes = std::move(kept);
    if (by_node) load.force = std::move(rows);
    return load.nodes.empty();
  });
  Load load;
  load.nodes = nodes;
  load.force.assign(force.begin(), force.begin() + static_cast<std::ptrdiff_t>(d));
  if (std::any_of(load.force.begin(), load.force.end(), [](double f) { return f != 0; }))
    system_.loads.push_back(std::move(load));
  std::erase_if(system_.formulas,
                [](const Formula& formula) { return formula.pointer.rfind("/loads/", 0) == 0; });
}

void Edits::set_law(std::size_t index, Law law) {
  SpringSet& set = system_.springs[index];
  const Law before = law_of(system_, set);
  if (law == before) return;
  const auto elastic = [](Law of) {
    return of != Law::force_density && of != Law::constant_tension;
  };
  if (elastic(before) && elastic(law)) {
    set.law = law;
    return;
  }
  // What the springs carry in the drawn shape stays.
  const SpringStates states = spring_states(compile(system_), system_.nodes.position);
  std::size_t first = 0;
  for (std::size_t s = 0; s < index; ++s) first += system_.springs[s].ends.size();
  Column stiffness, rest_length, tension;
  for (std::size_t i = first; i < first + set.ends.size(); ++i) {
    const double l = states.length[i], t = states.tension[i];
    const double k = elastic(law) ? std::max(10 * std::abs(t) / l, 1e-9) : t / l;
    tension.push_back(t);
    stiffness.push_back(k);
    rest_length.push_back(l - t / k);
  }
  for (Column* column : {&set.stiffness, &set.axial_stiffness, &set.rest_length, &set.pretension,
                         &set.youngs_modulus, &set.area, &set.diameter})
    column->clear();
  set.law = law;
  if (law == Law::constant_tension)
    set.pretension = std::move(tension);
  else
    set.stiffness = std::move(stiffness);
  if (elastic(law)) set.rest_length = std::move(rest_length);
}

void Edits::set_values(std::size_t index, const std::vector<std::size_t>& items,
                       const val& values) {
  const bool apart = has(values, "law") || gives(values, "yield") || gives(values, "break") ||
                     gives(values, "strength") || gives(values, "bucklingLoad") ||
                     has(values, "material");
  if (apart) index = own_set(index, items);
  SpringSet& set = system_.springs[index];
  const bool whole = apart || items.size() == set.ends.size();
  if (has(values, "material")) set.material = text(values, "material");
  if (has(values, "law"))
    set_law(index,
            enum_from<Law>(
                text(values, "law"), kLawCount, [](Law law) { return to_string(law); }, "law"));
  const auto part = [&](const char* key, auto& field_) {
    using Part = typename std::decay_t<decltype(field_)>::value_type;
    if (!gives(values, key)) return;
    field_.reset();
    if (!has(values, key)) return;
    const val given = values[key];
    Part made;
    const auto one = [&](const char* name) {
      const std::optional<double> value = field(given, name);
      return value ? Column{*value} : Column();
    };
    made.strain = one("strain");
    made.force = one("force");
    if constexpr (std::is_same_v<Part, Yield>) made.hardening = one("hardening");
    if constexpr (std::is_same_v<Part, Break>)
      made.compression = has(given, "compression") && given["compression"].as<bool>();
    field_ = made;
  };
  part("yield", set.yield);
  part("break", set.breaks);
  const auto limit = [&](const char* key, Column& column) {
    if (!gives(values, key)) return;
    column.clear();
    if (has(values, key)) column = {number(values, key)};
  };
  limit("strength", set.strength);
  limit("bucklingLoad", set.buckling_load);

  const bool elastic = has(values, "stiffness") || has(values, "axialStiffness") ||
                       gives(values, "restLength") || has(values, "pretension") ||
                       has(values, "damping") || has(values, "dampingTime") ||
                       has(values, "massPerLength");
  if (elastic) SetValues(system_, set, items, whole).apply(values);
}

void Edits::spring_values(std::vector<int> springs, const val& values, bool whole_sets) {
  // Set by set, from the last on: a set that is split does not move those before it.
  std::map<std::size_t, std::vector<std::size_t>> by_set;
  for (const int spring : springs) {
    const SpringPlace place = place_of(system_, spring);
    by_set[place.set].push_back(place.index);
  }
  for (auto it = by_set.rbegin(); it != by_set.rend(); ++it)
    set_values(it->first, whole_sets ? all_items(system_.springs[it->first]) : it->second, values);
}

void Edits::node_values(const std::vector<int>& nodes, const val& operation) {
  Nodes& all = system_.nodes;
  const auto count = usize(system_.node_count());
  const auto d = usize(system_.dimension);
  if (has(operation, "mass")) {
    const double mass = number(operation, "mass");
    if (nodes.size() == count) {
      all.mass = {mass};
    } else {
      if (all.mass.size() != count) all.mass.assign(count, all.mass.empty() ? 0.0 : all.mass[0]);
      for (const int id : nodes) all.mass[usize(id)] = mass;
    }
  }
  if (has(operation, "velocity")) {
    const std::array<double, 3> velocity = vector_from(operation, "velocity");
    if (all.velocity.empty()) all.velocity.assign(count * d, 0.0);
    for (const int id : nodes)
      for (std::size_t axis = 0; axis < d; ++axis)
        all.velocity[usize(id) * d + axis] = velocity[axis];
  }
  if (has(operation, "name")) {
    if (all.name.empty()) all.name.resize(count);
    for (const int id : nodes) all.name[usize(id)] = text(operation, "name");
  }
}

void Edits::obstacle(Obstacle& item, const val& values) {
  const auto d = usize(system_.dimension);
  const auto vector = [&](const char* key, std::vector<double>& into) {
    if (!has(values, key)) return;
    const std::array<double, 3> given = vector_from(values, key);
    into.assign(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(d));
  };
  vector("point", item.point);
  vector("normal", item.normal);
  vector("pointB", item.point_b);
  vector("size", item.size);
  if (has(values, "rotate")) {
    const std::array<double, 3> given = vector_from(values, "rotate");
    if (d == 2)
      item.rotate = {given[2]};
    else
      item.rotate.assign(given.begin(), given.end());
  }
  item.radius = number_or(values, "radius", item.radius);
  item.friction = number_or(values, "friction", item.friction);
  item.restitution = number_or(values, "restitution", item.restitution);
  item.thickness = number_or(values, "thickness", item.thickness);
  if (has(values, "name")) item.name = text(values, "name");
  // What the other kinds have is not for this one.
  const bool plane = item.kind == Obstacle::Kind::plane, box = item.kind == Obstacle::Kind::box;
  if (!plane) item.normal.clear();
  if (plane || box) item.radius = 0;
  if (!box) {
    item.size.clear();
    item.rotate.clear();
  }
  if (item.kind != Obstacle::Kind::capsule) item.point_b.clear();
}

void Edits::simulation(const val& values) {
  if (!system_.simulation) system_.simulation.emplace();
  SimulationOptions& options = *system_.simulation;
  const auto word = [&](const char* key, auto& into, int count) {
    using Enum = std::decay_t<decltype(into)>;
    if (has(values, key))
      into = enum_from<Enum>(
          text(values, key), count, [](Enum e) { return to_string(e); }, key);
  };
  word("integrator", options.integrator, kIntegratorCount);
  word("startFrom", options.start, 2);
  word("accuracy", options.accuracy, 2);
  word("method", options.method, 3);
  word("linearSolver", options.linear_solver, kLinearSolverCount);
  options.time_step = number_or(values, "timeStep", options.time_step);
  options.duration = number_or(values, "duration", options.duration);
  options.start_time = number_or(values, "startTime", options.start_time);
  options.blowup_strain = number_or(values, "blowupStrain", options.blowup_strain);
  options.tolerance = number_or(values, "tolerance", options.tolerance);
  if (has(values, "maxIterations")) options.max_iterations = integer(values, "maxIterations");
}

void Edits::equilibrium(const val& values) {
  EquilibriumOptions& options = system_.equilibrium;
  if (has(values, "method"))
    options.method = enum_from<Method>(
        text(values, "method"), kMethodCount, [](Method method) { return to_string(method); },
        "method");
  options.tolerance = number_or(values, "tolerance", options.tolerance);
  options.relaxation = number_or(values, "relaxation", options.relaxation);
  if (has(values, "maxIterations")) options.max_iterations = integer(values, "maxIterations");
  if (has(values, "loadSteps")) options.load_steps = integer(values, "loadSteps");
}

}  // namespace tensio::studio
