// Linearly implicit Euler as textbooks write it: (M + h² K) v' = M v + h f, with the second
// derivatives K gathered from triplets, fixed nodes taken out by a matrix P of ones, and a new
// factorisation in every step.
//
// textbook_implicit NET STEPS TIME_STEP GRAVITY OUT
//
// Where the matrix has a negative pivot, K is gathered again without the negative parts of the springs.
#include <cmath>

#include "textbook.hpp"

namespace {

Vector forces(const Net& net, const Vector& q, double gravity) {
  Vector f = Vector::Zero(q.size());
  for (std::size_t n = 0; n < net.nodes(); ++n)
    f(3 * static_cast<int>(n) + 2) = -gravity * net.mass[n];
  for (std::size_t s = 0; s < net.springs(); ++s) {
    const int a = 3 * net.ends[2 * s], b = 3 * net.ends[2 * s + 1];
    const Eigen::Vector3d d = q.segment<3>(b) - q.segment<3>(a);
    const double length = d.norm();
    const Eigen::Vector3d pull = net.stiffness[s] * (length - net.rest_length[s]) / length * d;
    f.segment<3>(a) += pull;
    f.segment<3>(b) -= pull;
  }
  return f;
}

Matrix stiffness(const Net& net, const Vector& q, bool projected) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t s = 0; s < net.springs(); ++s) {
    const int a = 3 * net.ends[2 * s], b = 3 * net.ends[2 * s + 1];
    const Eigen::Vector3d d = q.segment<3>(b) - q.segment<3>(a);
    const double length = d.norm(), k = net.stiffness[s];
    const Eigen::Vector3d n = d / length;
    double across = k * (1 - net.rest_length[s] / length);
    if (projected && across < 0) across = 0;
    const Eigen::Matrix3d block =
        across * Eigen::Matrix3d::Identity() + (k - across) * n * n.transpose();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        entries.emplace_back(a + i, a + j, block(i, j));
        entries.emplace_back(a + i, b + j, -block(i, j));
        entries.emplace_back(b + i, a + j, -block(i, j));
        entries.emplace_back(b + i, b + j, block(i, j));
      }
  }
  Matrix matrix(q.size(), q.size());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) fail("usage: textbook_implicit NET STEPS TIME_STEP GRAVITY OUT");
  const Net net = read_net(argv[1]);
  const long steps = std::atol(argv[2]);
  const double h = std::atof(argv[3]), gravity = std::atof(argv[4]);
  Vector q = Eigen::Map<const Vector>(net.position.data(),
                                      static_cast<Eigen::Index>(net.position.size()));
  const Matrix p = selection(net);
  Matrix mass(q.size(), q.size());
  mass.setIdentity();
  for (std::size_t n = 0; n < net.nodes(); ++n)
    for (int axis = 0; axis < 3; ++axis)
      mass.coeffRef(3 * static_cast<int>(n) + axis, 3 * static_cast<int>(n) + axis) = net.mass[n];
  const Matrix m = p * mass * p.transpose();
  Vector v = Vector::Zero(p.rows());
  for (long step = 0; step < steps; ++step) {
    const Vector right = m * v + h * (p * forces(net, q, gravity));
    for (const bool projected : {false, true}) {
      const Matrix k = p * stiffness(net, q, projected) * p.transpose();
      Eigen::SimplicialLDLT<Matrix> solver(m + h * h * k);
      if (solver.info() != Eigen::Success || (!projected && solver.vectorD().minCoeff() < 0))
        continue;
      v = solver.solve(right);
      break;
    }
    q += h * (p.transpose() * v);
  }
  write_numbers(argv[5], q.data(), static_cast<std::size_t>(q.size()));
}
