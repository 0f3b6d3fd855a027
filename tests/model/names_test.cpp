// Each value of an enumeration has the name that files and reports use, whatever its position.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/motion_names.hpp"
#include "tensio/model/check.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {
namespace {

// The values are listed in another order than that of the enumeration.
template <class Enum>
void expect_names(const std::vector<Enum>& values, const std::vector<std::string>& names) {
  ASSERT_EQ(values.size(), names.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(to_string(values[i]), names[i]);
}

TEST(Names, OfSolvingAreThoseOfTheFiles) {
  expect_names<Method>({Method::lbfgs, Method::fire, Method::per_node_newton, Method::plain_newton,
                        Method::linear, Method::newton},
                       {"lbfgs", "fire", "per_node_newton", "plain_newton", "linear", "newton"});
  expect_names<LinearSolver>(
      {LinearSolver::automatic, LinearSolver::multilevel, LinearSolver::incomplete,
       LinearSolver::pcg, LinearSolver::ldlt, LinearSolver::cholmod},
      {"auto", "multilevel", "incomplete", "pcg", "ldlt", "cholmod"});
  expect_names<Status>(
      {Status::stalled, Status::no_equilibrium, Status::interrupted, Status::iteration_limit,
       Status::converged},
      {"stalled", "no_equilibrium", "interrupted", "iteration_limit", "converged"});
  expect_names<Activity>({Activity::solving, Activity::factorising, Activity::ordering},
                         {"solving", "factorising", "ordering"});
}

TEST(Names, OfMotionAreThoseOfTheFiles) {
  using Event = MotionEvent::Kind;
  expect_names<Event>({Event::breaks, Event::contact}, {"break", "contact"});
  expect_names<Event>({Event::free, Event::fix}, {"free", "fix"});
  expect_names<Event>({Event::set, Event::yield}, {"set", "yield"});
  expect_names<MotionStatus>({MotionStatus::interrupted, MotionStatus::not_converged,
                              MotionStatus::blew_up, MotionStatus::finished},
                             {"interrupted", "not_converged", "blew_up", "finished"});
  using Solid = Obstacle::Kind;
  expect_names<Solid>({Solid::box, Solid::plane}, {"box", "plane"});
  expect_names<Solid>({Solid::sphere, Solid::capsule}, {"sphere", "capsule"});
  using Reduce = Probe::Reduce;
  expect_names<Reduce>({Reduce::max, Reduce::min, Reduce::mean}, {"max", "min", "mean"});
  expect_names<Reduce>({Reduce::sum, Reduce::none}, {"sum", "none"});
}

TEST(Names, OfWarningsAreThoseOfTheProgram) {
  expect_names<WarningKind>(
      {WarningKind::free_body, WarningKind::unused_case, WarningKind::idle_velocity,
       WarningKind::weightless, WarningKind::not_in_solve, WarningKind::unstable_step},
      {"free_body", "unused_case", "idle_velocity", "weightless", "not_in_solve", "unstable_step"});
}

TEST(Names, OfProbesLeadToTheirQuantities) {
  const auto of_springs = [](const char* name) { return probe_quantity(name, true)->quantity; };
  EXPECT_EQ(of_springs("broken"), Quantity::broken);
  EXPECT_EQ(of_springs("energy"), Quantity::spring_energy);
  EXPECT_EQ(of_springs("tension"), Quantity::tension);
  EXPECT_FALSE(probe_quantity("position", true));
  const auto reaction = probe_quantity("reaction.y", false);
  ASSERT_TRUE(reaction);
  EXPECT_EQ(reaction->quantity, Quantity::reaction);
  EXPECT_EQ(reaction->axis, 1);
  EXPECT_EQ(probe_quantity("energy", false)->quantity, Quantity::node_energy);
  EXPECT_FALSE(probe_quantity("tension", false));
  EXPECT_FALSE(probe_quantity("position.w", false));
}

TEST(Names, OfEventsLeadToTheirValues) {
  System system;
  system.springs = {{.name = "net"}, {.name = "a.b"}};
  const auto value = [&](const char* name) { return event_target(system, name)->value; };
  EXPECT_EQ(value("gravity"), EventValue::gravity);
  EXPECT_EQ(value("wind.drag_coefficient"), EventValue::wind_drag_coefficient);
  EXPECT_EQ(value("net.stiffness"), EventValue::stiffness);
  EXPECT_EQ(value("a.b.damping"), EventValue::damping);
  EXPECT_EQ(event_target(system, "a.b.damping")->set, 1);
  EXPECT_FALSE(event_target(system, "stiffness"));
  EXPECT_FALSE(event_target(system, "other.stiffness"));
  EXPECT_FALSE(event_target(system, "net.mass"));
}

}  // namespace
}  // namespace tensio
