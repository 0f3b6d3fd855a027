// A cloth is the material that its options say, whatever its cells.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "tensio/scenes/parts.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using scenes::Cloth;

const std::vector<int>& group(const System& system, const std::string& name) {
  for (const Group& group : system.groups)
    if (group.name == name) return group.members;
  throw std::runtime_error("no group " + name);
}

void hold(System& system, const std::vector<int>& nodes, std::uint8_t axes,
          std::vector<double> move = {}) {
  Fixed fixed;
  fixed.nodes = nodes;
  fixed.axes = axes;
  fixed.move = std::move(move);
  system.nodes.fixed.push_back(std::move(fixed));
}

std::vector<int> all_nodes(const System& system) {
  std::vector<int> nodes(usize(system.node_count()));
  for (int i = 0; i < system.node_count(); ++i) nodes[usize(i)] = i;
  return nodes;
}

double pull_on(const Equilibrium& rest, const std::vector<int>& nodes, std::size_t axis) {
  double sum = 0;
  for (const int node : nodes) sum += rest.reaction[3 * usize(node) + axis];
  return sum;
}

// The pull per width of a strip along x, over its strain; its sides are free.
double tension_stiffness(const Cloth& options) {
  const double strain = 1e-6;
  System strip = scenes::cloth(options);
  hold(strip, all_nodes(strip), kAxisZ);
  hold(strip, group(strip, "corner_00"), kAxisY);
  hold(strip, group(strip, "edge_x0"), kAxisX);
  hold(strip, group(strip, "edge_x1"), kAxisX, {strain * options.width, 0, 0});
  const Equilibrium rest = solve_equilibrium(strip);
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  return pull_on(rest, group(strip, "edge_x1"), 0) / (options.height * strain);
}

TEST(Cloth, TakesThePullPerWidthThatWasAskedForWhateverTheCells) {
  for (const auto& [columns, rows] : {std::pair(4, 4), std::pair(6, 8), std::pair(9, 7)})
    for (const std::optional<double> shear : {std::optional<double>(), std::optional(20.0)}) {
      Cloth options;
      options.width = 1.2;
      options.columns = columns;
      options.rows = rows;
      options.stiffness = 250;
      options.shear_stiffness = shear;
      EXPECT_NEAR(tension_stiffness(options), 250, 250 * 1e-5) << columns;
      // the push that holds it flat makes it a little softer
      options.bending_stiffness = 1e-4;
      EXPECT_NEAR(tension_stiffness(options), 250, 250 * 3e-3) << columns;
    }
}

TEST(Cloth, WithOneDiagonalInEachCellIsSofterAtItsFreeEdgesAlone) {
  double last = 1;
  for (const int columns : {5, 10, 20, 40}) {
    Cloth options;
    options.columns = columns;
    options.diagonals = Cloth::Diagonals::alternating;
    const double softer = 1 - tension_stiffness(options) / options.stiffness;
    EXPECT_GT(softer, 0);
    EXPECT_LT(softer, 0.6 * last) << columns;
    last = softer;
  }
  EXPECT_LT(last, 0.01);
}

TEST(Cloth, TakesTheShearThatWasAskedFor) {
  for (const int cells : {3, 8}) {
    Cloth options;
    options.columns = cells;
    options.shear_stiffness = 70;
    System sheet = scenes::cloth(options);
    const double angle = 1e-6;
    hold(sheet, all_nodes(sheet), kAxisZ | kAxisY);
    // simple shear, x = angle y, everywhere on the rim
    for (const int node : group(sheet, "rim"))
      hold(sheet, {node}, kAxisX, {angle * sheet.nodes.position[3 * usize(node) + 1], 0, 0});
    const Equilibrium rest = solve_equilibrium(sheet);
    ASSERT_TRUE(rest.converged());
    // work of the rim is twice the energy: G angle² / 2 in each square metre
    EXPECT_NEAR(rest.report.energy, 0.5 * 70 * angle * angle, 1e-5 * 35 * angle * angle) << cells;
  }
}

