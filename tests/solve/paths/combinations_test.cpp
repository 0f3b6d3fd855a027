// Combinations against their definition and a linear net, and stages against rest lengths set.
#include "tensio/solve/combinations.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/nets.hpp"

namespace tensio {
namespace {

// A tight net, so stiffly prestressed that small loads act almost linearly.
System cable_net() {
  System net = testing::square_net(6, 3, 0.5);
  net.springs[0].stiffness = {1000};
  net.springs[0].expansion = {1e-5};
  net.springs[0].strength = {900};
  net.nodes.mass = {0.05};
  net.gravity = {0, 0, -10};
  net.loads = {{.nodes = {14}, .force = {1, 0, 0}},
               {.nodes = {7, 8, 13}, .force = {0, 0, -0.5}, .load_case = "snow"},
               {.nodes = {20}, .force = {0.3, 0.2, 0}, .load_case = "wind"},
               {.nodes = {0}, .move = {0, 0, 0.001}, .load_case = "settlement"},
               {.springs = {0, 1, 2, 3}, .temperature = -20, .load_case = "winter"}};
  net.combinations = {
      {.name = "ULS1", .factors = {{"gravity", 1.35}, {"snow", 1.5}}},
      {.name = "ULS2", .factors = {{"gravity", 1}, {"wind", 1.5}, {"settlement", 1}}},
      {.name = "SLS", .factors = {{"snow", 0.5}, {"winter", 1}}}};
  return net;
}

const NamedEquilibrium& named(const CombinationResults& results, const std::string& name) {
  for (const NamedEquilibrium& one : results.combinations)
    if (one.name == name) return one;
  throw Error("no such result");
}

TEST(Combinations, AreSolvedFromTheBaseToTheSameBits) {
  const System net = cable_net();
  const CombinationResults results = solve_combinations(net, {});
  ASSERT_EQ(results.worst(), Status::converged);
  ASSERT_EQ(results.combinations.size(), 3u);
  const Equilibrium base = solve_equilibrium(under(net, {}));
  EXPECT_EQ(results.base.state.position, base.state.position);
  EXPECT_EQ(results.base.displacement, base.displacement);
  for (const Combination& combination : net.combinations) {
    const Equilibrium hand = solve_equilibrium(under(with_start(net, base), combination));
    const Equilibrium& rest = named(results, combination.name).rest;
    EXPECT_EQ(rest.state.position, hand.state.position) << combination.name;
    EXPECT_EQ(rest.tension, hand.tension);
    EXPECT_EQ(rest.reaction, hand.reaction);
    EXPECT_EQ(rest.report.iterations, hand.report.iterations);
    for (std::size_t i = 0; i < rest.displacement.size(); ++i)
      EXPECT_EQ(rest.displacement[i], hand.state.position[i] - base.state.position[i]);
  }
  // Solving the resulting system finds the base immediately, and the same combinations.
  const CombinationResults again = solve_combinations(results.system, {});
  EXPECT_EQ(again.base.report.iterations, 0);
  EXPECT_EQ(named(again, "ULS2").rest.tension, named(results, "ULS2").rest.tension);
  // Drawn again, only the moves of cases are still to come.
  const System drawn = redrawn(results.system, results.base);
  EXPECT_EQ(drawn.loads.size(), net.loads.size());
  EXPECT_EQ(named(solve_combinations(drawn, {}), "ULS2").rest.tension,
            named(results, "ULS2").rest.tension);
}

TEST(Combinations, AddUpInANearlyLinearNet) {
  System net = cable_net();
  net.combinations = {{.name = "snow", .factors = {{"snow", 1e-3}}},
                      {.name = "wind", .factors = {{"wind", 1e-3}}},
                      {.name = "both", .factors = {{"snow", 2e-3}, {"wind", -1e-3}}}};
  const CombinationResults results = solve_combinations(net, {.tolerance = 1e-14});
  ASSERT_EQ(results.worst(), Status::converged);
  double largest = 0;
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i) {
    const double snow = results.combinations[0].rest.displacement[i];
    const double wind = results.combinations[1].rest.displacement[i];
    EXPECT_NEAR(results.combinations[2].rest.displacement[i], 2 * snow - wind, 1e-11);
    largest = std::max(largest, std::abs(snow));
  }
  EXPECT_GT(largest, 5e-7);
}

TEST(Combinations, HaveAnEnvelopeThatNamesTheGoverningOne) {
  const System net = cable_net();
  const CombinationResults results = solve_combinations(net, {});
  const Envelope& envelope = results.envelope;
  const auto check = [&](const Extremes& extremes, std::size_t count, double sign, auto value) {
    ASSERT_EQ(extremes.value.size(), count);
    ASSERT_EQ(extremes.governing.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const int governing = extremes.governing[i];
      if (governing < 0) {
        EXPECT_TRUE(std::isnan(extremes.value[i]));
        continue;
      }
      const auto at = usize(governing);
      EXPECT_EQ(extremes.value[i], value(results.combinations[at].rest, i));
      for (const NamedEquilibrium& other : results.combinations)
        EXPECT_LE(sign * value(other.rest, i), sign * extremes.value[i]);
    }
  };
  const std::size_t springs = results.base.tension.size(), axes = net.nodes.position.size();
  const auto tension = [](const Equilibrium& e, std::size_t i) { return e.tension[i]; };
  const auto use = [](const Equilibrium& e, std::size_t i) { return e.utilisation[i]; };
  const auto reaction = [](const Equilibrium& e, std::size_t i) { return e.reaction[i]; };
  const auto distance = [](const Equilibrium& e, std::size_t i) {
    const double* u = &e.displacement[3 * i];
    return std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  };
  check(envelope.largest_tension, springs, 1, tension);
  check(envelope.smallest_tension, springs, -1, tension);
  check(envelope.utilisation, springs, 1, use);
  check(envelope.displacement, axes / 3, 1, distance);
  check(envelope.largest_reaction, axes, 1, reaction);
  check(envelope.smallest_reaction, axes, -1, reaction);
  EXPECT_EQ(envelope.largest_reaction.governing[3 * 14], -1);  // node 14 is free
  EXPECT_GE(envelope.largest_reaction.governing[0], 0);
  EXPECT_GE(envelope.utilisation.governing[0], 0);
  // Under its load the middle hangs lowest.
  EXPECT_EQ(envelope.displacement.governing[7], 0);
}

TEST(Combinations, OfSomeNamesAlone) {
  const System net = cable_net();
  const CombinationResults all = solve_combinations(net, {});
  const CombinationResults two = solve_combinations(net, {}, {"SLS", "ULS1"});
  ASSERT_EQ(two.combinations.size(), 2u);
  EXPECT_EQ(two.combinations[0].name, "SLS");
  EXPECT_EQ(two.combinations[1].rest.tension, named(all, "ULS1").rest.tension);
  try {
    (void)solve_combinations(net, {}, {"ULS3"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("there are `ULS1`, `ULS2`, `SLS`"), std::string::npos);
  }
}

TEST(Combinations, GrowInLoadSteps) {
  const System net = cable_net();
  const CombinationResults once = solve_combinations(net, {});
  const CombinationResults steps = solve_combinations(net, {.load_steps = 3});
  ASSERT_EQ(steps.worst(), Status::converged);
  for (std::size_t c = 0; c < 3; ++c) {
    const Equilibrium &a = once.combinations[c].rest, &b = steps.combinations[c].rest;
    for (std::size_t i = 0; i < a.displacement.size(); ++i)
      EXPECT_NEAR(a.displacement[i], b.displacement[i], 1e-9);
    EXPECT_GE(b.report.iterations, 3);
  }
}

TEST(Combinations, ReportTheWorstAndExcludeItFromTheEnvelope) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 3, 0, 4, 0};
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1}, .axes = kAxisY}};
  net.springs = {{.ends = {{0, 1}, {2, 3}}, .stiffness = {10}}};
  net.loads = {{.nodes = {1}, .force = {1, 0}, .load_case = "good"},
               {.nodes = {2}, .force = {1, 0}, .load_case = "bad"}};
  net.combinations = {{.name = "good", .factors = {{"good", 1}}},
                      {.name = "bad", .factors = {{"good", 2}, {"bad", 1}}}};
  const CombinationResults results = solve_combinations(net, {});
  EXPECT_TRUE(results.base.converged());
  EXPECT_TRUE(results.combinations[0].rest.converged());
  EXPECT_EQ(results.combinations[1].rest.report.status, Status::no_equilibrium);
  EXPECT_EQ(results.worst(), Status::no_equilibrium);
  EXPECT_EQ(results.envelope.largest_tension.governing, (std::vector<int>{0, 0}));

  net.loads[1].load_case.clear();  // now it always acts: there is no base
  net.combinations[1].factors.pop_back();
  const CombinationResults none = solve_combinations(net, {});
  EXPECT_EQ(none.worst(), Status::no_equilibrium);
  EXPECT_TRUE(none.combinations.empty());
}

