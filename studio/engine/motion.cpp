// Motion: steps, what ends them, pulls, events.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

namespace {

constexpr double kUsualDuration = 10;

// Ends a call after a number of steps; steps before that may be fused.
class UntilStep final : public MotionObserver {
 public:
  explicit UntilStep(std::int64_t last) : last_(last) {}
  void frame(const MotionFrame&) override {}
  bool wants_nodes() const override { return false; }
  bool wants_springs() const override { return false; }
  bool step(double, std::int64_t step) override { return step < last_; }
  std::int64_t next_step(std::int64_t) const override { return last_; }

 private:
  std::int64_t last_;
};

}  // namespace

SimulationOptions options_of(const System& system) {
  SimulationOptions options = system.simulation.value_or(SimulationOptions{});
  options.threads = 1;
  // A run of the studio has no end. Where the scene does not say how long its own is, integrator
  // and step are chosen as for this duration, so that stiff nets move in real time.
  if (options.duration == 0) options.duration = kUsualDuration;
  return options;
}

val Engine::assumed_masses() {
  const Masses& assumed = masses();
  if (assumed.count == 0) return val::null();
  val result = val::object();
  result.set("nodes", assumed.count);
  result.set("smallest", assumed.smallest);
  result.set("largest", assumed.largest);
  return result;
}

val Engine::motion_info() {
  const SimulationOptions& options = simulation_->options();
  val info = val::object();
  info.set("integrator", std::string(to_string(options.integrator)));
  info.set("timeStep", options.time_step);
  info.set("stableTimeStep", or_null(simulation_->stable_time_step()));
  info.set("implicit", is_implicit(options.integrator));
  info.set("choice", simulation_->choice());
  info.set("linearSolver", simulation_->linear_solver_reason());
  info.set("warnings", list(simulation_->warnings()));
  info.set("assumedMasses", assumed_masses());
  return info;
}

val Engine::prepare() {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could move."};
    if (!simulation_) {
      shown_.clear();
      const SimulationOptions options = options_of(base());
      simulation_.emplace(with_masses(base()), options, nullptr, Validated::yes);
      if (pull_) simulation_->set_target(pull_->node, pull_->point, pull_->stiffness);
    }
    return motion_info();
  });
}

double Engine::time() const {
  return simulation_ ? simulation_->time()
         : initial_  ? initial_->time
                     : options_of(document()).start_time;
}
double Engine::steps() const { return simulation_ ? static_cast<double>(simulation_->steps()) : 0; }
double Engine::time_step() const { return simulation_ ? simulation_->options().time_step : 0; }
bool Engine::adaptive() const {
  return simulation_ && simulation_->options().integrator == Integrator::rk45;
}

val Engine::after_run(const MotionReport& report) {
  val result = val::object();
  result.set("time", simulation_->time());
  result.set("step", static_cast<double>(simulation_->steps()));
  const bool failed =
      report.status == MotionStatus::blew_up || report.status == MotionStatus::not_converged;
  result.set("failed", failed);
  if (!failed) return result;
  blow_up_ = report.blow_up;
  val blown = val::object();
  blown.set("status", std::string(to_string(report.status)));
  blown.set("reason", report.reason);
  blown.set("integrator", std::string(to_string(report.integrator)));
  blown.set("lastGoodTime", simulation_->time());
  blown.set("lastGoodStep", static_cast<double>(simulation_->steps()));
  const BlowUpReport what =
      report.blow_up.value_or(BlowUpReport{.time = simulation_->time(),
                                           .step = simulation_->steps() + 1,
                                           .time_step = simulation_->options().time_step});
  blown.set("cause", std::string(report.blow_up ? to_string(what.cause) : "step"));
  blown.set("spring", what.spring);
  val nodes = val::null();
  if (what.spring >= 0) {
    const SpringPlace place = place_of(document(), what.spring);
    const auto& ends = document().springs[place.set].ends[place.index];
    nodes = val::array();
    nodes.set(0, ends[0]);
    nodes.set(1, ends[1]);
  }
  blown.set("nodes", nodes);
  blown.set("strain", what.spring >= 0 ? what.strain : kNaN);
  blown.set("allowedStrain", what.allowed_strain);
  blown.set("lastGoodStrain", what.spring >= 0 ? strain_of(what.spring) : kNaN);
  blown.set("time", what.time);
  blown.set("step", static_cast<double>(what.step));
  blown.set("timeStep", what.time_step);
  blown.set("safeStep", or_null(what.stable_time_step));
  blown.set("betterIntegrator",
            what.integrator ? val(std::string(to_string(*what.integrator))) : val::null());
  result.set("blowUp", blown);
  return result;
}

double Engine::strain_of(int spring) {
  const Reading reading = read();
  return usize(spring) < reading.strain.size() ? reading.strain[usize(spring)] : kNaN;
}

