// Functions with Eigen's types: right ones pass, and slips are named through the adaptors too.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <array>

#include "solve/grade/students.hpp"
#include "tensio/grade_eigen.hpp"

namespace tensio {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Point = Eigen::Vector3d;
using Sparse = Eigen::SparseMatrix<double>;
using In = Eigen::Ref<const Eigen::VectorXd>;
using InPoint = Eigen::Ref<const Eigen::Vector3d>;

// ---- right functions, with the shapes of the homework ----

void kinetic(double& T, In qdot, double mass) { T = 0.5 * mass * qdot.squaredNorm(); }
void weight_energy(double& V, InPoint q, double mass, InPoint g) { V = -mass * g.dot(q); }
void weight_gradient(Eigen::Ref<Eigen::Vector3d> f, double mass, InPoint g) { f = -mass * g; }
void masses(Sparse& M, In q, double mass) {
  M.resize(q.size(), q.size());
  M.setIdentity();
  M *= mass;
}
void energy(double& V, InPoint q0, InPoint q1, double l0, double k) {
  V = 0.5 * k * std::pow((q1 - q0).norm() - l0, 2);
}
void gradient(Vector6& f, InPoint q0, InPoint q1, double l0, double k) {
  const Point d = q1 - q0;
  const double l = d.norm();
  f.setZero();
  if (l == 0) return;
  f.tail<3>() = k * (l - l0) / l * d;
  f.head<3>() = -f.tail<3>();
}
void hessian(Matrix6& H, InPoint q0, InPoint q1, double l0, double k) {
  const Point d = q1 - q0;
  const double l = d.norm();
  Eigen::Matrix3d B = k * Eigen::Matrix3d::Identity();
  if (l > 0)
    B = k * (1 - l0 / l) * Eigen::Matrix3d::Identity() + k * l0 / (l * l * l) * d * d.transpose();
  H << B, -B, -B, B;
}
void all_forces(Eigen::VectorXd& f, In q, In, Eigen::Ref<const Eigen::MatrixXd>,
                Eigen::Ref<const Eigen::MatrixXi> E, In l0, double, double k) {
  f.resize(q.size());
  f.setZero();
  for (Eigen::Index s = 0; s < E.rows(); ++s) {
    Vector6 g;
    gradient(g, q.segment<3>(3 * E(s, 0)), q.segment<3>(3 * E(s, 1)), l0(s), k);
    f.segment<3>(3 * E(s, 0)) -= g.head<3>();
    f.segment<3>(3 * E(s, 1)) -= g.tail<3>();
  }
}
void all_stiffness(Sparse& K, In q, In, Eigen::Ref<const Eigen::MatrixXd>,
                   Eigen::Ref<const Eigen::MatrixXi> E, In l0, double k) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index s = 0; s < E.rows(); ++s) {
    const std::array<int, 2> node = {E(s, 0), E(s, 1)};
    Matrix6 H;
    hessian(H, q.segment<3>(3 * node[0]), q.segment<3>(3 * node[1]), l0(s), k);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        entries.emplace_back(3 * node[i / 3] + i % 3, 3 * node[j / 3] + j % 3, -H(i, j));
  }
  K.resize(q.size(), q.size());
  K.setFromTriplets(entries.begin(), entries.end());
}
template <class FORCE, class STIFFNESS>
void implicit_step(Eigen::VectorXd& q, Eigen::VectorXd& qdot, double dt, const Sparse& mass,
                   FORCE& force, STIFFNESS& stiffness, Eigen::VectorXd& tmp_force,
                   Sparse& tmp_stiffness) {
  force(tmp_force, q, qdot);
  stiffness(tmp_stiffness, q, qdot);
  Eigen::SimplicialLDLT<Sparse> solver;
  solver.compute(mass - dt * dt * tmp_stiffness);
  qdot = solver.solve(mass * qdot + dt * tmp_force);
  q += dt * qdot;
}

TEST(GradeEigen, RightHomeworkPasses) {
  const Grade grades[] = {
      grade::eigen::kinetic_energy(kinetic),
      grade::eigen::gravity_energy(weight_energy),
      grade::eigen::gravity_gradient(weight_gradient),
      grade::eigen::mass_matrix(masses),
      grade::eigen::spring_energy(energy),
      grade::eigen::spring_gradient(gradient),
      grade::eigen::spring_gradient(gradient, energy),
      grade::eigen::spring_hessian(hessian),
      grade::eigen::spring_hessian(hessian, gradient),
      grade::eigen::assembled_forces(all_forces),
      grade::eigen::assembled_stiffness(all_stiffness, grade::StiffnessSign::force_derivative),
      grade::eigen::linearly_implicit_euler(
          [](auto&... arguments) { implicit_step(arguments...); }),
  };
  for (const Grade& grade : grades) {
    EXPECT_TRUE(grade.passed) << grade.text();
    EXPECT_TRUE(grade.findings.empty()) << grade.text();
    EXPECT_LT(grade.error, 1e-11) << grade.text();
  }
}

TEST(GradeEigen, FunctionsMayReturnTheirResult) {
  const Grade grade = grade::eigen::spring_gradient(
      [](const Eigen::VectorXd& q0, const Eigen::VectorXd& q1, double l0, double k) {
        Vector6 f;
        gradient(f, Point(q0), Point(q1), l0, k);
        return Eigen::VectorXd(f);
      });
  EXPECT_TRUE(grade.passed) << grade.text();
}

// The Hessian by entries of the upper triangle, with (1 - l0/l) added for i == j only: entries
// (i, i + 3) lack it.
TEST(GradeEigen, MissingIdentityOfOffDiagonalBlocksIsNamed) {
  const Grade grade = grade::eigen::spring_hessian(
      [](Matrix6& H, InPoint q0, InPoint q1, double l0, double k) {
        const Point d = q1 - q0;
        const double l = d.norm();
        for (int i = 0; i < 6; ++i)
          for (int j = i; j < 6; ++j) {
            H(i, j) = d[i % 3] * d[j % 3] * l0 / (l * l * l);
            if (i == j) H(i, j) += 1 - l0 / l;
            if (i < 3 && j >= 3) H(i, j) = -H(i, j);
            H(j, i) = H(i, j);
          }
        H *= k;
      },
      gradient);
  EXPECT_FALSE(grade.passed);
  EXPECT_EQ(grade.slips, (std::vector<std::string>{"off_diagonal_identity", "zero_length"}))
      << grade.text();
  EXPECT_TRUE(testing::says(grade, "miss -k (1 - l0/l) I")) << grade.text();
  EXPECT_TRUE(testing::says(grade, "Your gradient is right")) << grade.text();
}

TEST(GradeEigen, AResultThatIsNotSetToZeroIsNamed) {
  const Grade grade =
      grade::eigen::assembled_forces([](Eigen::VectorXd& f, In q, In, const Eigen::MatrixXd&,
                                        const Eigen::MatrixXi& E, In l0, double, double k) {
        for (Eigen::Index s = 0; s < E.rows(); ++s) {
          Vector6 g;
          gradient(g, q.segment<3>(3 * E(s, 0)), q.segment<3>(3 * E(s, 1)), l0(s), k);
          f.segment<3>(3 * E(s, 0)) -= g.head<3>();
          f.segment<3>(3 * E(s, 1)) -= g.tail<3>();
        }
      });
  EXPECT_FALSE(grade.passed);
  EXPECT_TRUE(testing::says(grade, "setZero()")) << grade.text();
}

}  // namespace
}  // namespace tensio
