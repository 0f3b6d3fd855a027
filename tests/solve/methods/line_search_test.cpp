// The part of a step that was too long: exact for cubic energies, near for those of buckling.
#include "solve/methods/line_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tensio {
namespace {

// E = sum of coefficient[i] t^i, along a step from 0 to 1.
struct Polynomial {
  std::array<double, 5> coefficient{};

  double energy(double t) const {
    double sum = 0;
    for (int i = 4; i >= 0; --i) sum = sum * t + coefficient[static_cast<std::size_t>(i)];
    return sum;
  }
  double slope(double t) const {
    double sum = 0;
    for (int i = 4; i >= 1; --i) sum = sum * t + i * coefficient[static_cast<std::size_t>(i)];
    return sum;
  }
  double part() const { return part_of_step(energy(0) - energy(1), -slope(0), -slope(1)); }
  // The zero of the slope between its ends by linear interpolation, as of a quadratic energy.
  double part_of_quadratic() const { return slope(0) / (slope(0) - slope(1)); }
};

TEST(LineSearch, EndsAtTheMinimumOfEveryCubicEnergy) {
  // E' = (t - a)(t - b) times a factor: a minimum at b between 0 and 1.
  for (const double a : {-3.0, -0.5, -0.05})
    for (const double b : {0.15, 0.3, 0.5, 0.75}) {
      const Polynomial cubic{{1.5, a * b, -(a + b) / 2, 1. / 3, 0}};
      ASSERT_LT(cubic.slope(0), 0);
      ASSERT_GT(cubic.slope(1), 0);
      EXPECT_NEAR(cubic.part(), b, 1e-12);
      EXPECT_GT(std::abs(cubic.part_of_quadratic() - b), 0.01) << "this case would prove nothing";
    }
}

TEST(LineSearch, EndsAtTheMinimumOfAQuadraticEnergyToo) {
  for (const double b : {0.2, 0.4, 0.7})
    EXPECT_NEAR((Polynomial{{0, -b, 0.5, 0, 0}}.part()), b, 1e-12);
}

// Away from a saddle: E = -s t - c t²/2 + t⁴/4, with a small slope s. Its minimum is by Newton's
// method on the slope.
TEST(LineSearch, LeavesASaddleByAboutTheRightStep) {
  for (const double concave : {0.05, 0.1, 0.2, 0.3}) {
    const Polynomial quartic{{0, -0.01, -concave / 2, 0, 0.25}};
    double minimum = 1;
    for (int i = 0; i < 50; ++i)
      minimum -= quartic.slope(minimum) / (3 * minimum * minimum - concave);
    ASSERT_GT(quartic.energy(1), quartic.energy(0)) << "the whole step must be too long";
    EXPECT_NEAR(quartic.part(), minimum, 0.35 * minimum);
    EXPECT_LT(quartic.part_of_quadratic(), 0.2 * minimum) << "the quadratic stays at the saddle";
    EXPECT_LT(quartic.energy(quartic.part()), 0.6 * quartic.energy(minimum));
  }
}

TEST(LineSearch, TakesNeitherTooLittleNorNearlyAll) {
  EXPECT_EQ((Polynomial{{0, -0.01, 0.5, 0, 0}}.part()), 0.1);
  EXPECT_EQ((Polynomial{{0, -0.95, 0.5, 0, 0}}.part()), 0.8);
}

TEST(LineSearch, TakesTheShortestPartWhereTheEnergyIsNotFinite) {
  EXPECT_EQ(part_of_step(-HUGE_VAL, 1, -HUGE_VAL), 0.1);
  EXPECT_EQ(part_of_step(std::nan(""), 1, std::nan("")), 0.1);
}

}  // namespace
}  // namespace tensio
