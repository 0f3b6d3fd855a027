// Laws with parts: tension and tangent against finite differences of the energy, and the joins.
#include "physics/spring_part.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "physics/spring.hpp"

namespace tensio {
namespace {

struct Case {
  double k, l0, l;
  SpringPart part;
};

Case random_case(Random& random) {
  Case c;
  c.k = random.uniform(0.1, 10);
  c.l0 = random.index(8) == 0 ? 0.0 : random.uniform(0.1, 2);
  c.l = random.uniform(0.05, 3);
  if (random.index(3) > 0) {
    c.part.yield = random.uniform(0.01, 2) * c.k;
    c.part.ratio = random.index(3) == 0 ? 0.0 : random.uniform(0, 0.9);
  }
  if (random.index(3) > 0) {
    c.part.stiffness = random.uniform(0, 5);
    c.part.force = random.uniform(-5, 5);
  }
  if (random.index(3) > 0) {
    c.part.damping = random.uniform(0, 5);
    (random.index(2) == 0 ? c.part.low : c.part.high) = c.l0;
    c.part.from = std::clamp(random.uniform(0.05, 3), c.part.low, c.part.high);
  }
  return c;
}

// T = dU/dl to 1e-7 and tangent = dT/dl to 1e-6 of k l + |T|, away from kinks; q = T / l.
template <Law law>
void check_law() {
  Random random(77 + static_cast<int>(law));
  int checked = 0, yielding = 0;
  while (checked < 10000) {
    const Case c = random_case(random);
    const auto value = [&](double l) { return with_part(evaluate<law>(l, c.k, c.l0), l, c.part); };
    const double h = 1e-5 * c.l;
    const double elastic = std::abs(evaluate<law>(c.l, c.k, c.l0).tension);
    const bool at_rest = std::abs(c.l - c.l0) < 100 * h;
    const bool at_yield = std::abs(elastic - c.part.yield) < 100 * h * c.k;
    if (at_rest || at_yield) continue;
    ++checked;
    yielding += elastic > c.part.yield;
    const LawValue at = value(c.l), up = value(c.l + h), down = value(c.l - h);
    const double stiffness = c.k + c.part.stiffness + c.part.damping;
    const double scale = stiffness * c.l + std::abs(at.tension) + std::abs(c.part.force);
    ASSERT_NEAR(at.tension, (up.energy - down.energy) / (2 * h), 1e-7 * scale);
    ASSERT_NEAR(at.tangent, (up.tension - down.tension) / (2 * h), 1e-6 * scale / c.l);
    ASSERT_NEAR(at.q, at.tension / c.l, 1e-14 * scale / c.l);
  }
  EXPECT_GT(yielding, 500) << "too few states beyond the yield force";
}

TEST(SpringPart, DerivativesOfTheLinearLaw) { check_law<Law::linear>(); }
TEST(SpringPart, DerivativesOfTheCable) { check_law<Law::cable>(); }
TEST(SpringPart, DerivativesOfTheStrut) { check_law<Law::strut>(); }

// The force on a node in space, with parts, against the energy.
TEST(SpringPart, ForceAndBlockInSpace) {
  Random random(5);
  for (int state = 0; state < 2000; ++state) {
    const Case c = random_case(random);
    Vec<3> d;
    for (int i = 0; i < 3; ++i) d[i] = random.uniform(-2, 2);
    const double l = length(d), h = 1e-5 * l;
    const double elastic = std::abs(evaluate<Law::linear>(l, c.k, c.l0).tension);
    const bool at_rest = c.part.damping > 0 && std::abs(l - c.l0) < 100 * h;
    if (l < 0.05 || at_rest || std::abs(elastic - c.part.yield) < 100 * h * c.k) continue;
    const auto value = [&](double at) {
      return with_part(evaluate<Law::linear>(at, c.k, c.l0), at, c.part);
    };
    const double stiffness = c.k + c.part.stiffness + c.part.damping;
    const double scale = stiffness * l + std::abs(value(l).tension) + std::abs(c.part.force);
    const Vec<3> force = spring_force(d, value);
    const Block<3> block = spring_block(d, false, value);
    for (int i = 0; i < 3; ++i) {
      Vec<3> up = d, down = d;
      up[i] += h;
      down[i] -= h;
      ASSERT_NEAR(force[i], (value(length(up)).energy - value(length(down)).energy) / (2 * h),
                  1e-7 * scale);
      const Vec<3> f_up = spring_force(up, value), f_down = spring_force(down, value);
      for (int j = 0; j < 3; ++j)
        ASSERT_NEAR(block(i, j), (f_up[j] - f_down[j]) / (2 * h), 1e-6 * scale / l);
    }
  }
}

TEST(SpringPart, IsContinuousAtTheYieldForce) {
  const SpringPart part{.yield = 2, .ratio = 0.25};
  const auto value = [&](double l) { return with_part(evaluate<Law::linear>(l, 4, 1), l, part); };
  for (double l : {0.5, 1.5}) {
    const LawValue below = value(l + (l < 1 ? 1e-9 : -1e-9)),
                   above = value(l + (l < 1 ? -1e-9 : 1e-9));
    EXPECT_NEAR(below.tension, above.tension, 1e-8);
    EXPECT_NEAR(below.energy, above.energy, 1e-8);
    EXPECT_DOUBLE_EQ(below.tangent, 4);
    EXPECT_DOUBLE_EQ(above.tangent, 1);
  }
}

TEST(SpringPart, EmptyPartChangesNothing) {
  const LawValue bare = evaluate<Law::linear>(1.3, 4, 1), same = with_part(bare, 1.3, {});
  EXPECT_EQ(bare.energy, same.energy);
  EXPECT_EQ(bare.tension, same.tension);
  EXPECT_EQ(bare.tangent, same.tangent);
  EXPECT_EQ(bare.q, same.q);
}

}  // namespace
}  // namespace tensio
