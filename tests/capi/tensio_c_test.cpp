// The C interface, used correctly and incorrectly. The sanitizers check its memory.
#include "tensio/tensio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tensio/version.hpp"

namespace {

const double kPosition[] = {0, 0, 0, 1, 1, 1, 1, 0, -0.5, -1, 2, 2};
const int kSupports[] = {0, 1, 2, 3};
const int kEnds[] = {0, 4, 1, 4, 4, 5, 2, 5, 3, 5};
const double kOnes[] = {1, 1, 1, 1, 1};
const double kRest[] = {0.2, 0.2, 0.2, 0.2, 0.2};

// The example of SpringSys; the caller frees it.
tensio_net* springsys() {
  tensio_net* net = tensio_create(2);
  EXPECT_EQ(tensio_set_nodes(net, 6, kPosition), TENSIO_OK);
  EXPECT_EQ(tensio_fix(net, 4, kSupports, TENSIO_ALL), TENSIO_OK);
  tensio_springs springs = {};
  springs.count = 5;
  springs.ends = kEnds;
  springs.stiffness = kOnes;
  springs.rest_length = kRest;
  EXPECT_EQ(tensio_add_springs(net, &springs), TENSIO_OK);
  return net;
}

void expect_springsys_at_rest(tensio_net* net) {
  std::vector<double> position(12);
  ASSERT_EQ(tensio_get_position(net, position.data(), position.size()), TENSIO_OK);
  EXPECT_NEAR(position[8], 0.24383215728530, 1e-13);
  EXPECT_NEAR(position[9], 0.5, 1e-13);
  EXPECT_NEAR(position[10], 0.75616784271470, 1e-13);
}

// A net that is freed at the end of a test.
class CInterface : public ::testing::Test {
 protected:
  ~CInterface() override { tensio_free(net_); }
  std::string error() const { return tensio_error(net_); }
  tensio_net* net_ = springsys();
};

TEST_F(CInterface, SolvesAndReadsEverything) {
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK) << error();
  EXPECT_EQ(error(), "");
  expect_springsys_at_rest(net_);

  tensio_report report;
  ASSERT_EQ(tensio_get_report(net_, &report), TENSIO_OK);
  EXPECT_EQ(report.ending, TENSIO_CONVERGED);
  EXPECT_GT(report.iterations, 0);
  EXPECT_LT(report.residual, 1e-10);
  EXPECT_NEAR(report.energy, 0.3026562, 1e-7);
  EXPECT_EQ(report.stable, 1);
  EXPECT_EQ(report.negative_modes + report.rigid_modes + report.mechanism_modes, 0);
  EXPECT_NE(std::string(tensio_reason(net_)), "");

  EXPECT_EQ(tensio_dimension(net_), 2);
  EXPECT_EQ(tensio_node_count(net_), 6);
  EXPECT_EQ(tensio_spring_count(net_), 5);
  std::vector<double> tension(5), length(5), displacement(12), reaction(12);
  std::vector<int> slack(5, 7);
  ASSERT_EQ(tensio_get_tension(net_, tension.data(), 5), TENSIO_OK);
  ASSERT_EQ(tensio_get_length(net_, length.data(), 5), TENSIO_OK);
  ASSERT_EQ(tensio_get_displacement(net_, displacement.data(), 12), TENSIO_OK);
  ASSERT_EQ(tensio_get_reaction(net_, reaction.data(), 12), TENSIO_OK);
  ASSERT_EQ(tensio_get_slack(net_, slack.data(), 5), TENSIO_OK);
  EXPECT_NEAR(tension[2], length[2] - 0.2, 1e-14);
  EXPECT_NEAR(displacement[8], 0.24383215728530 + 0.5, 1e-13);
  EXPECT_NEAR(reaction[0], -0.1561678427147, 1e-12);
  EXPECT_EQ(reaction[8], 0);
  EXPECT_EQ(slack, std::vector<int>(5, 0));
}

