// Motion against closed forms, through whole runs.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

const double pi = std::acos(-1.0);

SimulationOptions with(Integrator integrator, double time_step) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = time_step;
  return options;
}

void expect_finished(const MotionReport& report) {
  ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
}

// velocity_verlet keeps cos(w t) exactly, at the frequency with cos(w' h) = 1 - (w h)²/2.
double frequency_of_verlet(double w, double h) { return std::acos(1 - w * w * h * h / 2) / h; }

// ---- long runs ----

// A tower of triangles, free in space: 24 nodes, 63 springs.
System tower() {
  System net;
  SpringSet set;
  constexpr int kFloors = 8;
  for (int floor = 0; floor < kFloors; ++floor)
    for (int corner = 0; corner < 3; ++corner) {
      const double angle = 2 * pi * corner / 3;
      for (double x : {0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.7 * floor})
        net.nodes.position.push_back(x);
      const int node = 3 * floor + corner, next = 3 * floor + (corner + 1) % 3;
      set.ends.push_back({node, next});
      if (floor + 1 == kFloors) continue;
      set.ends.push_back({node, node + 3});
      set.ends.push_back({node, next + 3});
    }
  set.stiffness = {1000};
  net.springs = {set};
  net.nodes.mass = {0.1};
  return net;
}

std::array<double, 3> angular_momentum(const State& state, double mass) {
  std::array<double, 3> sum{};
  for (std::size_t i = 0; i < state.position.size(); i += 3) {
    const double* x = &state.position[i];
    const double* v = &state.velocity[i];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
      sum[axis] += mass * (x[j] * v[k] - x[k] * v[j]);
    }
  }
  return sum;
}

double size(const std::array<double, 3>& v) { return std::hypot(v[0], v[1], v[2]); }
double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// It spins, flies and breathes for a million steps.
TEST(MotionValidation, AMillionStepsOfVerletKeepEnergyAndMomenta) {
  System net = tower();
  const ModesResult modes = find_modes(net, {.all = true});
  const double fastest = modes.modes.back().angular_frequency;
  const double h = 0.2 / fastest;
  net.nodes.velocity.resize(net.nodes.position.size());
  for (std::size_t i = 0; i < net.nodes.velocity.size(); i += 3) {
    const double* x = &net.nodes.position[i];
    const double up = x[2] - 2.45;
    net.nodes.velocity[i] = 0.4 - 0.5 * x[1] + 0.2 * up;
    net.nodes.velocity[i + 1] = -0.3 + 0.5 * x[0];
    net.nodes.velocity[i + 2] = 0.2 - 0.2 * x[0] + 0.1 * up;
  }
  Simulation run(net, with(Integrator::velocity_verlet, h));
  const double scale = run.energies().total;
  const std::array<double, 3> momentum = run.momentum();
  const std::array<double, 3> spin = angular_momentum(run.state(), 0.1);
  constexpr int kSamples = 10000, kEach = 100, kWindow = kSamples / 10;
  double worst = 0, early = 0, late = 0;
  for (int sample = 1; sample <= kSamples; ++sample) {
    expect_finished(run.run_until((sample * kEach - 0.5) * h));
    ASSERT_EQ(run.steps(), sample * kEach);
    const double energy = run.energies().total;
    worst = std::max(worst, std::abs(energy - scale));
    if (sample <= kWindow) early += energy / kWindow;
    if (sample > kSamples - kWindow) late += energy / kWindow;
  }
  EXPECT_LE(worst, 1e-4 * scale);
  EXPECT_LE(std::abs(late - early), 1e-6 * scale);
  EXPECT_LE(distance(run.momentum(), momentum), 1e-12 * size(momentum));
  // The tower flew far from the origin: its centre's part of the spin is large.
  EXPECT_LE(distance(angular_momentum(run.state(), 0.1), spin), 1e-10 * size(spin));
}

// ---- closed forms ----

// x'' = -w² x - 2 z w x', below, at and above critical damping.
TEST(MotionValidation, DampedOscillator) {
  const double w = 20, mass = 0.5, a = 0.1;
  for (double z : {0.0, 0.1, 1.0, 2.0}) {
    System net;
    net.dimension = 2;
    net.nodes.position = {0, 0, 1, 0};
    net.nodes.start = {0, 0, 1 + a, 0};
    net.nodes.mass = {mass};
    net.nodes.fixed = {{.nodes = {0}}};
    net.springs = {{.ends = {{0, 1}},
                    .stiffness = {mass * w * w},
                    .rest_length = {1},
                    .damping = {2 * z * w * mass}}};
    const auto exact = [&](double t) {
      if (z == 1) return a * (1 + w * t) * std::exp(-w * t);
      if (z > 1) {
        const double root = w * std::sqrt(z * z - 1), fast = -z * w - root, slow = -z * w + root;
        return a * (fast * std::exp(slow * t) - slow * std::exp(fast * t)) / (fast - slow);
      }
      const double wd = w * std::sqrt(1 - z * z);
      return a * std::exp(-z * w * t) * (std::cos(wd * t) + z * w / wd * std::sin(wd * t));
    };
    // With w h = 0.02 phases are off by (w h)⁴/120, (w h)²/24 and once w h / 2, of 20 radians.
    const std::pair<Integrator, double> errors[] = {{Integrator::rk4, 4e-8},
                                                    {Integrator::rk45, 1e-8},
                                                    {Integrator::velocity_verlet, 4e-4},
                                                    {Integrator::symplectic_euler, 2e-2}};
    for (const auto& [integrator, error] : errors) {
      Simulation run(net, with(integrator, 1e-3));
      for (double t : {0.1, 0.5, 1.0}) {
        expect_finished(run.run_until(t));
        EXPECT_NEAR(run.state().position[2] - 1, exact(run.time()), error * a)
            << to_string(integrator) << " " << z << " " << t;
      }
    }
  }
}

