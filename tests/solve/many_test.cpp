// Many rest states and motions: each has the bits of its own solve, on any number of threads.
#include "tensio/many.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

constexpr int kSets = 23;

// A hung cloth, and sets of values about its own.
struct Sweep {
  System net = testing::hung_cloth(6);
  ValueSets sets;

  Sweep() {
    Random random(11);
    sets.count = kSets;
    const Network network = compile(net);
    const SpringStates states = spring_states(network, net.nodes.position);
    for (int i = 0; i < kSets; ++i) {
      for (const double k : states.stiffness) sets.stiffness.push_back(k * random.uniform(0.5, 2));
      for (const double l0 : states.rest_length)
        sets.rest_length.push_back(l0 * random.uniform(0.95, 1.05));
      for (std::size_t axis = 0; axis < net.nodes.position.size(); ++axis)
        sets.load.push_back(random.uniform(-0.1, 0.1));
    }
  }
  // The net with set i written into it.
  System with(int i) const {
    System one = with_explicit_rest_lengths(net);
    const auto springs = usize(one.spring_count());
    std::size_t at = usize(i) * springs;
    for (SpringSet& set : one.springs) {
      const auto first = static_cast<std::ptrdiff_t>(at), last = first + std::ssize(set.ends);
      set.stiffness.assign(sets.stiffness.begin() + first, sets.stiffness.begin() + last);
      set.rest_length.assign(sets.rest_length.begin() + first, sets.rest_length.begin() + last);
      at += set.ends.size();
    }
    one.loads.clear();
    for (int node = 0; node < one.node_count(); ++node) {
      const double* force = &sets.load[(usize(i) * usize(one.node_count()) + usize(node)) * 3];
      one.loads.push_back({.nodes = {node}, .force = {force, force + 3}});
    }
    return one;
  }
};

EquilibriumOptions on(int threads) {
  EquilibriumOptions options;
  options.threads = threads;
  options.reproducible = true;
  return options;
}

std::vector<double> part(const std::vector<double>& all, int i) {
  const auto each = std::ssize(all) / kSets;
  return {all.begin() + i * each, all.begin() + (i + 1) * each};
}

TEST(Many, RestStatesHaveTheBitsOfTheirOwnSolves) {
  const Sweep sweep;
  const ManyRests many = solve_many(compile(sweep.net), sweep.sets, on(3));
  for (int i = 0; i < kSets; ++i) {
    const Equilibrium rest = solve_equilibrium(sweep.with(i), on(1));
    EXPECT_EQ(many.status[usize(i)], Status::converged) << many.reason[usize(i)];
    EXPECT_EQ(part(many.position, i), rest.state.position) << i;
    EXPECT_EQ(part(many.tension, i), rest.tension) << i;
    EXPECT_EQ(many.iterations[usize(i)], rest.report.iterations) << i;
  }
}

TEST(Many, ResultsDoNotDependOnTheThreads) {
  const Sweep sweep;
  const Network network = compile(sweep.net);
  const ManyRests one = solve_many(network, sweep.sets, on(1));
  for (int threads : {2, 5}) {
    const ManyRests more = solve_many(network, sweep.sets, on(threads));
    EXPECT_EQ(one.position, more.position);
    EXPECT_EQ(one.tension, more.tension);
    EXPECT_EQ(one.residual, more.residual);
  }
}

TEST(Many, UnlikeNetsAreSolvedAsEachAlone) {
  std::vector<System> nets = {testing::springsys(), testing::hung_cloth(4), testing::springsys(0.5),
                              testing::unstressed_line()};
  const std::vector<Equilibrium> rests = solve_many(nets, on(2));
  ASSERT_EQ(rests.size(), nets.size());
  for (std::size_t i = 0; i < nets.size(); ++i)
    EXPECT_EQ(rests[i].state.position, solve_equilibrium(nets[i], on(1)).state.position) << i;
  nets[2].springs[0].stiffness = {NAN};
  try {
    (void)solve_many(nets, on(2));
    FAIL() << "a bad system was solved";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("system 2: "), 0u) << error.what();
  }
}

TEST(Many, MotionsHaveTheBitsOfTheirOwnRuns) {
  const Sweep sweep;
  for (const Integrator integrator : {Integrator::velocity_verlet, Integrator::implicit_euler}) {
    SimulationOptions options;
    options.integrator = integrator;
    options.time_step = 1e-3;
    options.duration = 0.05;
    options.reproducible = true;
    options.threads = 3;
    const ManyRuns many = run_many(sweep.net, sweep.sets, options);
    for (int i = 0; i < kSets; ++i) {
      Simulation alone(sweep.net, options);
      const auto springs = sweep.net.spring_count();
      for (int s = 0; s < springs; ++s) {
        alone.set_rest_length(s, sweep.sets.rest_length[usize(i * springs + s)]);
        alone.set_stiffness(s, sweep.sets.stiffness[usize(i * springs + s)]);
      }
      for (int node = 0; node < sweep.net.node_count(); ++node)
        alone.set_load(
            node,
            std::span(sweep.sets.load).subspan(usize(i * sweep.net.node_count() + node) * 3, 3));
      ASSERT_EQ(alone.run().status, MotionStatus::finished);
      EXPECT_EQ(many.status[usize(i)], MotionStatus::finished);
      EXPECT_EQ(part(many.position, i), alone.state().position) << i;
      EXPECT_EQ(part(many.velocity, i), alone.state().velocity) << i;
      EXPECT_EQ(part(many.tension, i), alone.tensions()) << i;
    }
  }
}

TEST(Many, StopsWhenAsked) {
  const Sweep sweep;
  int calls = 0;
  const ManyRests many = solve_many(compile(sweep.net), sweep.sets, on(1),
                                    [&](int done) { return ++calls, done < 4; });
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(many.status[3], Status::converged);
  EXPECT_EQ(many.status[4], Status::interrupted);
  EXPECT_TRUE(std::isnan(part(many.position, 4)[0]));
}

TEST(Many, NamesTheSetThatDoesNotFit) {
  Sweep sweep;
  const auto message = [&] {
    try {
      (void)solve_many(compile(sweep.net), sweep.sets, on(1));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::vector<double> whole = sweep.sets.rest_length;
  sweep.sets.rest_length[whole.size() / kSets * 2 + 1] = -1;
  EXPECT_NE(message().find("rest_length of set 2 has -1 at place 1"), std::string::npos);
  sweep.sets.rest_length = whole;
  sweep.sets.stiffness[3] = -2;
  EXPECT_NE(message().find("stiffness of set 0 has -2 at place 3"), std::string::npos);
  sweep.sets.stiffness[3] = 2;
  sweep.sets.rest_length.pop_back();
  EXPECT_NE(message().find("numbers; 23 sets of"), std::string::npos);
}

}  // namespace
}  // namespace tensio
