// Gradients of backward Euler runs: finite differences, a closed form, pieces, refusals.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "support/nets.hpp"
#include "support/ridders.hpp"
#include "tensio/gradient.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

SimulationOptions steps_of(double h, int count) {
  SimulationOptions options;
  options.integrator = Integrator::implicit_euler;
  options.time_step = h;
  options.duration = h * count;
  options.tolerance = 1e-13;
  options.linear_solver = LinearSolver::ldlt;
  options.threads = 1;
  return options;
}

// A small cloth that is thrown, with dashpots, drag, cables and unequal values written out.
System thrown_cloth(Random& random) {
  System net = testing::cloth_of_threads(4, true);
  net.nodes.fixed = {{.nodes = {0, 3}}};
  net.drag = 0.7;
  net = with_explicit_rest_lengths(net);
  SpringSet& set = net.springs[0];
  set.stiffness.assign(set.ends.size(), 50);
  for (double& k : set.stiffness) k *= random.uniform(0.5, 2);
  for (double& l0 : set.rest_length) l0 *= random.uniform(0.9, 1.05);
  net.nodes.mass.assign(usize(net.node_count()), 0.01);
  for (double& m : net.nodes.mass) m *= random.uniform(0.5, 2);
  net.nodes.start = net.nodes.position;
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
    net.nodes.velocity.push_back(i / 3 == 0 || i / 3 == 3 ? 0.0 : random.uniform(-0.5, 0.5));
  return net;
}

// Weights on positions and velocities of the states after some steps.
struct RunWeights {
  std::vector<double> position, velocity;
  static bool counts(int step) { return step % 4 == 0; }

  double of(const State& state) const {
    double sum = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
      sum += position[i] * state.position[i] + velocity[i] * state.velocity[i];
    return sum;
  }
};

double value_of(const System& net, const SimulationOptions& options, int count,
                const RunWeights& weights) {
  SimulationOptions whole = options;
  whole.substeps = false;
  Simulation run(net, whole);
  double sum = weights.of(run.state());
  for (int step = 1; step <= count; ++step) {
    EXPECT_EQ(run.step().status, MotionStatus::finished);
    if (RunWeights::counts(step)) sum += weights.of(run.state());
  }
  return sum;
}

// Directions are scaled by `part`: steps of differences must not carry a cable over its kink.
void compare(const System& net, double part = 1) {
  Random random(2);
  constexpr int kSteps = 12;
  const SimulationOptions options = steps_of(0.01, kSteps);
  RunWeights weights;
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i) {
    weights.position.push_back(random.uniform(-1, 1));
    weights.velocity.push_back(random.uniform(-0.1, 0.1));
  }
  const RunGradient by = run_gradient(net, options, [&](int step, const State&) {
    return RunWeights::counts(step) ? StateDerivatives{weights.position, weights.velocity}
                                    : StateDerivatives{};
  });
  ASSERT_TRUE(by.found()) << by.problem;
  EXPECT_EQ(by.steps, kSteps);

  // Along a random direction, whose numbers are up to `scale`.
  const auto along = [&](const char* name, double scale, const std::vector<double>& gradient,
                         const std::function<void(System&, const std::vector<double>&)>& add) {
    std::vector<double> direction(gradient.size());
    double expected = 0, size = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      direction[i] = part * random.uniform(-scale, scale);
      expected += direction[i] * gradient[i];
      size += std::abs(direction[i] * gradient[i]);
    }
    const auto value = [&](double t) {
      System other = net;
      std::vector<double> change = direction;
      for (double& each : change) each *= t;
      add(other, change);
      return value_of(other, options, kSteps, weights);
    };
    const testing::Difference difference = testing::derivative_at_0(value, 1e-8 * size);
    ASSERT_LT(difference.error, 1e-7 * size) << name;
    EXPECT_NEAR(expected, difference.value, 1e-6 * size) << name;
  };
  const auto add_to = [](std::vector<double>& values, const std::vector<double>& change) {
    for (std::size_t i = 0; i < change.size(); ++i) values[i] += change[i];
  };
  along("stiffness", 10, by.stiffness, [&](System& other, const std::vector<double>& change) {
    add_to(other.springs[0].stiffness, change);
  });
  along("rest_length", 0.01, by.rest_length, [&](System& other, const std::vector<double>& change) {
    add_to(other.springs[0].rest_length, change);
  });
  along("mass", 0.01, by.mass, [&](System& other, const std::vector<double>& change) {
    add_to(other.nodes.mass, change);
  });
  along("load", 0.1, by.load, [&](System& other, const std::vector<double>& change) {
    for (int node = 0; node < other.node_count(); ++node)
      other.loads.push_back(
          {.nodes = {node}, .force = {change.begin() + 3 * node, change.begin() + 3 * node + 3}});
  });
  along("start_position", 0.02, by.start_position,
        [&](System& other, const std::vector<double>& change) {
          add_to(other.nodes.start, change);
          // Supports stand where they are drawn.
          for (std::size_t i = 0; i < change.size(); ++i)
            if (i / 3 == 0 || i / 3 == 3) other.nodes.position[i] += change[i];
        });
  along("start_velocity", 1, by.start_velocity,
        [&](System& other, const std::vector<double>& change) {
          for (std::size_t i = 0; i < change.size(); ++i)
            if (i / 3 != 0 && i / 3 != 3) other.nodes.velocity[i] += change[i];
        });
}

