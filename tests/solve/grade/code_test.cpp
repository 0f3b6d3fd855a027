// The force and the block of one spring, and explicit steps: right ones pass, slips are named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tensio/grade_code.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

using grade::SpringCase;
using grade::StepCase;
using grade::StepKind;
using grade::StepResult;
using grade::Values;

double length_of(const SpringCase& s) {
  double square = 0;
  for (std::size_t i = 0; i < s.a.size(); ++i) square += std::pow(s.b[i] - s.a[i], 2);
  return std::sqrt(square);
}

Values scaled_direction(const SpringCase& s, double factor) {
  Values force;
  for (std::size_t i = 0; i < s.a.size(); ++i) force.push_back(factor * (s.b[i] - s.a[i]));
  return force;
}

Values accelerations(const StepCase& s, const Values& q, const Values& v) {
  Values a = s.force(q, v);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] /= s.mass[i];
  return a;
}

Values plus(const Values& x, double factor, const Values& y) {
  Values sum = x;
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] += factor * y[i];
  return sum;
}

Values vector_of(grade::Numbers x) { return {x.begin(), x.end()}; }

StepResult verlet(const StepCase& s) {
  const double h = s.time_step;
  const Values q = vector_of(s.position), v = vector_of(s.velocity);
  const Values half = plus(v, h / 2, accelerations(s, q, v));
  const Values late = plus(q, h, half);
  return {late, plus(half, h / 2, accelerations(s, late, half))};
}

StepResult euler(const StepCase& s, bool symplectic) {
  const Values q = vector_of(s.position), v = vector_of(s.velocity);
  const Values late = plus(v, s.time_step, accelerations(s, q, v));
  return {plus(q, s.time_step, symplectic ? late : v), late};
}

StepResult runge_kutta(const StepCase& s, double sixth) {
  const double h = s.time_step;
  const Values q = vector_of(s.position), v = vector_of(s.velocity);
  const Values a1 = accelerations(s, q, v), v2 = plus(v, h / 2, a1), q2 = plus(q, h / 2, v);
  const Values a2 = accelerations(s, q2, v2), v3 = plus(v, h / 2, a2), q3 = plus(q, h / 2, v2);
  const Values a3 = accelerations(s, q3, v3), v4 = plus(v, h, a3), q4 = plus(q, h, v3);
  const Values a4 = accelerations(s, q4, v4);
  return {
      plus(plus(plus(plus(q, h * sixth, v), 2 * h * sixth, v2), 2 * h * sixth, v3), h * sixth, v4),
      plus(plus(plus(plus(v, h * sixth, a1), 2 * h * sixth, a2), 2 * h * sixth, a3), h * sixth,
           a4)};
}

void expect_slip(const Grade& grade, const std::string& name) {
  EXPECT_FALSE(grade.passed) << grade.text();
  EXPECT_EQ(grade.slips, std::vector<std::string>{name}) << grade.text();
}

TEST(GradeCode, ARightForcePassesAndCoincidentEndsAreARemark) {
  const Grade plain = grade::spring_force([](const SpringCase& s) {
    const double l = length_of(s);
    return scaled_direction(s, s.stiffness * (1 - s.rest_length / l));
  });
  EXPECT_TRUE(plain.passed) << plain.text();
  EXPECT_EQ(plain.slips, std::vector<std::string>{"zero_length"});
  const Grade careful = grade::spring_force([](const SpringCase& s) {
    const double l = length_of(s);
    return scaled_direction(s, l > 0 ? s.stiffness * (l - s.rest_length) / l : 0.0);
  });
  EXPECT_TRUE(careful.passed && careful.findings.empty()) << careful.text();
}

TEST(GradeCode, SlipsOfAForceAreNamed) {
  expect_slip(
      grade::spring_force([](const SpringCase& s) { return scaled_direction(s, s.stiffness); }),
      "rest_length_forgotten");
  expect_slip(grade::spring_force([](const SpringCase& s) {
                const double l = length_of(s);
                return scaled_direction(s, l > 0 ? -s.stiffness * (l - s.rest_length) / l : 0.0);
              }),
              "sign");
  expect_slip(grade::spring_force([](const SpringCase& s) {
                const double l = length_of(s);
                return scaled_direction(s, s.stiffness * (l - s.rest_length));
              }),
              "unit_vector_forgotten");
}

