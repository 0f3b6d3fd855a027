#include "model/step_method.hpp"

#include <fmt/format.h>

#include "model/integrator_traits.hpp"

namespace tensio {

std::string prefactored_problem(const SimulationOptions& options) {
  const bool preview = options.accuracy == Accuracy::preview;
  if (options.method == StepMethod::newton && preview)
    return "the accuracy preview goes with the method prefactored, or auto; not with newton";
  if (options.method != StepMethod::prefactored && !preview) return {};
  if (traits_of(options.integrator).converges) return {};
  return fmt::format(
      "the {} is for integrators that solve each step to the end, which {} does not; use "
      "implicit_euler, bdf2 or implicit_midpoint",
      preview ? "accuracy preview" : "method prefactored", to_string(options.integrator));
}

std::optional<RunSizeProblem> run_size_problem(const SimulationOptions& options) {
  // Shorter times lose digits when they are divided.
  constexpr double kShortest = 1e-290;
  // Times are n h, exact up to 2^53 steps.
  constexpr double kMostSteps = 1e15;
  constexpr double kMostRows = 1e12;
  const struct {
    const char* key;
    double value;
    double most;
    const char* what;
  } times[] = {{"duration", options.duration, 0, ""},
               {"time_step", options.time_step, kMostSteps, "steps"},
               {"output_every", options.output_every, kMostRows, "frames"},
               {"probe_every", options.probe_every, kMostRows, "rows of probes"}};
  for (const auto& time : times) {
    if (time.value > 0 && time.value < kShortest)
      return RunSizeProblem{
          time.key, time.value,
          fmt::format("{} is {}; times shorter than {} lose precision: use a smaller unit of time",
                      time.key, time.value, kShortest)};
    const double count = time.value > 0 ? options.duration / time.value : 0;
    if (time.most > 0 && count > time.most)
      return RunSizeProblem{
          time.key, time.value,
          fmt::format("{} is {}: a duration of {} would make {:.3g} {}; at most {:g} are allowed: "
                      "use a longer interval",
                      time.key, time.value, options.duration, count, time.what, time.most)};
  }
  return {};
}

}  // namespace tensio
