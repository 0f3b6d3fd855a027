// Explicit steps on the shares of several ranks have the bits of the CPU backend. Compiled twice:
// see test_ranks.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "backend/petsc/share.hpp"
#include "backend/same_bits.hpp"
#include "backend/test_ranks.hpp"
#include "network/compile_data.hpp"
#include "support/obstacles.hpp"
#include "support/waveforms.hpp"

namespace tensio {
namespace {

using namespace testing;
using namespace testing::same_bits;

class RankSteps : public ::testing::TestWithParam<std::tuple<int, Integrator>> {
 protected:
  Integrator integrator() const { return std::get<1>(GetParam()); }
  void expect_the_same(const std::string& what, const System& net, const SimulationOptions& options,
                       int steps) {
    expect_same_bits(make_ranks_backend, what, net, options, steps);
  }
  TestRanks ranks{std::get<0>(GetParam())};
};

TEST_P(RankSteps, HaveTheBitsOfOneMachineWithEveryLaw) {
  for (int d : {2, 3})
    expect_the_same("springs " + std::to_string(d), net_of_all_laws(d, 60),
                    options_of(integrator()), 70);
}

TEST_P(RankSteps, HaveTheBitsOfOneMachineInAClothOfOneLaw) {
  expect_the_same("cloth", hung_cloth(20), options_of(integrator(), 1e-4), 100);
  System net = perturbed(square_net(30, 2, 0.8), 0.2);
  net.nodes.mass = {0.2};
  expect_the_same("net", net, options_of(integrator(), 0.01), 50);
}

TEST_P(RankSteps, HaveTheBitsOfOneMachineWithDragAndDashpots) {
  for (int d : {2, 3})
    for (const auto& [dashpots, drag] :
         {std::pair(true, 0.0), std::pair(false, 0.3), std::pair(true, 0.3)})
      expect_the_same("damped", damped(net_of_all_laws(d, 60), dashpots, drag),
                      options_of(integrator()), 70);
}

TEST_P(RankSteps, HaveTheBitsOfOneMachineInSumsOfManyBlocks) {
  if (integrator() == Integrator::rk4) GTEST_SKIP() << "its steps are taken on rank 0";
  expect_the_same("many nodes", damped(net_of_all_laws(3, 9001), true, 0.3),
                  options_of(integrator()), 6);
}

TEST_P(RankSteps, HaveTheBitsOfOneMachineWithWavesAndAfterEvents) {
  System net = damped(hung_cloth(12), true, 0.2);
  net.springs[0].name = "threads";
  net.events = {{.at = 2e-3, .free = {0}},
                {.at = 3e-3, .fix = {70, 71}},
                {.at = 4e-3, .set = {{"threads.stiffness", {8e3}}, {"drag", {0.7}}}},
                {.at = 5e-3, .set = {{"gravity", {0, 1, -3}}, {"threads.damping", {0.9}}}}};
  expect_the_same("events", net, options_of(integrator(), 1e-4), 80);
  std::vector<Waveform> push(3);
  push[1] = sine(2, 5);
  net.loads = {{.nodes = {40, 41}, .wave = push}};
  expect_the_same("waves", net, options_of(integrator(), 1e-4), 80);
}

TEST_P(RankSteps, HaveTheBitsOfOneMachineWhereRankZeroComputesAll) {
  System floor = damped(hung_cloth(8), true, 0.1);
  floor.obstacles = {floor_of(0.3, 0.2, 3)};
  floor.obstacles[0].point[2] = -0.2;
  for (int i = 0; i < floor.node_count(); ++i)
    floor.nodes.velocity.insert(floor.nodes.velocity.end(), {0.2, 0, -3});
  floor.nodes.fixed.clear();
  expect_the_same("an obstacle", floor, options_of(integrator(), 2e-4), 60);
  System yields = hung_cloth(8);
  yields.springs[0].yield = Yield{.force = {0.1}, .hardening = {0.1}};
  expect_the_same("springs that yield", yields, options_of(integrator(), 1e-4), 60);
}

// Fewer nodes than ranks, and a node without springs.
TEST_P(RankSteps, HaveTheBitsOfOneMachineInTheSmallestNets) {
  expect_the_same("one spring", oscillator(), options_of(integrator(), 0.01), 50);
  System net = springsys();
  net.nodes.position.insert(net.nodes.position.end(), {3, 3});
  net.nodes.mass = {1};
  net.gravity = {0, -9.81, 0};
  expect_the_same("a loose node", net, options_of(integrator(), 0.01), 50);
}

TEST_P(RankSteps, NameTheStepAndTheSpringThatBlowUp) {
  // Far beyond the stable step.
  for (double h : {0.02, 0.006}) {
    SimulationOptions options = options_of(integrator(), h);
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
    const UsingBackend other(make_ranks_backend);
    const auto here = run();
    EXPECT_EQ(cpu.first.status, MotionStatus::blew_up);
    EXPECT_EQ(here.first.status, cpu.first.status);
    EXPECT_EQ(here.first.reason, cpu.first.reason);
    EXPECT_EQ(hash_bits(here.second), hash_bits(cpu.second));
  }
}

INSTANTIATE_TEST_SUITE_P(
    OfAllIntegrators, RankSteps,
    ::testing::Combine(::testing::ValuesIn(rank_counts()),
                       ::testing::Values(Integrator::explicit_euler, Integrator::symplectic_euler,
                                         Integrator::velocity_verlet, Integrator::rk4)),
    [](const auto& test) {
      return std::string(to_string(std::get<1>(test.param))) + "_on_" +
             std::to_string(std::get<0>(test.param));
    });

// A pass that no rank takes would have the right bits, too.
TEST(PetscBackend, BringsTheBorderOfEachShareToItsNeighboursOnceAStep) {
  if (!kCountsExchanges) GTEST_SKIP() << "exchanges are not counted here";
  const auto exchanged = [](int steps) {
    const TestRanks ranks(2);
    const UsingBackend other(make_ranks_backend);
    SimulationOptions options = options_of(Integrator::velocity_verlet, 1e-4);
    options.output_every = 1;
    Simulation run(hung_cloth(20), options);
    (void)run.run_until(steps * options.time_step);
    return ranks.exchanged();
  };
  const std::size_t each = (exchanged(60) - exchanged(20)) / 40;
  EXPECT_EQ(exchanged(100) - exchanged(60), 40 * each);
  // Two rows of 20 nodes on either side, as its springs reach.
  EXPECT_GE(each, 2u * 20 * 3);
  EXPECT_LE(each, 2u * 2 * 21 * 3);
}

TEST(Share, HasEachSpringWhereAnEndIsOwnAndEachNodeOnce) {
  for (int ranks : {1, 2, 5}) {
    const std::shared_ptr<NetworkData> net = compile_data(net_of_all_laws(3, 80), true);
    std::vector<int> owner;
    for (int node = 0; node < net->node_count; ++node) owner.push_back(node * 7 % ranks);
    std::vector<int> owned(usize(net->node_count), 0);
    for (int rank = 0; rank < ranks; ++rank) {
      const Share share = share_of(*net, owner, rank, false);
      for (int local : share.own) ++owned[usize(share.nodes[usize(local)])];
      int springs = 0;
      for (int s = 0; s < net->spring_count; ++s)
        springs += owner[usize(net->a[s])] == rank || owner[usize(net->b[s])] == rank;
      EXPECT_EQ(share.net.spring_count, springs);
      EXPECT_TRUE(std::is_sorted(share.nodes.begin(), share.nodes.end()));
    }
    EXPECT_EQ(owned, std::vector<int>(owned.size(), 1));
  }
}

TEST(Share, ListsABorderInTheSameOrderOnBothSides) {
  const std::shared_ptr<NetworkData> net = compile_data(net_of_all_laws(2, 80), true);
  std::vector<int> owner;
  for (int node = 0; node < net->node_count; ++node) owner.push_back(node * 7 % 4);
  std::vector<Share> shares;
  for (int rank = 0; rank < 4; ++rank) shares.push_back(share_of(*net, owner, rank, false));
  int pairs = 0;
  for (int rank = 0; rank < 4; ++rank)
    for (const ShareNeighbour& there : shares[usize(rank)].neighbours)
      for (const ShareNeighbour& back : shares[usize(there.rank)].neighbours) {
        if (back.rank != rank) continue;
        ++pairs;
        std::vector<int> sent, received;
        for (int local : there.sent) sent.push_back(shares[usize(rank)].nodes[usize(local)]);
        for (int local : back.received)
          received.push_back(shares[usize(there.rank)].nodes[usize(local)]);
        EXPECT_EQ(sent, received);
      }
  EXPECT_EQ(pairs, 12);
}

TEST(Share, IsTheSameAfterItWasBytes) {
  const std::shared_ptr<NetworkData> net = compile_data(net_of_all_laws(3, 40), true);
  std::vector<int> owner(usize(net->node_count), 0);
  for (std::size_t node = 20; node < owner.size(); ++node) owner[node] = 1;
  const Share share = share_of(*net, owner, 1, true);
  const std::string bytes = packed(share);
  EXPECT_EQ(packed(unpacked(bytes)), bytes);
  const Share again = unpacked(bytes);
  EXPECT_EQ(again.net.spring_count, share.net.spring_count);
  EXPECT_EQ(again.nodes, share.nodes);
  EXPECT_EQ(again.net.column.copy(), share.net.column.copy());
  EXPECT_EQ(again.net.external, share.net.external);
}

}  // namespace
}  // namespace tensio
