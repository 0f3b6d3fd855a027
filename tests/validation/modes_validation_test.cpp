// Published and exact frequencies and counts, from scenes of the project's own format.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/index.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

System scene(const std::string& name) {
  return load_system(std::string(TENSIO_SOURCE_DIR) + "/tests/validation/scenes/" + name);
}

// ANSYS VM53: 74.708, 149.42 and 224.12 Hz at a tension of 500 lbf.
TEST(ModesValidation, TransverseFrequenciesOfAString) {
  const ModesResult found = find_modes(scene("14_string.json"));
  ASSERT_TRUE(found.problem.empty()) << found.problem;
  const double published[] = {74.708, 149.42, 224.12};
  // Of the same 199 masses, by a separate program.
  const double lumped[] = {74.70605620058461, 149.40750417945569, 224.09973599973813};
  ASSERT_EQ(found.modes.size(), 10u);
  EXPECT_TRUE(found.complete);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.modes[i].frequency, published[i], 2e-4 * published[i]);
    EXPECT_NEAR(found.modes[i].frequency, lumped[i], 1e-9 * lumped[i]);
    EXPECT_EQ(found.modes[i].kind, ModeKind::elastic);
  }
  // k (0.5 - l0); the published 500 is this to four digits, as the rest length has eight.
  for (double tension : found.rest.tension) EXPECT_NEAR(tension, 499.98053246399587, 1e-8);
}

// w_j = 2 sqrt(k/m) sin(j pi / 42) along the chain; across it nothing resists.
TEST(ModesValidation, LongitudinalFrequenciesOfAChain) {
  const ModesResult found = find_modes(scene("26_chain.json"), {.all = true});
  ASSERT_EQ(found.modes.size(), 40u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(found.modes[i].kind, ModeKind::zero);
  const double pi = std::acos(-1.0);
  for (int j = 1; j <= 20; ++j) {
    const double exact = 2 * std::sqrt(3 / 0.5) * std::sin(j * pi / 42);
    const Mode& mode = found.modes[usize(19 + j)];
    EXPECT_NEAR(mode.angular_frequency, exact, 1e-10) << j;
    EXPECT_NEAR(mode.frequency, exact / (2 * pi), 1e-10) << j;
    EXPECT_EQ(mode.kind, ModeKind::elastic);
  }
  EXPECT_EQ(found.mechanisms->count, 20);
  EXPECT_EQ(found.self_stress->count, 1);
}

struct Counts {
  const char* file;
  int nodes, bars, rank, self_stress, zero_modes, mechanisms;
};

TEST(ModesValidation, MaxwellCalladineCounts) {
  const Counts cases[] = {
      {"27_square.json", 4, 4, 4, 0, 4, 1},
      {"27_square_braced.json", 4, 6, 5, 1, 3, 0},
      {"27_triplex_30.json", 6, 12, 11, 1, 7, 1},
      {"27_triplex_17.json", 6, 12, 12, 0, 6, 0},
      {"27_expandable_octahedron.json", 12, 30, 29, 1, 7, 1},
      {"27_truncated_tetrahedron.json", 12, 24, 23, 1, 13, 7},
      {"27_octahedron.json", 6, 12, 12, 0, 6, 0},
  };
  for (const Counts& wanted : cases) {
    SCOPED_TRACE(wanted.file);
    const System net = scene(wanted.file);
    EXPECT_EQ(net.node_count(), wanted.nodes);
    const ModesResult found = find_modes(net, {.all = true});
    ASSERT_TRUE(found.self_stress && found.mechanisms);
    EXPECT_EQ(found.bars, wanted.bars);
    EXPECT_EQ(found.rank, wanted.rank);
    EXPECT_EQ(found.self_stress->count, wanted.self_stress);
    EXPECT_EQ(found.mechanisms->count, wanted.mechanisms);
    EXPECT_EQ(found.mechanisms->count + found.mechanisms->rigid, wanted.zero_modes);
    // The solve counts by pivots, the modes by full matrices.
    EXPECT_EQ(found.rest.report.self_stresses, wanted.self_stress);
    EXPECT_EQ(found.rest.report.mechanisms, wanted.mechanisms);
    const auto zeros = std::count_if(found.modes.begin(), found.modes.end(),
                                     [](const Mode& mode) { return mode.eigenvalue == 0; });
    EXPECT_EQ(zeros, wanted.zero_modes);
  }
}

// The numbers that follow "name": in a text of JSON, brackets and all other letters passed over.
std::vector<double> numbers_after(const std::string& text, const std::string& name,
                                  const std::string& until) {
  const std::size_t begin = text.find("\"" + name + "\":");
  const std::size_t end = text.find("\"" + until + "\":", begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  std::vector<double> numbers;
  const char* p = text.c_str() + begin + name.size() + 3;
  while (p < text.c_str() + end) {
    char* after = nullptr;
    const double number = std::strtod(p, &after);
    if (after == p) {
      ++p;
    } else {
      numbers.push_back(number);
      p = after;
    }
  }
  return numbers;
}

// An elastic network of 76 nodes and 1428 springs of stiffness 1: 6 rigid motions, then 30
// published eigenvalues of five digits.
TEST(ModesValidation, ElasticNetworkOfUbiquitin) {
  const char* folder = std::getenv("TENSIO_VALIDATION_DATA");
  if (folder == nullptr)
    GTEST_SKIP() << "TENSIO_VALIDATION_DATA does not name the folder with "
                    "15_anm_ubiquitin_modes.json";
  std::ifstream file(std::string(folder) + "/15_anm_ubiquitin_modes.json");
  if (!file) file.open(std::string(folder) + "/data_only/15_anm_ubiquitin_modes.json");
  if (!file) GTEST_SKIP() << folder << " has no 15_anm_ubiquitin_modes.json";
  std::stringstream content;
  content << file.rdbuf();
  const std::string text = content.str();

  System net;
  net.nodes.position = numbers_after(text, "nodes", "start");
  net.nodes.mass = {1};
  ASSERT_EQ(net.node_count(), 76);
  const std::vector<double> ends = numbers_after(text, "springs", "spring_types");
  ASSERT_EQ(ends.size(), 4u * 1428);  // i, j, k, rest
  SpringSet set;
  for (std::size_t s = 0; s < ends.size(); s += 4) {
    set.ends.push_back({static_cast<int>(ends[s]), static_cast<int>(ends[s + 1])});
    set.stiffness.push_back(ends[s + 2]);
    set.rest_length.push_back(ends[s + 3]);
  }
  net.springs = {set};
  const std::vector<double> published = numbers_after(text, "eigenvalues_7_to_36", "tolerance");
  ASSERT_EQ(published.size(), 30u);

  const ModesResult found = find_modes(net, {.count = 36});
  ASSERT_EQ(found.modes.size(), 36u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(found.modes[i].kind, ModeKind::rigid);
  for (std::size_t i = 0; i < 30; ++i)
    EXPECT_NEAR(found.modes[6 + i].eigenvalue, published[i], 3e-5 * published[i]) << i;
}

}  // namespace
}  // namespace tensio
