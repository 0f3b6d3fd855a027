// Explicit steps on a device have the bits of the CPU backend: every law, integrator and kind of
// load that passes on a device know, and all else by the host. Compiled twice: see test_device.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "backend/device_runs.hpp"
#include "backend/place.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "network/compile_data.hpp"
#include "support/nets.hpp"
#include "support/obstacles.hpp"
#include "support/waveforms.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using namespace testing;

// Every law but custom ones, loads, and axes that are fixed one by one.
System net_of_all_laws(int d, int nodes) {
  Random random(30 + static_cast<std::uint64_t>(d));
  RandomNet wish{.dimension = d, .nodes = nodes, .chords = 2 * nodes, .all_laws = true};
  System net = random_net(random, wish);
  System curves = curved_net(random, wish);
  for (std::size_t i : {0, 1, 2, 3}) net.springs.push_back(curves.springs[i]);
  for (int i = 0; i < nodes; ++i) net.nodes.mass.push_back(random.uniform(0.1, 0.4));
  net.nodes.fixed.push_back({.nodes = {5, 6}, .axes = kAxisY});
  net.gravity = {0, -9.81, 0};
  net.loads = {{.nodes = {7, 9}, .force = std::vector<double>(usize(d), 0.5)}};
  net.nodes.velocity.assign(usize(nodes * d), 0.1);
  return net;
}

System damped(System net, bool dashpots, double drag) {
  if (dashpots)
    for (SpringSet& set : net.springs) set.damping = {0.2};
  net.drag = drag;
  return net;
}

class DeviceSteps : public ::testing::TestWithParam<Integrator> {};

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuWithEveryLaw) {
  for (int d : {2, 3})
    expect_the_same("springs " + std::to_string(d), net_of_all_laws(d, 60), options_of(GetParam()),
                    70);
}

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuInAClothOfOneLaw) {
  expect_the_same("cloth", hung_cloth(20), options_of(GetParam(), 1e-4), 100);
  System net = perturbed(square_net(30, 2, 0.8), 0.2);
  net.nodes.mass = {0.2};
  expect_the_same("net", net, options_of(GetParam(), 0.01), 50);
}

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuWithDragAndDashpots) {
  for (int d : {2, 3})
    for (const auto& [dashpots, drag] :
         {std::pair(true, 0.0), std::pair(false, 0.3), std::pair(true, 0.3)})
      expect_the_same("damped", damped(net_of_all_laws(d, 60), dashpots, drag),
                      options_of(GetParam()), 70);
}

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuInSumsOfManyBlocks) {
  if (GetParam() == Integrator::rk45) GTEST_SKIP() << "its steps are short, and many";
  expect_the_same("many nodes", damped(net_of_all_laws(3, 9001), true, 0.3), options_of(GetParam()),
                  6);
}

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuWithWavesAndMovingSupports) {
  for (int d : {2, 3}) {
    System net = damped(perturbed(square_net(12, d, 0.8), 0.2), true, 0.4);
    net.nodes.mass = {0.2};
    net.springs[0].stiffness = {30};
    net.gravity = {0.5, -9.81, 0};
    std::vector<Waveform> shake(usize(d)), push(usize(d));
    shake[0] = sine(0.1, 3);
    push[1] = sine(2, 5);
    net.nodes.fixed.front().motion = shake;
    net.loads = {{.nodes = {40, 41}, .wave = push}};
    expect_the_same("waves", net, options_of(GetParam(), 0.01), 40);
  }
}

TEST_P(DeviceSteps, HaveTheBitsOfTheCpuAfterEvents) {
  System net = damped(hung_cloth(12), true, 0.2);
  net.springs[0].name = "threads";
  net.events = {{.at = 2e-3, .free = {0}},
                {.at = 3e-3, .fix = {70, 71}},
                {.at = 4e-3, .set = {{"threads.stiffness", {8e3}}, {"drag", {0.7}}}},
                {.at = 5e-3, .set = {{"gravity", {0, 1, -3}}, {"threads.damping", {0.9}}}}};
  expect_the_same("events", net, options_of(GetParam(), 1e-4), 80);
}

TEST_P(DeviceSteps, LeaveToTheHostWhatTheyDoNotKnow) {
  Random random(3);
  System custom = curved_net(random, {.nodes = 30, .chords = 60});
  custom.nodes.mass = {0.3};
  expect_the_same("a custom law", custom, options_of(GetParam()), 30);
  System yields = hung_cloth(8);
  yields.springs[0].yield = Yield{.force = {0.1}, .hardening = {0.1}};
  expect_the_same("springs that yield", yields, options_of(GetParam(), 1e-4), 100);
}

