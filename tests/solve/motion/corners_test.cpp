// Corners in the waveforms of supports and loads: the order of state and work, against closed
// forms, and where rk45 ends its steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "support/allocations.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "support/waveforms.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using testing::kOrders;
using testing::Ordered;
using testing::ramp;
using testing::sine;

using Points = std::vector<std::array<double, 2>>;

double rate_between(const Points& points, std::size_t i) {
  return (points[i + 1][1] - points[i][1]) / (points[i + 1][0] - points[i][0]);
}

constexpr double kMass = 2, kStiffness = 80;

// A mass on a spring with a dashpot along x. Node 0 is the support, node 1 the mass.
System oscillator(double c) {
  SpringSet spring{.stiffness = {kStiffness}, .rest_length = {1}};
  if (c > 0) spring.damping = {c};
  return testing::mass_on_spring(kMass, spring);
}

struct Outcome {
  double time = 0;
  double x = 0, v = 0;  // of the mass: displacement and velocity
  double work = 0;
};

struct Errors {
  double state = 0, work = 0;
  double balance = 0;  // change of the total
};

// The exact motion of m y'' + c y' + k y = 0 for `t` seconds.
void swing(double c, double t, double& y, double& v) {
  const double decay = c / (2 * kMass), w = std::sqrt(kStiffness / kMass - decay * decay);
  const double fade = std::exp(-decay * t), a = y, b = (v + decay * y) / w;
  const double sine = std::sin(w * t), cosine = std::cos(w * t);
  y = fade * (a * cosine + b * sine);
  v = fade * ((b * w - decay * a) * cosine - (a * w + decay * b) * sine);
}

// The support follows the points, the first at time 0, from rest: between two corners y = x - u
// swings freely, and the force of the support, m x'', does the work u' m (change of x'). One
// outcome for each point after the first.
std::vector<Outcome> dragged(const Points& points, double c) {
  std::vector<Outcome> all;
  double y = 0, v = 0, work = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double rate = rate_between(points, i), before = v;
    double relative = v - rate;
    swing(c, points[i + 1][0] - points[i][0], y, relative);
    v = relative + rate;
    work += rate * kMass * (v - before);
    all.push_back({.time = points[i + 1][0], .x = y + points[i + 1][1], .v = v, .work = work});
  }
  return all;
}

// A force that follows the points: y = x - F/k swings freely, undamped. Its work is the energy.
std::vector<Outcome> loaded(const Points& points) {
  std::vector<Outcome> all;
  double x = 0, v = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double rate = rate_between(points, i) / kStiffness;
    double y = x - points[i][1] / kStiffness, relative = v - rate;
    swing(0, points[i + 1][0] - points[i][0], y, relative);
    x = y + points[i + 1][1] / kStiffness;
    v = relative + rate;
    all.push_back({.time = points[i + 1][0],
                   .x = x,
                   .v = v,
                   .work = 0.5 * kMass * v * v + 0.5 * kStiffness * x * x});
  }
  return all;
}

SimulationOptions in_steps(Integrator integrator, double h, double duration) {
  // Of rk45: so large that it takes the steps it is given.
  return {.integrator = integrator,
          .time_step = h,
          .duration = duration,
          .tolerance = integrator == Integrator::rk45 ? 1e6 : 1e-13,
          .threads = 1};
}

// The largest errors at the times of the outcomes.
Errors errors(const System& net, const std::vector<Outcome>& exact, Integrator integrator,
              double h) {
  Simulation simulation(net, in_steps(integrator, h, exact.back().time));
  const double before = simulation.energies().total;
  Errors most;
  for (const Outcome& outcome : exact) {
    const MotionReport report = simulation.run_until(outcome.time);
    EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
    EXPECT_NEAR(simulation.time(), outcome.time, 1e-12);
    const State state = simulation.state();
    const MotionEnergies energy = simulation.energies();
    most.state = std::max(
        most.state, std::hypot(state.position[2] - 1 - outcome.x, state.velocity[2] - outcome.v));
    most.work = std::max(most.work, std::abs(energy.work - outcome.work));
    most.balance = std::max(most.balance, std::abs(energy.total - before));
  }
  return most;
}

