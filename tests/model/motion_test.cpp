// Parts, waveforms and faces: what they come to, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/loads.hpp"
#include "model/motion_names.hpp"
#include "model/resolve.hpp"
#include "network/network_data.hpp"
#include "support/nets.hpp"
#include "support/refusals.hpp"
#include "support/waveforms.hpp"
#include "tensio/model/check.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

using testing::constant;
using testing::expect_problem;
using testing::ramp;
using testing::sine;

System line() { return testing::two_in_line({.name = "net", .stiffness = {600}}); }

// ---- parts of springs ----

TEST(Parts, OfASetTakeThePlaceOfTheMaterials) {
  System net = line();
  net.materials = {{.name = "wire",
                    .damping = 3,
                    .viscous = Viscous{.stiffness = {5}, .time = {2}},
                    .yield = Yield{.strain = {0.1}},
                    .breaks = Break{.force = {9}},
                    .active = Active{.stiffness = constant(2)}}};
  SpringSet& set = net.springs[0];
  SpringColumns columns = columns_of(net, set);
  EXPECT_TRUE(columns.damping.empty() && columns.damping_time.empty());
  EXPECT_FALSE(columns.viscous || columns.yield || columns.breaks || columns.active);
  EXPECT_EQ(columns.damping_of(0, 600), 0);

  set.material = "wire";
  columns = columns_of(net, set);
  EXPECT_EQ(columns.damping_of(1, 600), 3);
  EXPECT_EQ(columns.viscous->time, Column{2});
  EXPECT_EQ(columns.yield->strain, Column{0.1});
  EXPECT_EQ(columns.breaks->force, Column{9});
  EXPECT_EQ(columns.active->stiffness->value, 2);

  set.damping_time = {0.01, 0.02};
  set.yield = Yield{.force = {7}, .hardening = {0.5}};
  set.breaks = Break{.strain = {0.2}};
  columns = columns_of(net, set);
  EXPECT_TRUE(columns.damping.empty());  // the material's does not add to it
  EXPECT_EQ(columns.damping_of(1, 600), 12);
  EXPECT_TRUE(columns.yield->strain.empty());
  EXPECT_EQ(columns.yield->hardening, Column{0.5});
  EXPECT_TRUE(columns.breaks->force.empty());
  EXPECT_EQ(columns.viscous->stiffness, Column{5});
}

// ---- loads at the beginning ----

TEST(Waves, ActInASolveWithTheirValueAtTimeZero) {
  System net = line();
  net.nodes.fixed[0].motion = {ramp({{-1, 0}, {1, 0.5}}), constant(-1)};
  net.loads = {{.nodes = {1}, .wave = {sine(3, 2, 0, 10), constant(4)}},
               {.nodes = {1}, .force = {1, 1}}};
  ASSERT_TRUE(validate(net).empty());
  EXPECT_EQ(support_moves(net), (std::vector<double>{0.25, -1, 0, 0, 0.25, -1}));
  EXPECT_EQ(load_forces(net), (std::vector<double>{0, 0, 11, 5, 0, 0}));
  // A quarter of the sine's period of 0.5 s later.
  EXPECT_NEAR(load_forces(net, 0.125)[2], 10 + 3 + 1, 1e-12);
  EXPECT_EQ(compile(net).data().start, (std::vector<double>{0.25, -1, 2, 0, 5.25, -1}));
}

TEST(Waves, AreScaledWithTheirCaseAndWithLoadSteps) {
  System net = line();
  net.loads = {
      {.nodes = {1}, .wave = {sine(3, 2, 0, 10), ramp({{0, 4}, {1, 6}})}, .load_case = "quake"}};
  net.combinations = {{.name = "A", .factors = {{"quake", -2}}}};
  const System half = under(net, net.combinations[0]);
  EXPECT_EQ(load_forces(half)[2], -20);
  EXPECT_EQ(value_at(half.loads[0].wave[1], 0.5), -10);
  EXPECT_EQ(half.loads[0].wave[0].amplitude, -6);
  EXPECT_EQ(half.loads[0].wave[0].frequency, 2);

  System grown = line();
  grown.nodes.fixed[0].motion = {constant(2), sine(1, 1, 0, 4)};
  grown.loads = {{.faces = {}, .pressure = constant(8)}};
  scale_actions(grown, 0.25);
  EXPECT_EQ(support_moves(grown)[0], 0.5);
  EXPECT_EQ(support_moves(grown)[1], 1);
  EXPECT_EQ(grown.loads[0].pressure->value, 2);
}

