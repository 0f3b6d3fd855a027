// Stages that add and remove springs, supports and loads, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/solve/combinations.hpp"

namespace tensio {
namespace {

/// A node below two supports at the origin, on springs of 100 and 300 N/m and 1 m; its loads have
/// the cases first (40 N) and second (60 N), downwards.
System hanging() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 0, 0, 0, -1};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  SpringSet springs;
  springs.ends = {{0, 2}, {1, 2}};
  springs.stiffness = {100, 300};
  springs.rest_length = {1};
  net.springs = {springs};
  net.loads = {{.nodes = {2}, .force = {0, -40}, .load_case = "first"},
               {.nodes = {2}, .force = {0, -60}, .load_case = "second"}};
  return net;
}

double depth(const NamedEquilibrium& stage) { return -stage.rest.state.position[5]; }

TEST(Building, ASpringThatIsFittedTakesOnlyLaterLoads) {
  System net = hanging();
  net.stages = {{.name = "hang", .loads = {{"first", 1}}},
                {.name = "add", .add = {1}, .fit = true},
                {.name = "load", .loads = {{"second", 1}}, .steps = 3}};
  const StageResults built = solve_stages(net, {});
  ASSERT_EQ(built.stages.size(), 3u);
  for (const NamedEquilibrium& stage : built.stages) ASSERT_TRUE(stage.rest.converged());
  // 40 N on 100 N/m; then 60 N on 400 N/m more.
  EXPECT_NEAR(depth(built.stages[0]), 1.4, 1e-9);
  EXPECT_EQ(built.stages[0].rest.tension[1], 0);
  EXPECT_NEAR(depth(built.stages[1]), 1.4, 1e-9);
  EXPECT_NEAR(built.stages[1].rest.tension[1], 0, 1e-7);
  EXPECT_NEAR(depth(built.stages[2]), 1.55, 1e-9);
  EXPECT_NEAR(built.stages[2].rest.tension[0], 55, 1e-7);
  EXPECT_NEAR(built.stages[2].rest.tension[1], 45, 1e-7);
}

TEST(Building, TheSystemOfEachStageIsAtRestInItsState) {
  System net = hanging();
  net.stages = {{.name = "hang", .loads = {{"first", 1}}},
                {.name = "add", .add = {1}, .fit = true},
                {.name = "load", .loads = {{"second", 1}}, .steps = 3},
                {.name = "hold", .springs = {0}, .rest_length_change = -0.1, .fix = {2}},
                {.name = "let go", .remove = {0}, .free = {2}, .loads = {{"first", 0}}}};
  const StageResults built = solve_stages(net, {.load_steps = 2});
  ASSERT_EQ(built.stages.size(), 6u) << "with the one before the first";
  const std::vector<System> systems = stage_systems(net, built.stages);
  ASSERT_EQ(systems.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    ASSERT_TRUE(built.stages[i].rest.converged()) << i;
    EXPECT_EQ(built.stages[i].stage, static_cast<int>(i) - 1);
    const Equilibrium again = solve_equilibrium(systems[i]);
    EXPECT_EQ(again.report.iterations, 0) << i;
    EXPECT_EQ(again.tension, built.stages[i].rest.tension) << i;
    EXPECT_EQ(again.reaction, built.stages[i].rest.reaction) << i;
  }
  EXPECT_EQ(write_system(systems.back()), write_system(built.system));
}

TEST(Building, NodesWithoutSpringsAreSupportedWhileAStageIsSolvedOnly) {
  System net = hanging();
  net.stages = {{.name = "nothing"}, {.add = {0, 1}}};
  const StageResults built = solve_stages(net, {});
  const System fixed = stage_systems(net, built.stages)[0];
  const System loose = stage_systems(net, built.stages, LooseNodes::free)[0];
  EXPECT_EQ(fixed_axes(fixed), (std::vector<unsigned char>{3, 3, 3}));
  EXPECT_EQ(fixed_axes(loose), (std::vector<unsigned char>{3, 3, 0}));
}

TEST(Building, ASpringThatIsNotFittedPullsAtOnce) {
  System net = hanging();
  net.loads.pop_back();
  net.stages = {{.loads = {{"first", 1}}}, {.add = {1}}};
  const StageResults built = solve_stages(net, {});
  // 40 N on both springs, of 1 m.
  EXPECT_NEAR(depth(built.stages[1]), 1.1, 1e-9);
  EXPECT_NEAR(built.stages[1].rest.tension[1], 30, 1e-7);
}