TEST(RunGradient, OfADampedClothIsThatOfFiniteDifferences) {
  Random random(1);
  compare(thrown_cloth(random));
}

TEST(RunGradient, OfAnUndampedClothIsThatOfFiniteDifferences) {
  Random random(4);
  System net = thrown_cloth(random);
  net.springs[0].damping.clear();
  net.drag = 0;
  compare(net);
}

TEST(RunGradient, OfSlackCablesWithDashpotsIsThatOfFiniteDifferences) {
  Random random(9);
  System net = thrown_cloth(random);
  net.springs[0].law = Law::cable;
  compare(net, 0.03);
}

TEST(RunGradient, OfOneStepOfAnOscillatorIsItsClosedForm) {
  // x' = x + h v', v' = (v - h k (x - l0)/m) / (1 + h² k/m)
  const System net = testing::oscillator();
  const double h = 0.1, k = 8, m = 2, l0 = 1, x = 1.3, v = 0.5;
  const RunGradient by = run_gradient(net, steps_of(h, 1), [](int step, const State&) {
    return step == 1 ? StateDerivatives{.position = {0, 0, 1, 0}} : StateDerivatives{};
  });
  ASSERT_TRUE(by.found()) << by.problem;
  const double d = 1 + h * h * k / m;
  const double end = (v - h * k * (x - l0) / m) / d;
  EXPECT_NEAR(by.start_position[2], 1 - h * h * k / m / d, 1e-13);
  EXPECT_NEAR(by.start_velocity[2], h / d, 1e-13);
  EXPECT_NEAR(by.load[2], h * h / m / d, 1e-13);
  EXPECT_NEAR(by.rest_length[0], h * h * k / m / d, 1e-12);
  EXPECT_NEAR(by.stiffness[0], -h * (h * (x - l0) / m + h * h / m * end) / d, 1e-13);
}

TEST(RunGradient, IsTheSameInPieces) {
  Random random(6);
  const System net = thrown_cloth(random);
  const auto gradient = [&](int kept) {
    return run_gradient(
        net, steps_of(0.01, 23),
        [&](int step, const State& state) {
          return step % 5 == 0 ? StateDerivatives{.position = state.velocity} : StateDerivatives{};
        },
        kept);
  };
  const RunGradient whole = gradient(0), pieces = gradient(7);
  ASSERT_TRUE(whole.found() && pieces.found());
  EXPECT_EQ(whole.stiffness, pieces.stiffness);
  EXPECT_EQ(whole.mass, pieces.mass);
  EXPECT_EQ(whole.start_velocity, pieces.start_velocity);
}

TEST(RunGradient, IsRefusedWithTheReason) {
  Random random(1);
  const auto nothing = [](int, const State&) { return StateDerivatives{}; };
  System net = thrown_cloth(random);
  SimulationOptions other = steps_of(0.01, 3);
  other.integrator = Integrator::bdf2;
  EXPECT_THROW((void)run_gradient(net, other, nothing), Error);
  net.springs[0].breaks = Break{.strain = {0.5}};
  EXPECT_NE(run_gradient(net, steps_of(0.01, 3), nothing).problem.find("break"), std::string::npos);
  net.springs[0].breaks = {};
  net.obstacles.push_back(
      {.kind = Obstacle::Kind::plane, .point = {0, 0, -5}, .normal = {0, 0, 1}});
  EXPECT_NE(run_gradient(net, steps_of(0.01, 3), nothing).problem.find("obstacles"),
            std::string::npos);
}

}  // namespace
}  // namespace tensio