TEST(Waves, OfSupportsGoOnFromARedrawnShape) {
  System net = line();
  net.nodes.fixed[0].motion = {sine(0.5, 1, 0, 0.25), ramp({{0, 1}, {2, 3}})};
  Equilibrium rest = solve_equilibrium(net);
  const System drawn = redrawn(net, rest);
  EXPECT_EQ(drawn.nodes.position[0], 0.25);
  EXPECT_EQ(drawn.nodes.position[1], 1);
  const std::vector<Waveform>& motion = drawn.nodes.fixed[0].motion;
  EXPECT_EQ(motion[0].offset, 0);
  EXPECT_EQ(motion[0].amplitude, 0.5);
  EXPECT_EQ(value_at(motion[1], 1), 1);
}

// ---- faces ----

TEST(FaceMass, IsSharedAmongTheCorners) {
  System net;
  net.nodes.position = {0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 3, 0, 0, 0, 5};
  net.nodes.mass = {1};
  net.faces = {.start = {0, 4, 7}, .nodes = {0, 1, 2, 3, 0, 1, 4}, .mass_per_area = {2, 3}};
  EXPECT_EQ(drawn_area(net, 0), 12);
  EXPECT_EQ(drawn_area(net, 1), 10);
  EXPECT_EQ(node_masses(net), (std::vector<double>{17, 17, 7, 7, 11}));
  net.faces.mass_per_area = {3};
  EXPECT_EQ(node_masses(net), (std::vector<double>{20, 20, 10, 10, 11}));
  net.faces.mass_per_area.clear();
  EXPECT_EQ(node_masses(net), (std::vector<double>{1, 1, 1, 1, 1}));
}

TEST(FaceMass, OfALineInThePlaneGoesByItsLength) {
  System net = line();
  net.faces = {.start = {0, 2, 5}, .nodes = {0, 1, 0, 1, 2}, .mass_per_area = {3}};
  net.nodes.position[5] = 4;  // a triangle of base 2 and height 4
  EXPECT_EQ(drawn_area(net, 0), 2);
  EXPECT_EQ(drawn_area(net, 1), 4);
  EXPECT_EQ(node_masses(net), (std::vector<double>{7, 7, 4}));
}

TEST(FaceMass, StaysWhenTheFoundShapeIsDrawn) {
  System net = line();
  net.faces = {.start = {0, 2}, .nodes = {0, 1}, .mass_per_area = {3}};
  net.loads = {{.nodes = {1}, .force = {100, 0}}};
  const System drawn = redrawn(net, solve_equilibrium(net));
  EXPECT_GT(drawn.nodes.position[2], 2);
  EXPECT_EQ(node_masses(drawn), node_masses(net));
}

// ---- what only a program can get wrong; files with mistakes are in tests/bad_scenes ----

TEST(MotionMistakes, OfWaves) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  System net = line();
  net.nodes.fixed[0].motion = {constant(0)};
  expect_problem(net, "/nodes/fixed/0/move", "move has 1 entries; give 2");
  net.nodes.fixed[0].motion = {constant(0), constant(infinity)};
  expect_problem(net, "/nodes/fixed/0/move/1", "move is inf; it must be finite");
  net.nodes.fixed[0].motion = {ramp({{0, 1}, {1, infinity}}), constant(0)};
  expect_problem(net, "/nodes/fixed/0/move/0/ramp/1", "it must be finite");
  net.nodes.fixed[0].motion = {constant(0), sine(1, 1, NAN, 0)};
  expect_problem(net, "/nodes/fixed/0/move/1/sine/phase", "the phase of move is nan");
  net.nodes.fixed[0].motion = {constant(0), constant(1)};
  net.nodes.fixed[0].move = {0, 1};
  expect_problem(net, "/nodes/fixed/0/move", "both move and motion are given");
  net = line();
  net.nodes.fixed[1].motion = {sine(1, 1, 0, 0), constant(0)};
  expect_problem(net, "/nodes/fixed/1/move/0", "node 1 is not fixed along x");
  net.nodes.fixed[1].motion = {constant(0), sine(1, 1, 0, 0)};
  EXPECT_TRUE(validate(net).empty());
}

TEST(MotionMistakes, OfLoads) {
  System net = line();
  net.faces = {.start = {0, 2}, .nodes = {0, 1}};
  net.loads = {{.nodes = {1}, .force = {1, 0}, .wave = {constant(1), constant(0)}}};
  expect_problem(net, "/loads/0", "a load gives one of force");
  net.loads = {{.nodes = {1}, .wave = {constant(1)}}};
  expect_problem(net, "/loads/0/force", "force has 1 entries; give 2");
  net.loads = {{.nodes = {1}, .pressure = constant(1)}};
  expect_problem(net, "/loads/0/nodes", "a pressure acts on faces");
  net.loads = {{.nodes = {1}, .force = {1, 0}, .faces = {0}}};
  expect_problem(net, "/loads/0/faces", "faces take a pressure");
  net.loads = {{.faces = {0, 1}, .pressure = constant(1)}};
  expect_problem(net, "/loads/0/faces/1", "there is no face 1");
}

