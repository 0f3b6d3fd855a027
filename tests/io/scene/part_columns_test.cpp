// The numbers of yield, break and viscous as columns: read from lists and files, written, divided
// among the sets of a mesh, kept by what continues a run, and used for each spring.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "model/resolve.hpp"
#include "support/same_motion.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

System read(const std::string& parts, const LoadOptions& options = {}) {
  return parse_system(R"({"tensio": 1, "dimension": 2,
      "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "mass": 1, "fixed": [0]},
      "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 1, )" +
                          parts + "}]}",
                      "scene", {}, options);
}

TEST(PartColumns, ListsAndFilesAreReadAndWrittenWithTheSameBits) {
  LoadOptions options;
  const std::string table = "a, break.strain, viscous.time [s]\n0, 0.1, 0.3\n1, 0.7, 1e-3\n";
  options.memory_files = {{"springs.csv", table}};
  const System system = read(R"("viscous": {"stiffness": 5, "time": "springs.csv"},
      "yield": {"force": [1, 0.1], "hardening": [0, 0.3333333333333333]},
      "break": {"strain": "springs.csv", "compression": true})",
                             options);
  const SpringSet& set = system.springs[0];
  EXPECT_EQ(set.viscous->stiffness, Column{5});
  EXPECT_EQ(set.viscous->time, (Column{0.3, 1e-3}));
  EXPECT_TRUE(set.viscous->viscosity.empty());
  EXPECT_EQ(set.yield->force, (Column{1, 0.1}));
  EXPECT_EQ(set.yield->hardening, (Column{0, 0.3333333333333333}));
  EXPECT_EQ(set.breaks->strain, (Column{0.1, 0.7}));
  EXPECT_TRUE(set.breaks->compression);
  const System again = parse_system(write_system(system));
  testing::expect_same_parts(set, again.springs[0]);
  EXPECT_EQ(write_system(again), write_system(system));
}

TEST(PartColumns, FormulasAndUnitsInThemAreKept) {
  const std::string scene = R"({"tensio": 1, "dimension": 2, "parameters": {"e": 0.1},
      "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "fixed": [0]},
      "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 1, "yield": {"force": ["2 kN", 3]},
                   "break": {"strain": ["=e", "=3*e"]}}]})";
  const System system = parse_system(scene);
  EXPECT_EQ(system.springs[0].breaks->strain, (Column{0.1, 3 * 0.1}));
  EXPECT_EQ(system.springs[0].yield->force, (Column{2000, 3}));
  EXPECT_NE(write_system(system).find("\"=3*e\""), std::string::npos) << write_system(system);
  LoadOptions options;
  options.set = {{"e", "0.2"}};
  EXPECT_EQ(parse_system(scene, "scene", {}, options).springs[0].breaks->strain[0], 0.2);
}

