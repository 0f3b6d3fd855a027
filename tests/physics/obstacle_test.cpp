// Obstacles against finite differences, brute force and known distances.
#include "physics/obstacle.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "network/solids.hpp"

namespace tensio {
namespace {

Obstacle random_obstacle(Obstacle::Kind kind, int dimension, Random& random) {
  const auto numbers = [&](double low, double high) {
    std::vector<double> r(usize(dimension));
    for (double& x : r) x = random.uniform(low, high);
    return r;
  };
  Obstacle o;
  o.kind = kind;
  o.point = numbers(-1, 1);
  o.normal = numbers(-1, 1);
  o.point_b = numbers(-1, 1);
  o.radius = random.uniform(0.1, 0.8);
  o.size = numbers(0.2, 2);
  o.rotate = dimension == 2 ? std::vector<double>{random.uniform(-180, 180)} : numbers(-180, 180);
  o.thickness = 0.1;
  return o;
}

Solid solid_of(const Obstacle& o, int dimension) {
  System system;
  system.dimension = dimension;
  system.obstacles = {o};
  return solids_of(system, 1)[0];
}

constexpr Obstacle::Kind kKinds[] = {Obstacle::Kind::plane, Obstacle::Kind::sphere,
                                     Obstacle::Kind::box, Obstacle::Kind::capsule};

template <int D>
Vec<D> random_point(Random& random, double size) {
  Vec<D> p;
  for (int i = 0; i < D; ++i) p[i] = random.uniform(-size, size);
  return p;
}

// Calls f(solid, point) for many of each kind.
template <int D, class F>
void for_random(F&& f) {
  Random random(7);
  for (Obstacle::Kind kind : kKinds)
    for (int i = 0; i < 40; ++i) {
      const Solid solid = solid_of(random_obstacle(kind, D, random), D);
      for (int j = 0; j < 40; ++j) f(solid, random_point<D>(random, 2));
    }
}

template <int D>
double distance(const Solid& solid, const Vec<D>& p) {
  return nearest(solid, p).distance;
}

// Points next to a kink of the distance (inside a box, on a core) have no derivative to compare.
template <int D>
bool smooth_near(const Solid& solid, const Vec<D>& p, double e) {
  const Nearest<D> at = nearest(solid, p);
  for (int i = 0; i < D; ++i)
    for (double way : {-e, e}) {
      Vec<D> q = p;
      q[i] += way;
      const Nearest<D> there = nearest(solid, q);
      // A normal turns by bend x way at most; where the bend changes, a seam is near.
      const Vec<D> seam = difference(at.along, there.along);
      if (dot(at.normal, there.normal) < 1 - 1e-4 || std::abs(there.bend - at.bend) > 0.01 ||
          dot(seam, seam) > 0.01)
        return false;
    }
  return true;
}

template <int D>
void check_derivatives() {
  int checked = 0;
  for_random<D>([&](const Solid& solid, const Vec<D>& p) {
    constexpr double e = 1e-4;
    const Nearest<D> at = nearest(solid, p);
    ASSERT_NEAR(dot(at.normal, at.normal), 1, 1e-14);
    if (!smooth_near(solid, p, e)) return;
    ++checked;
    for (int i = 0; i < D; ++i) {
      Vec<D> ahead = p, behind = p;
      ahead[i] += e;
      behind[i] -= e;
      EXPECT_NEAR((distance(solid, ahead) - distance(solid, behind)) / (2 * e), at.normal[i], 1e-5);
      for (int j = 0; j < D; ++j) {
        const double second =
            (nearest(solid, ahead).normal[j] - nearest(solid, behind).normal[j]) / (2 * e);
        EXPECT_NEAR(second,
                    at.bend * ((i == j) - at.normal[i] * at.normal[j] - at.along[i] * at.along[j]),
                    2e-3);
      }
    }
  });
  EXPECT_GT(checked, 4000);
}

TEST(Obstacle, NormalAndBendAreTheDerivativesOfTheDistance2D) { check_derivatives<2>(); }
TEST(Obstacle, NormalAndBendAreTheDerivativesOfTheDistance3D) { check_derivatives<3>(); }

// From a point outside, going `distance` against the normal leads to the surface, and no random
// point of the solid is nearer. From inside, the surface is there, and all of the ball is solid.
template <int D>
void check_brute_force() {
  Random random(11);
  for_random<D>([&](const Solid& solid, const Vec<D>& p) {
    const Nearest<D> at = nearest(solid, p);
    EXPECT_NEAR(distance(solid, sum(p, -at.distance, at.normal)), 0, 1e-14);
    for (int k = 0; k < 20; ++k) {
      const Vec<D> q = random_point<D>(random, 2), way = difference(q, p);
      const double there = distance(solid, q), far = std::sqrt(dot(way, way));
      EXPECT_LE(std::abs(there - at.distance), far * (1 + 1e-12));
    }
  });
}

TEST(Obstacle, DistanceIsExactAndNoSolidPointIsNearer2D) { check_brute_force<2>(); }
TEST(Obstacle, DistanceIsExactAndNoSolidPointIsNearer3D) { check_brute_force<3>(); }

// Solid or not, from the shapes' own definitions.
TEST(Obstacle, TheSignSaysWhatIsInside) {
  int inside = 0;
  for_random<3>([&](const Solid& solid, const Vec<3>& p) {
    const Vec<3> from = difference(p, load<3>(solid.point, 0));
    bool in = true;
    if (solid.kind == Solid::Kind::plane) in = dot(from, load<3>(solid.axis, 0)) < 0;
    if (solid.kind == Solid::Kind::sphere) in = dot(from, from) < solid.radius * solid.radius;
    if (solid.kind == Solid::Kind::box)
      for (int i = 0; i < 3; ++i)
        in = in && std::abs(dot(from, load<3>(solid.turn[i], 0))) < solid.half[i];
    if (solid.kind == Solid::Kind::capsule) {
      double least = 1e9;
      for (int k = 0; k <= 1000; ++k) {
        const Vec<3> off = sum(from, -k / 1000.0, load<3>(solid.axis, 0));
        least = std::min(least, std::sqrt(dot(off, off)));
      }
      // The core is sampled: near the surface it cannot decide.
      if (std::abs(least - solid.radius) < 1e-5) return;
      in = least < solid.radius;
    }
    inside += in;
    EXPECT_EQ(distance(solid, p) < 0, in);
  });
  EXPECT_GT(inside, 500);
}

TEST(Obstacle, HasADefinedNormalWhereAllAreEquallyNear) {
  Obstacle o;
  o.kind = Obstacle::Kind::sphere;
  o.point = {1, 2, 3};
  o.radius = 0.5;
  EXPECT_EQ(nearest<3>(solid_of(o, 3), {1, 2, 3}).distance, -0.5);
  EXPECT_EQ(nearest<3>(solid_of(o, 3), {1, 2, 3}).normal[2], 1);
  o.kind = Obstacle::Kind::capsule;
  o.point_b = {1, 2, 7};
  const Nearest<3> on_core = nearest<3>(solid_of(o, 3), {1, 2, 5});
  EXPECT_EQ(on_core.distance, -0.5);
  EXPECT_EQ(on_core.normal[2], 0);
  EXPECT_NEAR(dot(on_core.normal, on_core.normal), 1, 1e-15);
  o.point_b = o.point;  // no core: a sphere
  EXPECT_DOUBLE_EQ(nearest<3>(solid_of(o, 3), {1, 2, 5}).distance, 1.5);
  o.kind = Obstacle::Kind::box;
  o.size = {2, 2, 2};
  const Nearest<3> centre = nearest<3>(solid_of(o, 3), {1, 2, 3});
  EXPECT_EQ(centre.distance, -1);
  EXPECT_EQ(dot(centre.normal, centre.normal), 1);
}

TEST(Obstacle, BoxesTurnAboutXYZInThisOrder) {
  Obstacle o;
  o.kind = Obstacle::Kind::box;
  o.point = {0, 0, 0};
  o.size = {2, 4, 6};
  o.rotate = {90, 0, 0};  // y to z, z to -y
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {0, 0, 5}).distance, 3, 1e-14);
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {0, 5, 0}).distance, 2, 1e-14);
  o.rotate = {0, 90, 0};  // z to x
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {5, 0, 0}).distance, 2, 1e-14);
  o.rotate = {0, 0, 90};  // x to y
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {0, 5, 0}).distance, 4, 1e-14);
  o.rotate = {90, 0, 90};  // first about x: y to z; then about z, which leaves z
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {0, 0, 5}).distance, 3, 1e-14);
  EXPECT_NEAR(nearest<3>(solid_of(o, 3), {5, 0, 0}).distance, 2, 1e-14);
  // 2D, 45 degrees: a corner points along x.
  o.point = {0, 0};
  o.size = {2, 2};
  o.rotate = {45};
  EXPECT_NEAR(nearest<2>(solid_of(o, 2), {3, 0}).distance, 3 - std::sqrt(2.0), 1e-15);
}

