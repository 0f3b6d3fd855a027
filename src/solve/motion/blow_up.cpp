#include "solve/motion/blow_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/integrator_traits.hpp"

namespace tensio {

namespace {

using Kind = StableStep::Kind;

std::string happened(const BlowUp& what) {
  const std::string when = fmt::format("at time {:.6g} (step {})", what.time, what.step);
  if (what.spring.empty()) return fmt::format("a position became NaN or infinite {}", when);
  if (what.by_law)
    return fmt::format("the law of {} gives NaN or infinity at a strain of {:.3g}, {}", what.spring,
                       what.most.strain, when);
  if (!std::isfinite(what.most.strain))
    return fmt::format("the length of {} became NaN or infinite {}", what.spring, when);
  if (what.most.strain <= what.allowed)
    return fmt::format("a velocity became NaN or infinite {}; the largest strain is {:.3g}, of {}",
                       when, what.most.strain, what.spring);
  return fmt::format("{} reached a strain of {:.3g} {}, above the allowed {:g}", what.spring,
                     what.most.strain, when, what.allowed);
}

// The shorter of the stable steps at the start and now, if they are known.
std::optional<double> shorter(const StableStep& start, const StableStep& now) {
  if (!start.step || !now.step) return now.step ? now.step : start.step;
  return std::min(*start.step, *now.step);
}

std::string remedy(const BlowUp& what, const StableStepOf& stable_step) {
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
    return fmt::format(
        "{} {} here: use velocity_verlet{}, {}", to_string(what.integrator),
        is(Kind::none_stable) ? "is stable at no time step" : "has no time step known to be stable",
        verlet.step ? fmt::format(" with a time step of {:g}", working_step(*verlet.step)) : "",
        kImplicit);
  }
  const std::optional<double> limit = shorter(what.at_start, now);
  if (!limit || what.time_step <= 0.9 * *limit) return kNotTheStep;
  return fmt::format("the time step was {:g}: {:g} would have been stable; use that, {}",
                     what.time_step, working_step(*limit), kImplicit);
}

}  // namespace

std::string blow_up_text(const BlowUp& what, const StableStepOf& stable_step) {
  return happened(what) + "; " + remedy(what, stable_step);
}

}  // namespace tensio
