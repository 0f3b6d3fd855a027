#include "solve/motion/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "model/integrator_traits.hpp"

namespace tensio {

namespace {

using Kind = StableStep::Kind;

constexpr double kShare = 0.8;        // of the stable step; less if the net can reach a shape
                                      // that needs a shorter one
constexpr double kLeastSteps = 1000;  // of a run, so that slow nets have a fine resolution too,
constexpr double kFine = 0.1;         // but no finer than this share of velocity_verlet's limit
constexpr double kFrames = 100;       // steps of the shortest run: one per frame (default)
// An implicit step costs about as much as a hundred explicit ones, and kLeastSteps are enough.
constexpr double kMostSteps = 100 * kLeastSteps;
constexpr double kAnyStep = 0.01;  // [s] if nothing limits it

std::string figure(double value) { return fmt::format("{:.3g}", value); }

// 2400 as 2,400.
std::string counted(double count) {
  const std::string digits = fmt::format("{:.0f}", count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

double steps_in(double duration, double step) { return std::ceil(duration / step - 1e-9); }

// The longest step up to a limit of which the duration is a multiple.
double dividing(double duration, double limit) { return duration / steps_in(duration, limit); }

// Rounded down to two digits.
double rounded_down(double step) {
  double unit = 1;
  while (unit > step) unit /= 10;
  while (unit * 10 <= step) unit *= 10;
  return std::floor(step / unit * 10) / 10 * unit;
}

class Chooser {
 public:
  Chooser(const SimulationOptions& options, const StableStepOf& stable_step,
          const std::string& second)
      : options_(options), stable_step_(stable_step), second_(second) {}

  Choice choose() {
    choice_.integrator = options_.integrator;
    choice_.time_step = options_.time_step;
    if (options_.integrator == Integrator::automatic)
      choose_integrator();
    else
      choice_.stable = at_start(options_.integrator);
    if (choice_.time_step == 0) choose_step();
    warn();
    return std::move(choice_);
  }

 private:
  StableStep at_start(Integrator integrator) const {
    const StableStep start = stable_step_(integrator, Shape::current);
    if (start.kind != Kind::none_stable || start.undamped == 0) return start;
    // Dashpots act along springs. Vibrations across springs under tension are not damped, and grow
    // with any step; the damping is sufficient if they grow slowly compared with the run.
    const StableStep along = stable_step_(integrator, Shape::any);
    if (!along.step) return start;
    const double h = options_.time_step > 0 ? options_.time_step : kShare * *along.step;
    const double exponent = 0.5 * h * start.undamped * start.undamped * options_.duration;
    const bool slow = options_.duration > 0 && exponent < 1;
    return slow ? StableStep{Kind::bound, along.step} : start;
  }

  std::string time(double value) const {
    return second_.empty() ? figure(value) : figure(value) + ' ' + second_;
  }

  void take(Integrator integrator, std::string why) {
    choice_.integrator = integrator;
    choice_.why = fmt::format("{}: {}", to_string(integrator), why);
  }

  // velocity_verlet, unless it would need too short a step.
  void choose_integrator() {
    const bool preview = options_.accuracy == Accuracy::preview;
    if (options_.method == StepMethod::prefactored || preview) {
      choice_.stable = {};
      return take(Integrator::implicit_euler,
                  fmt::format("the {} is for implicit steps",
                              preview ? "accuracy preview" : "method prefactored"));
    }
    choice_.stable = at_start(Integrator::velocity_verlet);
    choice_.integrator = Integrator::velocity_verlet;
    const StableStep verlet = choice_.stable;
    fine_ = kFine * verlet.step.value_or(0);
    if (verlet.kind == Kind::unknown) {
      choice_.stable = {};
      take(Integrator::implicit_euler,
           "the stiffness at the start is NaN or infinite, so no explicit step is known to be "
           "stable");
    } else if (verlet.step && options_.time_step > *verlet.step) {
      choice_.stable = {};
      take(Integrator::implicit_euler,
           fmt::format("the time step {} is {} times the stability limit {} of velocity_verlet",
                       time(options_.time_step), figure(options_.time_step / *verlet.step),
                       time(*verlet.step)));
    } else if (options_.time_step > 0) {
      take(Integrator::velocity_verlet,
           verlet.step
               ? fmt::format("the time step {} is {} of the stable {}", time(options_.time_step),
                             figure(options_.time_step / *verlet.step), time(*verlet.step))
               : "nothing in this net oscillates");
    } else if (verlet.step && steps_in(options_.duration, longest_stable()) > kMostSteps) {
      const double stable = longest_stable();
      choice_.stable = {};
      const double step = choice_.time_step = dividing(options_.duration, longest_for_output());
      take(Integrator::implicit_euler,
           fmt::format("{} steps of {}; velocity_verlet would need {} of {} to be stable",
                       counted(steps_in(options_.duration, step)), time(step),
                       counted(steps_in(options_.duration, stable)), time(stable)));
    }
  }

  void choose_step() {
    const double limit = std::min(longest_stable(), longest_for_output());
    const double duration = options_.duration;
    const double step = choice_.time_step =
        duration > 0 ? dividing(duration, limit) : rounded_down(limit);
    if (traits_of(choice_.integrator).own_step)
      return take(choice_.integrator, fmt::format("steps of its own choice, up to {}", time(step)));
    std::string steps = duration > 0 ? counted(steps_in(duration, step)) + " steps" : "steps";
    steps += fmt::format(" of {}", time(step));
    if (choice_.stable.step)
      steps += fmt::format(", {} of the stable {}", figure(step / *choice_.stable.step),
                           time(*choice_.stable.step));
    else if (is_implicit(choice_.integrator))
      steps += ", which is stable at any";
    take(choice_.integrator, steps);
  }

  double longest_stable() {
    if (choice_.stable.step) {
      const StableStep any = stable_step_(choice_.integrator, Shape::any);
      return std::min(kShare * *choice_.stable.step, any.step.value_or(*choice_.stable.step));
    }
    const bool has_output = options_.duration > 0;
    if (choice_.stable.kind != Kind::none_stable && has_output) return longest_for_output();
    // Neither a limit nor a duration: velocity_verlet's limit indicates the net's frequencies.
    const std::optional<double> verlet = at_start(Integrator::velocity_verlet).step;
    const double share = choice_.stable.kind == Kind::none_stable ? 0.1 : kShare;
    return verlet ? share * *verlet : kAnyStep;
  }

  // At least one step per frame, and enough steps in all; rk45 controls its own steps. In a run
  // that is short compared with the net's vibrations fewer steps are enough.
  double longest_for_output() {
    double longest = std::numeric_limits<double>::infinity();
    if (options_.duration > 0) {
      longest = options_.duration / kFrames;
      if (!traits_of(choice_.integrator).own_step)
        longest = std::min(longest, std::max(options_.duration / kLeastSteps, fine_step()));
    }
    if (options_.output_every > 0) longest = std::min(longest, options_.output_every);
    return longest;
  }

  // A step that resolves the fastest vibration: w h = 0.2. 0 if there is none.
  double fine_step() {
    if (!fine_) fine_ = kFine * at_start(Integrator::velocity_verlet).step.value_or(0);
    return *fine_;
  }

  void warn() {
    const std::string name = to_string(choice_.integrator);
    const double h = choice_.time_step;
    if (choice_.stable.kind == Kind::none_stable) {
      // the undamped vibration that grows fastest: w = undamped, or w h = 2 at velocity_verlet's
      // limit
      double square = choice_.stable.undamped * choice_.stable.undamped;
      if (square == 0)
        if (const std::optional<double> verlet = at_start(Integrator::velocity_verlet).step)
          square = 4 / (*verlet * *verlet);
      const std::string growth =
          square > 0 ? fmt::format(", here by the factor e in about {}", time(2 / (h * square)))
                     : "";
      choice_.warnings.push_back(
          fmt::format("{} without enough damping is unstable at any time step, so that errors "
                      "grow{}: use symplectic_euler, which costs the same, or velocity_verlet",
                      name, growth));
    }
    if (choice_.stable.step && h > *choice_.stable.step)
      choice_.warnings.push_back(fmt::format(
          "the time step {} is {} times the {} up to which {} is {}stable: {}; use a time step of "
          "{}, or implicit_euler, which is stable at any",
          time(h), figure(h / *choice_.stable.step), time(*choice_.stable.step), name,
          choice_.stable.kind == Kind::bound ? "certainly " : "",
          choice_.stable.kind == Kind::bound ? "it may blow up" : "expect it to blow up",
          time(working_step(*choice_.stable.step))));
  }

  const SimulationOptions& options_;
  const StableStepOf& stable_step_;
  const std::string& second_;
  Choice choice_;
  std::optional<double> fine_;  // fine_step(), once computed
};

}  // namespace

double working_step(double limit) { return rounded_down(0.9 * limit); }

Choice choose(const SimulationOptions& options, const StableStepOf& stable_step,
              const std::string& second) {
  return Chooser(options, stable_step, second).choose();
}

}  // namespace tensio
