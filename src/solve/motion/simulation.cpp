// A run: events, steps, checks, frames.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "model/corner_times.hpp"
#include "model/integrator_traits.hpp"
#include "model/step_method.hpp"
#include "solve/methods/supports.hpp"
#include "solve/motion/chosen_backend.hpp"
#include "solve/motion/simulation_impl.hpp"
#include "tensio/model/units.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

namespace {

EquilibriumOptions solver_options(const SimulationOptions& options) {
  EquilibriumOptions result;
  result.linear_solver = options.linear_solver;
  result.reproducible = options.reproducible;
  result.threads = options.threads;
  return result;
}

void refuse_bad_options(const SimulationOptions& options) {
  const auto refuse = [](const char* what, double value, const char* rule) {
    throw Error(fmt::format("{} is {}; it must {}", what, value, rule));
  };
  const auto not_negative = [&](const char* what, double value) {
    if (!(value >= 0) || !std::isfinite(value)) refuse(what, value, "not be negative");
  };
  not_negative("time_step", options.time_step);
  not_negative("start_time", options.start_time);
  not_negative("duration", options.duration);
  not_negative("output_every", options.output_every);
  not_negative("probe_every", options.probe_every);
  if (const auto size = run_size_problem(options)) throw Error(size->message);
  if (!(options.blowup_strain > 0)) refuse("blowup_strain", options.blowup_strain, "be positive");
  if (!(options.tolerance > 0)) refuse("tolerance", options.tolerance, "be positive");
  if (const std::string problem = prefactored_problem(options); !problem.empty())
    throw Error(problem);
  if (options.max_iterations < 1) refuse("max_iterations", options.max_iterations, "be at least 1");
  if (options.threads < 0) refuse("threads", options.threads, "be 0 (all) or more");
}

// The part of a system that events and messages need: names and units, no nodes and no springs.
System outline(const System& given) {
  System system;
  system.dimension = given.dimension;
  system.units = given.units;
  for (const SpringSet& set : given.springs) {
    system.springs.emplace_back();
    system.springs.back().name = set.name;
  }
  return system;
}

std::vector<int> set_begins(const System& system) {
  std::vector<int> begins{0};
  for (const SpringSet& set : system.springs)
    begins.push_back(begins.back() + static_cast<int>(set.ends.size()));
  return begins;
}

// Where a net is not small, conjugate gradients were chosen because they solve its linear systems
// easily, or because a net of bars in a row has exact factors; a factorisation, because they do
// not. Small nets choose between them for another reason, their short steps.
Prefactoring prefactoring_of(const Backend& backend) {
  const LinearSolver solver = backend.linear_solver();
  const auto& constrained = backend.net().constrained;
  const bool small =
      std::count(constrained.begin(), constrained.end(), std::uint8_t{0}) <= kSmallForMultilevel;
  if (is_direct(solver)) return small ? Prefactoring::may_suit : Prefactoring::does_not_suit;
  return solver != LinearSolver::incomplete && backend.newton_cost() > 1 ? Prefactoring::suits
                                                                         : Prefactoring::may_suit;
}

}  // namespace

