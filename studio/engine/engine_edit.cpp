// An edit of the scene: all its operations or none, and the state carried over to the new scene.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine.hpp"

namespace tensio::studio {

// The scene in the making, and what is known of it.
struct Engine::Change {
  System next;
  /// Nothing else has changed: the text as it was opened still counts.
  bool only_parameters = true;
  /// It was read from a text: ids of before mean nothing.
  bool reread = false;
  bool keep_shape = false;
  std::optional<double> assumed_ea;
  val names = val::array();
};

namespace {

// So many digits that reading them gives the same bits.
std::string in_full(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
}

bool same_counts(const System& a, const System& b) {
  return a.dimension == b.dimension && a.node_count() == b.node_count() &&
         a.spring_count() == b.spring_count();
}

// Whether two scenes have the same text. Texts are long: what changes most often is compared first.
bool same_scene(const System& a, const System& b) {
  return same_counts(a, b) && a.nodes.position == b.nodes.position && a.gravity == b.gravity &&
         a.parameters.size() == b.parameters.size() &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    [](const Parameter& p, const Parameter& q) { return p.value == q.value; }) &&
         write_system(a) == write_system(b);
}

// A state with the ids of an edited scene; what is new starts at 0.
Snapshot mapped(Snapshot state, const EditResult& made, int dimension) {
  const auto d = usize(dimension);
  if (!state.velocity.empty()) {
    std::vector<double> velocity;
    for (const int old : made.old_node)
      for (std::size_t axis = 0; axis < d; ++axis)
        velocity.push_back(old < 0 ? 0.0 : state.velocity[usize(old) * d + axis]);
    state.velocity = std::move(velocity);
  }
  const auto springs = [&](auto& values) {
    if (values.empty()) return;
    std::decay_t<decltype(values)> kept;
    for (const int old : made.old_spring)
      kept.push_back(old < 0 ? typename std::decay_t<decltype(values)>::value_type{}
                             : values[usize(old)]);
    values = std::move(kept);
  };
  springs(state.tension);
  springs(state.broken);
  springs(state.plastic_elongation);
  springs(state.hardening_force);
  springs(state.viscous_tension);
  return state;
}

}  // namespace

// Parameters with new values. As long as only parameters have changed, the text as it was opened
// counts: parts that it generates follow them.
void Engine::set_parameters(Change& change, const val& values, bool first) {
  LoadOptions options = browser_limits();
  const val keys = val::global("Object").call<val>("keys", values);
  const auto count = keys["length"].as<std::size_t>();
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = keys[k].as<std::string>();
    const val value = values[name];
    if (!value.isString() && !(value.isNumber() && std::isfinite(value.as<double>())))
      throw Error(name + " is not a number");
    options.set.emplace_back(
        name, value.isString() ? value.as<std::string>() : in_full(value.as<double>()));
    change.names.call<void>("push", val(name));
  }
  change.reread = true;
  System& next = change.next;
  if (document_.source == nullptr || !change.only_parameters || !first) {
    next = parse_system(write_system(next), "scene", {}, options);
    return;
  }
  for (const Parameter& parameter : next.parameters) {
    const bool given = std::any_of(options.set.begin(), options.set.end(),
                                   [&](const auto& set) { return set.first == parameter.name; });
    const bool formula = std::any_of(
        next.formulas.begin(), next.formulas.end(),
        [&](const Formula& f) { return f.pointer.rfind("/parameters/" + parameter.name, 0) == 0; });
    if (!given && !formula) options.set.emplace_back(parameter.name, in_full(parameter.value));
  }
  const Source& source = *document_.source;
  next = parse_system(source.text, source.name, source.folder, options);
}

void Engine::keep_masses(System& next) {
  next.nodes.mass = masses().of_node;
  const Column& own = document().nodes.mass;
  for (std::size_t n = 0; n < next.nodes.mass.size(); ++n)
    if (next.nodes.mass[n] == 0 && !own.empty()) next.nodes.mass[n] = at(own, n);
}