// The sweep against a walk in a twenty thousand small steps.
template <int D>
void check_sweep() {
  Random random(3);
  int hits = 0, misses = 0;
  for (Obstacle::Kind kind : kKinds)
    for (int i = 0; i < 80; ++i) {
      const Solid solid = solid_of(random_obstacle(kind, D, random), D);
      const Vec<D> from = random_point<D>(random, 4), to = random_point<D>(random, 4);
      const double level = 0.1, s = first_reach(solid, from, to, level);
      const Vec<D> way = difference(to, from);
      constexpr int kSteps = 20000;
      int first = -1;
      for (int k = 0; k <= kSteps && first < 0; ++k)
        if (distance(solid, sum(from, static_cast<double>(k) / kSteps, way)) <= level) first = k;
      if (s <= 1) {
        ++hits;
        if (s > 0) EXPECT_NEAR(distance(solid, sum(from, s, way)), level, 1e-14);
        // The walk may step over a short piece inside, but is never there before.
        EXPECT_TRUE(first < 0 || first >= s * kSteps - 1e-6);
        if (first >= 0) EXPECT_NEAR(first, s * kSteps, 1.001);
      } else {
        ++misses;
        EXPECT_EQ(first, -1);
      }
    }
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 30);
}

TEST(Obstacle, ThePathIsStoppedWhereItFirstComesNear2D) { check_sweep<2>(); }
TEST(Obstacle, ThePathIsStoppedWhereItFirstComesNear3D) { check_sweep<3>(); }

TEST(Obstacle, ThicknessLeftOutIsAHundredthOfTheSpringsLength) {
  System system;
  system.obstacles = {{.point = {0, 0, 0}, .normal = {0, 0, 2}},
                      {.point = {0, 0, 0}, .normal = {0, 0, 1}, .thickness = 0.3}};
  const std::vector<Solid> solids = solids_of(system, 5);
  EXPECT_DOUBLE_EQ(solids[0].thickness, 0.05);
  EXPECT_DOUBLE_EQ(solids[0].axis[2], 1);
  EXPECT_DOUBLE_EQ(solids[1].thickness, 0.3);
}

}  // namespace
}  // namespace tensio
