// A whole motion as textbooks write it: linearly implicit Euler with dashpots and drag,
//
//   (M + h D + h² K) v' = M v + h f,    q += h v'
//
// triplets, a matrix of ones that takes fixed nodes out, and a new factorisation in every step.
// Wind acts as it does at the start of the step. Afterwards nodes inside an obstacle are put on its
// contact surface; they lose their velocity along its normal and, by friction, across it.
//
// textbook_motion NET STEPS TIME_STEP GRAVITY OUT
//
// Where the matrix has a negative pivot, K is gathered again without the negative parts of the springs.
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "textbook.hpp"

namespace {

using Point = Eigen::Vector3d;

int row_of(std::int32_t node) { return 3 * static_cast<int>(node); }

// Springs and weights: dashpots and drag are in the matrix.
Vector forces(const Net& net, const Vector& q, double gravity) {
  Vector f = Vector::Zero(q.size());
  for (std::size_t n = 0; n < net.nodes(); ++n)
    f(3 * static_cast<int>(n) + 2) = -gravity * net.mass[n];
  for (std::size_t s = 0; s < net.springs(); ++s) {
    const int a = row_of(net.ends[2 * s]), b = row_of(net.ends[2 * s + 1]);
    const Point d = q.segment<3>(b) - q.segment<3>(a);
    const Point pull = net.stiffness[s] * (1 - net.rest_length[s] / d.norm()) * d;
    f.segment<3>(a) += pull;
    f.segment<3>(b) -= pull;
  }
  return f;
}

// Wind of a velocity, along the normals of faces.
void add_wind(const Net& net, const Vector& q, const Vector& v, const Point& wind, Vector& f) {
  for (std::size_t face = 0; face < net.faces(); ++face) {
    const std::int32_t* corner = net.corners.data() + 4 * face;
    const auto at = [&](int i) { return Point(q.segment<3>(row_of(corner[i]))); };
    const Point area = 0.5 * (at(2) - at(0)).cross(at(3) - at(1));
    Point mean = Point::Zero();
    for (int i = 0; i < 4; ++i) mean += 0.25 * v.segment<3>(row_of(corner[i]));
    const double flow = (wind - mean).dot(area) / area.norm();
    for (int i = 0; i < 4; ++i)
      f.segment<3>(row_of(corner[i])) += 0.25 * net.air * std::abs(flow) * flow * area;
  }
}

// h D + h² K of the springs and of the drag.
Matrix stiffness(const Net& net, const Vector& q, double h, bool projected) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t s = 0; s < net.springs(); ++s) {
    const int a = row_of(net.ends[2 * s]), b = row_of(net.ends[2 * s + 1]);
    const Point d = q.segment<3>(b) - q.segment<3>(a), n = d.normalized();
    const double damping = net.damping.empty() ? 0 : net.damping[s];
    double across = h * h * net.stiffness[s] * (1 - net.rest_length[s] / d.norm());
    if (projected && across < 0) across = 0;
    const double along = h * h * net.stiffness[s] + h * damping;
    const Eigen::Matrix3d block =
        across * Eigen::Matrix3d::Identity() + (along - across) * n * n.transpose();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        entries.emplace_back(a + i, a + j, block(i, j));
        entries.emplace_back(a + i, b + j, -block(i, j));
        entries.emplace_back(b + i, a + j, -block(i, j));
        entries.emplace_back(b + i, b + j, block(i, j));
      }
  }
  for (std::size_t n = 0; n < net.nodes(); ++n)
    for (int i = 3 * static_cast<int>(n); i < 3 * static_cast<int>(n) + 3; ++i)
      entries.emplace_back(i, i, h * net.drag * net.mass[n]);
  Matrix matrix(q.size(), q.size());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

void stop(const Net::Obstacle& obstacle, Eigen::Ref<Point> x, Eigen::Ref<Point> v) {
  const Point from = x - Point(obstacle.point[0], obstacle.point[1], obstacle.point[2]);
  const Point n = obstacle.is_sphere != 0
                      ? from.normalized()
                      : Point(obstacle.normal[0], obstacle.normal[1], obstacle.normal[2]);
  const double depth = obstacle.radius + obstacle.thickness - n.dot(from);
  if (depth <= 0) return;
  x += depth * n;
  const double speed = n.dot(v);
  if (speed >= 0) return;
  Point across = v - speed * n;
  const double slide = across.norm();
  if (slide > 0) across *= std::max(0.0, 1 + obstacle.friction * speed / slide);
  v = across;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) fail("usage: textbook_motion NET STEPS TIME_STEP GRAVITY OUT");
  const Net net = read_net(argv[1]);
  const std::size_t steps = std::stoul(argv[2]);
  const double h = std::atof(argv[3]), gravity = std::atof(argv[4]);
  Vector q = Eigen::Map<const Vector>(net.position.data(),
                                      static_cast<Eigen::Index>(net.position.size()));
  Vector v = Vector::Zero(q.size()), masses(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) masses(i) = net.mass[static_cast<std::size_t>(i / 3)];
  const Matrix p = selection(net);
  for (std::size_t step = 0; step < steps; ++step) {
    Vector f = forces(net, q, gravity);
    if (!net.wind.empty())
      add_wind(net, q, v, Point(net.wind.data() + 3 * std::min(step, net.wind.size() / 3 - 1)), f);
    const Vector right = p * (masses.cwiseProduct(v) + h * f);
    for (const bool projected : {false, true}) {
      Matrix all = stiffness(net, q, h, projected);
      all.diagonal() += masses;
      Eigen::SimplicialLDLT<Matrix> solver(p * all * p.transpose());
      if (solver.info() != Eigen::Success || (!projected && solver.vectorD().minCoeff() < 0))
        continue;
      v = p.transpose() * solver.solve(right);
      break;
    }
    q += h * v;
    for (const Net::Obstacle& obstacle : net.obstacles)
      for (int n = 0; n < q.size(); n += 3)
        if (net.fixed[static_cast<std::size_t>(n / 3)] == 0)
          stop(obstacle, q.segment<3>(n), v.segment<3>(n));
  }
  write_numbers(argv[5], q.data(), static_cast<std::size_t>(q.size()));
}