TEST_P(DeviceSteps, NameTheStepAndTheSpringThatBlowUp) {
  if (GetParam() == Integrator::rk45) GTEST_SKIP() << "its steps are as short as they must be";
  // Far beyond the stable step.
  for (double h : {0.02, 0.006}) {
    SimulationOptions options = options_of(GetParam(), h);
    options.threads = 1;
    options.substeps = false;
    const System net = hung_cloth(10);
    const auto run = [&] {
      Simulation simulation(net, options);
      const MotionReport report = simulation.run_until(500 * h);
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
    EXPECT_EQ(here.first.status, cpu.first.status);
    EXPECT_EQ(here.first.reason, cpu.first.reason);
    EXPECT_EQ(hash_bits(here.second), hash_bits(cpu.second));
  }
}

TEST_P(DeviceSteps, ContinueACheckpointOfTheHostAndTheOtherWayRound) {
  const System net = damped(net_of_all_laws(3, 50), true, 0.2);
  const SimulationOptions options = options_of(GetParam());
  const auto begun = [&] {
    Simulation run(net, options);
    (void)run.run_until(20 * options.time_step);
    return run.save();
  };
  const auto ended = [&](const std::string& from) {
    Simulation run(net, options);
    run.restore(from);
    (void)run.run_until(60 * options.time_step);
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

INSTANTIATE_TEST_SUITE_P(All, DeviceSteps, ::testing::ValuesIn(kExplicit),
                         [](const auto& of) { return std::string(to_string(of.param)); });

TEST(DeviceBackend, HasTheBitsOfTheCpuWhereSpringsHaveAllDifferentValues) {
  // Numbers of springs and of nodes do not fit into 32 bits together.
  Random random(4);
  System net = random_net(random, {.nodes = 70000, .chords = 70000});
  net.nodes.mass = {0.2};
  for (Integrator integrator : {Integrator::velocity_verlet, Integrator::rk4})
    expect_the_same("many materials", net, options_of(integrator), 4);
}

TEST(DeviceBackend, TakesStepsWithoutLeavingTheDevice) {
  if (!kCountsTraffic) GTEST_SKIP() << "traffic is not counted here";
  const UsingBackend device(make_device_backend);
  for (double drag : {0.0, 0.2}) {
    Simulation run(damped(hung_cloth(50), false, drag),
                   options_of(Integrator::velocity_verlet, 1e-5));
    (void)run.run_until(1e-4);
    DeviceTraffic& traffic = DeviceTraffic::of_all();
    traffic.reset();
    (void)run.run_until(1000e-5);
    EXPECT_EQ(run.steps(), 1000);
    EXPECT_EQ(traffic.to_device, 0u);
    // A flag for each pass, and with drag eight sums: the state itself has 120,000 bytes.
    EXPECT_LE(traffic.to_host, 1100u * (drag > 0 ? 4 + 64 : 4));
    EXPECT_GE(traffic.passes, 990u);
  }
}

TEST(DeviceBackend, TakesNoMoreMemoryThanItSays) {
  if (!kCountsTraffic) GTEST_SKIP() << "traffic is not counted here";
  System floor = damped(hung_cloth(100), true, 0.2);
  floor.obstacles = {floor_of(0.2, 0, 3)};
  for (const System& net : {hung_cloth(200), damped(hung_cloth(200), true, 0.2), floor}) {
    DeviceTraffic& traffic = DeviceTraffic::of_all();
    traffic.reset();
    const std::size_t before = traffic.allocated;
    const UsingBackend device(make_device_backend);
    Simulation run(net, options_of(Integrator::velocity_verlet, 1e-5));
    (void)run.run_until(1e-4);
    const std::size_t taken = traffic.most_allocated - before;
    const std::shared_ptr<NetworkData> data = compile_data(net, false, Validated::no);
    data->drag = net.drag;  // as of a net in motion
    const std::size_t said = bytes_on_device(*data, 9);
    EXPECT_LE(taken, said);
    EXPECT_LE(said, 3 * taken);
  }
}

TEST(DeviceBackend, NamesWhatItDoesNotKnow) {
  const auto unknown = [](const System& net) {
    return unknown_to_devices(*compile_data(net, false, Validated::no));
  };
  EXPECT_EQ(unknown(hung_cloth(4)), "");
  System net = hung_cloth(4);
  net.obstacles = {floor_of(0, 0, 3)};
  net.faces = {.start = {0, 3}, .nodes = {0, 1, 4}};
  net.loads = {{.faces = {0}, .pressure = Waveform{.value = 1}}};
  EXPECT_EQ(unknown(net), "");
  net = hung_cloth(4);
  net.springs[0].breaks = Break{.strain = {1}};
  EXPECT_EQ(unknown(net), "a spring that breaks");
  net = hung_cloth(4);
  net.springs[0].viscous = Viscous{.stiffness = {1}, .viscosity = {1}};
  EXPECT_EQ(unknown(net), "a spring that creeps");
}

TEST(DeviceBackend, IsNotPlacedWhereTheHostWasAskedFor) {
  Simulation run(hung_cloth(4), options_of(Integrator::velocity_verlet, 1e-4));
  SimulationOptions options = run.options();
  options.backend = BackendKind::cpu;
  EXPECT_EQ(Simulation(hung_cloth(4), options).backend_reason(), "");
}

}  // namespace
}  // namespace tensio
