// Fused explicit steps: many in one call, up to the next output or event.
#include <fmt/format.h>

#include <algorithm>

#include "backend/loops.hpp"
#include "model/integrator_traits.hpp"
#include "solve/motion/simulation_impl.hpp"

namespace tensio {

namespace {

// "a, b and c".
std::string fused_integrators() {
  std::string names;
  for (const IntegratorTraits& traits : kIntegratorTraits)
    if (traits.fused) names += (names.empty() ? "" : ", ") + std::string(traits.name);
  const std::size_t last = names.rfind(", ");
  return last == std::string::npos ? names : names.replace(last, 2, " and ");
}

}  // namespace

std::int64_t Simulation::Impl::fused_steps(double until, const MotionObserver* observer) const {
  if (!traits_of(options.integrator).fused || steps < single_until || !stepper.unchanging() ||
      !contact.rests() || !backend.can_advance())
    return 0;
  const double work = net.data.spring_count + net.data.node_count + 100.0;
  std::int64_t most = backend.most_steps(work);
  if (observer) most = std::min(most, observer->next_step(steps) - steps);
  std::int64_t count = 0;
  while (count < most) {
    ++count;
    const double then = time_after(steps + count);
    const bool output_due =
        observer && (is_due(then, options.output_every, next_frame) ||
                     (is_due(then, options.probe_every, next_probe) && !probes.names().empty()));
    if (output_due || event_is_due(then) || reached(until, steps + count)) break;
  }
  return count;
}

std::string Simulation::Impl::not_in_single() const {
  const auto text = [](const char* what) {
    return fmt::format(
        "single precision supports only springs, damping, drag and constant loads, not {}: use "
        "precision double",
        what);
  };
  if (!kHasSinglePrecision)
    return "this build does not have single precision: use precision double";
  if (!traits_of(options.integrator).fused)
    return fmt::format(
        "single precision is for {}, not for {}: use another integrator, or precision double",
        fused_integrators(), to_string(options.integrator));
  const NetworkData& data = net.data;
  if (net.has_waves()) return text("a load that changes with time");
  if (!net.moving_axes().empty()) return text("a support that moves");
  if (!histories().empty()) return text("a spring that yields, creeps, breaks or is a muscle");
  if (data.faces.act()) return text("pressure or wind");
  if (!data.solids.empty()) return text("an obstacle");
  if (!data.targets.empty()) return text("a target");
  if (!data.functions.empty()) return text("a custom law");
  if (is_damped_where_slack(data)) return text("a cable or strut with damping and no stiffness");
  return {};
}

Advance Simulation::Impl::steps_of(std::int64_t count) {
  Advance what;
  what.integrator = options.integrator;
  what.h = stepper.taken = options.time_step;
  what.count = count;
  what.x = stepper.x;
  what.v = stepper.v;
  if (options.integrator == Integrator::velocity_verlet && stepper.steady() &&
      net.data.solids.empty())
    what.a = stepper.work(2);
  what.a_known = stepper.fresh;
  if (options.integrator == Integrator::velocity_verlet && stepper.depends_on_velocities())
    what.guess = stepper.guess_vector();
  what.guess_known = stepper.guess.known;
  what.dissipated = &stepper.balance.dissipated;
  what.strain = options.blowup_strain;
  what.precision = options.precision;
  return what;
}

StepResult Simulation::Impl::single_precision_step() {
  if (std::string reason = not_in_single(); !reason.empty())
    return {.good = false, .reason = std::move(reason)};
  Advance what = steps_of(1);
  what.watched = false;
  backend.advance(what);
  stepper.take_forces_of(what);
  return {};
}

bool Simulation::Impl::advance_fused(std::int64_t count) {
  Advance what = steps_of(count);
  what.contact = contact.begin_fused(stepper);
  const std::int64_t good = backend.advance(what);
  if (good < count) {
    // The next step may have blown up: single steps report what, where and when, or continue.
    if (good > 0) return advance_fused(good);
    single_until = steps + singles;
    singles *= 2;
    return false;
  }
  singles = kSingles;
  stepper.take_forces_of(what);
  contact.commit_fused(
      stepper, [&](std::int64_t step) { return time_after(steps + step); }, events);
  steps += count;
  time = time_after(steps);
  net.set_time(time);
  return true;
}

bool Simulation::Impl::advance_some(double until, const MotionObserver* observer) {
  if (start_problem.empty()) {
    apply_due_events();
    const std::int64_t count = fused_steps(until, observer);
    if (count > 0 && advance_fused(count)) return true;
  }
  return advance();
}

}  // namespace tensio
