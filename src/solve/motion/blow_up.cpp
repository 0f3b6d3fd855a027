#include "solve/motion/blow_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/integrator_traits.hpp"

namespace tensio {

namespace {

using Kind = StableStep::Kind;

using Cause = BlowUpReport::Cause;

Cause cause_of(const BlowUp& what) {
  if (what.spring.empty()) return Cause::position;
  if (what.by_law) return Cause::law;
  if (!std::isfinite(what.most.strain)) return Cause::length;
  return what.most.strain <= what.allowed ? Cause::velocity : Cause::strain;
}

std::string happened(const BlowUp& what) {
  const std::string when = fmt::format("at time {:.6g} (step {})", what.time, what.step);
  switch (cause_of(what)) {
    case Cause::position: return fmt::format("a position became NaN or infinite {}", when);
    case Cause::law:
      return fmt::format("the law of {} gives NaN or infinity at a strain of {:.3g}, {}",
                         what.spring, what.most.strain, when);
    case Cause::length:
      return fmt::format("the length of {} became NaN or infinite {}", what.spring, when);
    case Cause::velocity:
      return fmt::format(
          "a velocity became NaN or infinite {}; the largest strain is {:.3g}, of {}", when,
          what.most.strain, what.spring);
    case Cause::strain: break;
  }
  return fmt::format("{} reached a strain of {:.3g} {}, above the allowed {:g}", what.spring,
                     what.most.strain, when, what.allowed);
}

// The shorter of the stable steps at the start and now, if they are known.
std::optional<double> shorter(const StableStep& start, const StableStep& now) {
  if (!start.step || !now.step) return now.step ? now.step : start.step;
  return std::min(*start.step, *now.step);
}

// What to do; the step and the integrator that it names go to the report.
std::string remedy(const BlowUp& what, const StableStepOf& stable_step, BlowUpReport& report) {
  constexpr const char* kImplicit = "or implicit_euler, which is stable at any";
  constexpr const char* kNotTheStep =
      "the time step is not the cause: check the loads, custom laws and blowup_strain";
  if (what.by_law) return "check that law";
  if (is_implicit(what.integrator) || traits_of(what.integrator).own_step) return kNotTheStep;
  const StableStep now = stable_step(what.integrator, Shape::any);
  // If no step was stable at the start, none is stable now.
  const auto is = [&](Kind kind) { return what.at_start.kind == kind || now.kind == kind; };
  if (is(Kind::none_stable) || is(Kind::unknown)) {
    const StableStep verlet = stable_step(Integrator::velocity_verlet, Shape::any);
    if (verlet.kind == Kind::unknown)
      return "the stiffness of a spring is NaN or infinite there, so no stable time step is known; "
             "check custom laws";
    report.integrator = Integrator::velocity_verlet;
    if (verlet.step) report.stable_time_step = working_step(*verlet.step);
    return fmt::format(
        "{} {} here: use velocity_verlet{}, {}", to_string(what.integrator),
        is(Kind::none_stable) ? "is stable at no time step" : "has no time step known to be stable",
        verlet.step ? fmt::format(" with a time step of {:g}", working_step(*verlet.step)) : "",
        kImplicit);
  }
  const std::optional<double> limit = shorter(what.at_start, now);
  if (!limit || what.time_step <= 0.9 * *limit) return kNotTheStep;
  report.stable_time_step = working_step(*limit);
  return fmt::format("the time step was {:g}: {:g} would have been stable; use that, {}",
                     what.time_step, working_step(*limit), kImplicit);
}

}  // namespace

ExplainedBlowUp explain(const BlowUp& what, const StableStepOf& stable_step) {
  ExplainedBlowUp result;
  result.report = {.cause = cause_of(what),
                   .spring = what.spring_id,
                   .strain = what.most.strain,
                   .allowed_strain = what.allowed,
                   .time = what.time,
                   .step = what.step,
                   .time_step = what.time_step};
  result.text = happened(what) + "; " + remedy(what, stable_step, result.report);
  return result;
}

}  // namespace tensio
