// Obstacles, pressure and wind on a device have the bits of the CPU backend. Compiled twice: see
// test_device.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "backend/device_runs.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "support/nets.hpp"
#include "support/obstacles.hpp"
#include "support/rounds.hpp"
#include "support/waveforms.hpp"

namespace tensio {
namespace {

using namespace testing;

class DeviceContacts : public ::testing::TestWithParam<Integrator> {};

std::size_t touches_of(const System& net, SimulationOptions options, int steps) {
  options.threads = 1;
  Simulation run(net, options);
  (void)run.run_until(steps * options.time_step);
  std::size_t count = 0;
  for (const MotionEvent& event : run.events()) count += event.kind == MotionEvent::Kind::contact;
  return count;
}

// A cloth that falls on a floor and a ball; many nodes touch in one step.
System falling_cloth(int side, double damping, double drag, double friction) {
  System net = cloth(side, 0.05);
  net.springs[0].damping = {damping};
  if (damping == 0) net.springs[0].damping.clear();
  net.drag = drag;
  Obstacle ball;
  ball.kind = Obstacle::Kind::sphere;
  ball.point = {0.4, 0.5, -0.2};
  ball.radius = 0.2;
  ball.friction = friction;
  ball.restitution = 0.3;
  net.obstacles = {floor_of(friction, 0.2, 3), ball};
  net.nodes.velocity.clear();
  for (int i = 0; i < net.node_count(); ++i)
    for (double v : {0.3, 0.1, -1.0}) net.nodes.velocity.push_back(v);
  return net;
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuWhereAClothFalls) {
  int left = rounds(4);
  for (const auto& [damping, drag, friction] :
       {std::tuple(0.05, 0.0, 0.4), std::tuple(0.0, 0.3, 0.0), std::tuple(0.0, 0.0, 0.6),
        std::tuple(0.05, 0.2, 0.2)}) {
    if (left-- == 0) break;
    const System net = falling_cloth(12, damping, drag, friction);
    const SimulationOptions options = options_of(GetParam(), 5e-4);
    EXPECT_GE(touches_of(net, options, 400), 100u);
    expect_the_same("a cloth falls", net, options, 400);
  }
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuAtObstaclesOfAllKindsAndSeveral) {
  Random random(71);
  std::size_t touches = 0;
  for (int d : {2, 3})
    for (int round = 0; round < rounds(8, 4); ++round) {
      System net = thrown(random, d, 6);
      for (int i = 0; i <= round % 3; ++i)
        net.obstacles.push_back(random_solid(kSolidKinds[(round + i) % 4], random, d));
      const SimulationOptions options = options_of(GetParam(), 2e-3);
      touches += touches_of(net, options, 150);
      expect_the_same("thrown", net, options, 150);
    }
  EXPECT_GE(touches, 25u);
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuAtObstaclesThatMove) {
  for (int d : {2, 3}) {
    Random random(72);
    System net = thrown(random, d, 3);
    Obstacle floor = floor_of(0.3, 0.1, d);
    floor.motion.resize(usize(d));
    floor.motion.back() = sine(0.2, 4);
    net.obstacles = {floor};
    expect_the_same("a floor that moves", net, options_of(GetParam(), 1e-3), 700);
  }
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuInSumsOfManyBlocks) {
  if (GetParam() == Integrator::rk45) GTEST_SKIP() << "its steps are short, and many";
  if (kSanitized) GTEST_SKIP() << "the same code as for fewer nodes";
  System net = falling_cloth(70, 0.05, 0.1, 0.3);
  expect_the_same("many nodes", net, options_of(GetParam(), 2e-3), 33);
}

TEST_P(DeviceContacts, NameTheStepAndTheSpringThatBlowUpAtAnObstacle) {
  if (GetParam() == Integrator::rk45) GTEST_SKIP() << "its steps are as short as they must be";
  // Far beyond the stable step.
  SimulationOptions options = options_of(GetParam(), 6e-3);
  options.threads = 1;
  options.substeps = false;
  System net = hung_cloth(10);
  net.obstacles = {floor_of(0.3, 0.2, 3)};
  net.obstacles[0].point[2] = -0.0101;
  const auto run = [&] {
    Simulation simulation(net, options);
    const MotionReport report = simulation.run_until(500 * options.time_step);
    Numbers numbers = numbers_of(simulation);
    // NaN has many bits.
    for (double& number : numbers)
      if (std::isnan(number)) number = 0;
    return std::pair(report, numbers);
  };
  const auto cpu = run();
  const UsingBackend device(make_device_backend);
  const auto here = run();
  EXPECT_EQ(cpu.first.status, MotionStatus::blew_up);
  EXPECT_GT(cpu.second.size(), numbers_of(Simulation(net, options)).size()) << "nothing met";
  EXPECT_EQ(here.first.status, cpu.first.status);
  EXPECT_EQ(here.first.reason, cpu.first.reason);
  EXPECT_EQ(hash_bits(here.second), hash_bits(cpu.second));
}

TEST_P(DeviceContacts, ContinueACheckpointOfTheHostAndTheOtherWayRound) {
  const System net = falling_cloth(8, 0.05, 0.1, 0.3);
  const SimulationOptions options = options_of(GetParam(), 5e-4);
  const auto begun = [&] {
    Simulation run(net, options);
    (void)run.run_until(150 * options.time_step);
    return run.save();
  };
  const auto ended = [&](const std::string& from) {
    Simulation run(net, options);
    run.restore(from);
    (void)run.run_until(300 * options.time_step);
    return run.save();
  };
  const std::string of_cpu = begun(), end = ended(of_cpu);
  std::string of_device;
  {
    const UsingBackend device(make_device_backend);
    of_device = begun();
    EXPECT_TRUE(ended(of_cpu) == end);
  }
  EXPECT_TRUE(of_device == of_cpu);
  EXPECT_TRUE(ended(of_device) == end);
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuWithPressureAndWind) {
  // Quads and triangles in a cloth; lines and a region in the plane.
  System sail = hung_cloth(8);
  const auto face = [](System& net, const std::vector<int>& corners) {
    if (net.faces.start.empty()) net.faces.start = {0};
    net.faces.nodes.insert(net.faces.nodes.end(), corners.begin(), corners.end());
    net.faces.start.push_back(static_cast<int>(net.faces.nodes.size()));
  };
  for (int i = 0; i + 1 < 8; ++i)
    for (int j = 0; j + 1 < 8; ++j) {
      const int node = 8 * i + j;
      if ((i + j) % 2 == 0) {
        face(sail, {node, node + 1, node + 9, node + 8});
      } else {
        face(sail, {node, node + 1, node + 9});
        face(sail, {node, node + 9, node + 8});
      }
    }
  System flat = perturbed(square_net(6, 2, 0.8), 0.1);
  flat.nodes.mass = {0.2};
  face(flat, {0, 1});
  face(flat, {7, 8, 14, 13});
  for (System net : {sail, flat}) {
    std::vector<int> pressed;
    for (int f = 0; f < net.faces.count(); f += 2) pressed.push_back(f);
    net.loads.push_back({.faces = pressed, .pressure = sine(3, 9)});
    net.wind = Wind{.velocity = std::vector<Waveform>(usize(net.dimension))};
    net.wind->velocity[0] = sine(4, 7);
    net.wind->velocity.back() = Waveform{.value = 3};
    expect_the_same("faces", net, options_of(GetParam(), 1e-4), 60);
    net.drag = 0.2;
    net.springs[0].damping = {0.1};
    expect_the_same("faces with damping", net, options_of(GetParam(), 1e-4), 60);
    net.wind.reset();
    expect_the_same("pressure alone", net, options_of(GetParam(), 1e-4), 30);
  }
}

TEST_P(DeviceContacts, HaveTheBitsOfTheCpuWithWindOnNodes) {
  System net = hung_cloth(8);
  net.nodes.area = {0.01};
  net.wind = Wind{.velocity = std::vector<Waveform>(3)};
  net.wind->velocity[2] = sine(5, 3);
  expect_the_same("wind on nodes", net, options_of(GetParam(), 1e-4), 60);
}

TEST_P(DeviceContacts, LeaveTheStateOnTheDevice) {
  if (!kCountsTraffic) GTEST_SKIP() << "traffic is not counted here";
  if (GetParam() == Integrator::rk45) GTEST_SKIP() << "it compares whole states on the host";
  const System net = falling_cloth(50, 0.05, 0.1, 0.3);
  const SimulationOptions options = options_of(GetParam(), 2e-5);
  const UsingBackend device(make_device_backend);
  Simulation run(net, options);
  (void)run.run_until(2 * options.time_step);
  DeviceTraffic& traffic = DeviceTraffic::of_all();
  traffic.reset();
  (void)run.run_until(102 * options.time_step);
  // Positions and velocities have 120,000 bytes.
  EXPECT_LE(traffic.to_device, 100u * 2000);
  EXPECT_LE(traffic.to_host, 100u * 2000);
}

INSTANTIATE_TEST_SUITE_P(All, DeviceContacts, ::testing::ValuesIn(kExplicit),
                         [](const auto& of) { return std::string(to_string(of.param)); });

}  // namespace
}  // namespace tensio