TEST(Building, WhatIsRemovedLeavesItsLoadToTheRest) {
  System net = hanging();
  net.stages = {{.loads = {{"first", 1}}},
                {.remove = {1}},
                {.name = "unload", .loads = {{"first", 0}, {"second", 1}}}};
  const StageResults built = solve_stages(net, {});
  EXPECT_NEAR(depth(built.stages[0]), 1.1, 1e-9);
  EXPECT_NEAR(depth(built.stages[1]), 1.4, 1e-9);
  EXPECT_EQ(built.stages[1].rest.tension[1], 0);
  EXPECT_NEAR(depth(built.stages[2]), 1.6, 1e-9);
}

TEST(Building, SupportsComeAndGo) {
  System net = hanging();
  // Fixed where it hangs under 40 N, the node does not feel 60 N more until it is freed.
  net.stages = {{.loads = {{"first", 1}}}, {.fix = {2}}, {.loads = {{"second", 1}}}, {.free = {2}}};
  const StageResults built = solve_stages(net, {});
  ASSERT_EQ(built.stages.size(), 4u);
  EXPECT_NEAR(depth(built.stages[1]), 1.1, 1e-9);
  EXPECT_NEAR(depth(built.stages[2]), 1.1, 1e-9);
  EXPECT_NEAR(built.stages[2].rest.reaction[5], 60, 1e-7);
  EXPECT_NEAR(depth(built.stages[3]), 1.25, 1e-9);
}

TEST(Building, NodesWithoutSpringsWaitWhereTheyAreDrawn) {
  System net = hanging();
  net.loads.pop_back();
  net.nodes.position.insert(net.nodes.position.end(), {0, -2});
  net.nodes.mass = {0, 0, 0, 1};
  net.gravity = {0, -10, 0};
  net.springs[0].ends.push_back({2, 3});
  net.springs[0].stiffness = {100, 300, 50};
  net.stages = {{.loads = {{"first", 1}}}, {.add = {2}}};
  const StageResults built = solve_stages(net, {});
  ASSERT_EQ(built.stages.size(), 2u);
  ASSERT_TRUE(built.stages[0].rest.converged()) << built.stages[0].rest.report.reason;
  EXPECT_EQ(built.stages[0].rest.state.position[7], -2);
  EXPECT_NEAR(depth(built.stages[0]), 1.1, 1e-9);
  // Then its 10 N act on all springs above it: 50 N on 400 N/m, and 10 N on 50 N/m below.
  ASSERT_TRUE(built.stages[1].rest.converged()) << built.stages[1].rest.report.reason;
  EXPECT_NEAR(depth(built.stages[1]), 1.125, 1e-9);
  EXPECT_NEAR(built.stages[1].rest.state.position[7], -1.125 - 1.2, 1e-9);
}

TEST(Building, AbsentSpringsHaveNoMass) {
  System net = hanging();
  net.loads.clear();
  net.gravity = {0, -10, 0};
  net.springs[0].mass_per_length = {8};
  net.stages = {{.name = "first", .steps = 1}, {.add = {1}}};
  net.stages[0].fix = {0};
  const StageResults built = solve_stages(net, {});
  // Half of 8 kg hangs on 100 N/m; then half of 16 kg on 400 N/m.
  EXPECT_NEAR(depth(built.stages[0]), 1.4, 1e-9);
  EXPECT_NEAR(depth(built.stages[1]), 1.2, 1e-9);
}

TEST(Building, TheSystemAsBuiltHasTheSameRestState) {
  System net = hanging();
  net.stages = {{.loads = {{"first", 1}}},
                {.add = {1}, .fit = true},
                {.springs = {0}, .rest_length_change = -0.05},
                {.loads = {{"second", 1}}}};
  const StageResults built = solve_stages(net, {});
  const Equilibrium again = solve_equilibrium(parse_system(write_system(built.system)));
  EXPECT_NEAR(again.state.position[5], built.stages.back().rest.state.position[5], 1e-9);
  EXPECT_TRUE(built.system.stages.empty());
}

TEST(Building, StagesAreWrittenAndReadAgain) {
  System net = hanging();
  net.stages = {{.name = "all",
                 .springs = {0},
                 .rest_length_change = -0.1,
                 .add = {1},
                 .fit = true,
                 .remove = {0},
                 .fix = {2},
                 .free = {2},
                 .loads = {{"first", 0.5}},
                 .steps = 2},
                {.loads = {{"second", 1}}},
                {.springs = {1}, .rest_length_change = 0}};
  const System again = parse_system(write_system(net));
  ASSERT_EQ(again.stages.size(), 3u);
  EXPECT_EQ(again.stages[2].springs, net.stages[2].springs);
  const Stage& stage = again.stages[0];
  EXPECT_EQ(stage.add, net.stages[0].add);
  EXPECT_EQ(stage.remove, net.stages[0].remove);
  EXPECT_EQ(stage.fix, net.stages[0].fix);
  EXPECT_EQ(stage.free, net.stages[0].free);
  EXPECT_EQ(stage.loads, net.stages[0].loads);
  EXPECT_TRUE(stage.fit);
  EXPECT_EQ(stage.rest_length_change, -0.1);
  EXPECT_EQ(again.stages[1].loads, net.stages[1].loads);
}