val Engine::run(double count) {
  return guarded([&] {
    if (!simulation_) throw Refused{"The motion is not prepared."};
    shown_.clear();
    rest_.reset();
    const std::int64_t last = simulation_->steps() + static_cast<std::int64_t>(count);
    MotionReport report;
    if (adaptive()) {
      while (simulation_->steps() < last) {
        report = simulation_->step();
        if (report.status != MotionStatus::finished) break;
      }
    } else {
      UntilStep until(last);
      report = simulation_->run_until(
          simulation_->time() + (count + 2) * simulation_->options().time_step, &until);
    }
    return after_run(report);
  });
}

val Engine::run_to(double time) {
  return guarded([&] {
    if (!simulation_) throw Refused{"The motion is not prepared."};
    shown_.clear();
    rest_.reset();
    if (adaptive() && time > simulation_->time()) {
      // Its steps would go beyond the time: a run that has its end there takes the last one to it.
      Masses assumed = masses();
      initial_ = std::make_shared<const Snapshot>(now());
      simulation_.reset();
      forget_derived();
      masses_ = std::move(assumed);
      SimulationOptions options = options_of(base());
      options.duration = time - options.start_time;
      simulation_.emplace(with_masses(base()), options, nullptr, Validated::yes);
    }
    return after_run(simulation_->run_until(time));
  });
}

val Engine::rewind() {
  return guarded([&] {
    simulation_.reset();
    initial_.reset();
    pull_.reset();
    blow_up_.reset();
    forget_derived();
    return val::object();
  });
}

double Engine::pull_stiffness(double view) {
  const System& system = base();
  if (system.node_count() == 0 || !(view > 0)) return 1;
  const std::vector<double> applied = applied_forces(system);
  const auto d = usize(system.dimension);
  double force = 0;
  for (std::size_t node = 0; node * d < applied.size(); ++node) {
    double square = 0;
    for (std::size_t axis = 0; axis < d; ++axis)
      square += applied[node * d + axis] * applied[node * d + axis];
    force += std::sqrt(square);
  }
  if (force > 0) return force / (0.15 * view);
  const SpringStates states = spring_states(network(), still_positions());
  double sum = 0;
  for (const double k : states.stiffness) sum += std::abs(k);
  return states.stiffness.empty() || sum == 0
             ? 1
             : 0.2 * sum / static_cast<double>(states.stiffness.size());
}

val Engine::pull(int node, double x, double y, double z, double stiffness) {
  return guarded([&] {
    if (node < 0 || node >= document().node_count())
      throw Error("node " + std::to_string(node) + " does not exist");
    for (const double number : {x, y, z, stiffness})
      if (!std::isfinite(number)) throw Error("a pull needs a point and a stiffness");
    std::vector<double> point{x, y, z};
    point.resize(usize(document().dimension));
    if (simulation_ && !is_implicit(simulation_->options().integrator)) {
      // Explicit steps bear only so much more stiffness at a node.
      double mass = node_masses(base())[usize(node)];
      if (mass == 0) mass = masses().of_node[usize(node)];
      const double h = simulation_->options().time_step;
      if (mass > 0) stiffness = std::min(stiffness, 0.5 * mass / (h * h));
    }
    if (simulation_) {
      if (pull_ && pull_->node != node) simulation_->clear_target(pull_->node);
      simulation_->set_target(node, point, stiffness);
    }
    pull_ = Pull{node, std::move(point), stiffness};
    return val::object();
  });
}

void Engine::release() {
  if (pull_ && simulation_) simulation_->clear_target(pull_->node);
  pull_.reset();
}

val Engine::pull_info() {
  if (!pull_) return val::null();
  const auto d = usize(document().dimension);
  std::vector<double> force(3, 0.0);
  double square = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    const double x = positions_.size() > 3 * usize(pull_->node) + axis
                         ? static_cast<double>(positions_[3 * usize(pull_->node) + axis])
                         : pull_->point[axis];
    force[axis] = pull_->stiffness * (pull_->point[axis] - x);
    square += force[axis] * force[axis];
  }
  val info = val::object();
  info.set("node", pull_->node);
  info.set("point", vector_of(pull_->point));
  info.set("force", vector_of(force));
  info.set("magnitude", std::sqrt(square));
  info.set("stiffness", pull_->stiffness);
  return info;
}

int Engine::event_count() const {
  return simulation_ ? static_cast<int>(simulation_->events().size()) : 0;
}

val event_of(const MotionEvent& event) {
  val item = val::object();
  item.set("time", event.time);
  item.set("kind", std::string(to_string(event.kind)));
  item.set("node", event.node);
  item.set("spring", event.spring);
  item.set("value", event.value);
  item.set("detail", event.detail);
  return item;
}

val Engine::events_since(int count) const {
  val result = val::array();
  if (!simulation_) return result;
  const std::vector<MotionEvent>& events = simulation_->events();
  for (std::size_t i = usize(std::max(0, count)); i < events.size(); ++i)
    result.call<void>("push", event_of(events[i]));
  return result;
}

}  // namespace tensio::studio