// Halves the step twice, and asks for the order of the state, of the work and of the balance.
void expect_order(const System& net, const std::vector<Outcome>& exact, const Ordered& of,
                  int steps) {
  SCOPED_TRACE(to_string(of.integrator));
  Errors found[3];
  for (int i = 0; i < 3; ++i)
    found[i] = errors(net, exact, of.integrator, exact.back().time / (steps << i));
  const auto check = [&](const char* what, double Errors::*member) {
    const double error[] = {found[0].*member, found[1].*member, found[2].*member};
    // Below rounding there is no order to see.
    if (error[2] > 1e-10)
      EXPECT_GE(std::log2(error[1] / error[2]), of.order - 0.15)
          << what << ": " << error[0] << ' ' << error[1] << ' ' << error[2];
    EXPECT_LT(error[2], 0.05) << what;
  };
  check("state", &Errors::state);
  check("work", &Errors::work);
  check("balance", &Errors::balance);
}

int steps_for(double order) { return order == 5 ? 32 : order == 4 ? 96 : order == 2 ? 192 : 1536; }

constexpr double kDampings[] = {0, 3};

TEST(Corners, OnStepEndsLeaveEveryIntegratorItsOrder) {
  const Points points = {{0, 0}, {0.25, 0.2}, {0.5, 0.15}, {0.75, -0.1}, {1, 0.05}};
  for (double c : kDampings) {
    System net = oscillator(c);
    net.nodes.fixed[0].motion = {ramp(points), {}};
    for (const Ordered& of : kOrders)
      expect_order(net, dragged(points, c), of, steps_for(of.order));
  }
  const Points force = {{0, 0}, {0.25, 10}, {0.5, 10}, {0.75, -20}, {1, 0}};
  System net = oscillator(0);
  net.loads = {{.nodes = {1}, .wave = {ramp(force), {}}}};
  for (const Ordered& of : kOrders) expect_order(net, loaded(force), of, steps_for(of.order));
}

// At a third and two thirds of a second a corner stands a third of a step from either end of it,
// however often the step is halved. rk45 has none inside its steps.
TEST(Corners, InsideStepsLeaveSecondOrder) {
  const Points points = {{0, 0}, {1. / 3, 0.2}, {2. / 3, -0.1}, {1, 0}};
  const Points force = {{0, 0}, {1. / 3, 10}, {2. / 3, -20}, {1, 0}};
  for (const Ordered& of : kOrders) {
    if (of.integrator == Integrator::rk45) continue;
    const Ordered least{of.integrator, std::min(of.order, 2.0)};
    const int steps = least.order == 2 ? 256 : 2048;
    for (double c : kDampings) {
      System net = oscillator(c);
      net.nodes.fixed[0].motion = {ramp(points), {}};
      expect_order(net, {dragged(points, c).back()}, least, steps);
    }
    System net = oscillator(0);
    net.loads = {{.nodes = {1}, .wave = {ramp(force), {}}}};
    expect_order(net, {loaded(force).back()}, least, steps);
  }
}

// A spring between a support that stands and one that is pulled 0.1 m in a second and then fixed:
// k u²/2 = 0.5 J. Corners on step ends, to rounding (3 x 0.1 is not 0.3), and inside a step.
TEST(Corners, PullingASpringIsTheWorkThatItStores) {
  for (const Ordered& of : kOrders)
    for (const auto& [h, begin] :
         {std::pair(0.05, 0.0), std::pair(0.1, 0.3), std::pair(0.05, 0.02)}) {
      SCOPED_TRACE(std::string(to_string(of.integrator)) + " " + std::to_string(begin));
      System net = oscillator(0);
      net.springs[0].stiffness = {100};
      net.nodes.fixed = {{.nodes = {1}},
                         {.nodes = {0}, .motion = {ramp({{begin, 0}, {begin + 1, -0.1}}), {}}}};
      Simulation simulation(net, in_steps(of.integrator, h, 2));
      EXPECT_EQ(simulation.run().status, MotionStatus::finished);
      const MotionEnergies energy = simulation.energies();
      EXPECT_NEAR(energy.elastic, 0.5, 1e-12);
      // Euler's methods know the force at one end of a step: k (0.1 h)² / 2 off in each of 1 s / h.
      EXPECT_NEAR(energy.work, 0.5, of.order == 1 ? 0.5 * h + 1e-9 : 1e-9);
      EXPECT_NEAR(energy.total, 0, of.order == 1 ? 0.5 * h + 1e-9 : 1e-9);
    }
}