TEST(Building, ASpringIsAddedOnce) {
  System net = hanging();
  net.stages = {{.add = {1}}, {.add = {1}}};
  const std::vector<Problem> problems = validate(net);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/stages/1/add/0");
  EXPECT_NE(problems[0].message.find("added twice"), std::string::npos);
}

/// A mast of two hinged lengths with three guys at each level, built level by level.
struct Mast {
  double height = 10, radius = 8, guy = 5e6, tube = 2e8, shorter = 0.02;

  System system() const {
    System net;
    net.nodes.position = {0, 0, 0, 0, 0, height, 0, 0, 2 * height};
    for (int i = 0; i < 3; ++i)
      net.nodes.position.insert(net.nodes.position.end(),
                                {radius * std::cos(2 * i * std::acos(-1.0) / 3),
                                 radius * std::sin(2 * i * std::acos(-1.0) / 3), 0});
    net.nodes.fixed = {{.nodes = {0, 3, 4, 5}}};
    SpringSet mast, guys;
    mast.ends = {{0, 1}, {1, 2}};
    mast.axial_stiffness = {tube};
    guys.law = Law::cable;
    guys.ends = {{3, 1}, {4, 1}, {5, 1}, {3, 2}, {4, 2}, {5, 2}};
    guys.axial_stiffness = {guy};
    net.springs = {mast, guys};
    net.stages = {
        {.name = "first guys", .springs = {2, 3, 4}, .rest_length_change = -shorter},
        {.name = "second length", .add = {1, 5, 6, 7}, .fit = true},
        {.name = "second guys", .springs = {5, 6, 7}, .rest_length_change = -shorter, .steps = 2}};
    return net;
  }
  /// Vertical force of three guys on the mast at height z, whose rest length is l0.
  double pull_down(double z, double l0) const {
    const double l = std::hypot(radius, z);
    return 3 * guy * (l / l0 - 1) * z / l;
  }
};

TEST(Building, AGuyedMastIsInEquilibriumAtEachStage) {
  const Mast mast;
  const StageResults built = solve_stages(mast.system(), {});
  ASSERT_EQ(built.stages.size(), 3u);
  for (const NamedEquilibrium& stage : built.stages)
    ASSERT_TRUE(stage.rest.converged()) << stage.name << ": " << stage.rest.report.reason;
  // First stage: the height at which the tube pushes up as much as the guys pull down, by
  // bisection.
  const double drawn = std::hypot(mast.radius, mast.height);
  const auto out_of_balance = [&](double z) {
    return mast.pull_down(z, drawn - mast.shorter) - mast.tube * (1 - z / mast.height);
  };
  double low = 0.9 * mast.height, high = mast.height;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (out_of_balance(middle) > 0 ? high : low) = middle;
  }
  const double first = built.stages[0].rest.state.position[5];
  EXPECT_NEAR(first, low, 1e-9);
  EXPECT_LT(built.stages[0].rest.tension[0], 0);
  EXPECT_EQ(built.stages[0].rest.tension[1], 0);

  // Second: what is added bridges its distances without a force.
  for (const int spring : {1, 5, 6, 7})
    EXPECT_NEAR(built.stages[1].rest.tension[usize(spring)], 0, 1e-4);
  EXPECT_NEAR(built.stages[1].rest.state.position[5], first, 1e-9);

  // Third: the forces by the lengths alone balance at both levels.
  const std::vector<double>& x = built.stages[2].rest.state.position;
  const double z1 = x[5], z2 = x[8];
  const double upper = 2 * mast.height - first;  // as fitted
  const double push_upper = mast.tube * (1 - (z2 - z1) / upper);
  const double push_lower = mast.tube * (1 - z1 / mast.height);
  const double upper_guys = std::hypot(mast.radius, 2 * mast.height) - mast.shorter;
  EXPECT_NEAR(push_upper / mast.pull_down(z2, upper_guys), 1, 1e-8);
  EXPECT_NEAR(push_lower / (push_upper + mast.pull_down(z1, drawn - mast.shorter)), 1, 1e-8);
  // Stressing the upper guys shortens the mast, which slackens the lower ones.
  EXPECT_LT(built.stages[2].rest.tension[2], built.stages[0].rest.tension[2]);
}

}  // namespace
}  // namespace tensio