// ---- stages ----

System staged_net() {
  System net = cable_net();
  net.combinations.clear();
  for (Load& load : net.loads) load.load_case.clear();
  net.springs[0].rest_length.clear();
  net.springs[0].stiffness.clear();
  net.springs[0].axial_stiffness = {1000};
  net.stages = {{.name = "rows", .springs = {0, 2, 4}, .rest_length_change = -0.2, .steps = 4},
                {.springs = {2, 7}, .rest_length_change = 0.05}};
  return net;
}

TEST(Stages, EndWhereTheRestLengthsSetDirectlyDo) {
  const System net = staged_net();
  const StageResults built = solve_stages(net, {});
  ASSERT_EQ(built.stages.size(), 2u);
  EXPECT_EQ(built.stages[0].name, "rows");
  EXPECT_EQ(built.stages[1].name, "stage 2");
  EXPECT_TRUE(built.system.stages.empty());

  System direct = with_explicit_rest_lengths(net);
  direct.stages.clear();
  for (const Stage& stage : net.stages) {
    for (int s : stage.springs) direct.springs[0].rest_length[usize(s)] += stage.rest_length_change;
    const Equilibrium rest = solve_equilibrium(direct);
    const Equilibrium& staged = built.stages[stage.name == "rows" ? 0 : 1].rest;
    ASSERT_TRUE(rest.converged() && staged.converged());
    for (std::size_t i = 0; i < rest.tension.size(); ++i)
      EXPECT_NEAR(staged.tension[i], rest.tension[i], 1e-6);
    for (std::size_t i = 0; i < rest.state.position.size(); ++i)
      EXPECT_NEAR(staged.state.position[i], rest.state.position[i], 1e-8);
  }
  EXPECT_EQ(built.system.springs[0].rest_length, direct.springs[0].rest_length);
  const Equilibrium last = solve_equilibrium(built.system);
  EXPECT_EQ(last.report.iterations, 0);
  EXPECT_EQ(last.tension, built.stages[1].rest.tension);
}