TEST(MotionMistakes, OfNodesAndFaces) {
  System net = line();
  net.nodes.velocity = {0, 1};
  expect_problem(net, "/nodes/velocity", "velocity has 1 rows for 3 nodes");
  net.nodes.velocity = {0, 1, NAN, 0, 0, 0};
  expect_problem(net, "/nodes/velocity/1", "the velocity of node 1 is nan");
  net = line();
  net.nodes.area = {1, 2};
  expect_problem(net, "/nodes/area", "area has 2 values for 3 nodes");
  net = line();
  net.faces = {.start = {0, 2}, .nodes = {0, 1, 2}};
  expect_problem(net, "/faces", "must ascend from 0");
  net.faces = {.start = {0, 2, 1, 3}, .nodes = {0, 1, 2}};
  expect_problem(net, "/faces", "must ascend from 0");
  net.faces = {.start = {}, .nodes = {0, 1, 2}};
  expect_problem(net, "/faces", "must ascend from 0");
  net.faces = {.start = {0, 2}, .nodes = {0, -1}};
  expect_problem(net, "/faces/nodes/0", "face 0 has the corner -1");
}

TEST(MotionMistakes, OfEventsAndProbes) {
  System net = line();
  net.events = {{.at = 1, .set = {{"drag", {}}}}};
  expect_problem(net, "/events/0/set/drag", "drag has 0 numbers; give 1");
  net.events = {{.at = 1, .set = {{"gravity", {0, NAN}}}}};
  expect_problem(net, "/events/0/set/gravity", "gravity is nan; it must be finite");
  net.events = {{.at = 1, .set = {{"net.mass", {1}}}}};
  expect_problem(net, "/events/0/set/net.mass", "an event cannot set `net.mass`");
  net.events = {{.at = 1, .set = {{"drag", {1}}, {"drag", {2}}}}};
  expect_problem(net, "/events/0/set/drag", "`drag` is set twice");
  net.events = {{.at = NAN}};
  expect_problem(net, "/events/0/at", "at is nan");
  net = line();
  net.probes = {{.name = "a", .nodes = {0}, .springs = {0}, .quantity = "energy"}};
  expect_problem(net, "/probes/0", "nodes or springs; make a probe of each");
  net.probes = {{.name = "a", .springs = {0}, .quantity = "position"}};
  expect_problem(net, "/probes/0/quantity", "`position` cannot be watched of springs");
  net.probes = {{.name = "a", .springs = {2}, .quantity = "tension"}};
  expect_problem(net, "/probes/0/springs/0", "there is no spring 2");
}

TEST(MotionNames, AreWhatTheySay) {
  System net = line();
  net.springs.push_back({.name = "a.b", .ends = {{0, 2}}, .stiffness = {1}});
  EXPECT_EQ(event_target(net, "wind.density")->value, EventValue::wind_density);
  EXPECT_EQ(event_target(net, "a.b.damping")->set, 1);
  EXPECT_EQ(event_target(net, "net.rest_length")->value, EventValue::rest_length);
  EXPECT_EQ(event_numbers(net, *event_target(net, "net.stiffness")), 2u);
  EXPECT_EQ(event_numbers(net, *event_target(net, "gravity")), 2u);
  EXPECT_EQ(event_numbers(net, *event_target(net, "drag")), 1u);
  for (const char* name :
       {"", ".", "stiffness", ".stiffness", "net.", "net.ends", "wind", "b.damping"})
    EXPECT_FALSE(event_target(net, name)) << name;

  EXPECT_EQ(probe_quantity("reaction.y", false)->axis, 1);
  EXPECT_EQ(probe_quantity("reaction", false)->axis, -1);
  EXPECT_EQ(probe_quantity("energy", false)->quantity, Quantity::node_energy);
  EXPECT_EQ(probe_quantity("energy", true)->quantity, Quantity::spring_energy);
  for (const char* name : {"", ".x", "x", "energy.x", "position.w", "position.", "tension"})
    EXPECT_FALSE(probe_quantity(name, false)) << name;
  EXPECT_FALSE(probe_quantity("tension.x", true));
}