// A rope of two cables under its middle's weight: z from P = 2 T sin, T = k (l - l0).
TEST(CInterfaceNets, CablesMassesGravityAndPretension) {
  tensio_net* net = tensio_create(3);
  const double position[] = {-1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3};
  const double mass[] = {0, 5, 0, 0}, gravity[] = {0, 0, -10};
  const int supports[] = {0, 2, 3}, middle[] = {1}, ends[] = {0, 1, 1, 2}, loose[] = {1, 3};
  const double stiffness[] = {1000, 1000}, pretension[] = {10, 10}, axial[] = {100}, rest[] = {9};
  const double force[] = {0, 0, -10};
  ASSERT_EQ(tensio_set_nodes(net, 4, position), TENSIO_OK);
  ASSERT_EQ(tensio_set_masses(net, 4, mass), TENSIO_OK);
  ASSERT_EQ(tensio_set_gravity(net, gravity), TENSIO_OK);
  ASSERT_EQ(tensio_fix(net, 3, supports, TENSIO_ALL), TENSIO_OK);
  ASSERT_EQ(tensio_fix(net, 1, middle, TENSIO_X | TENSIO_Y), TENSIO_OK);
  ASSERT_EQ(tensio_add_loads(net, 1, middle, force), TENSIO_OK);
  tensio_springs rope = {}, spare = {};
  rope.law = spare.law = TENSIO_CABLE;
  rope.count = 2, rope.ends = ends, rope.stiffness = stiffness, rope.pretension = pretension;
  spare.count = 1, spare.ends = loose, spare.axial_stiffness = axial, spare.rest_length = rest;
  ASSERT_EQ(tensio_add_springs(net, &rope), TENSIO_OK);
  ASSERT_EQ(tensio_add_springs(net, &spare), TENSIO_OK);
  ASSERT_EQ(tensio_solve(net), TENSIO_OK) << tensio_error(net);

  std::vector<double> at(12), tension(3);
  std::vector<int> slack(3);
  ASSERT_EQ(tensio_get_position(net, at.data(), 12), TENSIO_OK);
  ASSERT_EQ(tensio_get_tension(net, tension.data(), 3), TENSIO_OK);
  ASSERT_EQ(tensio_get_slack(net, slack.data(), 3), TENSIO_OK);
  const double length = std::hypot(1, at[5]), pull = 1000 * (length - 0.99);
  EXPECT_NEAR(2 * pull * -at[5] / length, 5 * 10 + 10, 1e-8);
  EXPECT_NEAR(tension[0], pull, 1e-9);
  EXPECT_EQ(tension[2], 0);
  EXPECT_EQ(slack, (std::vector<int>{0, 0, 1}));
  tensio_free(net);
}

