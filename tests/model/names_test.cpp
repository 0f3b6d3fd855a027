// Each value of an enumeration has the name that files and reports use, whatever its position.
#include <gtest/gtest.h>

#include <string>

#include "model/motion_names.hpp"
#include "tensio/model/check.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/system.hpp"
#include "tensio/motion/frame.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {
namespace {

template <class Enum>
void expect_names(std::initializer_list<std::pair<Enum, std::string>> names) {
  for (const auto& [value, name] : names) EXPECT_EQ(to_string(value), name);
}

TEST(Names, OfSolvingAreThoseOfTheFiles) {
  expect_names<Method>({{Method::lbfgs, "lbfgs"},
                        {Method::fire, "fire"},
                        {Method::per_node_newton, "per_node_newton"},
                        {Method::plain_newton, "plain_newton"},
                        {Method::linear, "linear"},
                        {Method::newton, "newton"}});
  expect_names<LinearSolver>({{LinearSolver::automatic, "auto"},
                              {LinearSolver::multilevel, "multilevel"},
                              {LinearSolver::incomplete, "incomplete"},
                              {LinearSolver::pcg, "pcg"},
                              {LinearSolver::ldlt, "ldlt"},
                              {LinearSolver::cholmod, "cholmod"}});
  expect_names<Status>({{Status::stalled, "stalled"},
                        {Status::no_equilibrium, "no_equilibrium"},
                        {Status::interrupted, "interrupted"},
                        {Status::iteration_limit, "iteration_limit"},
                        {Status::converged, "converged"}});
  expect_names<Activity>({{Activity::solving, "solving"},
                          {Activity::factorising, "factorising"},
                          {Activity::ordering, "ordering"}});
}

TEST(Names, OfMotionAreThoseOfTheFiles) {
  using Event = MotionEvent::Kind;
  expect_names<Event>({{Event::breaks, "break"}, {Event::contact, "contact"}});
  expect_names<Event>({{Event::free, "free"}, {Event::fix, "fix"}});
  expect_names<Event>({{Event::set, "set"}, {Event::yield, "yield"}});
  expect_names<MotionStatus>({{MotionStatus::interrupted, "interrupted"},
                              {MotionStatus::not_converged, "not_converged"},
                              {MotionStatus::blew_up, "blew_up"},
                              {MotionStatus::finished, "finished"}});
  using Solid = Obstacle::Kind;
  expect_names<Solid>({{Solid::box, "box"}, {Solid::plane, "plane"}});
  expect_names<Solid>({{Solid::sphere, "sphere"}, {Solid::capsule, "capsule"}});
  using Reduce = Probe::Reduce;
  expect_names<Reduce>({{Reduce::max, "max"}, {Reduce::min, "min"}, {Reduce::mean, "mean"}});
  expect_names<Reduce>({{Reduce::sum, "sum"}, {Reduce::none, "none"}});
}

TEST(Names, OfWarningsAreThoseOfTheProgram) {
  expect_names<WarningKind>({{WarningKind::free_body, "free_body"},
                             {WarningKind::unused_case, "unused_case"},
                             {WarningKind::idle_velocity, "idle_velocity"},
                             {WarningKind::weightless, "weightless"},
                             {WarningKind::not_in_solve, "not_in_solve"},
                             {WarningKind::unstable_step, "unstable_step"}});
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