Values block(const SpringCase& s, double identity, double along) {
  const double l = length_of(s);
  const std::size_t n = s.a.size();
  Values block(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      block[i * n + j] =
          s.stiffness * ((i == j ? identity : 0.0) +
                         along * (l > 0 ? (s.b[i] - s.a[i]) * (s.b[j] - s.a[j]) / l / l : 0));
  return block;
}

TEST(GradeCode, TheBlockAndItsTermsAreKnown) {
  const auto ratio = [](const SpringCase& s) {
    const double l = length_of(s);
    return l > 0 ? s.rest_length / l : 0.0;
  };
  const auto graded = [&](auto identity, auto along) {
    return grade::spring_block(
        [=](const SpringCase& s) { return block(s, identity(ratio(s)), along(ratio(s))); });
  };
  EXPECT_TRUE(graded([](double r) { return 1 - r; }, [](double r) { return r; }).passed);
  expect_slip(graded([](double) { return 0.0; }, [](double r) { return r; }), "identity_forgotten");
  expect_slip(graded([](double) { return 0.0; }, [](double) { return 1.0; }),
              "transverse_forgotten");
  expect_slip(graded([](double r) { return 1 - r; }, [](double r) { return -r; }), "along_sign");
  expect_slip(graded([](double r) { return r; }, [](double r) { return 1 - r; }), "terms_swapped");
}

TEST(GradeCode, RightStepsPass) {
  const auto passes = [](StepKind kind, const grade::Step& step) {
    const Grade grade = grade::time_step(kind, step);
    EXPECT_TRUE(grade.passed) << grade.text();
    EXPECT_TRUE(grade.slips.empty()) << grade.text();
  };
  passes(StepKind::explicit_euler, [](const StepCase& s) { return euler(s, false); });
  passes(StepKind::symplectic_euler, [](const StepCase& s) { return euler(s, true); });
  passes(StepKind::velocity_verlet, verlet);
  passes(StepKind::rk4, [](const StepCase& s) { return runge_kutta(s, 1.0 / 6); });
}

TEST(GradeCode, TheOtherOrderOfSymplecticEulerPasses) {
  const Grade grade = grade::time_step(StepKind::symplectic_euler, [](const StepCase& s) {
    const Values v = vector_of(s.velocity), q = plus(vector_of(s.position), s.time_step, v);
    return StepResult{q, plus(v, s.time_step, accelerations(s, q, v))};
  });
  EXPECT_TRUE(grade.passed) << grade.text();
  ASSERT_EQ(grade.findings.size(), 1u);
  EXPECT_NE(grade.findings[0].find("in the other order"), std::string::npos);
}

TEST(GradeCode, OneMethodForAnotherIsNamed) {
  expect_slip(grade::time_step(StepKind::symplectic_euler,
                               [](const StepCase& s) { return euler(s, false); }),
              "explicit_euler");
  expect_slip(
      grade::time_step(StepKind::explicit_euler, [](const StepCase& s) { return euler(s, true); }),
      "symplectic_euler");
  expect_slip(grade::time_step(StepKind::rk4, verlet), "velocity_verlet");
  expect_slip(grade::time_step(StepKind::rk4, [](const StepCase& s) { return runge_kutta(s, 1); }),
              "sixth_forgotten");
}

TEST(GradeCode, SlipsOfStepsAreNamedWithWhatIsRight) {
  const auto by_force = [](auto change) {
    return grade::time_step(StepKind::explicit_euler, [=](const StepCase& s) {
      Values a = s.force(s.position, s.velocity);
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = change(a[i], s.mass[i]);
      return StepResult{plus(vector_of(s.position), s.time_step, vector_of(s.velocity)),
                        plus(vector_of(s.velocity), s.time_step, a)};
    });
  };
  const Grade no_mass = by_force([](double f, double) { return f; });
  expect_slip(no_mass, "mass_forgotten");
  EXPECT_NE(no_mass.findings[0].find("a = f / m"), std::string::npos);
  expect_slip(by_force([](double f, double m) { return f * m; }), "mass_multiplied");
  expect_slip(by_force([](double f, double m) { return -f / m; }), "force_sign");
}

// A case has the net as numbers: forces computed from them are those of the case.
TEST(GradeCode, AStepCaseDescribesItsNet) {
  int cases = 0;
  const Grade grade = grade::time_step(StepKind::explicit_euler, [&](const StepCase& s) {
    ++cases;
    const auto dimension = static_cast<std::size_t>(s.dimension);
    Values all = vector_of(s.net.position);
    Values forces(all.size(), 0.0);
    for (std::size_t spring = 0; spring < s.net.ends.size(); ++spring) {
      const auto [a, b] = s.net.ends[spring];
      const double* xa = &all[static_cast<std::size_t>(a) * dimension];
      const double* xb = &all[static_cast<std::size_t>(b) * dimension];
      const Values pull = scaled_direction({.a = {xa, dimension}, .b = {xb, dimension}}, 1);
      const double l = length_of({.a = {xa, dimension}, .b = {xb, dimension}});
      for (std::size_t i = 0; i < dimension; ++i) {
        const double force =
            s.net.stiffness[spring] * (l - s.net.rest_length[spring]) * pull[i] / l;
        forces[static_cast<std::size_t>(a) * dimension + i] += force;
        forces[static_cast<std::size_t>(b) * dimension + i] -= force;
      }
    }
    Values a;
    for (std::size_t i = 0; i < s.coordinate.size(); ++i) {
      const auto at = static_cast<std::size_t>(s.coordinate[i]);
      a.push_back(forces[at] / s.mass[i] + s.gravity[at % dimension]);
    }
    return StepResult{plus(vector_of(s.position), s.time_step, vector_of(s.velocity)),
                      plus(vector_of(s.velocity), s.time_step, a)};
  });
  EXPECT_TRUE(grade.passed) << grade.text();
  EXPECT_GE(cases, 10);
}

}  // namespace
}  // namespace tensio