TEST(Cloth, BendsAsAPlateOfItsBendingStiffness) {
  // a cantilever under a small load at its tip, in the discrete beam's own closed form:
  // F h³/D sum of i² = F L³ / (3 D) (1 + 1/n)(1 + 1/(2 n)) with h = L / n, clamped at node 1
  Cloth options;
  options.width = 1;
  options.height = 0.2;
  options.columns = 21;
  options.rows = 4;
  options.bending_stiffness = 1e-3;
  options.stiffness = 1000;
  System strip = scenes::cloth(options);
  std::vector<int> clamped = group(strip, "edge_x0");
  for (const int node : group(strip, "edge_x0")) clamped.push_back(node + 1);
  hold(strip, clamped, kAllAxes);
  const double force = 1e-7;
  const std::vector<int> tip = group(strip, "edge_x1");
  for (std::size_t i = 0; i < tip.size(); ++i) {
    Load load;
    load.nodes = {tip[i]};
    const double part = i == 0 || i + 1 == tip.size() ? 0.5 : 1;
    load.force = {0, 0, -force * part / options.rows.value_or(1)};
    strip.loads.push_back(load);
  }
  const Equilibrium rest = solve_equilibrium(strip);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  const double n = 20, length = n / 21.0, rigidity = options.bending_stiffness * options.height;
  const double expected =
      force * length * length * length / (3 * rigidity) * (1 + 1 / n) * (1 + 0.5 / n);
  for (const int node : tip)
    EXPECT_NEAR(-rest.state.position[3 * usize(node) + 2], expected, 0.01 * expected);
}

double sag(int columns) {
  Cloth options;
  options.columns = columns;
  options.stiffness = 50;
  System cloth = scenes::cloth(options);
  cloth.gravity = {0, 0, -9.81};
  hold(cloth, group(cloth, "edge_x0"), kAllAxes);
  hold(cloth, group(cloth, "edge_x1"), kAllAxes);
  const Equilibrium rest = solve_equilibrium(cloth);
  EXPECT_TRUE(rest.converged()) << rest.report.reason;
  const auto middle = usize(group(cloth, "center")[0]);
  return -rest.state.position[3 * middle + 2];
}

TEST(Cloth, SagsAlikeWhetherCoarseOrFine) {
  const double coarse = sag(8), fine = sag(16), finer = sag(32);
  EXPECT_GT(coarse, 0.05);
  EXPECT_LT(std::abs(fine - finer), 0.4 * std::abs(coarse - fine));
  EXPECT_LT(std::abs(coarse - finer), 0.02 * finer);
}

TEST(Cloth, HasTheMassOfItsAreaOrTheOneThatIsGiven) {
  const auto total = [](const System& system) {
    double sum = 0;
    for (const double mass : node_masses(system)) sum += mass;
    return sum;
  };
  Cloth options;
  options.width = 2;
  options.mass_per_area = 0.3;
  EXPECT_NEAR(total(scenes::cloth(options)), 0.6, 1e-12);
  options.total_mass = 5;
  const System heavy = scenes::cloth(options);
  EXPECT_NEAR(total(heavy), 5, 1e-12);
  EXPECT_EQ(heavy.nodes.mass.size(), 1u);
}

TEST(Cloth, NamesItsEdges) {
  Cloth options;
  options.columns = 2;
  options.rows = 3;
  options.height = 1.5;
  const System cloth = scenes::cloth(options);
  EXPECT_EQ(group(cloth, "edge_y1"), (std::vector<int>{9, 10, 11}));
  EXPECT_EQ(group(cloth, "edge_x1"), (std::vector<int>{2, 5, 8, 11}));
  EXPECT_EQ(group(cloth, "rim"), (std::vector<int>{0, 1, 2, 3, 5, 6, 8, 9, 10, 11}));
  EXPECT_EQ(cloth.faces.count(), 6);
  EXPECT_EQ(cloth.springs[0].name, "structural");
  EXPECT_EQ(cloth.springs[1].name, "shear");
  EXPECT_EQ(cloth.springs[2].name, "bend");
}

TEST(Cloth, RefusesWhatNoSpringsCanBe) {
  Cloth options;
  options.columns = 2;
  options.rows = 9;
  EXPECT_THROW(scenes::cloth(options), Error);
  options = {};
  options.bending_stiffness = 1;
  EXPECT_THROW(scenes::cloth(options), Error);
  options = {};
  options.columns = 1000000;
  EXPECT_THROW(scenes::cloth(options), Error);
}

}  // namespace
}  // namespace tensio
