// Gradients of rest states: closed forms, finite differences on random nets, refusals.
#include "tensio/gradient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "support/families.hpp"
#include "support/nets.hpp"
#include "support/ridders.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::Family;

// A scalar of the rest state: weights on positions, on their squares and on tensions.
struct Cost {
  std::vector<double> linear, square, tension;

  Cost(const System& net, Random& random) {
    const int axes = net.node_count() * net.dimension;
    for (int i = 0; i < axes; ++i) {
      linear.push_back(random.uniform(-1, 1));
      square.push_back(random.uniform(-1, 1));
    }
    for (int s = 0; s < net.spring_count(); ++s) tension.push_back(random.uniform(-1, 1));
  }
  double value(const Equilibrium& rest) const {
    double sum = 0;
    for (std::size_t i = 0; i < linear.size(); ++i) {
      const double x = rest.state.position[i];
      sum += linear[i] * x + square[i] * x * x;
    }
    for (std::size_t s = 0; s < tension.size(); ++s) sum += tension[s] * rest.tension[s];
    return sum;
  }
  CostDerivatives derivatives(const Equilibrium& rest) const {
    CostDerivatives by{.position = linear, .tension = tension};
    for (std::size_t i = 0; i < linear.size(); ++i)
      by.position[i] += 2 * square[i] * rest.state.position[i];
    return by;
  }
};

EquilibriumOptions sharp() {
  EquilibriumOptions options;
  options.tolerance = 1e-14;
  options.linear_solver = LinearSolver::ldlt;
  options.threads = 1;
  return options;
}

// One value for each spring, or for each node.
void spread(Column& column, std::size_t count) {
  if (column.empty()) column = {0};
  if (column.size() == 1) column.assign(count, column[0]);
}

bool constant_tension(const System& net, std::size_t spring) {
  for (const SpringSet& set : net.springs) {
    if (spring < set.ends.size()) return set.law == Law::constant_tension;
    spring -= set.ends.size();
  }
  return false;
}

// What a gradient is by, each with the change of the system along a direction.
struct Kind {
  const char* name;
  const std::vector<double> RestGradient::*member;
  void (*change)(System&, const std::vector<double>& direction, double t);
};

// Stiffness and rest length of every law that has them, and the tension of constant_tension.
enum class Change { stiffness, rest_length, tension };

void change_springs(System& net, const std::vector<double>& direction, double t, Change what) {
  std::size_t first = 0;
  for (SpringSet& set : net.springs) {
    const std::size_t count = set.ends.size();
    const bool constant = set.law == Law::constant_tension;
    const bool elastic = !constant && set.law != Law::force_density;
    spread(set.stiffness, count);
    for (std::size_t i = 0; i < count; ++i) {
      const double change = t * direction[first + i];
      if (what == Change::stiffness && !constant) set.stiffness[i] += change;
      if (what == Change::rest_length && elastic) set.rest_length[i] += change;
      if (what == Change::tension && constant) set.stiffness[i] += change / set.rest_length[i];
    }
    first += count;
  }
}

const Kind kKinds[] = {
    {"stiffness", &RestGradient::stiffness,
     [](System& net, const std::vector<double>& d, double t) {
       change_springs(net, d, t, Change::stiffness);
     }},
    {"rest_length", &RestGradient::rest_length,
     [](System& net, const std::vector<double>& d, double t) {
       change_springs(net, d, t, Change::rest_length);
     }},
    {"pretension", &RestGradient::pretension,
     [](System& net, const std::vector<double>& d, double t) {
       change_springs(net, d, t, Change::tension);
     }},
    {"load", &RestGradient::load,
     [](System& net, const std::vector<double>& d, double t) {
       const auto dim = usize(net.dimension);
       for (std::size_t i = 0; i < d.size() / dim; ++i) {
         Load load{.nodes = {static_cast<int>(i)}};
         for (std::size_t k = 0; k < dim; ++k) load.force.push_back(t * d[i * dim + k]);
         net.loads.push_back(load);
       }
     }},
    {"fixed_position", &RestGradient::fixed_position,
     [](System& net, const std::vector<double>& d, double t) {
       const std::vector<unsigned char> fixed = fixed_axes(net);
       const auto dim = usize(net.dimension);
       for (std::size_t i = 0; i < d.size(); ++i)
         if (fixed[i / dim] >> (i % dim) & 1) {
           net.nodes.position[i] += t * d[i];
           net.nodes.start[i] += t * d[i];
         }
     }},
    {"mass", &RestGradient::mass,
     [](System& net, const std::vector<double>& d, double t) {
       spread(net.nodes.mass, d.size());
       for (std::size_t i = 0; i < d.size(); ++i) net.nodes.mass[i] += t * d[i];
     }},
};