TEST(Sections, AreKnownWhateverTheStiffnessComesFrom) {
  System net = line();
  EXPECT_FALSE(area_of(net, net.springs[0], 0));
  net.materials = {{.name = "steel", .area = 2}, {.name = "rod", .diameter = 2}};
  net.springs[0].material = "steel";
  EXPECT_EQ(area_of(net, net.springs[0], 1), 2);
  net.springs[0].material = "rod";
  EXPECT_DOUBLE_EQ(*area_of(net, net.springs[0], 1), 3.141592653589793);
  net.springs[0].area = {5, 6};
  EXPECT_EQ(area_of(net, net.springs[0], 1), 6);
}

// ---- warnings ----

std::vector<std::string> warnings_of(const System& net) {
  std::vector<std::string> words;
  for (const Warning& warning : check(net)) words.push_back(to_string(warning.kind));
  return words;
}

TEST(MotionWarnings, NameWhatWillSurprise) {
  using Words = std::vector<std::string>;
  System net = line();
  EXPECT_EQ(warnings_of(net), Words{});
  System flying = line();
  flying.nodes.fixed.clear();
  EXPECT_EQ(warnings_of(flying), Words{"free_body"});
  flying.nodes.mass = {1};
  flying.simulation = SimulationOptions{.duration = 2};
  EXPECT_EQ(warnings_of(flying), Words{});
  net.simulation = SimulationOptions{.duration = 2};
  EXPECT_EQ(warnings_of(net), Words{"massless_node"});
  EXPECT_EQ(check(net)[0].nodes, std::vector<int>{1});  // the others are fixed
  net.nodes.mass = {1};
  EXPECT_EQ(warnings_of(net), Words{});
  net.simulation->duration = 0;
  EXPECT_EQ(warnings_of(net), Words{"no_duration"});
  net.simulation->duration = 2;
  net.events = {{.at = 2, .fix = {0}}, {.at = 1, .free = {0}}};
  EXPECT_EQ(warnings_of(net), Words{});
  net.events = {{.at = 1, .free = {0}}, {.at = 2, .free = {0}}};
  EXPECT_EQ(warnings_of(net), Words{"idle_event"});
  net.events = {{.at = 3, .fix = {2}}};
  EXPECT_EQ(warnings_of(net), (Words{"late_event", "idle_event"}));
  net.events.clear();
  net.wind = Wind{.velocity = {constant(1), constant(0)}};
  EXPECT_EQ(warnings_of(net), Words{"idle_wind"});
  net.nodes.area = {0, 1, 0};
  EXPECT_EQ(warnings_of(net), Words{});
  net.nodes.velocity = {0, 0, 1, 0, 0, 0};
  EXPECT_EQ(warnings_of(net), Words{});
  net.nodes.velocity = {0, 0, 1, 1, 0, 2};
  EXPECT_EQ(warnings_of(net), Words{"idle_velocity"});
  EXPECT_EQ(check(net)[0].nodes, (std::vector<int>{1, 2}));
}

std::vector<std::string> warnings_before(const System& net, Purpose purpose) {
  std::vector<std::string> words;
  for (const Warning& warning : check_before(net, purpose))
    words.push_back(to_string(warning.kind));
  return words;
}

TEST(MotionWarnings, BeforeASolveNameWhatItIgnores) {
  using Words = std::vector<std::string>;
  System net = line();
  net.gravity = {0, -9.81, 0};
  EXPECT_EQ(warnings_before(net, Purpose::solve), Words{"weightless"});
  net.springs[0].mass_per_length = {1};
  EXPECT_EQ(warnings_before(net, Purpose::solve), Words{});
  net.wind = Wind{.velocity = {constant(1), constant(0)}};
  net.nodes.area = {1};
  EXPECT_EQ(warnings_before(net, Purpose::solve), Words{"not_in_solve"});
  EXPECT_EQ(warnings_before(net, Purpose::run), Words{});
  net.wind.reset();
  Waveform pull;
  pull.shape = Waveform::Shape::sine;
  pull.amplitude = 1;
  net.loads = {{.nodes = {1}, .wave = {pull, constant(0)}}};
  EXPECT_EQ(warnings_before(net, Purpose::solve), Words{"value_at_zero"});
  net.loads = {{.nodes = {1}, .wave = {constant(2), constant(0)}}};
  EXPECT_EQ(warnings_before(net, Purpose::solve), Words{});
}

