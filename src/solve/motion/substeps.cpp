// A step, and what is done where it does not converge: it is undone and taken in halves, and each
// half that does not converge in halves again, down to 1/64 of the step. Times of substeps are
// dyadic fractions of it. A substep of that size which does not converge either is taken by
// backward Euler, which has an energy to lower at any step, with more iterations. Histories and
// contact are accepted with each substep; events of the scene apply at whole steps.
#include <fmt/format.h>

#include "backend/interrupt.hpp"
#include "model/integrator_traits.hpp"
#include "solve/motion/implicit_stage.hpp"
#include "solve/motion/simulation_impl.hpp"

namespace tensio {

namespace {

/// Halvings of a step: 2^6 = 64 substeps.
constexpr int kHalvings = 6;
/// The last attempt at a substep of the smallest size may take this multiple of the iterations.
constexpr int kPatience = 16;

// An integrator that continues from several states cannot take substeps itself.
Integrator of_substeps(Integrator integrator) {
  return traits_of(integrator).states > 1 ? Integrator::implicit_euler : integrator;
}

}  // namespace

StepResult Simulation::Impl::attempt(Integrator integrator, double t, double h, int patience) {
  stepper.patience = patience;
  if (x_before < 0) {
    x_before = backend.make_vector();
    v_before = backend.make_vector();
  }
  backend.copy(stepper.x, x_before);
  backend.copy(stepper.v, v_before);
  guess_before.known = stepper.guess.known;
  if (guess_before.known) {
    if (guess_before.v < 0) guess_before.v = backend.make_vector();
    backend.copy(stepper.guess.v, guess_before.v);
  }
  const EnergyBalance balance_before = stepper.balance;
  const Stepper::Past past_before = stepper.past;
  const auto undo = [&] {
    backend.copy(x_before, stepper.x);
    backend.copy(v_before, stepper.v);
    stepper.balance = balance_before;
    stepper.forget();
  };
  const std::int64_t linear_before = backend.linear_iterations();
  StepResult result;
  try {
    result = options.precision == Precision::single_precision
                 ? single_precision_step()
                 : contact.step(stepper, integrator, t, h);
  } catch (const Interrupted&) {
    // Restore the state before the step, so that it can be taken later.
    stepper.abandon();
    contact.abandon(t);
    undo();
    stepper.past = past_before;
    net.set_time(t);
    throw;
  }
  report.iterations += result.iterations;
  const std::int64_t linear = backend.linear_iterations() - linear_before;
  report.linear_iterations += linear;
  report.projected_steps += result.projected;
  report.unsettled_friction_steps += !result.friction_settled;
  report.newton_steps += is_implicit(integrator) && result.by_newton;
  if (!result.good) {
    stepper.abandon();
    contact.abandon(t);
    undo();
    stepper.past = past_before;
    net.set_time(t);
  }
  report.preview_steps += result.good && result.preview;
  if (options.method == StepMethod::newton) stepper.methods.take_step(result.retried);
  if (options.method == StepMethod::automatic && is_implicit(integrator))
    stepper.methods.compare(result, backend.newton_work(result.iterations, linear));
  return result;
}

bool Simulation::Impl::has_blown_up() {
  const std::optional<BlowUp> what = blow_up();
  if (!what) return false;
  backend.copy(x_before, stepper.x);
  backend.copy(v_before, stepper.v);
  stepper.forget();
  if (guess_before.known) backend.copy(guess_before.v, stepper.guess_vector());
  stepper.guess.known = guess_before.known;
  ExplainedBlowUp explained =
      explain(*what, [&](Integrator which, Shape shape) { return stable_step(which, shape); });
  fail(MotionStatus::blew_up, std::move(explained.text));
  report.blow_up = explained.report;
  return true;
}

void Simulation::Impl::accept_step(Integrator integrator, double end) {
  stepper.accept(integrator, end, stepper.taken, events);
  contact.commit(end, events);
}

Simulation::Impl::Taken Simulation::Impl::take_step(double h) {
  const StepStart start{stepper.balance, stepper.past, stepper.methods, stepper.halves};
  stepper.halvings = 0;
  // A formula of several steps would lose its order.
  const bool may_halve = options.substeps && traits_of(options.integrator).states == 1;
  if (may_halve && stepper.halves.left > 0 && is_prefactored(stepper)) {
    const std::int64_t before = report.iterations;
    const Taken taken = take_split(h, start, "it was not tried whole");
    if (taken == Taken::split) stepper.halves.take_halves(report.iterations - before);
    return taken;
  }
  try {
    const StepResult result = attempt(options.integrator, time, h);
    if (may_halve) stepper.halves.take_whole(result.halve_next);
    if (!result.good) {
      if (options.substeps && is_implicit(options.integrator))
        return take_split(h, start, result.reason);
      fail(MotionStatus::not_converged,
           fmt::format("the step from time {:.6g} did not converge: {}", time, result.reason));
      return Taken::nothing;
    }
    if (has_blown_up()) {
      stepper.balance = start.balance;
      return Taken::nothing;
    }
    if (result.retried) {
      ++report.retried_steps;
      events.push_back({.time = time,
                        .kind = MotionEvent::Kind::retry,
                        .detail = result.by_newton ? "newton" : "prefactored"});
    }
    return Taken::whole;
  } catch (const Interrupted&) {
    fail(MotionStatus::interrupted, fmt::format("stopped on request at time {:.6g}", time));
    return Taken::nothing;
  }
}

Simulation::Impl::Taken Simulation::Impl::take_split(double h, const StepStart& start,
                                                     const std::string& reason) {
  // All that substeps change, so that the step can be undone as a whole.
  stepper.make_past();
  const std::pair<VectorId, VectorId*> stored[] = {{stepper.x, &x_start},
                                                   {stepper.v, &v_start},
                                                   {stepper.past.x, &past_x_start},
                                                   {stepper.past.v, &past_v_start}};
  for (const auto& [id, copy] : stored) {
    if (*copy < 0) *copy = backend.make_vector();
    backend.copy(id, *copy);
  }
  const std::vector<double> histories_before = histories().save();
  const std::vector<double> contact_before = contact.save();
  const std::size_t events_before = events.size();
  const auto undo = [&] {
    for (const auto& [id, copy] : stored) backend.copy(*copy, id);
    stepper.forget();
    stepper.balance = start.balance;
    stepper.past.known = start.past.known;
    stepper.past.h = start.past.h;
    stepper.methods = start.methods;
    stepper.halves = start.halves;
    (void)histories().load(histories_before);
    contact.restore(contact_before);
    contact.abandon(time);
    events.resize(events_before);
    net.set_time(time);
  };
  events.push_back({.time = time, .kind = MotionEvent::Kind::split});
  int substeps = 0;
  try {
    const std::string failure = take_halves(time, h, 1, substeps);
    if (failure.empty() && report.status == MotionStatus::finished) {
      events[events_before].value = substeps;
      ++report.split_steps;
      // Prefactored steps continue with the acceleration of the last half.
      if (traits_of(options.integrator).states > 1 || !is_prefactored(stepper)) stepper.forget();
      stepper.taken = h;
      return Taken::split;
    }
    undo();
    if (report.status == MotionStatus::finished)
      fail(MotionStatus::not_converged,
           fmt::format("the step from time {:.6g} did not converge ({}), nor did substeps of "
                       "{:.3g}: {}",
                       time, reason, h / (1 << kHalvings), failure));
  } catch (const Interrupted&) {
    undo();
    fail(MotionStatus::interrupted, fmt::format("stopped on request at time {:.6g}", time));
  }
  return Taken::nothing;
}

std::string Simulation::Impl::take_halves(double t, double h, int depth, int& substeps) {
  for (const double begin : {t, t + h / 2}) {
    Integrator integrator = of_substeps(options.integrator);
    stepper.halvings = depth;
    StepResult result = attempt(integrator, begin, h / 2);
    if (!result.good && depth == kHalvings) {
      integrator = Integrator::implicit_euler;
      result = attempt(integrator, begin, h / 2, kPatience);
    }
    stepper.halvings = 0;
    if (result.good) {
      if (has_blown_up()) return {};
      accept_step(integrator, begin + h / 2);
      ++substeps;
      continue;
    }
    if (depth == kHalvings) return result.reason;
    const std::string failure = take_halves(begin, h / 2, depth + 1, substeps);
    if (!failure.empty() || report.status != MotionStatus::finished) return failure;
  }
  return {};
}

}  // namespace tensio