TEST(CInterfaceMisuse, EveryCallRefusesANullNet) {
  const double number = 1;
  const int id = 0;
  double out = 0;
  int flag = 0;
  tensio_report report;
  const tensio_springs springs = {};
  EXPECT_EQ(tensio_set_nodes(nullptr, 1, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_start(nullptr, 1, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_masses(nullptr, 1, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_fix(nullptr, 1, &id, TENSIO_ALL), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_add_springs(nullptr, &springs), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_add_loads(nullptr, 1, &id, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_gravity(nullptr, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_method(nullptr, TENSIO_NEWTON), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_tolerance(nullptr, 1e-9), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_max_iterations(nullptr, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_threads(nullptr, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_load(nullptr, "scene.json"), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_load_text(nullptr, "{}"), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_save(nullptr, "scene.json"), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_solve(nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_report(nullptr, &report), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_position(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_displacement(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_reaction(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_tension(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_length(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_slack(nullptr, &flag, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_dimension(nullptr) + tensio_node_count(nullptr) + tensio_spring_count(nullptr),
            0);
  EXPECT_STREQ(tensio_reason(nullptr), "");
  EXPECT_NE(std::string(tensio_error(nullptr)).find("NULL"), std::string::npos);
  tensio_free(nullptr);
}

TEST(CInterfaceMisuse, OnlyTwoAndThreeDimensionsExist) {
  for (int dimension : {-1, 0, 1, 4, std::numeric_limits<int>::max()})
    EXPECT_EQ(tensio_create(dimension), nullptr) << dimension;
}

TEST_F(CInterface, RefusesNullArraysAndNegativeCounts) {
  EXPECT_EQ(tensio_set_nodes(net_, 6, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "the array position is NULL");
  EXPECT_EQ(tensio_set_nodes(net_, -6, kPosition), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "the number of nodes is -6; it must not be negative");
  EXPECT_EQ(tensio_set_start(net_, 6, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_masses(net_, 6, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_fix(net_, 1, nullptr, TENSIO_ALL), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_fix(net_, -1, kSupports, TENSIO_ALL), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_add_loads(net_, 1, kSupports, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_add_loads(net_, -1, kSupports, kPosition), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_gravity(net_, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_add_springs(net_, nullptr), TENSIO_BAD_ARGUMENT);
  tensio_springs springs = {};
  springs.count = 1;
  EXPECT_EQ(tensio_add_springs(net_, &springs), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "the array ends is NULL");
  springs.count = -1;
  EXPECT_EQ(tensio_add_springs(net_, &springs), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_load(net_, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_load_text(net_, nullptr), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_save(net_, nullptr), TENSIO_BAD_ARGUMENT);

  // None of it changed the net.
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK) << error();
  expect_springsys_at_rest(net_);
}

TEST_F(CInterface, RefusesIdsThatAreNotThereAndWrongCounts) {
  const int bad[] = {0, 6}, negative[] = {-1, 0}, same[] = {4, 4};
  EXPECT_EQ(tensio_fix(net_, 2, bad, TENSIO_ALL), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "nodes[1] is node 6, but the nodes are 0 to 5");
  EXPECT_EQ(tensio_add_loads(net_, 2, negative, kPosition), TENSIO_BAD_ARGUMENT);
  for (const int* ends : {bad, negative, same}) {
    tensio_springs springs = {};
    springs.count = 1;
    springs.ends = ends;
    springs.stiffness = kOnes;
    EXPECT_EQ(tensio_add_springs(net_, &springs), TENSIO_BAD_ARGUMENT);
  }
  EXPECT_EQ(error(), "spring 0 of this set joins node 4 to itself");
  EXPECT_EQ(tensio_set_start(net_, 5, kPosition), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "start is given for 5 nodes, but the net has 6");
  EXPECT_EQ(tensio_set_masses(net_, 7, kPosition), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_nodes(net_, 5, kPosition), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_spring_count(net_), 5);
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK) << error();

  tensio_net* empty = tensio_create(2);
  EXPECT_EQ(tensio_fix(empty, 1, kSupports, TENSIO_ALL), TENSIO_BAD_ARGUMENT);
  EXPECT_STREQ(tensio_error(empty), "nodes[0] is node 0: call tensio_set_nodes first");
  tensio_free(empty);
}

TEST_F(CInterface, RefusesOptionsThatMeanNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int axes : {0, -1, 8, static_cast<int>(TENSIO_Z)})
    EXPECT_EQ(tensio_fix(net_, 1, kSupports, axes), TENSIO_BAD_ARGUMENT) << axes;
  for (int method : {-1, 6, 99})
    EXPECT_EQ(tensio_set_method(net_, method), TENSIO_BAD_ARGUMENT) << method;
  for (double tolerance : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(tensio_set_tolerance(net_, tolerance), TENSIO_BAD_ARGUMENT) << tolerance;
  EXPECT_EQ(tensio_set_max_iterations(net_, -1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_threads(net_, -1), TENSIO_BAD_ARGUMENT);
  tensio_springs springs = {};
  springs.law = 99;
  EXPECT_EQ(tensio_add_springs(net_, &springs), TENSIO_BAD_ARGUMENT);
}

TEST_F(CInterface, ReportsAllMistakesOfTheNetWhenSolving) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double mass[] = {1, 1, -1, 1, nan, 1};
  ASSERT_EQ(tensio_set_masses(net_, 6, mass), TENSIO_OK);
  tensio_springs springs = {};  // no stiffness at all
  springs.count = 1;
  springs.ends = kEnds;
  ASSERT_EQ(tensio_add_springs(net_, &springs), TENSIO_OK);
  EXPECT_EQ(tensio_solve(net_), TENSIO_BAD_SCENE);
  EXPECT_NE(error().find("mass is nan"), std::string::npos) << error();
  EXPECT_NE(error().find("no stiffness"), std::string::npos) << error();
  EXPECT_EQ(tensio_save(net_, "never_written.json"), TENSIO_BAD_SCENE);
}

TEST_F(CInterface, GivesNoResultsBeforeSolvingOrAfterAChange) {
  std::vector<double> buffer(12, 42);
  tensio_report report;
  EXPECT_EQ(tensio_get_position(net_, buffer.data(), 12), TENSIO_NOT_SOLVED);
  EXPECT_EQ(tensio_get_report(net_, &report), TENSIO_NOT_SOLVED);
  EXPECT_STREQ(tensio_reason(net_), "");
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK);
  ASSERT_EQ(tensio_set_threads(net_, 1), TENSIO_OK);
  EXPECT_EQ(tensio_get_position(net_, buffer.data(), 12), TENSIO_NOT_SOLVED);
  EXPECT_EQ(buffer, std::vector<double>(12, 42));

  // A change that is refused keeps them.
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK);
  EXPECT_EQ(tensio_set_threads(net_, -1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_position(net_, buffer.data(), 12), TENSIO_OK);
}

TEST_F(CInterface, WritesOnlyIntoBuffersOfTheRightSize) {
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK);
  std::vector<double> buffer(13, 42);
  for (std::size_t size : {std::size_t{0}, std::size_t{11}, std::size_t{13}, sizeof(double) * 12})
    EXPECT_EQ(tensio_get_position(net_, buffer.data(), size), TENSIO_BAD_ARGUMENT) << size;
  EXPECT_EQ(buffer, std::vector<double>(13, 42));
  EXPECT_EQ(tensio_get_tension(net_, buffer.data(), 12), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "the buffer is said to hold 12 numbers; it must hold 5");
  EXPECT_EQ(tensio_get_position(net_, nullptr, 12), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_slack(net_, nullptr, 5), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_report(net_, nullptr), TENSIO_BAD_ARGUMENT);
}

TEST_F(CInterface, AnUnfinishedSolveSaysSoAndCanBeRead) {
  ASSERT_EQ(tensio_set_max_iterations(net_, 1), TENSIO_OK);
  EXPECT_EQ(tensio_solve(net_), TENSIO_NOT_CONVERGED);
  EXPECT_EQ(error().rfind("iteration_limit: ", 0), 0u) << error();
  tensio_report report;
  ASSERT_EQ(tensio_get_report(net_, &report), TENSIO_OK);
  EXPECT_EQ(report.ending, TENSIO_ITERATION_LIMIT);
  EXPECT_EQ(report.stable, -1);
  EXPECT_EQ(report.slack_modes, -1);
}

TEST_F(CInterface, AnUnsupportedLoadHasNoEquilibrium) {
  tensio_net* net = tensio_create(2);
  const int ends[] = {0, 1}, node[] = {1};
  const double force[] = {1, 0};
  tensio_springs springs = {};
  springs.count = 1;
  springs.ends = ends;
  springs.stiffness = kOnes;
  ASSERT_EQ(tensio_set_nodes(net, 2, kPosition), TENSIO_OK);
  ASSERT_EQ(tensio_add_springs(net, &springs), TENSIO_OK);
  ASSERT_EQ(tensio_add_loads(net, 1, node, force), TENSIO_OK);
  EXPECT_EQ(tensio_solve(net), TENSIO_NOT_CONVERGED);
  tensio_report report;
  ASSERT_EQ(tensio_get_report(net, &report), TENSIO_OK);
  EXPECT_EQ(report.ending, TENSIO_NO_EQUILIBRIUM);
  tensio_free(net);
}

TEST_F(CInterface, SavesAndLoadsScenes) {
  const std::string path = ::testing::TempDir() + "tensio_c_test_scene.json";
  ASSERT_EQ(tensio_save(net_, path.c_str()), TENSIO_OK) << error();
  tensio_net* copy = tensio_create(3);
  ASSERT_EQ(tensio_load(copy, path.c_str()), TENSIO_OK) << tensio_error(copy);
  std::filesystem::remove(path);
  EXPECT_EQ(tensio_dimension(copy), 2);
  ASSERT_EQ(tensio_solve(copy), TENSIO_OK);
  expect_springsys_at_rest(copy);

  // What cannot be loaded leaves the net as it was.
  EXPECT_EQ(tensio_load(copy, path.c_str()), TENSIO_BAD_FILE);
  EXPECT_EQ(tensio_load_text(copy, "{\"tensio\": 1,"), TENSIO_BAD_SCENE);
  EXPECT_EQ(std::string(tensio_error(copy)).rfind("scene:1:", 0), 0u) << tensio_error(copy);
  EXPECT_EQ(tensio_load_text(copy, ""), TENSIO_BAD_SCENE);
  EXPECT_EQ(tensio_save(copy, "/no/such/folder/scene.json"), TENSIO_BAD_FILE);
  expect_springsys_at_rest(copy);

  EXPECT_EQ(tensio_load_text(copy,
                             "{\"tensio\": 1, \"dimension\": 3, \"nodes\": {\"position\": "
                             "[[0,0,0],[1,0,0]], \"fixed\": [0]}, \"springs\": "
                             "[{\"ends\": [[0,1]], \"stiffness\": 1}]}"),
            TENSIO_OK)
      << tensio_error(copy);
  EXPECT_EQ(tensio_dimension(copy), 3);
  EXPECT_EQ(tensio_node_count(copy), 2);
  tensio_free(copy);
}

TEST_F(CInterface, StartsFromTheGivenPositions) {
  double start[12];
  for (int i = 0; i < 12; ++i) start[i] = kPosition[i];
  start[8] = 0.24383215728530, start[9] = 0.5, start[10] = 0.75616784271470, start[11] = 0.5;
  ASSERT_EQ(tensio_set_start(net_, 6, start), TENSIO_OK);
  ASSERT_EQ(tensio_set_method(net_, TENSIO_PLAIN_NEWTON), TENSIO_OK);
  ASSERT_EQ(tensio_set_tolerance(net_, 1e-12), TENSIO_OK);
  ASSERT_EQ(tensio_solve(net_), TENSIO_OK) << error();
  tensio_report report;
  ASSERT_EQ(tensio_get_report(net_, &report), TENSIO_OK);
  EXPECT_LE(report.iterations, 1);
  expect_springsys_at_rest(net_);
}

TEST(CInterfaceNets, ManyNetsComeAndGo) {
  for (int i = 0; i < 1000; ++i) {
    tensio_net* net = springsys();
    if (i % 10 == 0) {
      ASSERT_EQ(tensio_solve(net), TENSIO_OK);
    }
    tensio_set_nodes(net, -1, nullptr);
    tensio_free(net);
  }
}

TEST(CInterfaceNets, DifferentNetsSolveInDifferentThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 20; ++i) {
        tensio_net* net = springsys();
        EXPECT_EQ(tensio_solve(net), TENSIO_OK);
        expect_springsys_at_rest(net);
        EXPECT_EQ(tensio_solve(net), TENSIO_OK);
        tensio_free(net);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(CInterfaceNets, TheVersionIsThatOfTheLibrary) {
  EXPECT_STREQ(tensio_version(), tensio::kVersion);
}

}  // namespace