// A plane net that turns, with dashpots, drag and weights, whose support and load have corners at
// two times. Node 4 has a load with a ramp along x and 1.5 N along y: both components are work.
System turning_net(double first, double second) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0.1, 2, -0.1, 0.1, 1, 1.2, 1.1, 2.1, 0.9};
  net.nodes.mass = {1, 0.7, 1.2, 0.9, 1.1, 0.8};
  net.nodes.fixed = {{.nodes = {0},
                      .motion = {ramp({{0, 0}, {first, 0.2}, {second, -0.1}, {1, 0.1}}),
                                 ramp({{first, 0}, {second, 0.3}})}},
                     {.nodes = {5}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 4}, {4, 5}, {0, 4}, {1, 3}},
                  .stiffness = {30, 20, 25, 30, 20, 15, 25, 10, 12},
                  .rest_length = {0.9}}};
  net.springs[0].damping = {0.8, 0.5, 1, 0.4, 0.9, 0.3, 0.6, 0.7, 1.1};
  net.loads = {{.nodes = {4}, .wave = {ramp({{0, 0}, {first, 3}, {second, -2}}), {.value = 1.5}}}};
  net.gravity = {0, -3, 0};
  net.drag = 0.3;
  return net;
}

// At 1.2 s, by SciPy's DOP853 with a relative and absolute tolerance of 1e-13 from corner to
// corner: positions and velocities of nodes 1 to 4, work and dissipated energy.
struct Reference {
  double first, second;
  std::array<double, 8> position, velocity;
  double work, dissipated;
};
constexpr Reference kReferences[] = {
    {0.3,
     0.6,
     {0.62877492219, -0.54927860989, 1.43372240346, -0.15744004983, 1.01744284759, 0.25315938223,
      1.52239978084, -0.27128076072},
     {-0.04348761857, -0.44728271287, -0.43390728800, 0.51580647360, 0.28857355219, -0.59190493388,
      0.55297404110, -0.08254485886},
     -0.27495200207,
     5.11780944318},
    {0.4,
     0.8,
     {0.61857143802, -0.47275576471, 1.50325475781, -0.19562959469, 1.06437879714, 0.25723114157,
      1.47435689476, -0.29532732006},
     {0.23888786296, -0.68470723593, -0.74909137901, 0.33696427616, 0.29884214663, -0.47270342713,
      0.35643853216, 0.06987262250},
     0.66172218070,
     5.74106361097}};

// Corners on step ends in 960 steps, inside steps in 1,000.
TEST(Corners, StatesAndWorkAreThoseOfAnIndependentIntegrator) {
  const auto check = [](const Reference& reference, Integrator integrator, int steps,
                        double bound) {
    SCOPED_TRACE(std::string(to_string(integrator)) + " " + std::to_string(steps));
    SimulationOptions options = in_steps(integrator, 1.2 / steps, 1.2);
    if (integrator == Integrator::rk45) options.tolerance = 1e-11;
    Simulation simulation(turning_net(reference.first, reference.second), options);
    const double before = simulation.energies().total;
    EXPECT_EQ(simulation.run().status, MotionStatus::finished);
    const State state = simulation.state();
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_NEAR(state.position[i + 2], reference.position[i], bound);
      EXPECT_NEAR(state.velocity[i + 2], reference.velocity[i], bound);
    }
    const MotionEnergies energy = simulation.energies();
    EXPECT_NEAR(energy.work, reference.work, bound);
    EXPECT_NEAR(energy.dissipated, reference.dissipated, bound);
    EXPECT_NEAR(energy.total, before, bound);
  };
  for (const Reference& reference : kReferences) {
    check(reference, Integrator::rk45, 12, 1e-8);
    for (int steps : {960, 1000})
      for (Integrator integrator :
           {Integrator::velocity_verlet, Integrator::implicit_midpoint, Integrator::bdf2})
        check(reference, integrator, steps, 1e-3);
    check(reference, Integrator::rk4, 960, 1e-8);
    check(reference, Integrator::rk4, 1000, 1e-4);
  }
}

// A support that is carried along with a whole unstressed net through the air.
TEST(Corners, TheReactionOfAMovingSupportExcludesDrag) {
  System net = oscillator(3);
  net.nodes.fixed = {{.nodes = {0, 1}, .motion = {ramp({{0, 0}, {1, 2}}), {}}}};
  net.drag = 5;
  net.probes = {{.name = "pull", .nodes = {0}, .quantity = "reaction"}};
  for (const Ordered& of : kOrders) {
    Simulation simulation(net, in_steps(of.integrator, 0.1, 1));
    (void)simulation.run_until(0.5);
    EXPECT_NEAR(simulation.probe_values()[0], 0, 1e-12) << to_string(of.integrator);
    EXPECT_NEAR(simulation.energies().work, 0, 1e-12) << to_string(of.integrator);
    EXPECT_NEAR(simulation.energies().dissipated, 0, 1e-12) << to_string(of.integrator);
  }
}

