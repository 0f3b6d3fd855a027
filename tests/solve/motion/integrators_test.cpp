// Every integrator reaches its order, damped and undamped: errors when the step is halved, against
// closed forms and against a fine rk4.
#include <gtest/gtest.h>

#include <cmath>

#include "support/moving.hpp"
#include "support/nets.hpp"
#include "support/waveforms.hpp"

namespace tensio {
namespace {

using testing::kOrders;
using testing::Moving;
using testing::Ordered;
using testing::sine;

struct End {
  std::vector<double> x, v;
};

End end_of(const System& system, Integrator integrator, double time, int steps) {
  SimulationOptions options;
  // Of rk45: so large that it takes the steps it is given.
  options.tolerance = integrator == Integrator::rk45 ? 1e6 : 1e-12;
  options.threads = 1;
  Moving moving(system, options);
  const StepResult result = moving.steps(integrator, time / steps, steps);
  EXPECT_TRUE(result.good) << to_string(integrator) << ": " << result.reason;
  return {moving.position(), moving.velocity()};
}

double distance(const End& a, const End& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    sum += (a.x[i] - b.x[i]) * (a.x[i] - b.x[i]) + (a.v[i] - b.v[i]) * (a.v[i] - b.v[i]);
  return std::sqrt(sum);
}

/// Errors at `steps`, twice and four times as many.
void expect_order(const System& system, const End& exact, const Ordered& of, double time,
                  int steps) {
  double error[3];
  for (int i = 0; i < 3; ++i)
    error[i] = distance(end_of(system, of.integrator, time, steps << i), exact);
  EXPECT_GE(std::log2(error[1] / error[2]), of.order - 0.1)
      << to_string(of.integrator) << ": " << error[0] << ' ' << error[1] << ' ' << error[2];
  // That the errors are those of a method that works, and not of one that is far off.
  EXPECT_LT(error[2], 0.1) << to_string(of.integrator);
}

System oscillator(double c) {
  SpringSet spring;
  if (c > 0) spring.damping = {c};
  return testing::oscillator(spring);
}

// m u'' + c u' + k u = 0 from u = 0.3, u' = 0.5.
End oscillator_at(double t, double c) {
  const double m = 2, k = 8, decay = c / (2 * m), w = std::sqrt(k / m - decay * decay);
  const double a = 0.3, b = (0.5 + decay * a) / w, fade = std::exp(-decay * t);
  const double u = fade * (a * std::cos(w * t) + b * std::sin(w * t));
  const double v =
      fade * ((b * w - decay * a) * std::cos(w * t) - (a * w + decay * b) * std::sin(w * t));
  return {{0, 0, 1 + u, 0}, {0, 0, v, 0}};
}

TEST(Orders, OfTheOscillator) {
  for (double c : {0.0, 1.6})
    for (const Ordered& of : kOrders)
      expect_order(oscillator(c), oscillator_at(2, c), of, 2,
                   of.order >= 4   ? 20
                   : of.order == 2 ? 80
                                   : 400);
}

// Drag alone: v = v0 exp(-d t).
TEST(Orders, OfDrag) {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0};
  net.nodes.velocity = {1, -2, 0.5};
  net.nodes.mass = {3};
  net.drag = 0.7;
  const double t = 1.5, fade = std::exp(-0.7 * t), path = (1 - fade) / 0.7;
  const End exact{{path, -2 * path, 0.5 * path}, {fade, -2 * fade, 0.5 * fade}};
  for (const Ordered& of : kOrders)
    expect_order(net, exact, of, t, of.order >= 4 ? 8 : of.order == 2 ? 40 : 200);
}

// A net that turns, stretches and is driven: with all kinds of loads together, or undamped.
System driven_net(bool damped) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0.1, 2, -0.1, 0.1, 1, 1.2, 1.1, 2.1, 0.9};
  net.nodes.velocity = {0, 0, 0.3, 0, 0, 0.4, 0, -0.6, 0.5, 0.2, 0, 0};
  net.nodes.mass = {1, 0.7, 1.2, 0.9, 1.1, 0.8};
  net.nodes.fixed = {{.nodes = {0}, .motion = {sine(0.2, 0.6, 0.4), sine(0.15, 0.8, 1)}},
                     {.nodes = {5}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {0, 4}, {1, 3}},
                  .stiffness = {30, 20, 25, 30, 20, 15, 25, 10, 12},
                  .rest_length = {0.9}}};
  net.loads = {{.nodes = {4}, .wave = {sine(2, 0.9, 0.3), sine(1, 0.7, 2)}},
               {.nodes = {2}, .force = {0.5, 1}}};
  net.gravity = {0, -3, 0};
  if (damped) {
    net.springs[0].damping = {0.8, 0.5, 1, 0.4, 0.9, 0.3, 0.6, 0.7, 1.1};
    net.drag = 0.3;
  }
  return net;
}

TEST(Orders, OfADrivenNet) {
  for (bool damped : {true, false}) {
    const System net = driven_net(damped);
    const End exact = end_of(net, Integrator::rk4, 1, 20000);
    for (const Ordered& of : kOrders)
      expect_order(net, exact, of, 1,
                   of.order == 5   ? 80
                   : of.order == 4 ? 20
                   : of.order == 2 ? 100
                                   : 800);
  }
}

}  // namespace
}  // namespace tensio
