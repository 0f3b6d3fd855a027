// Force-density nets of others, with their published answers. The data are not part of Tensio: they
// are read from the folder that TENSIO_VALIDATION_DATA names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "io/json/value.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

/// One data set: `nodes`, `fixed` and `loads` by rows, `springs` as objects, and the answers.
class DataSet {
 public:
  explicit DataSet(const std::string& path) {
    std::stringstream content;
    content << std::ifstream(path).rdbuf();
    text_ = content.str();
    document_ = io::parse_json(text_);
  }

  bool found() const { return document_.root.object() != nullptr; }
  double expected(const char* key) const { return *answer(key).number(); }
  std::vector<double> expected_numbers(const char* key) const {
    return answer(key).packed()->values;
  }
  double tolerance(const char* key) const {
    return *document_.root.find("tolerance")->find(key)->number();
  }

  System system() const {
    System net;
    net.dimension = 3;
    net.nodes.position = document_.root.find("nodes")->packed()->values;
    add_fixed(net);
    const io::PackedNumbers& loads = *document_.root.find("loads")->packed();
    Load load{.force = loads.values};
    for (int node = 0; node < net.node_count(); ++node) load.nodes.push_back(node);
    net.loads = {load};
    SpringSet set{.law = Law::force_density};
    for (const io::Value& spring : *document_.root.find("springs")->list()) {
      set.ends.push_back({static_cast<int>(*spring.find("i")->number()),
                          static_cast<int>(*spring.find("j")->number())});
      set.stiffness.push_back(*spring.find("k")->number());
    }
    net.springs = {set};
    return net;
  }

 private:
  const io::Value& answer(const char* key) const {
    return *document_.root.find("expected")->find(key);
  }
  // One flag per axis of each node.
  void add_fixed(System& net) const {
    const io::List& rows = *document_.root.find("fixed")->list();
    for (std::size_t node = 0; node < rows.size(); ++node) {
      Fixed fixed{.nodes = {static_cast<int>(node)}, .axes = 0};
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (*(*rows[node].list())[axis].boolean())
          fixed.axes = static_cast<std::uint8_t>(fixed.axes | (1u << axis));
      if (fixed.axes != 0) net.nodes.fixed.push_back(fixed);
    }
  }

  std::string text_ = {};
  io::Document document_ = {};
};

class DataSets : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("TENSIO_VALIDATION_DATA");
    if (folder == nullptr || *folder == 0)
      GTEST_SKIP() << "TENSIO_VALIDATION_DATA does not name the folder of the data sets";
    folder_ = folder;
  }

  std::string path(const std::string& file) const {
    const std::string inner = folder_ + "/data_only/" + file;
    return std::ifstream(inner).good() ? inner : folder_ + "/" + file;
  }

  // Positions and tensions of a net of force densities, from one linear solve by others.
  void expect_published(const std::string& file) {
    const DataSet data(path(file));
    ASSERT_TRUE(data.found()) << path(file);
    const Equilibrium rest = solve_equilibrium(data.system());
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_TRUE(rest.report.modes.has_value() && rest.report.modes->stable());
    const std::vector<double> position = data.expected_numbers("positions");
    const std::vector<double> tension = data.expected_numbers("forces");
    ASSERT_EQ(rest.state.position.size(), position.size());
    ASSERT_EQ(rest.tension.size(), tension.size());
    for (std::size_t i = 0; i < position.size(); ++i)
      EXPECT_NEAR(rest.state.position[i], position[i], data.tolerance("pos")) << "number " << i;
    for (std::size_t i = 0; i < tension.size(); ++i)
      EXPECT_NEAR(rest.tension[i], tension[i], data.tolerance("force_rel") * std::abs(tension[i]))
          << "spring " << i;
  }

  std::string folder_ = {};
};

TEST_F(DataSets, OlympiaNet) { expect_published("16_fdm_olympia.json"); }

TEST_F(DataSets, StuttgartNet) { expect_published("17_fdm_stuttgart21.json"); }

// All springs push, so that the energy has a maximum and no minimum at the rest state.
TEST_F(DataSets, LiewsDomeInPureCompression) {
  const DataSet data(path("18_fdm_liew_dome.json"));
  ASSERT_TRUE(data.found()) << folder_;
  System net = data.system();
  net.equilibrium.method = Method::plain_newton;
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  ASSERT_TRUE(rest.report.modes.has_value());
  EXPECT_FALSE(rest.report.modes->stable());

  double path = 0, sum = 0, deviation = 0;
  const std::vector<double>& length = rest.length;
  for (std::size_t i = 0; i < length.size(); ++i) {
    path += std::abs(rest.tension[i]) * length[i];
    sum += length[i];
    deviation += std::abs(length[i] - 1);
  }
  const auto count = static_cast<double>(length.size());
  const double close = data.tolerance("lengths");
  EXPECT_NEAR(path, data.expected("load_path"), data.tolerance("load_path"));
  EXPECT_NEAR(*std::min_element(length.begin(), length.end()), data.expected("length_min"), close);
  EXPECT_NEAR(*std::max_element(length.begin(), length.end()), data.expected("length_max"), close);
  EXPECT_NEAR(sum / count, data.expected("length_mean"), close);
  EXPECT_NEAR(deviation / count, data.expected("mean_dev_from_1"), close);
  // A separate program's solution of the same data.
  const std::vector<double> position = data.expected_numbers("our_positions");
  ASSERT_EQ(rest.state.position.size(), position.size());
  for (std::size_t i = 0; i < position.size(); ++i)
    EXPECT_NEAR(rest.state.position[i], position[i], 1e-9) << "number " << i;
}

}  // namespace
}  // namespace tensio
