// Systems made in code: what is wrong with them, and what is worth a warning.
#include <gtest/gtest.h>

#include <cmath>

#include "model/resolve.hpp"
#include "support/nets.hpp"
#include "support/refusals.hpp"
#include "tensio/model/check.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::expect_problem;
using testing::springsys;

TEST(Validate, AcceptsAGoodSystem) { EXPECT_TRUE(validate(springsys()).empty()); }

TEST(Validate, NamesMistakesInNodes) {
  System net = springsys();
  net.dimension = 4;
  expect_problem(net, "/dimension", "must be 2 or 3");

  net = springsys();
  net.nodes.position[5] = std::nan("");
  expect_problem(net, "/nodes/position/2", "must be finite");

  net = springsys();
  net.nodes.start = {1, 2};
  expect_problem(net, "/nodes/start", "1 rows for 6 nodes");

  net = springsys();
  net.nodes.mass = {1, 2};
  expect_problem(net, "/nodes/mass", "2 values for 6 nodes");

  net = springsys();
  net.nodes.mass = {-1};
  expect_problem(net, "/nodes/mass", "must not be negative");

  net = springsys();
  net.nodes.fixed.push_back({.nodes = {6}});
  expect_problem(net, "/nodes/fixed/1/0", "the nodes are 0 to 5");

  net = springsys();
  net.nodes.fixed.push_back({.nodes = {5}, .axes = kAxisZ});
  expect_problem(net, "/nodes/fixed/1/axes", "fixes no axis");
}

TEST(Validate, NamesMistakesInSprings) {
  System net = springsys();
  net.springs[0].ends[1] = {-1, 2};
  expect_problem(net, "/springs/0/ends/1", "spring 1 joins node -1");

  net = springsys();
  net.springs[0].ends[1] = {2, 2};
  expect_problem(net, "/springs/0/ends/1", "to itself");

  net = springsys();
  net.springs[0].axial_stiffness = {1};
  expect_problem(net, "/springs/0/axial_stiffness", "both stiffness and axial_stiffness");

  net = springsys();
  net.springs[0].stiffness.clear();
  expect_problem(net, "/springs/0", "no stiffness");

  net = springsys();
  net.springs[0].pretension = {1};
  expect_problem(net, "/springs/0/pretension", "both rest_length and pretension");

  net = springsys();
  net.springs[0].stiffness = {1, 1, -2, 1, 1};
  expect_problem(net, "/springs/0/stiffness/2", "force_density");

  net = springsys();
  net.springs[0].rest_length = {0.2, -0.1, 0.2, 0.2, 0.2};
  expect_problem(net, "/springs/0/rest_length/1", "must not be negative");

  net = springsys();
  net.springs[0].stiffness.clear();
  net.springs[0].axial_stiffness = {1};
  net.springs[0].rest_length = {0.2, 0, 0.2, 0.2, 0.2};
  expect_problem(net, "/springs/0/rest_length/1", "rest length of zero");

  net = springsys();
  net.springs[0].rest_length.clear();
  net.springs[0].pretension = {100};
  EXPECT_EQ(validate(net).size(), 5u);  // every spring is too short for it
}

TEST(Validate, NamesMistakesInLoadsGroupsAndOptions) {
  System net = springsys();
  net.loads = {{.nodes = {4}, .force = {1, 2, 3}}};
  expect_problem(net, "/loads/0/force", "give 2 for all");

  net = springsys();
  net.groups = {{"rim", {0, 9}}};
  expect_problem(net, "/groups/rim/1", "no node 9");

  net = springsys();
  net.equilibrium.tolerance = 0;
  expect_problem(net, "/equilibrium/tolerance", "must be positive");
}

TEST(Validate, ListsAtMostAThousandProblems) {
  System net;
  net.nodes.position.assign(3000, std::nan(""));
  EXPECT_EQ(validate(net).size(), 1000u);
}

// The strain form: EA newtons per strain, k = EA / l0.
TEST(Resolve, AxialStiffnessIsForcePerStrain) {
  SpringSet set;
  set.axial_stiffness = {10};
  set.rest_length = {0.5};
  const SpringValues value = resolve(SpringColumns(set), 0, 0.8);
  EXPECT_DOUBLE_EQ(value.stiffness, 20);
  EXPECT_DOUBLE_EQ(value.stiffness * (0.8 - value.rest_length), 10 * (0.8 - 0.5) / 0.5);
}