TEST(MotionWarnings, NameMassesThatNoSpringHolds) {
  using Words = std::vector<std::string>;
  System net = line();
  net.nodes.position.insert(net.nodes.position.end(), {7, 7, 8, 8, 9, 9});
  net.nodes.mass = {1, 1, 1, 1, 0, 1};
  net.nodes.fixed.push_back({.nodes = {5}});
  EXPECT_EQ(warnings_before(net, Purpose::run), Words{"unattached_mass"});
  EXPECT_EQ(check_before(net, Purpose::run)[0].nodes, std::vector<int>{3});
  net.loads = {{.nodes = {4, 5}, .force = {1, 0}}};
  EXPECT_EQ(check_before(net, Purpose::solve)[0].nodes, (std::vector<int>{3, 4}));
  // those without mass and load are merely unused
  EXPECT_EQ(warnings_of(net), (Words{"unused_node", "unattached_mass"}));
  EXPECT_EQ(check(net)[0].nodes, std::vector<int>{5});
}

TEST(MotionWarnings, NameATimeStepLongerThanTheRun) {
  using Words = std::vector<std::string>;
  System net = line();
  net.nodes.mass = {1};
  net.simulation = SimulationOptions{.time_step = 1, .duration = 1};
  EXPECT_EQ(warnings_of(net), Words{});
  net.simulation->time_step = 1.5;
  EXPECT_EQ(warnings_of(net), Words{"long_step"});
  net.simulation->integrator = Integrator::rk45;  // its steps are at most so long
  EXPECT_EQ(warnings_of(net), Words{});
}

// ---- how large a run may be ----

TEST(RunSize, TimesThatLeadToTooManyStepsOrRowsAreRefused) {
  const auto refused = [](const SimulationOptions& options) -> std::string {
    System net = line();
    net.nodes.mass = {1};
    net.simulation = options;
    const std::vector<Problem> problems = validate(net);
    return problems.empty() ? "" : problems[0].pointer + ": " + problems[0].message;
  };
  EXPECT_EQ(refused({.time_step = 1e-3, .duration = 2}), "");
  EXPECT_EQ(refused({.time_step = 1e-9, .duration = 1e5}), "");
  EXPECT_EQ(refused({.time_step = 1e-300, .duration = 2}),
            "/simulation/time_step: time_step is 1e-300; times shorter than 1e-290 lose "
            "precision: use a smaller unit of time");
  EXPECT_EQ(refused({.time_step = 1e-16, .duration = 2}),
            "/simulation/time_step: time_step is 1e-16: a duration of 2 would make 2e+16 steps; at "
            "most 1e+15 are allowed: use a longer interval");
  EXPECT_EQ(refused({.duration = 2, .output_every = 1e-14}),
            "/simulation/output_every: output_every is 1e-14: a duration of 2 would make 2e+14 "
            "frames; at most 1e+12 are allowed: use a longer interval");
  EXPECT_NE(refused({.duration = 2, .probe_every = 1e-200}).find("2e+200 rows of probes"),
            std::string::npos);
  EXPECT_NE(refused({.duration = 5e-324}).find("duration is 5e-324"), std::string::npos);
}

// ---- the new fields are kept ----

TEST(MotionFields, StayWhenRestLengthsAreWrittenOutAndCasesChosen) {
  System net = line();
  net.springs[0].damping = {2};
  net.springs[0].yield = Yield{.strain = {0.1}};
  net.nodes.velocity = {0, 0, 1, 0, 0, 0};
  net.faces = {.start = {0, 2}, .nodes = {0, 1}};
  net.drag = 0.5;
  net.wind = Wind{.velocity = {constant(1), constant(0)}};
  net.obstacles = {{.point = {0, -1}, .normal = {0, 1}}};
  net.events = {{.at = 1, .free = {0}}};
  net.probes = {{.name = "a", .nodes = {1}, .quantity = "position"}};
  net.simulation = SimulationOptions{.duration = 2};
  for (const System& kept : {with_explicit_rest_lengths(net), under(net, {.name = "none"})}) {
    EXPECT_EQ(kept.springs[0].damping, (Column{2}));
    EXPECT_TRUE(kept.springs[0].yield);
    EXPECT_EQ(kept.nodes.velocity, net.nodes.velocity);
    EXPECT_EQ(kept.faces.nodes, net.faces.nodes);
    EXPECT_EQ(kept.drag, 0.5);
    EXPECT_TRUE(kept.wind && kept.simulation);
    EXPECT_EQ(kept.obstacles.size() + kept.events.size() + kept.probes.size(), 3u);
  }
  // what only motion needs changes nothing about rest
  const Equilibrium rest = solve_equilibrium(net), plain = solve_equilibrium(line());
  EXPECT_EQ(rest.state.position, plain.state.position);
}

}  // namespace
}  // namespace tensio