TEST(Gradient, OfRandomNetsIsThatOfFiniteDifferences) {
  // Not the stiff ones: their rest states are known to fewer digits than differences need.
  constexpr Family kFamilies[] = {Family::near,    Family::random, Family::frustrated,
                                  Family::loaded,  Family::slack,  Family::tensegrity,
                                  Family::all_laws};
  Random random(5);
  int nets = 0, compared = 0, asked = 0;
  for (std::uint64_t seed = 0; nets < 200; ++seed) {
    ASSERT_LT(seed, 4000u) << nets;
    System net = testing::family_net(kFamilies[seed % std::size(kFamilies)], seed);
    // Room for a change of mass to either side.
    if (!net.nodes.mass.empty()) {
      spread(net.nodes.mass, usize(net.node_count()));
      for (double& mass : net.nodes.mass) mass += 0.02;
    }
    const Equilibrium found = solve_equilibrium(net, sharp());
    if (!found.converged()) continue;
    net.nodes.start = found.state.position;
    const Equilibrium rest = solve_equilibrium(net, sharp());
    const Cost cost(net, random);
    const RestGradient gradient =
        rest_gradient(compile(net), rest, cost.derivatives(rest), sharp());
    if (!gradient.found() || !gradient.at_kink.empty()) continue;
    ++nets;
    EquilibriumOptions quick = sharp();
    quick.stability = false;
    for (const Kind& kind : kKinds) {
      const std::vector<double>& by = gradient.*kind.member;
      std::vector<double> direction(by.size());
      // Where all derivatives are tiny, as at springs of no length, rounding of C itself counts.
      double expected = 0, size = 1e-8 * static_cast<double>(by.size());
      for (std::size_t i = 0; i < by.size(); ++i) {
        direction[i] = random.uniform(-1, 1);
        if (kind.member == &RestGradient::pretension && !constant_tension(net, i)) direction[i] = 0;
        expected += direction[i] * by[i];
        size += std::abs(direction[i] * by[i]);
      }
      if (std::all_of(by.begin(), by.end(), [](double each) { return each == 0; })) continue;
      const auto value = [&](double t) {
        System other = net;
        kind.change(other, direction, t);
        return cost.value(solve_equilibrium(other, quick));
      };
      ++asked;
      const testing::Difference difference = testing::derivative_at_0(value, 1e-7 * size);
      // Beside an edge of the range of this state, differences themselves do not converge.
      if (!(difference.error < 1e-7 * size)) continue;
      ++compared;
      EXPECT_NEAR(expected, difference.value, 1e-6 * size) << kind.name << " of net " << seed;
    }
  }
  EXPECT_GT(compared, asked * 9 / 10);
  RecordProperty("compared", compared);
}

TEST(Gradient, OfAHangingMassIsItsClosedForm) {
  // sag = m g / k: height z = -(l0 + m g / k)
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 0, -1};
  net.nodes.fixed = {{.nodes = {0}}, {.nodes = {1}, .axes = kAxisX}};
  net.nodes.mass = {0, 2};
  net.gravity = {0, -10, 0};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {50}, .rest_length = {1}}};
  const Equilibrium rest = solve_equilibrium(net, sharp());
  CostDerivatives height;
  height.position = {0, 0, 0, 1};
  const RestGradient by = rest_gradient(net, rest, height);
  ASSERT_TRUE(by.found()) << by.problem;
  EXPECT_NEAR(by.stiffness[0], 2 * 10. / (50 * 50), 1e-14);
  EXPECT_NEAR(by.rest_length[0], -1, 1e-14);
  EXPECT_NEAR(by.mass[1], -10. / 50, 1e-14);
  EXPECT_NEAR(by.load[3], 1. / 50, 1e-15);
  EXPECT_NEAR(by.fixed_position[1], 1, 1e-14);
  EXPECT_EQ(by.load[1], 0);
  EXPECT_EQ(by.mass[0], 0);
}

