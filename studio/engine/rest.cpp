// Equilibrium and vibration modes.
#include <emscripten.h>

#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

System Engine::to_solve(bool& pulled) {
  System system = at_now();
  pulled = false;
  if (!pull_) return system;
  // The pull is a spring without rest length to a fixed node.
  pulled = true;
  const int node = system.node_count();
  Nodes& nodes = system.nodes;
  nodes.position.insert(nodes.position.end(), pull_->point.begin(), pull_->point.end());
  if (!nodes.start.empty())
    nodes.start.insert(nodes.start.end(), pull_->point.begin(), pull_->point.end());
  if (!nodes.velocity.empty())
    nodes.velocity.insert(nodes.velocity.end(), usize(system.dimension), 0.0);
  if (nodes.mass.size() > 1) nodes.mass.push_back(0);
  if (nodes.area.size() > 1) nodes.area.push_back(0);
  if (!nodes.name.empty()) nodes.name.emplace_back();
  nodes.fixed.push_back({.nodes = {node}});
  SpringSet set;
  set.law = Law::force_density;
  set.ends = {{pull_->node, node}};
  set.stiffness = {pull_->stiffness};
  system.springs.push_back(std::move(set));
  return system;
}

namespace {

// A solve with stages ends as interrupted after this time [ms].
constexpr double kLongestStaged = 30'000;

class Watch final : public Observer {
 public:
  Watch(const val& call, std::vector<double>& shown, std::size_t numbers, double deadline)
      : call_(call), shown_(shown), numbers_(numbers), deadline_(deadline) {}
  bool observe(const Frame& frame) override {
    shown_.assign(frame.position.begin(), frame.position.end());
    if (shown_.size() > numbers_) shown_.resize(numbers_);
    // Stages count their iterations each from 0.
    if (frame.iteration == 0) before_ = next_;
    next_ = before_ + frame.iteration + 1;
    const bool on = call_.isUndefined() || call_.isNull() ||
                    call_(before_ + frame.iteration, frame.residual, frame.energy,
                          frame.step_length, frame.projected)
                        .as<bool>();
    // One iteration at least.
    return on && (frame.iteration == 0 || emscripten_get_now() < deadline_);
  }
  bool wants_position() const override { return true; }

