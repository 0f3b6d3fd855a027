// Implicit integrators: each against its own equations, written in another form.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "core/index.hpp"
#include "physics/spring.hpp"
#include "solve/methods/newton.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using testing::kImplicit;
using testing::Moving;
using testing::solvers;
using testing::with;

// ---- the linear oscillator, where every step is a short formula ----

// The mass and the stiffness of testing::oscillator, and a dashpot.
constexpr double kM = 2, kK = 8, kC = 1.6;

System oscillator() { return testing::oscillator({.damping = {kC}}); }

struct Recursion {
  double u = 0.3, v = 0.5, u_past = 0, v_past = 0;
  bool past = false;

  // The end of b seconds of backward Euler from (u0, v0).
  static std::array<double, 2> stage(double u0, double v0, double b) {
    const double end = (v0 - b * kK / kM * u0) / (1 + b * kC / kM + b * b * kK / kM);
    return {u0 + b * end, end};
  }
  void step(Integrator integrator, double h) {
    std::array<double, 2> end;
    if (integrator == Integrator::implicit_midpoint) {
      const auto middle = stage(u, v, h / 2);
      end = {2 * middle[0] - u, 2 * middle[1] - v};
    } else if (integrator == Integrator::bdf2 && past) {
      end = stage((4 * u - u_past) / 3, (4 * v - v_past) / 3, 2 * h / 3);
    } else {
      end = stage(u, v, h);
    }
    u_past = u, v_past = v, past = true;
    u = end[0], v = end[1];
  }
};

TEST(Implicit, FollowsItsClosedRecursionOnTheOscillator) {
  // Up to steps of ten radians, where springs that are turned over would be as good an end.
  for (double h : {0.01, 0.1, 1.0, 5.0})
    for (LinearSolver solver : solvers())
      for (Integrator integrator : kImplicit) {
        Moving moving(oscillator(), with(solver));
        Recursion exact;
        for (int step = 0; step < 100; ++step) {
          ASSERT_TRUE(moving.steps(integrator, h, 1).good);
          exact.step(integrator, h);
          ASSERT_NEAR(moving.position()[2] - 1, exact.u, 1e-12) << to_string(integrator) << h;
          ASSERT_NEAR(moving.velocity()[2], exact.v, 1e-12) << to_string(integrator) << h;
        }
      }
}

// ---- against dense matrices ----

// A random net in tension with velocities and dampings.
System dynamic_network(int seed, bool damped) {
  Random random(static_cast<std::uint64_t>(seed));
  testing::RandomNet wish;
  wish.dimension = 2 + seed % 2;
  wish.nodes = 6 + seed % 7;
  wish.chords = 10;
  System net = random_net(random, wish);
  for (double& l0 : net.springs[0].rest_length) l0 = 0.05;
  const int n = wish.nodes;
  for (int i = 0; i < n; ++i) {
    net.nodes.mass.push_back(random.uniform(0.5, 2));
    for (int axis = 0; axis < wish.dimension; ++axis)
      net.nodes.velocity.push_back(i < wish.fixed ? 0.0 : random.uniform(-1, 1));
  }
  if (damped)
    for (std::size_t s = 0; s < net.springs[0].ends.size(); ++s)
      net.springs[0].damping.push_back(random.uniform(0, 2));
  net.gravity = {0.3, -2, 0};
  return net;
}

Vector vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Matrix dense(const CompressedRows& rows) {
  Matrix result = Matrix::Zero(rows.rows, rows.columns);
  for (int i = 0; i < rows.rows; ++i)
    for (int e = rows.row_start[usize(i)]; e < rows.row_start[usize(i) + 1]; ++e)
      result(i, rows.column[usize(e)]) = rows.value[usize(e)];
  return result;
}

