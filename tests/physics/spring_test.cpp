// One spring: forces and blocks against finite differences of the energy, and the exact cases.
#include "physics/spring.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace tensio {
namespace {

template <int D>
struct State {
  Vec<D> a, b;
  double k, l0, l;
};

template <int D>
State<D> random_state(Random& random) {
  State<D> s;
  s.k = random.uniform(0.1, 10);
  s.l0 = random.index(8) == 0 ? 0.0 : random.uniform(0.1, 2);
  for (int i = 0; i < D; ++i) {
    s.a[i] = random.uniform(-1, 1);
    s.b[i] = random.uniform(-1, 1);
  }
  s.l = length(spring_vector(s.a, s.b, NoOffset{}));
  return s;
}

// What laws take beyond k and l0, as a function of the state: nothing for most of them.
constexpr auto kNoMore = [](double, double, double) { return NoMore{}; };

// Promise M1: force = -dE/dx to 1e-7, block = -df/dx to 1e-6, relative to k l + |T|. States within
// 100 difference steps of a kink are left out.
template <Law law, int D, class MoreAt, class NearKink>
void check_derivatives(const MoreAt& more_at, const NearKink& near_kink) {
  Random random(1000 * D + static_cast<int>(law));
  int checked = 0;
  while (checked < 10000) {
    const State<D> s = random_state<D>(random);
    const double h = 1e-5 * s.l;
    // Too short for its own difference step.
    if (s.l < 0.05 || near_kink(s.l, s.l0, 100 * h)) continue;
    ++checked;
    const auto more = [&](const Vec<D>& a) {
      return more_at(length(spring_vector(a, s.b, NoOffset{})), s.k, s.l0);
    };
    const auto energy_at = [&](const Vec<D>& a) {
      return spring_energy<law>(a, s.b, s.k, s.l0, NoOffset{}, more(a));
    };
    const auto force_at = [&](const Vec<D>& a) {
      return spring_force<law>(a, s.b, s.k, s.l0, NoOffset{}, more(a));
    };
    const LawValue value = evaluate<law>(s.l, s.k, s.l0, more(s.a));
    const double scale = std::max(s.k, std::abs(value.tangent)) * s.l + std::abs(value.tension);
    const Vec<D> force = force_at(s.a);
    const Block<D> block = spring_block<law>(s.a, s.b, s.k, s.l0, NoOffset{}, false, more(s.a));
    for (int i = 0; i < D; ++i) {
      Vec<D> up = s.a, down = s.a;
      up[i] += h;
      down[i] -= h;
      const double width = up[i] - down[i];
      ASSERT_NEAR(force[i], -(energy_at(up) - energy_at(down)) / width, 1e-7 * scale)
          << "state " << checked;
      const Vec<D> f_up = force_at(up), f_down = force_at(down);
      for (int j = 0; j < D; ++j)
        ASSERT_NEAR(block(i, j), -(f_up[j] - f_down[j]) / width, 1e-6 * scale / s.l)
            << "state " << checked;
    }
  }
}

bool near_rest(double l, double l0, double margin) { return l0 > 0 && std::abs(l - l0) < margin; }

template <Law law>
void check_derivatives_in_2d_and_3d() {
  check_derivatives<law, 2>(kNoMore, near_rest);
  check_derivatives<law, 3>(kNoMore, near_rest);
}

TEST(Spring, LinearForceAndBlockAreDerivativesOfTheEnergy) {
  check_derivatives_in_2d_and_3d<Law::linear>();
}
TEST(Spring, CableForceAndBlockAreDerivativesOfTheEnergy) {
  check_derivatives_in_2d_and_3d<Law::cable>();
}
TEST(Spring, StrutForceAndBlockAreDerivativesOfTheEnergy) {
  check_derivatives_in_2d_and_3d<Law::strut>();
}
TEST(Spring, ForceDensityForceAndBlockAreDerivativesOfTheEnergy) {
  check_derivatives_in_2d_and_3d<Law::force_density>();
}
TEST(Spring, ConstantTensionForceAndBlockAreDerivativesOfTheEnergy) {
  check_derivatives_in_2d_and_3d<Law::constant_tension>();
}

// ---- curves and custom laws ----

const std::vector<std::array<double, 2>> kPoints = {{-1.5, -3}, {-0.5, -0.4}, {0, 0},  {0.2, 0.9},
                                                    {0.7, 1},   {1.1, 1},     {1.6, 4}};
const std::vector<double> kCoefficients = {1, -0.8, 2, 0.3};

void check_curve_derivatives(Curve curve, const std::vector<std::array<double, 2>>& kinks) {
  for (bool of_strain : {false, true}) {
    curve.of_strain = of_strain;
    const auto view = [&](double, double, double) { return curve.view(); };
    const auto near_kink = [&](double l, double l0, double margin) {
      if (of_strain && l0 == 0) return true;
      for (const auto& [e, f] : kinks)
        if (std::abs(l - l0 - e * (of_strain ? l0 : 1)) < margin) return true;
      return false;
    };
    check_derivatives<Law::table, 2>(view, near_kink);
    check_derivatives<Law::table, 3>(view, near_kink);
  }
}

TEST(Spring, PolynomialForceAndBlockAreDerivativesOfTheEnergy) {
  check_curve_derivatives(polynomial_curve(kCoefficients), {});
}
TEST(Spring, TableForceAndBlockAreDerivativesOfTheEnergy) {
  check_curve_derivatives(table_curve(kPoints), kPoints);
}
// Points that do not reach 0: the energy counts from the first of them.
TEST(Spring, TableBesideZeroIsADerivativeToo) {
  const std::vector<std::array<double, 2>> points = {{0.3, 1}, {0.5, 2}, {0.6, 1.5}};
  check_curve_derivatives(table_curve(points), points);
}

// Rubber, a law that has no name here: the example of docs/adding_a_law.md.
CustomValue rubber(double l, double k, double l0) {
  const double s = l / l0;
  return {k * l0 * l0 * (s * s / 2 + 1 / s) / 3, k * l0 * (s - 1 / (s * s)) / 3,
          k * (1 + 2 / (s * s * s)) / 3};
}
TEST(Spring, CustomForceAndBlockAreDerivativesOfTheEnergy) {
  const auto without_rest_length = [](double, double l0, double) { return l0 == 0; };
  check_derivatives<Law::custom, 2>(rubber, without_rest_length);
  check_derivatives<Law::custom, 3>(rubber, without_rest_length);
}

// Calls f.operator()<law>(more_at) for every law, with sample curves and a linear custom law.
template <class F>
void for_every_law(F&& f) {
  for (int i = 0; i < kLawCount; ++i)
    with_law(static_cast<Law>(i), [&]<Law law>() {
      const Curve curve = static_cast<Law>(i) == Law::polynomial ? polynomial_curve(kCoefficients)
                                                                 : table_curve(kPoints);
      f.template operator()<law>([&](double l, double k, double l0) {
        if constexpr (law == Law::table)
          return curve.view();
        else if constexpr (law == Law::custom)
          return CustomValue{0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
        else
          return kNoMore(l, k, l0);
      });
    });
}

// Closed form: k (b - a), block k I, to the bit.
TEST(Spring, ZeroRestLengthIsExact) {
  Random random(7);
  for (int trial = 0; trial < 1000; ++trial) {
    const State<3> s = random_state<3>(random);
    for_every_law([&]<Law law>(auto more_at) {
      if (law == Law::strut || law >= Law::constant_tension) return;
      const Vec<3> force = spring_force<law>(s.a, s.b, s.k, 0.0, NoOffset{}, more_at(s.l, s.k, 0));
      const Block<3> block =
          spring_block<law>(s.a, s.b, s.k, 0.0, NoOffset{}, false, more_at(s.l, s.k, 0));
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(force[i], s.k * (s.b[i] - s.a[i]));
        for (int j = 0; j < 3; ++j) EXPECT_EQ(block(i, j), i == j ? s.k : 0.0);
      }
    });
  }
}

TEST(Spring, CoincidentEndsFeelNoForceAndNeverGiveNaN) {
  const Vec<3> x{{0.3, -2, 5}};
  for (double l0 : {0.0, 0.7})
    for (bool projected : {false, true})
      for_every_law([&]<Law law>(auto more_at) {
        const auto more = more_at(0, 2.0, l0);
        const Vec<3> force = spring_force<law>(x, x, 2.0, l0, NoOffset{}, more);
        const Block<3> block = spring_block<law>(x, x, 2.0, l0, NoOffset{}, projected, more);
        EXPECT_TRUE(std::isfinite(spring_energy<law>(x, x, 2.0, l0, NoOffset{}, more)));
        for (int i = 0; i < 3; ++i) {
          EXPECT_EQ(force[i], 0.0);
          for (int j = 0; j < 3; ++j) EXPECT_TRUE(std::isfinite(block(i, j)));
        }
      });
  // A linear spring with a rest length holds its coincident ends with k I.
  const Block<3> block = spring_block<Law::linear>(x, x, 2.0, 0.7, NoOffset{}, false);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(block(i, j), i == j ? 2.0 : 0.0);
}

TEST(Spring, EndsNearlyCoincidentNeverGiveNaN) {
  for (double gap : {1e-300, 1e-170, 1e-154, 1e-100, 1e-30}) {
    const Vec<2> a{{0, 0}}, b{{gap, gap}};
    for_every_law([&]<Law law>(auto more_at) {
      const auto more = more_at(length(spring_vector(a, b, NoOffset{})), 3.0, 0.5);
      const Vec<2> force = spring_force<law>(a, b, 3.0, 0.5, NoOffset{}, more);
      const Block<2> block = spring_block<law>(a, b, 3.0, 0.5, NoOffset{}, false, more);
      for (int i = 0; i < 2; ++i) {
        EXPECT_FALSE(std::isnan(force[i])) << gap;
        for (int j = 0; j < 2; ++j) EXPECT_FALSE(std::isnan(block(i, j))) << gap;
      }
    });
  }
}

// The eigenvalues of the block are the tangent along n and q across, so with a unit vector u
// uᵀ B u must lie between max(tangent, 0) and max(q, 0) after the projection.
TEST(Spring, ProjectedBlockHasNoNegativeDirection) {
  Random random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const State<3> s = random_state<3>(random);
    Vec<3> u;
    for (int i = 0; i < 3; ++i) u[i] = random.uniform(-1, 1);
    const double norm = length(u);
    for_every_law([&]<Law law>(auto more_at) {
      const auto more = more_at(s.l, s.k, s.l0);
      const Block<3> block = spring_block<law>(s.a, s.b, s.k, s.l0, NoOffset{}, true, more);
      double product = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) product += u[i] / norm * block(i, j) * u[j] / norm;
      EXPECT_GE(product, -1e-14 * s.k);
    });
  }
}

