// Curves: what the laws polynomial and table are made of.
#include "physics/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"

namespace tensio {
namespace {

using Points = std::vector<std::array<double, 2>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Curve polynomial(const std::vector<double>& coefficients) { return polynomial_curve(coefficients); }
Curve table(const Points& points) { return table_curve(points); }

Points random_points(Random& random, bool rising) {
  Points points;
  double e = random.uniform(-2, 0.5), f = random.uniform(-2, 2);
  const int count = 2 + random.index(8);
  for (int i = 0; i < count; ++i) {
    points.push_back({e, f});
    e += random.uniform(0.05, 1);
    const double step = random.index(4) == 0 ? 0.0 : random.uniform(0, 2);
    f += rising || random.index(2) == 0 ? step : -step;
  }
  return points;
}

// Simpson's rule is exact for cubics.
double simpson(const CurveView& curve, double from, double to) {
  return (to - from) / 6 *
         (curve_at(curve, from).value + 4 * curve_at(curve, 0.5 * (from + to)).value +
          curve_at(curve, to).value);
}

TEST(Curve, APolynomialHasItsClosedForm) {
  const Curve curve = polynomial({2, -1, 0.5});
  for (double e : {-1.5, -0.1, 0.0, 0.7, 3.0}) {
    const CurveValue f = curve_at(curve.view(), e);
    EXPECT_NEAR(f.value, 2 * e - e * e + 0.5 * e * e * e, 1e-14);
    EXPECT_NEAR(f.slope, 2 - 2 * e + 1.5 * e * e, 1e-14);
    EXPECT_NEAR(f.integral, e * e - e * e * e / 3 + e * e * e * e / 8, 1e-14);
  }
}

TEST(Curve, ATablePassesThroughItsPointsWithOneSlopeAndOneIntegral) {
  Random random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    const Points points = random_points(random, trial % 2 == 0);
    const Curve curve = table_curve(points);
    for (const auto& [e, f] : points) {
      // The point begins a piece, so its value is exact; from the left it is met to rounding.
      EXPECT_EQ(curve_at(curve.view(), e).value, f);
      const CurveValue left = curve_at(curve.view(), std::nextafter(e, -kInfinity));
      const CurveValue right = curve_at(curve.view(), e);
      EXPECT_NEAR(left.value, right.value, 1e-13);
      EXPECT_NEAR(left.slope, right.slope, 1e-11);
      EXPECT_NEAR(left.integral, right.integral, 1e-13);
    }
  }
}

TEST(Curve, ATableIsMonotoneBetweenItsPoints) {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const Points points = random_points(random, trial % 2 == 0);
    const Curve curve = table_curve(points);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const auto [e0, f0] = points[i];
      const auto [e1, f1] = points[i + 1];
      double last = f0;
      for (int step = 1; step <= 100; ++step) {
        const double f = curve_at(curve.view(), e0 + (e1 - e0) * step / 100).value;
        EXPECT_GE((f - last) * (f1 >= f0 ? 1 : -1), -1e-13);
        last = f;
      }
    }
  }
}

TEST(Curve, ATableIsStraightBeyondItsEnds) {
  const Curve curve = table({{-1, -2}, {0, 0}, {1, 1}, {3, 7}});
  for (double end : {-1.0, 3.0}) {
    const CurveValue at_end = curve_at(curve.view(), end);
    for (double away : {0.5, 40.0}) {
      const double beyond = end < 0 ? -away : away;
      const CurveValue f = curve_at(curve.view(), end + beyond);
      EXPECT_NEAR(f.slope, at_end.slope, 1e-12);
      EXPECT_NEAR(f.value, at_end.value + at_end.slope * beyond, 1e-12 * away);
      EXPECT_NEAR(f.integral,
                  at_end.integral + beyond * (at_end.value + 0.5 * at_end.slope * beyond),
                  1e-12 * away * away);
    }
  }
}

