// One face: pressure against finite differences of the volume, wind against its formula.
#include "physics/face.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace tensio {
namespace {

using Points = std::vector<double>;
using Surface = std::vector<std::vector<int>>;

// A cube of side 2, corners moved about at random: quadrilaterals that lie in no plane, one of them
// cut into triangles, one corner pulled into a pentagon's fifth. Outward normals.
Surface cube_faces() {
  return {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5},
          {2, 3, 7, 6}, {3, 0, 4},    {3, 4, 7}};
}

Points random_cube(Random& random) {
  Points x;
  for (int i = 0; i < 8; ++i) {
    const int turn = i & 3;
    for (double side :
         {turn == 1 || turn == 2 ? 1.0 : -1.0, turn >= 2 ? 1.0 : -1.0, i >= 4 ? 1.0 : -1.0})
      x.push_back(side + random.uniform(-0.3, 0.3));
  }
  return x;
}

Points pressure_forces(const Surface& faces, const Points& x, double p) {
  Points f(x.size(), 0.0);
  for (const std::vector<int>& face : faces) {
    Points on_corners(3 * face.size(), 0.0);
    add_pressure<3>(
        static_cast<int>(face.size()), [&](int c) { return load<3>(x.data(), face[usize(c)]); }, p,
        on_corners.data());
    for (std::size_t i = 0; i < on_corners.size(); ++i)
      f[usize(face[i / 3]) * 3 + i % 3] += on_corners[i];
  }
  return f;
}

// The sum of tetrahedra from the origin to triangles about the middle of each face.
double volume(const Surface& faces, const Points& x) {
  double sum = 0;
  for (const std::vector<int>& face : faces) {
    Vec<3> middle{};
    for (int node : face)
      for (int i = 0; i < 3; ++i)
        middle[i] += x[usize(node * 3 + i)] / static_cast<double>(face.size());
    for (std::size_t c = 0; c < face.size(); ++c)
      sum += dot(middle, triangle_area(Vec<3>{}, load<3>(x.data(), face[c]),
                                       load<3>(x.data(), face[(c + 1) % face.size()]))) /
             3;
  }
  return sum;
}

TEST(Face, PressureOnAClosedSurfaceIsTheGradientOfItsVolume) {
  Random random(3);
  const Surface faces = cube_faces();
  for (int state = 0; state < 100; ++state) {
    const Points x = random_cube(random);
    const double p = random.uniform(-2, 2), h = 1e-5;
    const Points f = pressure_forces(faces, x, p);
    double sum[3] = {}, turn[3] = {};
    for (std::size_t i = 0; i < x.size(); ++i) {
      Points up = x, down = x;
      up[i] += h;
      down[i] -= h;
      ASSERT_NEAR(f[i], p * (volume(faces, up) - volume(faces, down)) / (2 * h), 1e-9);
      sum[i % 3] += f[i];
    }
    for (std::size_t n = 0; n < 8; ++n)
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        turn[i] += x[n * 3 + j] * f[n * 3 + k] - x[n * 3 + k] * f[n * 3 + j];
      }
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(sum[i], 0, 1e-13);
      EXPECT_NEAR(turn[i], 0, 1e-13);
    }
  }
}

TEST(Face, PressurePushesOutwards) {
  Random random(3);
  const Points x{-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                 -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
  const Points f = pressure_forces({{4, 5, 6, 7}}, x, 3);
  for (std::size_t corner = 4; corner < 8; ++corner) {
    EXPECT_NEAR(f[corner * 3], 0, 1e-15);
    EXPECT_NEAR(f[corner * 3 + 2], 3 * 4 / 4.0, 1e-14);
  }
}

TEST(Face, PressureInThePlane) {
  // A line: to its left.
  Points x{0, 0, 2, 0}, f(4, 0.0);
  const auto corner = [&](int c) { return load<2>(x.data(), c); };
  add_pressure<2>(2, corner, 5, f.data());
  EXPECT_EQ(f, (Points{0, 5, 0, 5}));
  // A region: the gradient of its area, outwards.
  Random random(9);
  x = {0, 0, 2, 0.1, 2.5, 1.5, 1, 2.2, -0.5, 1};
  f.assign(10, 0.0);
  add_pressure<2>(5, corner, 5, f.data());
  const auto area = [&] {
    double sum = 0;
    for (std::size_t c = 0; c < 5; ++c) {
      const std::size_t n = (c + 1) % 5;
      sum += 0.5 * (x[2 * c] * x[2 * n + 1] - x[2 * n] * x[2 * c + 1]);
    }
    return sum;
  };
  for (std::size_t i = 0; i < 10; ++i) {
    const double here = x[i], h = 1e-5;
    x[i] = here + h;
    const double up = area();
    x[i] = here - h;
    const double down = area();
    x[i] = here;
    EXPECT_NEAR(f[i], 5 * (up - down) / (2 * h), 1e-9);
  }
}

TEST(Face, WindOnAPlate) {
  // A plate of 2 x 3 m with the normal z, in a wind of 5 m/s at an angle: 4 m/s along the normal.
  const Points x{0, 0, 0, 2, 0, 0, 2, 3, 0, 0, 3, 0};
  const Vec<3> s = vector_area<3>(4, [&](int c) { return load<3>(x.data(), c); });
  EXPECT_DOUBLE_EQ(s[2], 6);
  const Vec<3> force = wind_on_face(s, Vec<3>{{3, 0, 4}}, 0.5 * 1.2 * 1.3);
  EXPECT_EQ(force[0], 0);
  EXPECT_NEAR(force[2], 0.5 * 1.2 * 1.3 * 6 * 16, 1e-12);
  EXPECT_NEAR(wind_on_face(s, Vec<3>{{3, 0, -4}}, 0.78)[2], -force[2], 1e-12);
  EXPECT_EQ(wind_on_face(s, Vec<3>{{3, 1, 0}}, 0.78)[0], 0) << "along the plate";
  EXPECT_EQ(wind_on_face(Vec<3>{}, Vec<3>{{3, 1, 2}}, 0.78)[0], 0) << "no area";
}

TEST(Face, WindOnALineAndOnANode) {
  const Points x{0, 0, 2, 0};
  const Vec<2> s = vector_area<2>(2, [&](int c) { return load<2>(x.data(), c); });
  EXPECT_EQ(s[0], 0);
  EXPECT_EQ(s[1], 2);
  EXPECT_NEAR(wind_on_face(s, Vec<2>{{7, -3}}, 0.6)[1], -0.6 * 2 * 9, 1e-13);
  const Vec<2> force = wind_on_node(0.5, Vec<2>{{3, 4}}, 0.6);
  EXPECT_NEAR(force[0], 0.6 * 0.5 * 5 * 3, 1e-13);
  EXPECT_NEAR(force[1], 0.6 * 0.5 * 5 * 4, 1e-13);
}

}  // namespace
}  // namespace tensio