 private:
  val call_;
  std::vector<double>& shown_;
  std::size_t numbers_;
  double deadline_;
  int before_ = 0, next_ = 0;
};

val extreme_of(const std::vector<double>& tension, bool most) {
  int found = -1;
  for (std::size_t i = 0; i < tension.size(); ++i) {
    const double value = most ? tension[i] : -tension[i];
    if (value > 0 && (found < 0 || value > (most ? 1 : -1) * tension[usize(found)]))
      found = static_cast<int>(i);
  }
  if (found < 0) return val::null();
  val result = val::object();
  result.set("spring", found);
  result.set("value", tension[usize(found)]);
  return result;
}

EquilibriumOptions solving_by(EquilibriumOptions solving, const val& options) {
  solving.threads = 1;
  if (has(options, "method"))
    solving.method = enum_from<Method>(
        text(options, "method"), kMethodCount, [](Method method) { return to_string(method); },
        "method");
  if (has(options, "maxIterations")) solving.max_iterations = integer(options, "maxIterations");
  if (has(options, "stability")) solving.stability = options["stability"].as<bool>();
  return solving;
}

// No name: the loads without a case.
Combination combination_of(const System& system, const std::string& name) {
  if (name.empty()) return {};
  for (const Combination& combination : system.combinations)
    if (combination.name == name) return combination;
  throw Error("there is no combination `" + name + "`");
}

// The node with the largest net force on a free axis, by the library's own forces; -1: none.
int most_unbalanced(const System& system, const std::vector<double>& position) {
  const Network network = compile(system, Validated::yes);
  const std::vector<double> force = forces(network, position);
  int worst = -1;
  double largest = 0;
  for (const int axis : free_selection(network).P.column)
    if (std::abs(force[usize(axis)]) > largest) {
      largest = std::abs(force[usize(axis)]);
      worst = axis / system.dimension;
    }
  return worst;
}

// Its stages, where it has some, one after the other; then its equilibrium under the loads that it
// has. The report counts the iterations of all.
SceneSolution solve_staged(const System& system, const EquilibriumOptions& solving,
                           Observer& observer) {
  SceneSolution solution;
  if (system.stages.empty()) {
    solution.rest = solve_equilibrium(system, solving, &observer, Validated::yes);
    return solution;
  }
  StageResults built = solve_stages(system, solving, &observer, Validated::yes);
  solution.stages = std::move(built.stages);
  solution.rest = solution.stages.back().rest;
  Report& report = solution.rest.report;
  for (std::size_t i = 0; i + 1 < solution.stages.size(); ++i) {
    const Report& earlier = solution.stages[i].rest.report;
    report.iterations += earlier.iterations;
    report.projected_iterations += earlier.projected_iterations;
    report.linear_iterations += earlier.linear_iterations;
    report.seconds += earlier.seconds;
  }
  solution.built = std::move(built.system);
  return solution;
}

// The page knows nothing of the node and the spring of the pull.
void strip_pull(Equilibrium& rest, std::size_t springs, std::size_t numbers, int dimension) {
  const auto strip = [](auto& values, std::size_t count) {
    if (values.size() > count) values.resize(count);
  };
  for (auto* column : {&rest.tension, &rest.length, &rest.strain, &rest.utilisation})
    strip(*column, springs);
  for (auto* column : {&rest.state.position, &rest.state.velocity, &rest.displacement,
                       &rest.reaction, &rest.contact})
    strip(*column, numbers);
  std::erase_if(rest.slack, [&](int s) { return usize(s) >= springs; });
  std::erase_if(rest.report.moving_nodes,
                [&](int node) { return usize(node) * usize(dimension) >= numbers; });
}

// How the nodes move in the first mechanism; empty where there is none or the net is too large.
std::vector<float> mechanism_of(const Equilibrium& rest, const System& system) {
  constexpr int kSmall = 600;  // nodes: modes of larger nets take too long for an answer
  const Report& report = rest.report;
  if (!report.modes || report.modes->mechanism == 0 || system.node_count() > kSmall) return {};
  const ModesResult found = find_modes(with_start(system, rest), {.count = 1}, system.equilibrium);
  for (const Mode& mode : found.modes)
    if (mode.kind == ModeKind::zero) return in_space(mode.shape, system.dimension);
  if (found.mechanisms && !found.mechanisms->shapes.empty())
    return in_space(found.mechanisms->shapes[0], system.dimension);
  return {};
}

}  // namespace

std::vector<double> Engine::built_lengths(const System& built) const {
  std::vector<char> staged(document().springs.size(), 0);
  for (const Stage& stage : document().stages)
    for (const int spring : stage.springs) staged[place_of(document(), spring).set] = 1;
  std::vector<double> result;
  for (std::size_t s = 0; s < staged.size(); ++s)
    for (std::size_t i = 0; i < document().springs[s].ends.size(); ++i)
      result.push_back(staged[s] ? at(built.springs[s].rest_length, i) : kNaN);
  return result;
}

val Engine::rest_report(const Equilibrium& rest, const System& system) {
  const Report& report = rest.report;
  val result = val::object();
  result.set("status", std::string(to_string(report.status)));
  result.set("reason", report.reason);
  const bool judged = report.modes.has_value();
  result.set("stable", judged ? val(report.modes->stable()) : val::null());
  result.set("neutral", judged ? val(report.modes->neutral()) : val::null());
  result.set("negativeModes", judged ? val(report.modes->negative) : val::null());
  const auto count = [](const std::optional<int>& value) {
    return value ? val(*value) : val::null();
  };
  result.set("mechanisms", count(report.mechanisms));
  result.set("selfStresses", count(report.self_stresses));
  val free = val::null();
  if (judged) {
    free = val::object();
    free.set("mechanism", report.modes->mechanism);
    free.set("slack", report.modes->slack);
    free.set("rigid", report.modes->rigid);
  }
  result.set("freeMotions", free);
  result.set("mechanismNodes", list(report.moving_nodes));
  result.set("mechanismShape", typed(mechanism_of(rest, system)));
  result.set("slack", typed(rest.slack));
  result.set("largestTension", extreme_of(rest.tension, true));
  result.set("largestCompression", extreme_of(rest.tension, false));
  val events = val::array();
  for (const MotionEvent& event : report.events) events.call<void>("push", event_of(event));
  result.set("events", events);
  result.set("residual", report.residual);
  result.set("tolerance", system.equilibrium.tolerance);
  result.set("residualForce", report.residual_force);
  result.set("iterations", report.iterations);
  result.set("projectedIterations", report.projected_iterations);
  result.set("linearIterations", static_cast<double>(report.linear_iterations));
  result.set("method", std::string(to_string(report.method)));
  result.set("linearSolver", std::string(to_string(report.linear_solver)));
  result.set("linearNote", report.linear_note);
  result.set("lowestStiffness", or_null(report.lowest_stiffness));
  result.set("energy", report.energy);
  result.set("seconds", report.seconds + report.compile_seconds);
  return result;
}