TEST(Stages, ComeBeforeTheCombinations) {
  System net = cable_net();
  net.stages = staged_net().stages;
  net.springs[0].rest_length = {0.5};
  const CombinationResults results = solve_combinations(net, {});
  ASSERT_EQ(results.worst(), Status::converged);
  ASSERT_EQ(results.stages.size(), 2u);
  const StageResults built = solve_stages(under(net, {}), {});
  EXPECT_EQ(results.base.state.position, built.stages[1].rest.state.position);
  const Equilibrium hand = solve_equilibrium(under(
      [&] {
        System system = built.system;
        system.loads = net.loads;
        system.gravity = net.gravity;
        return system;
      }(),
      net.combinations[0]));
  EXPECT_EQ(results.combinations[0].rest.tension, hand.tension);
}

TEST(Stages, StopAtTheFirstThatFails) {
  System net = staged_net();
  const StageResults results = solve_stages(net, {.max_iterations = 1});
  ASSERT_EQ(results.stages.size(), 1u);
  EXPECT_EQ(results.stages[0].rest.report.status, Status::iteration_limit);
  EXPECT_EQ(results.stages[0].rest.report.reason.find("step 1 of 4"), 0u);
  // What is left to do can be done from there.
  ASSERT_EQ(results.system.stages.size(), 2u);
  EXPECT_EQ(results.system.springs[0].rest_length,
            with_explicit_rest_lengths(net).springs[0].rest_length);
  const StageResults rest = solve_stages(results.system, {});
  const StageResults whole = solve_stages(net, {});
  for (std::size_t i = 0; i < whole.system.nodes.start.size(); ++i)
    EXPECT_NEAR(rest.system.nodes.start[i], whole.system.nodes.start[i], 1e-8);
  net.stages.clear();
  EXPECT_THROW((void)solve_stages(net, {}), Error);
}

// ---- whatever the system has ----

TEST(SolveScene, TakesTheEquilibriumOfAPlainSystem) {
  System net = cable_net();
  net.combinations.clear();
  const SceneSolution solution = solve_scene(net, {});
  EXPECT_EQ(solution.rest.tension, solve_equilibrium(net).tension);
  EXPECT_EQ(&solution.system(net), &net);
  EXPECT_THROW((void)solve_scene(net, {}, "ULS1"), Error);
}

TEST(SolveScene, TakesStagesAndCombinationsWhereThereAreAny) {
  const System staged = staged_net();
  const SceneSolution built = solve_scene(staged, {});
  const StageResults stages = solve_stages(staged, {});
  EXPECT_EQ(built.rest.tension, stages.stages.back().rest.tension);
  EXPECT_EQ(built.stages.size(), 2u);
  EXPECT_EQ(built.system(staged).springs[0].rest_length, stages.system.springs[0].rest_length);

  const System net = cable_net();
  const CombinationResults results = solve_combinations(net, {});
  const SceneSolution all = solve_scene(net, {});
  ASSERT_TRUE(all.all);
  EXPECT_EQ(all.rest.tension, results.base.tension);
  EXPECT_EQ(all.all->combinations.size(), 3u);
  const SceneSolution one = solve_scene(net, {}, "ULS2");
  EXPECT_FALSE(one.all);
  EXPECT_EQ(one.combination, "ULS2");
  EXPECT_EQ(one.rest.tension, named(results, "ULS2").rest.tension);
  EXPECT_TRUE(one.system(net).combinations.empty());
}

TEST(SolveScene, SaysWhereTheBaseOfACombinationFailed) {
  const System net = cable_net();
  const SceneSolution one = solve_scene(net, {.max_iterations = 0}, "ULS1");
  EXPECT_EQ(one.status(), Status::iteration_limit);
  EXPECT_EQ(one.rest.report.reason.find("without any load case: "), 0u);
}

}  // namespace
}  // namespace tensio