TEST(Resolve, PretensionIsTheTensionAtTheDrawnLength) {
  for (Law law : {Law::linear, Law::cable}) {
    SpringSet set;
    set.law = law;
    set.pretension = {3};
    set.stiffness = {40};
    SpringValues value = resolve(SpringColumns(set), 0, 2.0);
    EXPECT_DOUBLE_EQ(value.stiffness * (2.0 - value.rest_length), 3);
    set.stiffness.clear();
    set.axial_stiffness = {100};
    value = resolve(SpringColumns(set), 0, 2.0);
    EXPECT_DOUBLE_EQ(value.rest_length, 2.0 / 1.03);
    EXPECT_NEAR(value.stiffness * (2.0 - value.rest_length), 3, 1e-13);
  }
}

TEST(Resolve, ExplicitRestLengthsCompileToTheSameBits) {
  Random random(8);
  System net = testing::random_net(random, {.all_laws = true});
  for (SpringSet& set : net.springs) {
    set.rest_length.clear();
    if (set.law == Law::cable) set.pretension = {0.1};
    if (set.law == Law::strut) {
      set.axial_stiffness = set.stiffness;
      set.stiffness.clear();
    }
    if (set.law == Law::force_density || set.law == Law::constant_tension) {
      set.stiffness.clear();
      set.pretension = {0.2};
    }
  }
  const System spelled = with_explicit_rest_lengths(net);
  ASSERT_TRUE(validate(spelled).empty());
  for (std::size_t s = 0; s < net.springs.size(); ++s)
    for (std::size_t i = 0; i < net.springs[s].ends.size(); ++i) {
      const double drawn = drawn_length(net, net.springs[s].ends[i][0], net.springs[s].ends[i][1]);
      const SpringValues a = resolve(SpringColumns(net.springs[s]), i, drawn);
      const SpringValues b = resolve(SpringColumns(spelled.springs[s]), i, drawn);
      EXPECT_EQ(a.stiffness, b.stiffness);
      EXPECT_EQ(a.rest_length, b.rest_length);
    }
}

bool warns(const System& net, WarningKind kind, const std::string& piece) {
  for (const Warning& warning : check(net))
    if (warning.kind == kind && warning.message.find(piece) != std::string::npos) return true;
  return false;
}

TEST(Check, SaysNothingOfAGoodNet) { EXPECT_TRUE(check(springsys()).empty()); }

TEST(Check, NamesWhatWillSurprise) {
  System net = springsys();
  net.nodes.fixed.clear();
  EXPECT_TRUE(warns(net, WarningKind::free_body, "no support along x, y"));

  net = springsys();
  net.nodes.position.insert(net.nodes.position.end(), {5, 5, 6, 6, 7, 7});
  net.springs[0].ends.push_back({6, 7});
  EXPECT_TRUE(warns(net, WarningKind::loose_part, "nodes 6 and 7"));
  EXPECT_TRUE(warns(net, WarningKind::unused_node, "node 8 has no spring"));

  net = springsys();
  net.springs[0].ends.push_back({4, 0});
  EXPECT_TRUE(warns(net, WarningKind::double_spring, "spring 5 joins"));

  net = springsys();
  net.springs[0].law = Law::cable;
  net.springs[0].rest_length = {0.2, 0.2, 9, 0.2, 0.2};
  EXPECT_TRUE(warns(net, WarningKind::slack_at_start, "spring 2 is slack"));

  net = springsys();
  net.nodes.start = net.nodes.position;
  net.nodes.start[8] = net.nodes.start[9] = 0;
  EXPECT_TRUE(warns(net, WarningKind::coincident_ends, "spring 0 is of zero length"));

  net = springsys();
  net.nodes.fixed = {{.nodes = {0, 1, 2, 3}, .axes = kAxisX}};
  EXPECT_TRUE(warns(net, WarningKind::free_body, "no support along y"));
}

TEST(Check, DescribesTheNet) {
  System net = springsys();
  net.nodes.mass = {2};
  const Info info = describe(net);
  EXPECT_EQ(info.nodes, 6);
  EXPECT_EQ(info.springs, 5);
  EXPECT_EQ(info.fixed_axes, 8);
  EXPECT_EQ(info.free_axes, 4);
  EXPECT_EQ(info.components, 1);
  EXPECT_EQ(info.total_mass, 12);
  EXPECT_EQ(info.lowest, (std::vector<double>{-0.5, -1}));
  EXPECT_EQ(info.highest, (std::vector<double>{2, 2}));
  EXPECT_EQ(info.stiffness_min, 1);
  EXPECT_EQ(info.springs_by_law[0], 5);
}

TEST(Labels, UseTheNodesNames) {
  System net = springsys();
  EXPECT_EQ(spring_label(net, 2), "spring 2 (nodes 4-5)");
  EXPECT_EQ(node_label(net, 4), "4");
  net.nodes.name = {"", "", "", "", "tip", ""};
  EXPECT_EQ(spring_label(net, 2), "spring 2 (nodes tip-5)");
  EXPECT_EQ(node_label(net, 4), "4 (tip)");
}

}  // namespace
}  // namespace tensio