val Engine::find_rest(const val& options, const val& watch, double milliseconds) {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could rest."};
    bool pulled = false;
    System system = to_solve(pulled);
    if (has(options, "combination") && !system.combinations.empty())
      system = under(system, combination_of(system, text(options, "combination")));
    const EquilibriumOptions solving = solving_by(system.equilibrium, options);
    system.equilibrium = solving;
    const Snapshot before = now();
    const std::size_t numbers = before.position.size();
    // A solve with stages is not cut into parts.
    const bool staged = !system.stages.empty();
    Watch observer(watch, shown_, numbers,
                   emscripten_get_now() + (staged ? kLongestStaged : milliseconds));
    SceneSolution solution = solve_staged(system, solving, observer);
    if (solution.built) system = std::move(*solution.built);
    Equilibrium& rest = solution.rest;
    shown_.clear();
    const int worst = most_unbalanced(system, rest.state.position);
    if (pulled) {
      system.springs.pop_back();
      strip_pull(rest, usize(document().spring_count()), numbers, system.dimension);
    }
    // The state is the new start; a run continues from there at rest.
    Snapshot state = before;
    state.position = rest.state.position;
    state.velocity.assign(numbers, 0.0);
    if (staged) state.rest_length = built_lengths(system);
    for (const MotionEvent& event : rest.report.events)
      if (event.kind == MotionEvent::Kind::breaks) {
        if (state.broken.empty()) state.broken.assign(usize(document().spring_count()), 0);
        state.broken[usize(event.spring)] = 1;
      }
    simulation_.reset();
    initial_ = std::make_shared<const Snapshot>(std::move(state));
    forget_derived();
    blow_up_.reset();
    val result = rest_report(rest, pulled ? base() : system);
    result.set("residualNode",
               worst >= 0 && usize(worst) * usize(system.dimension) < numbers ? worst : -1);
    result.set("stages", static_cast<int>(solution.stages.size()));
    rest_ = std::make_shared<const Equilibrium>(std::move(rest));
    return result;
  });
}

val Engine::modes(int count) {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could swing."};
    const double begin = emscripten_get_now();
    const System system = at_now();
    EquilibriumOptions solving = system.equilibrium;
    solving.threads = 1;
    const ModesResult found =
        find_modes(with_masses(system), {.count = std::clamp(count, 1, 200)}, solving);
    val result = val::object();
    val modes = val::array();
    for (const Mode& mode : found.modes) {
      val item = val::object();
      item.set("kind", std::string(to_string(mode.kind)));
      item.set("eigenvalue", mode.eigenvalue);
      item.set("frequency", mode.frequency);
      item.set("growthRate", mode.growth_rate);
      item.set("modalMass", mode.modal_mass);
      item.set("shape", typed(in_space(mode.shape, system.dimension)));
      modes.call<void>("push", item);
    }
    result.set("modes", modes);
    result.set("positions", typed(in_space(found.rest.state.position, system.dimension)));
    result.set("problem", found.problem);
    result.set("hasMass", found.has_mass);
    result.set("assumedMasses", assumed_masses());
    result.set("unknowns", found.unknowns);
    result.set("complete", found.complete);
    result.set("selfStresses", found.self_stress ? val(found.self_stress->count) : val::null());
    result.set("mechanisms", found.mechanisms ? val(found.mechanisms->count) : val::null());
    result.set("seconds", (emscripten_get_now() - begin) / 1000);
    return result;
  });
}

}  // namespace tensio::studio