TEST(Corners, CostExplicitStepsNoAllocations) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer counts here";
  for (const Ordered& of : kOrders) {
    if (is_implicit(of.integrator)) continue;
    System net = oscillator(3);
    net.nodes.fixed[0].motion = {ramp({{0.0303, 0}, {0.0351, 0.1}, {0.0407, 0}}), {}};
    Simulation simulation(net, in_steps(of.integrator, 1e-3, 1));
    (void)simulation.run_until(0.03);  // buffers of the first steps
    testing::start_counting_allocations();
    (void)simulation.run_until(0.05);
    // The report's sentence is all.
    EXPECT_LE(testing::counted_allocations(), 8) << to_string(of.integrator);
  }
}

// ---- implicit Euler loses energy, and never gains any ----

// side³ nodes 0.1 m apart, each joined with its neighbours, along diagonals too.
System cube(int side) {
  System net;
  net.dimension = 3;
  const int count = side * side * side, strides[] = {side * side, side, 1};
  for (int node = 0; node < count; ++node)
    for (int stride : strides) net.nodes.position.push_back(0.1 * (node / stride % side));
  net.nodes.mass = {0.1};
  SpringSet set;
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      int apart = 0;
      for (int stride : strides)
        apart = std::max(apart, std::abs(a / stride % side - b / stride % side));
      if (apart == 1) set.ends.push_back({a, b});
    }
  set.stiffness = {500};
  set.damping = {0.5};
  net.springs = {set};
  return net;
}

// The nodes of its first and of its last layer.
std::vector<int> layer(int side, bool last) {
  std::vector<int> nodes;
  for (int i = 0; i < side * side; ++i) nodes.push_back(i + (last ? side * side * (side - 1) : 0));
  return nodes;
}

// The largest rise of the total above any value before it.
double gain(
    Simulation& simulation, int steps, const std::function<void()>& before_step = [] {}) {
  double least = simulation.energies().total, most = 0;
  for (int i = 0; i < steps; ++i) {
    before_step();
    const MotionReport report = simulation.step();
    EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
    const double total = simulation.energies().total;
    most = std::max(most, total - least);
    least = std::min(least, total);
  }
  return most;
}

TEST(Corners, ADraggedCubeGainsNothingUnderImplicitEuler) {
  const Waveform still, there = ramp({{0, 0}, {0.5, 1}}), stretch = ramp({{0, 0}, {0.5, 0.1}}),
                        back = ramp({{0, 0}, {0.25, 0.1}, {0.5, -0.05}, {0.75, 0.02}});
  for (double h : {0.02, 0.01, 0.005})
    for (const Waveform& move : {there, stretch, back, sine(0.05, 1), sine(0.05, 3)})
      for (bool constrained : {false, true}) {
        System net = cube(3);
        net.nodes.fixed = {{.nodes = layer(3, true), .motion = {move, still, still}}};
        if (constrained) net.nodes.fixed.push_back({.nodes = layer(3, false)});
        Simulation simulation(net, in_steps(Integrator::implicit_euler, h, 10));
        // The energies are up to 2,000 J.
        EXPECT_LT(gain(simulation, static_cast<int>(1 / h)), 1e-9) << h << ' ' << constrained;
        EXPECT_GT(simulation.energies().work, 0.05);
      }
}

TEST(Corners, ATargetDragsACubeWithoutGain) {
  for (double h : {0.02, 0.005}) {
    System net = cube(3);
    net.gravity = {0, 0, -9.81};
    Simulation simulation(net, in_steps(Integrator::implicit_euler, h, 10));
    int step = 0;
    const auto drag = [&] {
      const double t = step++ * h;
      const double point[] = {0.2 + std::min(t, 0.5), 0.2 + 0.3 * std::sin(6 * t), 0.2};
      simulation.set_target(26, point, 1000);
    };
    EXPECT_LT(gain(simulation, static_cast<int>(1 / h), drag), 1e-9);
    EXPECT_GT(simulation.energies().work, 1);
  }
}

// ---- rk45 ----

struct StepTimes : MotionObserver {
  std::vector<double> times;
  void frame(const MotionFrame&) override {}
  bool step(double time, std::int64_t) override {
    times.push_back(time);
    return true;
  }
};