TEST(Gradient, OfATensionThatTheLoadAloneDeterminesIsZero) {
  // The spring carries the weight, whatever it is made of.
  System net = testing::mass_on_spring(3, {.stiffness = {40}, .rest_length = {1}});
  net.nodes.fixed.push_back({.nodes = {1}, .axes = kAxisY});
  net.gravity = {10, 0, 0};
  const Equilibrium rest = solve_equilibrium(net, sharp());
  CostDerivatives tension;
  tension.tension = {1};
  const RestGradient by = rest_gradient(net, rest, tension);
  ASSERT_TRUE(by.found()) << by.problem;
  EXPECT_NEAR(by.stiffness[0], 0, 1e-14);
  EXPECT_NEAR(by.rest_length[0], 0, 1e-12);
  EXPECT_NEAR(by.mass[1], 10, 1e-12);
}

TEST(Gradient, OfACustomLawIsThatOfTheSameLawByItsName) {
  System net = testing::springsys();
  const Equilibrium rest = solve_equilibrium(net, sharp());
  Random random(3);
  const Cost cost(net, random);
  const RestGradient named = rest_gradient(net, rest, cost.derivatives(rest));
  net.springs[0].law = Law::custom;
  net.springs[0].custom = each_spring([](double l, double k, double l0) {
    return std::array{k * (l - l0) * (l - l0) / 2, k * (l - l0), k};
  });
  const RestGradient custom = rest_gradient(net, rest, cost.derivatives(rest));
  ASSERT_TRUE(custom.found()) << custom.problem;
  for (std::size_t s = 0; s < named.stiffness.size(); ++s) {
    EXPECT_NEAR(custom.stiffness[s], named.stiffness[s], 1e-9);
    EXPECT_NEAR(custom.rest_length[s], named.rest_length[s], 1e-9);
  }
}

TEST(Gradient, NamesCablesAtTheirKink) {
  System net = testing::two_in_line({.law = Law::cable, .stiffness = {100}});
  net.springs[0].rest_length = {2, 2.9};  // the first just touches where the second is fixed
  net.nodes.fixed = {{.nodes = {0, 2}}, {.nodes = {1}, .axes = kAxisY}};
  net.loads = {{.nodes = {1}, .force = {-10, 0}}};  // balances the second at the drawn shape
  const Equilibrium rest = solve_equilibrium(net, sharp());
  ASSERT_TRUE(rest.converged());
  CostDerivatives cost;
  cost.position = {0, 0, 1, 0, 0, 0};
  const RestGradient by = rest_gradient(net, rest, cost);
  EXPECT_EQ(by.at_kink, std::vector<int>{0});
}

TEST(Gradient, IsRefusedWithTheReason) {
  const auto problem = [](const System& net) {
    const Equilibrium rest = solve_equilibrium(net, sharp());
    CostDerivatives cost;
    cost.position.assign(rest.state.position.size(), 1);
    return rest_gradient(net, rest, cost).problem;
  };
  EXPECT_NE(problem(testing::unstressed_line()).find("neutral"), std::string::npos);
  EXPECT_NE(problem(testing::unstressed_line()).find("nodes 1"), std::string::npos);
  System free = testing::springsys();
  free.nodes.fixed = {{.nodes = {0, 1, 2}}};  // node 3 hangs on node 5 alone, and may swing
  EXPECT_NE(problem(free), "");
  System floating = testing::springsys();
  floating.nodes.fixed.clear();
  EXPECT_NE(problem(floating).find("rigid"), std::string::npos);
  System falling = testing::springsys();
  falling.nodes.fixed.clear();
  falling.loads = {{.nodes = {0}, .force = {1, 0}}};
  EXPECT_NE(problem(falling).find("no_equilibrium"), std::string::npos);
  System yielding = testing::springsys();
  yielding.springs[0].yield = Yield{.force = {100}};
  EXPECT_NE(problem(yielding).find("yield"), std::string::npos);
}

TEST(Gradient, RefusesArraysThatDoNotFit) {
  const System net = testing::springsys();
  const Equilibrium rest = solve_equilibrium(net, sharp());
  CostDerivatives cost;
  cost.position = {1, 2, 3};
  EXPECT_THROW((void)rest_gradient(net, rest, cost), Error);
  cost.position.assign(12, 0);
  cost.position[7] = NAN;
  EXPECT_THROW((void)rest_gradient(net, rest, cost), Error);
}

}  // namespace
}  // namespace tensio