TEST(Curve, TwoPointsAreALineAndPointsOnALineStayOnIt) {
  for (const Points& points : {Points{{-1, -3}, {2, 6}}, Points{{-1, -3}, {0.25, 0.75}, {2, 6}}}) {
    const Curve curve = table_curve(points);
    for (double e : {-5.0, -0.3, 0.0, 1.9, 8.0}) {
      EXPECT_NEAR(curve_at(curve.view(), e).value, 3 * e, 1e-13);
      EXPECT_NEAR(curve_at(curve.view(), e).slope, 3, 1e-13);
      EXPECT_NEAR(curve_at(curve.view(), e).integral, 1.5 * e * e, 1e-13 * 100);
    }
  }
}

TEST(Curve, TheEnergyIsTheIntegral) {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const Points points = random_points(random, false);
    const Curve curve = table_curve(points);
    const bool reaches_zero = points.front()[0] <= 0 && points.back()[0] >= 0;
    EXPECT_NEAR(curve_at(curve.view(), reaches_zero ? 0 : points.front()[0]).integral, 0.0, 1e-15);
    double sum = curve_at(curve.view(), points.front()[0]).integral;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      sum += simpson(curve.view(), points[i][0], points[i + 1][0]);
      EXPECT_NEAR(curve_at(curve.view(), points[i + 1][0]).integral, sum, 1e-13);
      const double inside = points[i][0] + random.uniform(0, 1) * (points[i + 1][0] - points[i][0]);
      EXPECT_NEAR(
          curve_at(curve.view(), inside).integral - curve_at(curve.view(), points[i][0]).integral,
          simpson(curve.view(), points[i][0], inside), 1e-13);
    }
  }
}

TEST(Curve, TheInverseFindsARisingCurvesOnlyPlace) {
  Random random(6);
  for (int trial = 0; trial < 500; ++trial) {
    Points points = random_points(random, true);
    for (std::size_t i = 0; i < points.size(); ++i) points[i][1] += 0.01 * static_cast<double>(i);
    const Curve curve = table_curve(points);
    const double e = random.uniform(points.front()[0], points.back()[0]);
    const double found =
        curve_inverse(curve.view(), curve_at(curve.view(), e).value, -kInfinity, kInfinity);
    EXPECT_NEAR(curve_at(curve.view(), found).value, curve_at(curve.view(), e).value, 1e-14 * 10);
    EXPECT_NEAR(found, e, 1e-5);
  }
}

// (e - 1)(e - 2)(e + 3) + constant: three places, the nearest to 0 within the limits is taken.
TEST(Curve, TheInverseTakesTheNearestOfSeveralPlaces) {
  const Curve curve = polynomial({-7, 0, 1});
  EXPECT_NEAR(curve_inverse(curve.view(), -6, -kInfinity, kInfinity), 1, 1e-15);
  EXPECT_NEAR(curve_inverse(curve.view(), -6, 1.5, kInfinity), 2, 1e-15);
  EXPECT_NEAR(curve_inverse(curve.view(), -6, -kInfinity, 0), -3, 1e-15);
  EXPECT_TRUE(std::isnan(curve_inverse(curve.view(), -6, 2.5, kInfinity)));
  EXPECT_EQ(curve_inverse(curve.view(), 0, -kInfinity, kInfinity), 0.0);
}

TEST(Curve, TheInverseKnowsWhatIsOutOfReach) {
  const Curve hat = table({{-1, 0}, {0, 2}, {1, 0}, {2, 0}});
  EXPECT_TRUE(std::isnan(curve_inverse(hat.view(), 2.5, -kInfinity, kInfinity)));
  EXPECT_EQ(curve_inverse(hat.view(), 2, -kInfinity, kInfinity), 0.0);
  EXPECT_EQ(curve_inverse(hat.view(), 0, -kInfinity, kInfinity), -1.0);
  const Curve square = polynomial({0, 1});
  EXPECT_TRUE(std::isnan(curve_inverse(square.view(), -1, -kInfinity, kInfinity)));
  EXPECT_DOUBLE_EQ(curve_inverse(square.view(), 1e12, 0, kInfinity), 1e6);
}

}  // namespace
}  // namespace tensio