SimulationOptions adaptive(double h, double duration) {
  return {.integrator = Integrator::rk45,
          .time_step = h,
          .duration = duration,
          .tolerance = 1e-6,
          .threads = 1};
}

// A pulse of 3 N s within a thousandth of a second, in steps of up to a tenth: afterwards the
// mass moves on at 3/m from where the middle of the pulse found it.
TEST(Corners, Rk45MissesNoPulse) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 5, 0, 6, 0};
  net.nodes.mass = {kMass};
  net.nodes.fixed = {{.nodes = {1, 2}}};
  net.springs = {{.ends = {{1, 2}}, .stiffness = {1}}};
  net.loads = {{.nodes = {0}, .wave = {ramp({{0.52, 0}, {0.5205, 6000}, {0.521, 0}}), {}}}};
  Simulation simulation(net, adaptive(0.1, 1));
  const MotionReport report = simulation.run();
  EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  EXPECT_NEAR(simulation.momentum()[0], 3, 1e-12);
  EXPECT_NEAR(simulation.state().position[0], 3 / kMass * (1 - 0.5205), 1e-12);
}

// Free fall from the time of an event on.
TEST(Corners, Rk45StopsAtEvents) {
  System net = oscillator(0);
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.gravity = {0, -10};
  net.springs[0].stiffness = {0};
  net.events = {{.at = 0.3137, .free = {1}}, {.at = 0.7, .set = {{"gravity", {0, 0}}}}};
  Simulation simulation(net, adaptive(0.1, 1));
  StepTimes seen;
  EXPECT_EQ(simulation.run(&seen).status, MotionStatus::finished);
  ASSERT_EQ(simulation.events().size(), 2u);
  EXPECT_EQ(simulation.events()[0].time, 0.3137);
  EXPECT_EQ(simulation.events()[1].time, 0.7);
  const double fall = 0.7 - 0.3137;
  EXPECT_NEAR(simulation.state().velocity[3], -10 * fall, 1e-12);
  EXPECT_NEAR(simulation.state().position[3], -5 * fall * fall - 10 * fall * 0.3, 1e-12);
  EXPECT_EQ(seen.times.back(), 1);
}

// A net with everything that may have a waveform, each with one corner, at its own time.
System cornered() {
  const auto from = [](double time, double value) { return ramp({{time, value}, {9, value + 1}}); };
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 2, 0};
  net.nodes.mass = {0.5};
  net.nodes.fixed = {{.nodes = {0}, .motion = {from(0.11, 0), {}}}, {.nodes = {2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {100}, .rest_length = {0.9}}};
  net.springs[0].active = Active{.rest_length = from(0.23, 1), .stiffness = from(0.31, 1)};
  net.faces = {.start = {0, 2}, .nodes = {0, 1}};
  net.loads = {{.nodes = {1}, .wave = {{}, from(0.43, 0)}},
               {.faces = {0}, .pressure = from(0.57, 0)}};
  net.wind = Wind{.velocity = {from(0.63, 0), {}}};
  net.obstacles = {{.kind = Obstacle::Kind::plane,
                    .point = {0, -3},
                    .normal = {0, 1},
                    .motion = {{}, from(0.77, 0)}}};
  net.events = {{.at = 0.87, .set = {{"drag", {0.3}}}}};
  return net;
}

TEST(Corners, Rk45EndsStepsAtThoseOfAllWaveforms) {
  Simulation simulation(cornered(), adaptive(0.3, 1));
  StepTimes seen;
  EXPECT_EQ(simulation.run(&seen).status, MotionStatus::finished);
  for (double time : {0.11, 0.23, 0.31, 0.43, 0.57, 0.63, 0.77, 0.87})
    EXPECT_EQ(std::count(seen.times.begin(), seen.times.end(), time), 1) << time;
}

TEST(Corners, RunsInPiecesTakeTheSameSteps) {
  for (const Ordered& of : kOrders) {
    SimulationOptions options = in_steps(of.integrator, 0.02, 1);
    if (of.integrator == Integrator::rk45) options.tolerance = 1e-6;
    Simulation whole(cornered(), options);
    (void)whole.run();
    for (double cut : {0.05, 0.11, 0.6}) {
      Simulation first(cornered(), options), second(cornered(), options);
      (void)first.run_until(cut);
      second.restore(first.save());
      (void)second.run();
      EXPECT_EQ(second.save(), whole.save()) << to_string(of.integrator) << ' ' << cut;
    }
  }
}

}  // namespace
}  // namespace tensio