TEST(PartColumns, AMeshDividesThemAmongItsSets) {
  const std::string folder = std::string(TENSIO_SOURCE_DIR) + "/tests/data/meshes";
  const std::string head = R"({"tensio": 1, "dimension": 3, "nodes": {"fixed": [0]},
      "meshes": [{"file": "tent.obj", "stiffness": 1, "mass": 1, "break": {"strain": )";
  const int count = parse_system(head + "1}}]}", "scene", folder).spring_count();
  std::string list;
  for (int i = 1; i <= count; ++i) list += (i > 1 ? ", " : "") + std::to_string(i);
  const System system = parse_system(head + "[" + list + "]}}]}", "scene", folder);
  ASSERT_GT(system.springs.size(), 1u);
  double next = 1;
  for (const SpringSet& set : system.springs) {
    ASSERT_EQ(set.breaks->strain.size(), set.ends.size());
    for (const double strain : set.breaks->strain) EXPECT_EQ(strain, next++);
  }
}

TEST(PartColumns, ProblemsNameTheEntry) {
  System system = read(R"("break": {"strain": [0.1, 0.2]})");
  system.springs[0].breaks->strain[1] = -1;
  std::vector<Problem> problems = validate(system);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/springs/0/break/strain/1");
  system.springs[0].breaks->strain = {1, 2, 3};
  problems = validate(system);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/springs/0/break/strain");
  system.springs[0].breaks->strain = {1};
  system.springs[0].viscous = Viscous{.time = {1}};
  EXPECT_EQ(validate(system).size(), 1u);
  Material material;
  material.name = "m";
  material.yield = Yield{.force = {1, 2}};
  system.springs[0].viscous.reset();
  system.materials = {material};
  problems = validate(system);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/materials/m/yield/force");
}

// A bundle of N springs of stiffness k between two plates. At the strain s those with a strength
// below s are broken: the load is k s times the number of the others, with its maximum at one of
// the strengths.
TEST(PartColumns, ABundleWithWeibullStrengthsCarriesTheLoadOfItsSurvivors) {
  constexpr int kCount = 200;
  Random random(7);
  Column strength;
  for (int i = 0; i < kCount; ++i)
    strength.push_back(0.1 * std::pow(-std::log(1 - random.uniform(0, 1)), 1.0 / 2));
  for (const double stretch : {0.02, 0.05, 0.08, 0.15}) {
    System system;
    system.dimension = 2;
    system.nodes.position = {0, 0, 1, 0, 1 + stretch, 0};
    system.nodes.start = {0, 0, 1 + stretch, 0, 1 + stretch, 0};
    system.nodes.fixed = {{.nodes = {0}}, {.nodes = {2}}};
    SpringSet bundle;
    for (int i = 0; i < kCount; ++i) bundle.ends.push_back({0, 1});
    bundle.stiffness = {3};
    bundle.rest_length = {1};
    bundle.breaks = Break{.strain = strength};
    // A stiff tie holds the plate at the stretch.
    SpringSet tie{.ends = {{1, 2}}, .stiffness = {1e9}, .rest_length = {0}};
    system.springs = {bundle, tie};
    const Equilibrium rest = solve_equilibrium(system);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    const auto whole =
        std::count_if(strength.begin(), strength.end(), [&](double s) { return s > stretch; });
    EXPECT_NEAR(rest.tension.back(), 3 * stretch * static_cast<double>(whole),
                1e-4 * (1 + rest.tension.back()));
    for (std::size_t i = 0; i < kCount; ++i)
      EXPECT_EQ(rest.tension[i] == 0, strength[i] <= stretch);
  }
}

// Each spring with its own numbers moves as it does alone.
TEST(PartColumns, SpringsOfASetMoveAsEachDoesAlone) {
  const auto system_of = [](std::vector<int> which) {
    const Column force = {2, 3, 4}, hardening = {0, 0.2, 0.5}, stiffness = {5, 10, 20},
                 time = {0.1, 0.2, 0.4}, strain = {0.5, 0.3, 0.25};
    System system;
    system.dimension = 2;
    SpringSet set;
    Yield yield;
    Viscous viscous;
    Break breaks;
    for (const int i : which) {
      const auto k = static_cast<std::size_t>(i);
      const double y = 10.0 * i;
      const int first = system.node_count();
      system.nodes.position.insert(system.nodes.position.end(), {0, y, 1, y});
      system.nodes.velocity.insert(system.nodes.velocity.end(), {0, 0, 2, 0});
      system.nodes.mass.insert(system.nodes.mass.end(), {0, 1});
      system.nodes.fixed.push_back({.nodes = {first}});
      set.ends.push_back({first, first + 1});
      yield.force.push_back(force[k]);
      yield.hardening.push_back(hardening[k]);
      viscous.stiffness.push_back(stiffness[k]);
      viscous.time.push_back(time[k]);
      breaks.strain.push_back(strain[k]);
    }
    set.stiffness = {50};
    set.yield = yield;
    set.viscous = viscous;
    set.breaks = breaks;
    system.springs = {set};
    system.simulation = {
        .integrator = Integrator::velocity_verlet, .time_step = 1e-3, .duration = 1};
    return system;
  };
  Simulation together(system_of({0, 1, 2}));
  ASSERT_EQ(together.run().status, MotionStatus::finished);
  for (const int i : {0, 1, 2}) {
    Simulation alone(system_of({i}));
    ASSERT_EQ(alone.run().status, MotionStatus::finished);
    const auto k = static_cast<std::size_t>(i);
    EXPECT_EQ(together.state().position[4 * k + 2], alone.state().position[2]) << i;
    EXPECT_EQ(together.tensions()[k], alone.tensions()[0]) << i;
  }
}

TEST(PartColumns, AFrameContinuesWithTheSameNumbers) {
  const System system = read(R"("yield": {"force": [1, 0.1], "hardening": [0.5, 0.1]},
      "viscous": {"stiffness": [5, 6], "viscosity": [1, 2]}, "break": {"force": [7, 9]})");
  Snapshot frame;
  frame.position = system.nodes.position;
  frame.velocity.assign(6, 0.0);
  frame.tension = {1, 0};
  frame.plastic_elongation = {0.5, 0.25};
  frame.hardening_force = {0.1, 0.2};
  frame.viscous_tension = {0.3, 0.4};
  frame.broken = {0, 1};
  const System later = with_snapshot(system, frame);
  testing::expect_same_parts(system.springs[0], later.springs[0]);
  const System saved = parse_system(write_system(later));
  testing::expect_same_parts(system.springs[0], saved.springs[0]);
  EXPECT_EQ(saved.springs[0].broken, (Column{0, 1}));
}

}  // namespace
}  // namespace tensio