TEST(Spring, ProjectionLeavesAPositiveBlockAlone) {
  Random random(12);
  for (int trial = 0; trial < 200; ++trial) {
    State<3> s = random_state<3>(random);
    s.l0 = 0.5 * s.l;
    const Block<3> plain = spring_block<Law::linear>(s.a, s.b, s.k, s.l0, NoOffset{}, false);
    const Block<3> projected = spring_block<Law::linear>(s.a, s.b, s.k, s.l0, NoOffset{}, true);
    for (int e = 0; e < 9; ++e) EXPECT_EQ(plain.m[e], projected.m[e]);
  }
}

TEST(Spring, CompressedSpringKeepsOnlyItsAxialStiffnessWhenProjected) {
  const Vec<2> a{{0, 0}}, b{{0.5, 0}};
  const Block<2> block = spring_block<Law::linear>(a, b, 4.0, 1.0, NoOffset{}, true);
  EXPECT_DOUBLE_EQ(block(0, 0), 4.0);
  EXPECT_DOUBLE_EQ(block(1, 1), 0.0);
  EXPECT_DOUBLE_EQ(block(0, 1), 0.0);
}

TEST(Spring, CableNeverPushesAndStrutNeverPulls) {
  EXPECT_EQ(evaluate<Law::cable>(0.5, 2, 1).tension, 0.0);
  EXPECT_EQ(evaluate<Law::cable>(1.5, 2, 1).tension, 1.0);
  EXPECT_EQ(evaluate<Law::strut>(0.5, 2, 1).tension, -1.0);
  EXPECT_EQ(evaluate<Law::strut>(1.5, 2, 1).tension, 0.0);
  EXPECT_TRUE(is_slack(Law::cable, 0.5, 1));
  EXPECT_FALSE(is_slack(Law::cable, 1.0, 1));
  EXPECT_TRUE(is_slack(Law::strut, 1.5, 1));
  EXPECT_FALSE(is_slack(Law::linear, 0.5, 1));
}

// A cell's offset moves the far end: the force must be that of a spring to the moved end.
TEST(Spring, OffsetStandsForAMovedEnd) {
  const Vec<3> a{{0.1, 0.2, 0.3}}, b{{1, -1, 0.5}}, offset{{2, 0, -4}};
  const Vec<3> moved{{3, -1, -3.5}};
  const Vec<3> with = spring_force<Law::linear>(a, b, 3.0, 0.5, offset);
  const Vec<3> without = spring_force<Law::linear>(a, moved, 3.0, 0.5, NoOffset{});
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(with[i], without[i], 1e-14);
}

}  // namespace
}  // namespace tensio
