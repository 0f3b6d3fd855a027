// Materials, masses, temperatures, moves, cases and stages: what they come to, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "network/network_data.hpp"
#include "support/nets.hpp"
#include "support/refusals.hpp"
#include "tensio/model/check.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {
namespace {

using testing::expect_problem;
using testing::springsys;

constexpr double kPi = 3.141592653589793;

System line() { return testing::two_in_line({.axial_stiffness = {600}}); }

// ---- materials ----

TEST(Materials, FillInWhatASetLeavesOut) {
  System net = line();
  net.materials = {{.name = "strand",
                    .law = Law::cable,
                    .axial_stiffness = 500,
                    .mass_per_length = 1.5,
                    .strength = 40}};
  net.springs[0].axial_stiffness.clear();
  net.springs[0].material = "strand";
  SpringColumns columns = columns_of(net, net.springs[0]);
  EXPECT_EQ(columns.law, Law::cable);
  EXPECT_EQ(columns.ea(1), 500);
  EXPECT_EQ(at(columns.mass_per_length, 1), 1.5);
  EXPECT_EQ(at(columns.strength, 0), 40);
  EXPECT_TRUE(columns.buckling_load.empty());
  ASSERT_TRUE(validate(net).empty());
  EXPECT_EQ(compile(net).data().stiffness, (std::vector<double>{250, 500.0 / 3}));

  net.springs[0].law = Law::linear;
  net.springs[0].axial_stiffness = {700, 800};
  net.springs[0].strength = {20};
  columns = columns_of(net, net.springs[0]);
  EXPECT_EQ(columns.law, Law::linear);
  EXPECT_EQ(columns.ea(1), 800);
  EXPECT_EQ(at(columns.strength, 1), 20);

  net.springs[0].axial_stiffness.clear();
  net.springs[0].stiffness = {9};
  EXPECT_FALSE(columns_of(net, net.springs[0]).has_ea());
  EXPECT_EQ(resolve(columns_of(net, net.springs[0]), 0, 2).stiffness, 9);
}

TEST(Materials, AxialStiffnessComesFromModulusAndSection) {
  System net = line();
  net.materials = {{.name = "steel", .youngs_modulus = 160e9, .area = 5e-4}};
  SpringSet& set = net.springs[0];
  set.axial_stiffness.clear();
  set.material = "steel";
  EXPECT_DOUBLE_EQ(columns_of(net, set).ea(0), 160e9 * 5e-4);
  // A diameter here takes the place of the area there.
  set.diameter = {0.016, 0.02};
  EXPECT_DOUBLE_EQ(columns_of(net, set).ea(1), 160e9 * kPi * 0.02 * 0.02 / 4);
  set.youngs_modulus = {200e9};
  EXPECT_DOUBLE_EQ(columns_of(net, set).ea(0), 200e9 * kPi * 0.016 * 0.016 / 4);
  EXPECT_TRUE(validate(net).empty());
}

TEST(Materials, HoldCurvesToo) {
  System net = line();
  net.materials = {{.name = "rubber", .law = Law::polynomial, .coefficients = {1, 0, 30}}};
  net.springs[0].material = "rubber";
  ASSERT_TRUE(validate(net).empty());
  const Network network = compile(net);
  const NetworkData& data = network.data();
  ASSERT_EQ(data.curves.size(), 1u);
  EXPECT_TRUE(data.curves[0].of_strain);
  EXPECT_EQ(curve_at(data.curves[0].view(), 0.1).value, 0.1 + 30 * 0.001);
  net.springs[0].coefficients = {2};
  EXPECT_EQ(curve_of(columns_of(net, net.springs[0])).degree, 1);
  net.springs[0].coefficients.clear();
  net.materials[0].coefficients = {1, std::nan("")};
  expect_problem(net, "/materials/rubber/coefficients/1", "must be finite");
  net.materials[0].coefficients.clear();
  expect_problem(net, "/springs/0", "has no coefficients");
}

TEST(Materials, MistakesAreNamed) {
  System net = line();
  net.springs[0].material = "rope";
  expect_problem(net, "/springs/0/material", "no material `rope`: none is defined");
  net.materials = {{.name = "steel", .youngs_modulus = 2e11}, {.name = "wood"}};
  expect_problem(net, "/springs/0/material", "the materials are `steel`, `wood`");

  net.springs[0].material = "steel";
  net.springs[0].axial_stiffness.clear();
  expect_problem(net, "/springs/0", "a youngs_modulus, but no area or diameter");
  net.springs[0].material = "wood";
  expect_problem(net, "/springs/0", "no stiffness");
  net.springs[0].area = {1e-4};
  expect_problem(net, "/springs/0", "a section, but no youngs_modulus");
  net.springs[0].youngs_modulus = {1e10};
  EXPECT_TRUE(validate(net).empty());
  net.springs[0].diameter = {0.01};
  expect_problem(net, "/springs/0/diameter", "both area and diameter");
  net.springs[0].diameter.clear();
  net.springs[0].stiffness = {5};
  expect_problem(net, "/springs/0/youngs_modulus", "both stiffness and youngs_modulus");

  net = line();
  net.materials = {{.name = "a", .axial_stiffness = 1, .youngs_modulus = 1}};
  expect_problem(net, "/materials/a/youngs_modulus", "both axial_stiffness and youngs_modulus");
  net.materials = {{.name = "a", .strength = 0}};
  expect_problem(net, "/materials/a/strength", "must be positive");
  net.materials = {{.name = "a", .mass_per_length = -1}};
  expect_problem(net, "/materials/a/mass_per_length", "must not be negative");
  net.materials = {{.name = "a", .expansion = std::nan("")}};
  expect_problem(net, "/materials/a/expansion", "must be finite");
  net.materials = {{.name = "a"}, {.name = "a"}};
  expect_problem(net, "/materials/a", "defined twice");
  net.materials = {{}};
  expect_problem(net, "/materials/", "needs a name");

  net = line();
  net.springs[0].buckling_load = {1, -2};
  expect_problem(net, "/springs/0/buckling_load/1", "must be positive");
  net.springs[0].buckling_load = {1, 2, 3};
  expect_problem(net, "/springs/0/buckling_load", "3 values for 2 springs");
}

TEST(Materials, TheElasticityOfTensionedSpringsIsNotTheirTension) {
  SpringSet set;
  set.law = Law::force_density;
  set.axial_stiffness = {8};
  EXPECT_EQ(resolve(SpringColumns(set), 0, 2).stiffness, 4);  // q = EA / L
  set.stiffness = {3};
  EXPECT_EQ(resolve(SpringColumns(set), 0, 2).stiffness, 3);
  set.law = Law::constant_tension;
  set.stiffness.clear();
  const SpringValues alone = resolve(SpringColumns(set), 0, 2);
  EXPECT_EQ(alone.stiffness * alone.rest_length, 8);
  set.pretension = {5};
  const SpringValues both = resolve(SpringColumns(set), 0, 2);
  EXPECT_EQ(both.stiffness * both.rest_length, 5);

  System net = line();
  net.materials = {{.name = "strand", .axial_stiffness = 500}};
  net.springs[0] = {.law = Law::force_density, .ends = {{0, 1}, {1, 2}}, .material = "strand"};
  expect_problem(net, "/springs/0", "no stiffness");
  net.springs[0].stiffness = {-2};
  EXPECT_TRUE(validate(net).empty());
  net.springs[0].axial_stiffness = {-2};
  expect_problem(net, "/springs/0/axial_stiffness", "must not be negative");
}

// ---- masses ----

TEST(Masses, OfSpringsAreHalvedBetweenTheirEnds) {
  System net = line();
  net.nodes.mass = {0, 1, 2};
  net.springs[0].mass_per_length = {0.5, 4};
  net.springs[0].rest_length = {1.9, 3};
  net.gravity = {0, -10, 0};
  const double a = 0.5 * 0.5 * 1.9, b = 0.5 * 4 * 3;
  EXPECT_EQ(node_masses(net), (std::vector<double>{a, 1 + (a + b), 2 + b}));
  EXPECT_DOUBLE_EQ(describe(net).total_mass, 3 + 2 * a + 2 * b);
  EXPECT_EQ(applied_forces(net),
            (std::vector<double>{0, -10 * a, 0, -10 * (1 + (a + b)), 0, -10 * (2 + b)}));
  const Network network = compile(net);
  const NetworkData& data = network.data();
  EXPECT_DOUBLE_EQ(data.mass[0] + data.mass[1] + data.mass[2], 3 + 2 * a + 2 * b);
}

TEST(Masses, GoByTheDrawnLengthWhereThereIsNoRestLength) {
  System net = line();
  net.springs[0] = {.law = Law::force_density,
                    .ends = {{0, 1}, {1, 2}},
                    .stiffness = {7},
                    .mass_per_length = {2}};
  EXPECT_EQ(node_masses(net), (std::vector<double>{2, 5, 3}));
}

// ---- temperature ----

TEST(Temperature, LengthensRestLengthsAndKeepsEA) {
  System net = line();
  net.springs[0].expansion = {1e-3};
  net.loads = {{.springs = {1}, .temperature = 40}, {.springs = {0, 1}, .temperature = -20}};
  const Network network = compile(net);
  const NetworkData& warm = network.data();
  EXPECT_EQ(warm.rest_length, (std::vector<double>{2 * 0.98, 3 * 1.02}));
  EXPECT_EQ(warm.stiffness, (std::vector<double>{600 / (2 * 0.98), 600 / (3 * 1.02)}));
  net.springs[0].axial_stiffness.clear();
  net.springs[0].stiffness = {50};
  EXPECT_EQ(compile(net).data().stiffness, (std::vector<double>{50, 50}));
}

TEST(Temperature, MistakesAreNamed) {
  System net = line();
  net.loads = {{.springs = {0, 1}, .temperature = 40}};
  EXPECT_EQ(validate(net).size(), 2u);
  net.loads[0].springs = {1};
  expect_problem(net, "/loads/0/springs/0", "spring 1 (nodes 1-2) has no expansion");
  expect_problem(net, "/loads/0/springs/0", "give expansion in its set or its material");
  net.springs[0].expansion = {-0.1};
  expect_problem(net, "/loads", "makes spring 1 (nodes 1-2) -3 times as long");
  net.springs[0].expansion = {1e-5};
  net.loads[0].springs = {1, 2};
  expect_problem(net, "/loads/0/springs/1", "no spring 2: the springs are 0 to 1");
  net.loads[0].springs = {1};
  net.loads[0].nodes = {1};
  expect_problem(net, "/loads/0/nodes", "name `springs`");
  net.loads = {{.nodes = {1}, .force = {1, 0}, .springs = {0}}};
  expect_problem(net, "/loads/0/springs", "needs `nodes`");
  net.loads = {{.nodes = {1}, .force = {1, 0}, .move = {1, 0}}};
  expect_problem(net, "/loads/0", "one of force");
  net.loads = {{.nodes = {1}}};
  expect_problem(net, "/loads/0", "one of force");
  net = line();
  net.springs[0] = {.law = Law::constant_tension,
                    .ends = {{0, 1}, {1, 2}},
                    .pretension = {1},
                    .expansion = {1e-5}};
  net.loads = {{.springs = {1}, .temperature = 40}};
  expect_problem(net, "/loads/0/springs/0", "has the law constant_tension, which has no rest");
}

// ---- moves ----

TEST(Moves, OfOneSupportAddUp) {
  System net = line();
  net.nodes.fixed[0].move = {0.5, 0};
  net.loads = {{.nodes = {2}, .move = {0.25, -1}}, {.nodes = {1}, .move = {0, 2}}};
  EXPECT_EQ(support_moves(net), (std::vector<double>{0.5, 0, 0, 2, 0.75, -1}));
  const Network network = compile(net);
  const NetworkData& data = network.data();
  EXPECT_EQ(data.position, (std::vector<double>{0, 0, 2, 0, 5, 0}));
  EXPECT_EQ(data.start, (std::vector<double>{0.5, 0, 2, 2, 5.75, -1}));
}

TEST(Moves, OfFreeAxesAreRefused) {
  System net = line();
  net.loads = {{.nodes = {0, 1}, .move = {0.1, 0}}};
  expect_problem(net, "/loads/0/move", "node 1 is not fixed along x");
  net.loads = {{.nodes = {0, 1}, .move = {0, 0.1}}};
  EXPECT_TRUE(validate(net).empty());
  net.loads[0].move = {1};
  expect_problem(net, "/loads/0/move", "move has 1 numbers; give 2");
  net.loads.clear();
  net.nodes.fixed[1].move = {0.1, 0};
  expect_problem(net, "/nodes/fixed/1/move", "node 1 is not fixed along x");
}

// ---- cases and combinations ----

System with_cases() {
  System net = line();
  net.gravity = {0, -10, 0};
  net.springs[0].expansion = {1e-5};
  net.loads = {{.nodes = {1}, .force = {4, 0}},
               {.nodes = {1}, .force = {6, 0}, .load_case = "wind"},
               {.springs = {0}, .temperature = 30, .load_case = "summer"},
               {.nodes = {2}, .move = {0.5, 0}, .load_case = "wind"},
               {.nodes = {1}, .force = {1, 0}, .load_case = "gravity"}};
  net.combinations = {{.name = "A", .factors = {{"gravity", 1.5}, {"wind", -2}}},
                      {.name = "B", .factors = {{"summer", 0.5}}}};
  return net;
}

TEST(Cases, ActTimesTheirFactors) {
  const System net = with_cases();
  ASSERT_TRUE(validate(net).empty());
  const System a = under(net, net.combinations[0]);
  EXPECT_TRUE(a.combinations.empty());
  EXPECT_EQ(a.gravity[1], -15);
  EXPECT_EQ(load_forces(a)[2], 4 - 12 + 1.5);
  EXPECT_EQ(support_moves(a)[4], -1);
  EXPECT_TRUE(temperature_changes(a).empty());

  const System b = under(net, net.combinations[1]);
  EXPECT_EQ(b.gravity[1], 0);
  EXPECT_EQ(load_forces(b)[2], 4);
  EXPECT_TRUE(support_moves(b).empty());
  EXPECT_EQ(temperature_changes(b), (std::vector<double>{15, 0}));

  EXPECT_EQ(load_forces(under(net, {}))[2], 4);  // loads without a case are always present
  EXPECT_EQ(load_forces(net)[2], 11);            // all cases together
}

TEST(Cases, ThatNeverActAreWorthAWarning) {
  System net = with_cases();
  net.nodes.mass = {1};
  EXPECT_TRUE(check(net).empty());
  net.combinations.pop_back();
  ASSERT_EQ(check(net).size(), 1u);
  EXPECT_EQ(check(net)[0].kind, WarningKind::unused_case);
  EXPECT_EQ(check(net)[0].message, "the case `summer` is in no combination, so it never acts");
  net.combinations[0].factors = {{"summer", 1}, {"wind", 1}};
  EXPECT_EQ(check(net)[0].message, "the case `gravity` is in no combination, so it never acts");
}

TEST(Cases, MistakesInCombinationsAreNamed) {
  System net = with_cases();
  net.combinations[0].factors = {{"snow", 1}};
  expect_problem(net, "/combinations/A/snow", "the cases are `gravity`, `summer`, `wind`");
  net.combinations[0].factors = {{"wind", 1}, {"wind", 2}};
  expect_problem(net, "/combinations/A/wind", "twice");
  net.combinations[0].factors = {{"wind", std::nan("")}};
  expect_problem(net, "/combinations/A/wind", "must be finite");
  net.combinations[0].factors.clear();
  net.combinations[1].name = "A";
  expect_problem(net, "/combinations/A", "defined twice");
  net.combinations[1].name.clear();
  expect_problem(net, "/combinations/", "needs a name");
}

// ---- stages ----

TEST(Stages, MistakesAreNamed) {
  System net = line();
  net.stages = {{.name = "a", .springs = {0, 1}, .rest_length_change = -1.5},
                {.name = "b", .springs = {1}, .rest_length_change = -1, .steps = 3}};
  EXPECT_TRUE(validate(net).empty());
  net.stages[1].springs = {0};
  expect_problem(net, "/stages/1/rest_length_change",
                 "spring 0 (nodes 0-1) by -1, but it is only 0.5 long");
  net.stages[1].rest_length_change = 0;
  net.stages[1].steps = 0;
  expect_problem(net, "/stages/1/steps", "at least 1");
  net.stages[1].steps = 1;
  net.stages[1].springs = {1, 1};
  expect_problem(net, "/stages/1/springs/1", "named twice");
  net.stages[1].springs = {2};
  expect_problem(net, "/stages/1/springs/0", "no spring 2");
  net.stages.pop_back();
  net.stages[0].rest_length_change = INFINITY;
  expect_problem(net, "/stages/0/rest_length_change", "must be finite");
  net.stages[0].rest_length_change = 1;
  net.springs[0] = {.law = Law::force_density, .ends = {{0, 1}, {1, 2}}, .stiffness = {1}};
  net.stages[0].springs = {0};
  expect_problem(net, "/stages/0/springs/0", "has no rest length");
}

}  // namespace
}  // namespace tensio