// D = -df/dv over all axes, from the springs' blocks.
template <int dim>
Matrix damping_matrix(const System& net, const std::vector<double>& x) {
  const auto size = static_cast<Eigen::Index>(x.size());
  Matrix result = Matrix::Zero(size, size);
  const SpringSet& set = net.springs[0];
  for (std::size_t s = 0; s < set.damping.size(); ++s) {
    const auto [a, b] = set.ends[s];
    const Vec<dim> d = spring_vector(load<dim>(x.data(), a), load<dim>(x.data(), b), NoOffset{});
    const Block<dim> block = damping_block(d, set.damping[s]);
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) {
        result(a * dim + i, a * dim + j) += block(i, j);
        result(b * dim + i, b * dim + j) += block(i, j);
        result(a * dim + i, b * dim + j) -= block(i, j);
        result(b * dim + i, a * dim + j) -= block(i, j);
      }
  }
  return result;
}

Matrix damping_matrix(const System& net, const std::vector<double>& x) {
  return net.dimension == 2 ? damping_matrix<2>(net, x) : damping_matrix<3>(net, x);
}

// Solves over the free axes; zero on the others.
Vector solve_free(Matrix A, Vector right, const System& net) {
  for (int node : net.nodes.fixed[0].nodes)
    for (int axis = 0; axis < net.dimension; ++axis) {
      const int i = node * net.dimension + axis;
      A.row(i).setZero();
      A.col(i).setZero();
      A(i, i) = 1;
      right[i] = 0;
    }
  return A.ldlt().solve(right);
}

TEST(Implicit, LinearlyImplicitEulerIsOneSolveWithKAndD) {
  const double h = 0.1;
  for (int seed = 0; seed < 40; ++seed)
    for (LinearSolver solver : solvers()) {
      const System net = dynamic_network(seed, seed % 4 > 0);
      SimulationOptions options = with(solver);
      options.tolerance = 1e-13;
      Moving moving(net, options);
      const StepResult result = moving.steps(Integrator::linearly_implicit_euler, h, 1);
      ASSERT_TRUE(result.good && !result.projected && result.iterations == 1);

      const Network network = compile(net);
      const std::vector<double>& x = net.nodes.position;
      const Matrix K = dense(stiffness_matrix(network, x)), M = dense(mass_matrix(network)),
                   D = damping_matrix(net, x);
      const Vector v = vector_of(net.nodes.velocity), f = vector_of(forces(network, x));
      const Vector dv = solve_free(M + h * D + h * h * K, h * (f - D * v - h * (K * v)), net);
      EXPECT_LT((vector_of(moving.velocity()) - (v + dv)).norm(), 1e-11) << seed;
      EXPECT_LT((vector_of(moving.position()) - (vector_of(x) + h * (v + dv))).norm(), 1e-12)
          << seed;
    }
}

// The lecture's system for backward Euler, iterated: with x = x_n + h v,
//   (M + h² K(x)) dv = M (v_n - v) + h f(x),   v += dv
// Newton's iterates in x are the same, step by step.
TEST(Implicit, NewtonsIteratesAreThoseOfTheSystemInVelocities) {
  const double h = 0.2;
  for (int seed = 0; seed < 20; ++seed) {
    const System net = dynamic_network(seed, false);
    const Network network = compile(net);
    const Matrix M = dense(mass_matrix(network));
    const Vector x_n = vector_of(net.nodes.position), v_n = vector_of(net.nodes.velocity);
    Vector v = v_n;
    for (int k = 1; k <= 4; ++k) {
      const Vector x = x_n + h * v;
      const std::vector<double> at(x.data(), x.data() + x.size());
      const Matrix K = dense(stiffness_matrix(network, at));
      v += solve_free(M + h * h * K, M * (v_n - v) + h * vector_of(forces(network, at)), net);

      // k iterations of the engine's Newton, from the same start.
      Moving moving(net, with(LinearSolver::ldlt));
      const VectorId y = moving.backend->make_vector();
      moving.backend->axpy(h, moving.stepper->v, moving.stepper->x);
      moving.backend->copy(moving.stepper->x, y);
      moving.backend->set_inertia(1 / (h * h), y);
      NewtonOptions options;
      options.in_motion = true;
      options.tolerance = 1e-15;
      options.max_iterations = k;
      const NewtonResult found = newton(*moving.backend, moving.stepper->x, options, {});
      ASSERT_EQ(found.projected_iterations, 0);
      EXPECT_LT((vector_of(moving.position()) - (x_n + h * v)).norm(), 1e-10) << seed << ' ' << k;
    }
    // And their limit is the step.
    Moving moving(net, with(LinearSolver::ldlt));
    ASSERT_TRUE(moving.steps(Integrator::implicit_euler, h, 1).good);
    const std::vector<double> end = moving.position();
    const Vector v_end = vector_of(moving.velocity());
    const Vector off = M * (v_end - v_n) - h * vector_of(forces(network, end));
    for (int i = net.dimension * 3; i < off.size(); ++i) EXPECT_NEAR(off[i], 0, 1e-9) << seed;
  }
}