// T = 2 pi sqrt(l / g) / agm(1, cos(angle / 2)), of any amplitude; the spring is stiff.
TEST(MotionValidation, PendulumOnAStiffSpring) {
  const double g = 9.81, k = 1e7;
  for (double angle : {0.1, 1.0, 2.0}) {
    System net;
    net.dimension = 2;
    net.gravity = {0, -g, 0};
    // Drawn where it is released, stretched as it is there.
    const double l = 1 + g * std::cos(angle) / k;
    net.nodes.position = {0, 0, l * std::sin(angle), -l * std::cos(angle)};
    net.nodes.mass = {1};
    net.nodes.fixed = {{.nodes = {0}}};
    net.springs = {{.ends = {{0, 1}}, .stiffness = {k}, .rest_length = {1}}};
    Simulation run(net, with(Integrator::velocity_verlet, 2e-4));
    // The times at which it swings through the middle, to the left, by interpolation.
    std::vector<double> passes;
    double before = run.state().position[2];
    while (passes.size() < 4) {
      const MotionReport report = run.step();
      ASSERT_EQ(report.status, MotionStatus::finished);
      const double x = run.state().position[2];
      if (before > 0 && x <= 0) passes.push_back(run.time() - 2e-4 * x / (x - before));
      before = x;
    }
    double one = 1, other = std::cos(angle / 2);
    for (int i = 0; i < 10; ++i) {
      const double mean = (one + other) / 2;
      other = std::sqrt(one * other);
      one = mean;
    }
    const double period = 2 * pi * std::sqrt(1 / g) / one;
    EXPECT_NEAR((passes[3] - passes[0]) / 3, period, 3e-6 * period) << angle;
  }
}

// Standing waves of a string of masses under tension: w = 2 sqrt(T / (m a)) sin(j pi / 2 (n + 1)).
TEST(MotionValidation, StandingWavesOnAString) {
  constexpr int kMasses = 30;
  const double spacing = 0.1, mass = 0.02, tension = 50, amplitude = 1e-6;
  for (int j : {1, 2, 7, 30}) {
    System net;
    net.dimension = 2;
    SpringSet set;
    const auto shape = [&](int i) { return amplitude * std::sin(j * pi * i / (kMasses + 1)); };
    for (int i = 0; i <= kMasses + 1; ++i) {
      net.nodes.position.insert(net.nodes.position.end(), {i * spacing, 0});
      net.nodes.start.insert(net.nodes.start.end(), {i * spacing, shape(i)});
      if (i > 0) set.ends.push_back({i - 1, i});
    }
    set.stiffness = {1000};
    set.pretension = {tension};
    net.springs = {set};
    net.nodes.mass = {mass};
    net.nodes.fixed = {{.nodes = {0, kMasses + 1}}};
    const double w =
        2 * std::sqrt(tension / (mass * spacing)) * std::sin(j * pi / (2.0 * (kMasses + 1)));
    const double h = 1e-3;
    Simulation run(net, with(Integrator::velocity_verlet, h));
    for (int part = 1; part <= 10; ++part) {
      expect_finished(run.run_until(0.3 * part));
      const double phase = std::cos(frequency_of_verlet(w, h) * run.time());
      const State state = run.state();
      for (int i = 0; i <= kMasses + 1; ++i)
        EXPECT_NEAR(state.position[usize(2 * i + 1)], shape(i) * phase, 1e-6 * amplitude)
            << j << " " << i;
    }
  }
}

// Every mode along the chain, w = 2 sqrt(k/m) sin(j pi / 42), for ten of its periods.
TEST(MotionValidation, EveryModeOfAChain) {
  const System chain =
      load_system(std::string(TENSIO_SOURCE_DIR) + "/tests/validation/scenes/26_chain.json");
  for (int j = 1; j <= 20; ++j) {
    System net = chain;
    const double w = 2 * std::sqrt(3 / 0.5) * std::sin(j * pi / 42), amplitude = 0.01;
    net.nodes.start = net.nodes.position;
    const auto shape = [&](std::size_t i) {
      return amplitude * std::sin(j * pi * static_cast<double>(i) / 21);
    };
    for (std::size_t i = 0; i < 22; ++i) net.nodes.start[2 * i] += shape(i);
    const auto expect_mode = [&](Integrator integrator, double h, double frequency, double error) {
      Simulation run(net, with(integrator, h));
      for (int period = 1; period <= 10; ++period) {
        expect_finished(run.run_until(2 * pi * period / w));
        const double phase = std::cos(frequency * run.time());
        const State state = run.state();
        for (std::size_t i = 0; i < 22; ++i)
          ASSERT_NEAR(state.position[2 * i], net.nodes.position[2 * i] + shape(i) * phase,
                      error * amplitude)
              << j << " " << i;
      }
    };
    expect_mode(Integrator::velocity_verlet, 0.05, frequency_of_verlet(w, 0.05), 1e-9);
    expect_mode(Integrator::rk4, 0.02, w, 1e-5);
  }
}

}  // namespace
}  // namespace tensio
