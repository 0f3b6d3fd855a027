// Past events become part of a scene, and the columns of damage are read as they are meant.
#include "model/damage.hpp"

#include <gtest/gtest.h>

#include "tensio/files/snapshot.hpp"

namespace tensio {
namespace {

System rope() {
  System system;
  system.dimension = 2;
  system.nodes = {.position = {0, 0, 1, 0, 2, 0}, .mass = {1}, .fixed = {{.nodes = {0, 2}}}};
  system.springs = {
      {.name = "rope", .ends = {{0, 1}, {1, 2}}, .axial_stiffness = {50}, .damping_time = {0.1}}};
  system.simulation = SimulationOptions{.time_step = 0.01, .duration = 4};
  return system;
}

TEST(PastEvents, ChangeTheSceneInTheOrderOfTimeAndAreGone) {
  System system = rope();
  system.events = {{.at = 3, .set = {{"drag", {7}}}},
                   {.at = 2, .free = {2}, .set = {{"gravity", {0, -3}}}},
                   {.at = 1, .fix = {1}, .set = {{"gravity", {0, -2}}}}};
  apply_events(system, 2, {0, 0, 1, 0.5, 2.5, 0});
  ASSERT_EQ(system.events.size(), 1u);
  EXPECT_EQ(system.events[0].at, 3);
  EXPECT_EQ(system.drag, 0);
  EXPECT_EQ(system.gravity[1], -3);
  ASSERT_EQ(system.nodes.fixed.size(), 2u);
  EXPECT_EQ(system.nodes.fixed[0].nodes, std::vector<int>{0});
  // it stands where it was taken hold of, 0.5 above the drawn place
  EXPECT_EQ(system.nodes.fixed[1].nodes, std::vector<int>{1});
  EXPECT_EQ(system.nodes.fixed[1].move, (std::vector<double>{0, 0.5}));
  EXPECT_TRUE(validate(system).empty());
}

TEST(PastEvents, SetAStiffnessAndLeaveRestLengthAndDampingAsTheyWere) {
  System system = rope();
  system.springs[0].rest_length = {0.8, 1.25};
  system.events = {{.at = 1, .set = {{"rope.stiffness", {10, 20}}}}};
  apply_events(system, 1, system.nodes.position);
  const SpringSet& set = system.springs[0];
  EXPECT_EQ(set.stiffness, (Column{10, 20}));
  EXPECT_EQ(set.rest_length, (Column{0.8, 1.25}));
  // c = 0.1 s x EA / l0, of the stiffness before
  ASSERT_EQ(set.damping.size(), 2u);
  EXPECT_DOUBLE_EQ(set.damping[0], 6.25);
  EXPECT_DOUBLE_EQ(set.damping[1], 4);
  EXPECT_TRUE(set.axial_stiffness.empty() && set.damping_time.empty());
  EXPECT_TRUE(validate(system).empty());
}

TEST(PastEvents, SetARestLengthAndKeepEAUntilAStiffnessIsSet) {
  System system = rope();
  system.events = {{.at = 1, .set = {{"rope.rest_length", {0.5}}}},
                   {.at = 2, .set = {{"rope.stiffness", {30}}}},
                   {.at = 3, .set = {{"rope.rest_length", {0.25}}}}};
  System later = system;
  apply_events(later, 1, system.nodes.position);
  const SpringSet& first = later.springs[0];
  // k is then EA / rest length = 100 N/m, and c = 0.1 s x 50 N/m as before
  EXPECT_EQ(first.axial_stiffness, (Column{50, 50}));
  EXPECT_EQ(first.rest_length, Column{0.5});
  EXPECT_EQ(first.damping, (Column{5, 5}));
  EXPECT_TRUE(first.stiffness.empty());
  EXPECT_TRUE(validate(later).empty());
  later = system;
  apply_events(later, 3, system.nodes.position);
  const SpringSet& last = later.springs[0];
  EXPECT_TRUE(last.axial_stiffness.empty());
  EXPECT_EQ(last.stiffness, (Column{30, 30}));
  EXPECT_EQ(last.rest_length, Column{0.25});
  EXPECT_TRUE(validate(later).empty());
}

TEST(PastEvents, ThatASceneCannotSayAreRefused) {
  System system = rope();
  system.springs[0].mass_per_length = {1};
  system.events = {{.at = 1, .set = {{"rope.rest_length", {1}}}}};
  EXPECT_THROW(apply_events(system, 1, system.nodes.position), Error);
  system = rope();
  system.springs[0].yield = Yield{.strain = {0.1}};
  system.events = {{.at = 1, .set = {{"rope.stiffness", {1}}}}};
  EXPECT_THROW(apply_events(system, 1, system.nodes.position), Error);
}

TEST(SceneOfAState, GoesOnWithItsTimeAndItsDamage) {
  System system = rope();
  system.springs[0].breaks = Break{.strain = {0.5}};
  system.simulation->start = StartFrom::equilibrium;
  Snapshot state{.time = 1,
                 .position = {0, 0, 1, 1, 2, 0},
                 .velocity = {0, 0, 3, 4, 0, 0},
                 .tension = {5, 0},
                 .broken = {0, 1}};
  const System later = with_snapshot(system, state);
  EXPECT_EQ(later.nodes.start, state.position);
  EXPECT_EQ(later.nodes.velocity, state.velocity);
  EXPECT_EQ(later.springs[0].broken, (Column{0, 1}));
  EXPECT_EQ(later.simulation->start_time, 1);
  EXPECT_EQ(later.simulation->duration, 3);
  EXPECT_EQ(later.simulation->output_every, 0.04);
  EXPECT_EQ(later.simulation->start, StartFrom::drawn);
  // after the end it continues as long again
  state.time = 4;
  EXPECT_EQ(with_snapshot(system, state).simulation->duration, 4);
}

TEST(SceneOfAState, WithoutWhatTheSceneNeedsIsRefused) {
  System system = rope();
  system.springs[0].yield = Yield{.force = {1}};
  const Snapshot state{.time = 1, .position = system.nodes.position, .tension = {0, 0}};
  EXPECT_THROW((void)with_snapshot(system, state), Error);
  // its own start needs nothing
  EXPECT_NO_THROW((void)with_snapshot(system, start_snapshot(system)));
}

TEST(Damage, SaysWhichStatesCanChange) {
  System system = rope();
  EXPECT_FALSE(spring_changes(system).broken);
  EXPECT_FALSE(spring_changes(system).rest_length);
  EXPECT_TRUE(broken_springs(system).empty());
  system.springs[0].yield = Yield{.force = {1}};
  EXPECT_TRUE(spring_changes(system).rest_length);
  EXPECT_FALSE(spring_changes(system).hardening_force);
  system.springs[0].broken = {0, 1};
  EXPECT_EQ(broken_springs(system), (std::vector<unsigned char>{0, 1}));
  EXPECT_TRUE(spring_changes(system).broken);
}

}  // namespace
}  // namespace tensio