// ---- energy ----

double shortest_spring(const System& net, const std::vector<double>& x) {
  double shortest = 1;
  const auto d = usize(net.dimension);
  for (const auto& [a, b] : net.springs[0].ends) {
    double square = 0;
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double along = x[usize(b) * d + axis] - x[usize(a) * d + axis];
      square += along * along;
    }
    shortest = std::min(shortest, std::sqrt(square));
  }
  return shortest;
}

// Nets in tension, or at rest as drawn, pushed and set in motion, with dashpots and some with drag.
// `near`: pushed by a fifth of the shortest spring at most, from where those in tension are at
// rest.
System disturbed_net(int seed, bool near) {
  Random random(static_cast<std::uint64_t>(7000 + seed));
  testing::RandomNet wish;
  wish.dimension = 2 + seed % 2;
  wish.nodes = 4 + seed % 17;
  wish.chords = 2 * wish.nodes;
  wish.fixed = 1 + seed % 3;
  const bool tense = seed % 4 < 2;
  System net = random_net(random, wish);
  if (tense)
    for (double& l0 : net.springs[0].rest_length) l0 *= 0.1;
  else
    net.springs[0].rest_length.clear();
  net.nodes.start = tense && near ? solve_equilibrium(net).state.position : net.nodes.position;
  const double push = near ? std::min(0.02, 0.2 * shortest_spring(net, net.nodes.start)) : 0.3;
  for (int i = 0; i < wish.nodes; ++i) {
    net.nodes.mass.push_back(random.uniform(0.2, 3));
    for (int axis = 0; axis < wish.dimension; ++axis) {
      const bool fixed = i < wish.fixed;
      net.nodes.velocity.push_back(fixed ? 0.0 : random.uniform(-push, push));
      net.nodes.start[usize(i * wish.dimension + axis)] +=
          fixed ? 0.0 : random.uniform(-push, push);
    }
  }
  for (std::size_t s = 0; s < net.springs[0].ends.size(); ++s)
    net.springs[0].damping.push_back(random.uniform(0, 1));
  net.drag = seed % 3 == 0 ? 0.2 : 0;
  return net;
}

void energy_never_rises(const System& net, Integrator integrator, double h) {
  Moving moving(net, with(LinearSolver::ldlt));
  double before = moving.mechanical();
  const double rounding = 1e-12 * before;
  for (int step = 0; step < 12; ++step) {
    const StepResult result = moving.steps(integrator, h, 1);
    ASSERT_TRUE(result.good) << result.reason;
    const double now = moving.mechanical();
    EXPECT_LE(now, before + rounding) << to_string(integrator) << ", step " << step << " of " << h;
    before = now;
  }
}

TEST(Implicit, UnderDampingAloneTheEnergyNeverRises) {
  for (int seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const double h = seed % 5 == 0 ? 0.5 : 0.05;
    const System net = disturbed_net(seed, true);
    energy_never_rises(net, Integrator::linearly_implicit_euler, h);
    energy_never_rises(net, Integrator::implicit_euler, h);
    // To the end of Newton's method it holds far from rest as well.
    energy_never_rises(disturbed_net(seed, false), Integrator::implicit_euler, h);
  }
}

}  // namespace
}  // namespace tensio