Simulation::Impl::Impl(const System& given, const SimulationOptions& chosen, Observer* start,
                       Validated validated)
    : system(outline(given)),
      set_begin(set_begins(given)),
      options(chosen),
      net(given, solver_options(chosen),
          chosen.integrator == Integrator::automatic || is_implicit(chosen.integrator), validated,
          {chosen.backend, chosen.integrator, chosen.precision}),
      backend(net.backend()),
      stepper(net, options),
      contact(given, net),
      probes(given, net),
      scene_events(given.events),
      corners(corner_times(given)) {
  refuse_bad_options(options);
  std::stable_sort(scene_events.begin(), scene_events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
  set_start(given, start);
  // Springs that start beyond their limits yield or break before the energy balance begins.
  stepper.accept(options.integrator, time, 0, events);
  stepper.balance = {};
  // Before the search for the stable step, which takes most memory.
  const bool matrices = !net.data.row_start.empty();
  if (!matrices && stepper.steady()) backend.release(Structure::incidence);
  choose_step();
  if (options.precision == Precision::single_precision)
    if (std::string reason = not_in_single(); !reason.empty()) throw Error(reason);
  if (options.output_every == 0) options.output_every = options.duration / 100;
  if (options.probe_every == 0) options.probe_every = options.output_every;
  user_mass = to_user_order(net.data.node_user, net.data.mass);
  release_structures();
  report.time_step = options.time_step;
  report.integrator = options.integrator;
  report.stable_time_step = stable.step;
}

void Simulation::Impl::set_start(const System& given, Observer* start) {
  backend.set_start(stepper.x);
  if (options.start == StartFrom::equilibrium) {
    EquilibriumOptions solving = given.equilibrium;
    solving.linear_solver = options.linear_solver;
    solving.reproducible = options.reproducible;
    solving.threads = options.threads;
    const Equilibrium rest = solve_equilibrium(given, solving, start, Validated::yes);
    start_stopped = rest.report.status == Status::interrupted;
    if (rest.converged())
      backend.upload(rest.state.position, stepper.x);
    else
      start_problem = "the initial equilibrium was not found: " + rest.report.reason;
  }
  if (!given.nodes.velocity.empty()) backend.upload(given.nodes.velocity, stepper.v);
  std::vector<int> constrained;
  for (std::size_t axis = 0; axis < net.data.constrained.size(); ++axis)
    if (net.data.constrained[axis]) constrained.push_back(static_cast<int>(axis));
  backend.set_entries(constrained, std::vector<double>(constrained.size(), 0.0), stepper.v);
  t0 = time = options.start_time;
  net.set_time(time);
  stepper.place_supports(time, stepper.x, stepper.v);
  restart_histories(true);
}

void Simulation::Impl::release_structures() {
  if (is_implicit(options.integrator)) {
    histories().prepare(0);
    backend.expect_steps(options.time_step, stepper.x);
    if (options.method == StepMethod::automatic)
      stepper.methods.begin(backend.newton_cost(), options.tolerance, prefactoring_of(backend));
  } else {
    backend.release(Structure::pattern);
    if (stepper.steady()) backend.release(Structure::incidence);
  }
}

void Simulation::Impl::restart_histories(bool at_start) {
  if (histories().empty()) return;
  at_start ? histories().begin(stepper.x) : histories().restart(stepper.x);
}

int Simulation::Impl::compiled_spring(int user) {
  if (compiled_springs.empty()) compiled_springs = compiled_of(net.data.spring_user);
  return compiled_springs[user];
}

void Simulation::Impl::choose_step() {
  Choice made = tensio::choose(
      options, [&](Integrator which, Shape shape) { return stable_step(which, shape); },
      gives_units(system.units) ? unit_name(system.units, UnitKind::time) : std::string());
  options.integrator = made.integrator;
  options.time_step = made.time_step;
  stable = made.stable;
  choice = std::move(made.why);
  warnings = std::move(made.warnings);
}

StableStep Simulation::Impl::stable_step(Integrator integrator, Shape shape) {
  histories().prepare(0);
  return tensio::stable_time_step(backend, net, stepper.x, integrator,
                                  {.shape = shape, .threads = options.threads});
}

std::optional<BlowUp> Simulation::Impl::blow_up() {
  if (net.data.functions.empty() &&
      backend.surely_sound(stepper.x, stepper.v, options.blowup_strain))
    return {};
  BlowUp what;
  what.most = backend.largest_strain(stepper.x, stepper.v);
  // Custom laws may return NaN; their current values are the forces of the next step.
  if (!net.data.functions.empty() && !std::isfinite(backend.elastic_energy(stepper.x))) {
    const SpringReadings read = springs();
    for (std::size_t s = 0; s < read.length.size() && !what.by_law; ++s)
      if (std::isfinite(read.length[s]) && !std::isfinite(read.energy[s])) {
        what.by_law = true;
        what.most = {compiled_spring(static_cast<int>(s)), read.strain[s], false};
      }
  }
  if (what.most.finite && what.most.strain <= options.blowup_strain) return {};
  if (what.most.spring >= 0) {
    what.spring = spring_text(net.data, what.most.spring);
    what.spring_id = net.data.spring_user[what.most.spring];
  }
  what.allowed = options.blowup_strain;
  what.time = time + stepper.taken;
  what.step = steps + 1;
  what.time_step = stepper.taken;
  what.integrator = options.integrator;
  what.at_start = stable;
  return what;
}

void Simulation::Impl::fail(MotionStatus status, std::string reason) {
  report.status = status;
  report.reason = std::move(reason);
}

// Between two of them the motion is smooth, as the error estimate assumes, and no event inside a
// step is missed.
double Simulation::Impl::next_stop() const {
  double stop = std::numeric_limits<double>::infinity();
  if (options.end_time() > time) stop = options.end_time();
  if (next_event < scene_events.size()) stop = std::min(stop, scene_events[next_event].at);
  const auto corner = std::partition_point(corners.begin(), corners.end(),
                                           [&](double at) { return at_or_after(time, at); });
  return corner == corners.end() ? stop : std::min(stop, *corner);
}

bool Simulation::Impl::advance() {
  if (!start_problem.empty()) {
    fail(start_stopped ? MotionStatus::interrupted : MotionStatus::not_converged, start_problem);
    return false;
  }
  apply_due_events();
  const bool adaptive = traits_of(options.integrator).own_step;
  const double stop = adaptive ? next_stop() : 0;
  const Taken taken =
      take_step(adaptive ? std::min(options.time_step, stop - time) : options.time_step);
  if (taken == Taken::nothing) return false;
  ++steps;
  if (adaptive)
    time = at_or_after(time + stepper.taken, stop) ? stop : time + stepper.taken;
  else
    time = time_after(steps);
  if (taken == Taken::whole) accept_step(options.integrator, time);
  return true;
}

bool Simulation::Impl::reached(double until, std::int64_t step) const {
  if (traits_of(options.integrator).own_step) return at_or_after(time, until);
  // As many steps as fit, rounded up: the last one is not shortened.
  return static_cast<double>(step - steps0) >= std::ceil((until - t0) / options.time_step - 1e-9);
}

namespace {

// Lets the observer of a run interrupt it inside a step.
class InsideSteps final : public Observer {
 public:
  explicit InsideSteps(MotionObserver& observer) : observer_(observer) {}
  bool observe(const Frame&) override { return true; }
  bool working(Activity activity) override { return observer_.working(activity); }

 private:
  MotionObserver& observer_;
};

}  // namespace

void Simulation::Impl::run_until(double until, MotionObserver* observer) {
  const auto begin = std::chrono::steady_clock::now();
  std::optional<InsideSteps> inside;
  if (observer && is_implicit(options.integrator)) inside.emplace(*observer);
  const Asking asking(inside ? &*inside : nullptr);
  report.status = MotionStatus::finished;
  report.reason.clear();
  report.blow_up.reset();
  if (steps == 0 && shown_frame < 0) show(observer);
  while (!reached(until)) {
    if (!advance_some(until, observer)) break;
    show(observer);
    if (observer && !observer->step(time, steps)) {
      fail(MotionStatus::interrupted, fmt::format("stopped on request at time {:.6g}", time));
      break;
    }
  }
  // The last state of a run is always shown.
  const bool ended = report.status == MotionStatus::blew_up ||
                     report.status == MotionStatus::not_converged ||
                     (report.status == MotionStatus::finished && options.duration > 0 &&
                      reached(options.end_time()));
  if (ended && observer && shown_frame != steps) show_frame(*observer);
  if (report.status == MotionStatus::finished)
    report.reason = fmt::format("{} steps to time {:.6g}", steps, time);
  report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void Simulation::Impl::show(MotionObserver* observer) {
  if (observer)
    for (; shown_events < events.size(); ++shown_events) observer->event(events[shown_events]);
  const auto due = [&](double every, std::int64_t& next) {
    if (!is_due(time, every, next)) return false;
    // One step may pass many output times.
    constexpr double kFar = 1e15;
    next = std::max(next, static_cast<std::int64_t>(std::min(kFar, time / every)) - 1);
    if (time / every > kFar) return true;
    while (is_due(time, every, next)) ++next;
    return true;
  };
  const bool probe = due(options.probe_every, next_probe) || (steps == 0 && next_probe == 0);
  const bool frame = due(options.output_every, next_frame) || (steps == 0 && next_frame == 0);
  if (!observer) return;
  if (probe && !probes.names().empty()) {
    const std::vector<double> row = probe_row();
    observer->probes({time, row});
  }
  if (frame) show_frame(*observer);
}

void Simulation::Impl::show_frame(MotionObserver& observer) {
  shown_frame = steps;
  const MotionEnergies energy = energies();
  std::vector<double> x, v;
  if (observer.wants_nodes()) {
    x = in_user_order(stepper.x);
    v = in_user_order(stepper.v);
  }
  const SpringReadings read = observer.wants_springs() ? springs() : SpringReadings{};
  observer.frame({.time = time,
                  .step = steps,
                  .position = x,
                  .velocity = v,
                  .mass = user_mass,
                  .length = read.length,
                  .tension = read.tension,
                  .strain = read.strain,
                  .spring_energy = read.energy,
                  .broken = read.broken,
                  .rest_length = read.rest_length,
                  .plastic_elongation = read.plastic,
                  .hardening_force = read.hardening,
                  .viscous_tension = read.viscous,
                  .linear_iterations = report.linear_iterations,
                  .events_applied = next_event,
                  .energy = energy,
                  .momentum = momentum()});
}

MotionReport Simulation::Impl::reported() const {
  MotionReport result = report;
  result.time = time;
  result.steps = steps;
  result.linear_solver = backend.linear_solver();
  result.analyses = backend.analyses();
  return result;
}

// ---- the public interface ----

Simulation::Simulation(const System& system, const SimulationOptions& options, Observer* start,
                       Validated validated)
    : impl_(std::make_unique<Impl>(system, options, start, validated)) {}
Simulation::Simulation(const System& system)
    : Simulation(system, system.simulation.value_or(SimulationOptions{})) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const SimulationOptions& Simulation::options() const { return impl_->options; }
const std::string& Simulation::choice() const { return impl_->choice; }
std::string Simulation::linear_solver_reason() const {
  return is_implicit(impl_->options.integrator) ? impl_->backend.solver_reason() : "";
}
std::string Simulation::backend_reason() const {
  const std::string& why = impl_->net.backend_reason();
  // The integrator was chosen after the backend.
  return why.starts_with("cuda") && is_implicit(impl_->options.integrator)
             ? reason_for_cpu("implicit steps run there")
             : reason_with_start(why, impl_->options);
}
const std::vector<std::string>& Simulation::warnings() const { return impl_->warnings; }
std::optional<double> Simulation::stable_time_step() const { return impl_->stable.step; }
double Simulation::time() const { return impl_->time; }
std::int64_t Simulation::steps() const { return impl_->steps; }
MotionEnergies Simulation::energies() const { return impl_->energies(); }
std::array<double, 3> Simulation::momentum() const { return impl_->momentum(); }
std::vector<double> Simulation::tensions() const { return impl_->tensions(); }
std::vector<double> Simulation::forces() const { return impl_->user_forces(); }
void Simulation::show(MotionObserver& observer) const {
  const std::int64_t shown = impl_->shown_frame;
  impl_->show_frame(observer);
  impl_->shown_frame = shown;
}
std::vector<double> Simulation::contact_forces() const {
  return impl_->contact.forces(impl_->stepper.taken);
}
std::vector<std::string> Simulation::probe_names() const { return impl_->probes.names(); }
std::vector<double> Simulation::probe_values() const { return impl_->probe_row(); }
const std::vector<MotionEvent>& Simulation::events() const { return impl_->events; }

State Simulation::state() const {
  return {impl_->time, impl_->in_user_order(impl_->stepper.x),
          impl_->in_user_order(impl_->stepper.v)};
}

MotionReport Simulation::step() {
  impl_->report.status = MotionStatus::finished;
  impl_->report.reason.clear();
  impl_->report.blow_up.reset();
  (void)impl_->advance();
  return impl_->reported();
}

MotionReport Simulation::run_until(double time, MotionObserver* observer) {
  impl_->run_until(time, observer);
  return impl_->reported();
}

MotionReport Simulation::run(MotionObserver* observer) {
  return run_until(impl_->options.end_time(), observer);
}

}  // namespace tensio