// One operation that needs more than the system.
void Engine::apply(Change& change, const Edits& edits, const val& operation, bool first) {
  const std::string op = text(operation, "op");
  if (op == "parameters") {
    set_parameters(change, object_at(operation, "values"), first);
    return;
  }
  change.only_parameters = false;
  System& next = change.next;
  if (op == "text") {
    next = parse_system(text(operation, "text"), "scene", {}, browser_limits());
    change.reread = true;
  } else if (op == "keepShape") {
    Equilibrium rest;
    rest.state.position = edits.shape();
    next = redrawn(next, rest);
    change.keep_shape = true;
  } else if (op == "keepMasses") {
    keep_masses(next);
  } else if (op == "paste") {
    const System part = parse_system(text(operation, "text"), "copied part", {}, browser_limits());
    const std::array<double, 3> by = vector_from(operation, "by");
    Placement placement;
    placement.at.assign(by.begin(), by.begin() + next.dimension);
    append(next, part, placement);
    change.reread = true;
  } else {
    throw Error("there is no operation `" + op + "`");
  }
}

// The new scene with the state carried over, or the old one where that fails.
void Engine::adopt(Document document, std::shared_ptr<const Snapshot> initial,
                   const std::string& saved, const std::optional<State>& moved) {
  const Document before = document_;
  const std::shared_ptr<const Snapshot> initial_before = initial_;
  std::optional<Simulation> simulation_before = std::move(simulation_);
  simulation_.reset();
  try {
    document_ = std::move(document);
    initial_ = std::move(initial);
    forget_derived();
    if (!saved.empty()) {
      simulation_.emplace(with_masses(base()), options_of(base()), nullptr, Validated::yes);
      simulation_->restore(saved);
      if (moved) simulation_->set_state(*moved);
    } else {
      (void)network();
    }
  } catch (...) {
    document_ = before;
    initial_ = initial_before;
    simulation_ = std::move(simulation_before);
    forget_derived();
    throw;
  }
}

val Engine::edit(const val& operations) {
  return guarded([&] {
    const Reading reading = read();
    // A run that has not begun is prepared again when it is needed.
    const bool running = simulation_ && simulation_->steps() > 0;
    Change change{.next = document(), .assumed_ea = document_.assumed_ea};
    Edits edits(change.next, reading.position);
    const auto count = operations["length"].as<std::size_t>();
    for (std::size_t i = 0; i < count; ++i) {
      const val operation = operations[i];
      if (!edits.apply(operation)) {
        apply(change, edits, operation, i == 0);
        continue;
      }
      change.only_parameters = false;
      if (text(operation, "op") == "springValues") change.assumed_ea.reset();
    }
    require_valid(change.next);

    const EditResult& made = edits.result();
    val result = val::object();
    result.set("addedNodes", list(made.added_nodes));
    result.set("addedSprings", list(made.added_springs));
    result.set("names", change.names);
    const bool changed = !same_scene(change.next, document()) || edits.shape() != reading.position;
    result.set("changed", changed);
    result.set("topology", false);
    if (!changed) return result;
    const bool topology = made.topology || !same_counts(change.next, document());
    // The state continues from here.
    std::string saved;
    std::shared_ptr<const Snapshot> initial;
    if (!topology) {
      if (running) saved = simulation_->save();
      initial = initial_;
      if (initial && (made.moved || !initial->rest_length.empty())) {
        Snapshot state = *initial;
        if (made.moved) state.position = edits.shape();
        // The stages of an edited scene are carried out again when its rest is looked for.
        state.rest_length.clear();
        initial = std::make_shared<const Snapshot>(std::move(state));
      }
      if (change.keep_shape && !running) initial.reset();
    } else if (made.topology && !change.reread && (running || initial_ || recording_)) {
      // Nodes and springs that were there before keep what they have.
      Snapshot state = mapped(now(), made, change.next.dimension);
      state.position = edits.shape();
      state.rest_length.clear();
      initial = std::make_shared<const Snapshot>(std::move(state));
    }
    Document document;
    document.system = std::make_shared<const System>(std::move(change.next));
    document.remarks = document_.remarks;
    document.assumed_ea = change.assumed_ea;
    if (change.only_parameters) document.source = document_.source;
    std::optional<State> moved;
    if (made.moved) moved = State{reading.time, edits.shape(), reading.velocity};
    adopt(std::move(document), std::move(initial), saved, moved);
    if (topology) {
      pull_.reset();
      recording_.reset();
    }
    blow_up_.reset();
    result.set("topology", topology);
    return result;
  });
}

}  // namespace tensio::studio
