// Axial damping and drag: forces, their derivatives, conserved and dissipated quantities.
#include <gtest/gtest.h>

#include <cmath>

#include "core/index.hpp"
#include "physics/spring.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"

namespace tensio {
namespace {

using testing::Moving;

template <int D>
Vec<D> random_vec(Random& random) {
  Vec<D> v;
  for (int i = 0; i < D; ++i) v[i] = random.uniform(-1, 1);
  return v;
}

// df_a/d(x_b - x_a) of the force c (n . dv) n on end a, exactly:
//   c / l ((n . dv) (I - n nᵀ) + n dvᵀ (I - n nᵀ))
// Its second part is not symmetric, so no energy has it; implicit steps do without.
template <int D>
Block<D> position_block(const Vec<D>& d, const Vec<D>& dv, double c) {
  const double l = length(d);
  Vec<D> n;
  for (int i = 0; i < D; ++i) n[i] = d[i] / l;
  const double along = dot(n, dv);
  Block<D> block;
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      block(i, j) = c / l * (along * ((i == j) - n[i] * n[j]) + n[i] * (dv[j] - along * n[j]));
  return block;
}

template <int D>
void blocks_match_differences() {
  Random random(90 + D);
  constexpr double step = 1e-6;
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec<D> d = random_vec<D>(random), dv = random_vec<D>(random);
    const double c = random.uniform(0.1, 3), l = length(d);
    if (l < 0.1) continue;
    const Block<D> by_velocity = damping_block(d, c), by_position = position_block(d, dv, c);
    for (int j = 0; j < D; ++j) {
      Vec<D> more = dv, less = dv, further = d, nearer = d;
      more[j] += step, less[j] -= step;
      further[j] += step, nearer[j] -= step;
      const Vec<D> f_more = damping_force(d, more, c), f_less = damping_force(d, less, c);
      const Vec<D> f_far = damping_force(further, dv, c), f_near = damping_force(nearer, dv, c);
      for (int i = 0; i < D; ++i) {
        // dv = v_b - v_a, so that -df_a/dv_a = df_a/d(dv).
        EXPECT_NEAR((f_more[i] - f_less[i]) / (2 * step), by_velocity(i, j), 1e-6 * c);
        EXPECT_NEAR((f_far[i] - f_near[i]) / (2 * step), by_position(i, j), 1e-6 * c / l);
      }
    }
  }
}

TEST(Damping, BlocksAreTheDerivativesOfTheForce) {
  blocks_match_differences<2>();
  blocks_match_differences<3>();
}

TEST(Damping, CoincidentEndsHaveNoAxisAndFeelNothing) {
  const Vec<3> none{}, dv{{1, 2, 3}};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(damping_force(none, dv, 2.0)[i], 0.0);
    for (int j = 0; j < 3; ++j) EXPECT_EQ(damping_block(none, 2.0)(i, j), 0.0);
  }
}

// A free net without loads, with damping where springs are.
System free_net(int seed, int dimension) {
  Random random(static_cast<std::uint64_t>(seed));
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.fixed = 0;
  System net = random_net(random, wish);
  net.nodes.mass = {1.5};
  for (std::size_t i = 0; i < net.nodes.position.size(); ++i)
    net.nodes.velocity.push_back(random.uniform(-3, 3));
  for (std::size_t s = 0; s < net.springs[0].ends.size(); ++s)
    net.springs[0].damping.push_back(random.uniform(0, 4));
  return net;
}

std::vector<double> forces_with_damping(Moving& moving) {
  const VectorId f = moving.backend->make_vector();
  moving.backend->motion_forces(moving.stepper->x, moving.stepper->v, f);
  return moving.download(f);
}

TEST(Damping, InternalForcesSumToZeroAndGiveNoTorque) {
  for (int seed = 0; seed < 100; ++seed) {
    const int D = 2 + seed % 2;
    const System net = free_net(seed, D);
    Moving moving(net);
    const std::vector<double> f = forces_with_damping(moving), &x = net.nodes.position;
    double sum[3] = {}, torque[3] = {};
    for (std::size_t i = 0; i < f.size(); i += usize(D)) {
      const double z = D == 3 ? x[i + 2] : 0, fz = D == 3 ? f[i + 2] : 0;
      sum[0] += f[i], sum[1] += f[i + 1], sum[2] += fz;
      torque[0] += x[i + 1] * fz - z * f[i + 1];
      torque[1] += z * f[i] - x[i] * fz;
      torque[2] += x[i] * f[i + 1] - x[i + 1] * f[i];
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(sum[i], 0, 1e-12) << seed;
      EXPECT_NEAR(torque[i], 0, 1e-12) << seed;
    }
  }
}

// The whole net's force by differences, against the exact blocks of its springs.
template <int D>
void net_matches_differences(const System& net) {
  Moving moving(net);
  const std::size_t axes = net.nodes.position.size();
  std::vector<double> exact(axes * axes, 0.0);
  const SpringSet& set = net.springs[0];
  for (std::size_t s = 0; s < set.ends.size(); ++s) {
    const auto [a, b] = set.ends[s];
    const double *x = net.nodes.position.data(), *v = net.nodes.velocity.data();
    const Block<D> block =
        position_block(spring_vector(load<D>(x, a), load<D>(x, b), NoOffset{}),
                       spring_vector(load<D>(v, a), load<D>(v, b), NoOffset{}), set.damping[s]);
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j)
        for (int end : {a, b})
          for (int other : {a, b}) {
            const auto row = usize(end * D + i), column = usize(other * D + j);
            // The force on a grows with x_b and shrinks with x_a; that on b is its negative.
            exact[row * axes + column] += end == other ? -block(i, j) : block(i, j);
          }
  }
  const VectorId x = moving.backend->make_vector(), f = moving.backend->make_vector(),
                 elastic = moving.backend->make_vector();
  constexpr double step = 1e-6;
  for (std::size_t column = 0; column < axes; ++column) {
    std::vector<double> difference(axes, 0.0);
    for (double sign : {1.0, -1.0}) {
      std::vector<double> moved = net.nodes.position;
      moved[column] += sign * step;
      moving.backend->upload(moved, x);
      moving.backend->motion_forces(x, moving.stepper->v, f);
      moving.backend->forces(x, elastic, false);
      moving.backend->axpy(-1, elastic, f);
      const std::vector<double> force = moving.download(f);
      for (std::size_t row = 0; row < axes; ++row)
        difference[row] += sign * force[row] / (2 * step);
    }
    for (std::size_t row = 0; row < axes; ++row)
      EXPECT_NEAR(difference[row], exact[row * axes + column], 1e-4);
  }
}

TEST(Damping, PositionTermOfAWholeNetIsExact) {
  net_matches_differences<2>(free_net(1, 2));
  net_matches_differences<3>(free_net(2, 3));
}

// A net that turns as a rigid body has no spring that changes: no dashpot takes anything.
TEST(Damping, TakesNothingFromARigidTurn) {
  System net = free_net(5, 3);
  for (std::size_t i = 0; i < net.nodes.position.size(); i += 3) {
    net.nodes.velocity[i] = -2 * net.nodes.position[i + 1];
    net.nodes.velocity[i + 1] = 2 * net.nodes.position[i];
    net.nodes.velocity[i + 2] = 1;
  }
  Moving moving(net);
  EXPECT_NEAR(moving.backend->dissipated_power(moving.stepper->x, moving.stepper->v), 0, 1e-13);
}

// Forces of dashpots exactly along the springs, T = c/b (l - n.d), by differences against the
// matrix with what it lacks; of cables and struts too, some of which are slack before or after.
void whole_derivative_matches(Law law) {
  for (int D : {2, 3}) {
    System net = free_net(40 + D, D);
    net.springs[0].law = law;
    net.springs[0].rest_length = {0.8};  // no length is near this kink
    Moving moving(net);
    Backend& backend = *moving.backend;
    const VectorId x = backend.make_vector(), from = backend.make_vector();
    const VectorId u = backend.make_vector(), f = backend.make_vector();
    const std::size_t axes = net.nodes.position.size();
    const double b = 0.4;
    const std::vector<double> at = net.nodes.position;
    std::vector<double> before = at, direction(axes), ahead(axes), behind(axes);
    Random random(7);
    for (std::size_t i = 0; i < axes; ++i) {
      before[i] += random.uniform(-0.5, 0.5);
      direction[i] = random.uniform(-1, 1);
    }
    backend.upload(before, from);
    backend.upload(direction, u);
    const VectorId l_star = backend.make_vector(Items::springs);
    const auto forces = [&](double part, std::vector<double>& result) {
      std::vector<double> moved = at;
      for (std::size_t i = 0; i < axes; ++i) moved[i] += part * direction[i];
      backend.upload(moved, x);
      backend.lengths_along(x, from, l_star);
      backend.histories().prepare(0, {b, l_star});
      backend.forces(x, f, true);
      backend.download(f, result);
    };
    const double e = 1e-6;
    forces(e, ahead);
    forces(-e, behind);
    std::vector<double> here(axes);
    forces(0, here);
    (void)backend.stiffness(x, false);
    backend.upload(std::vector<double>(axes, 0.0), f);
    backend.subtract_product(u, f);
    const std::vector<double> matrix = moving.download(f);
    backend.subtract_turning(x, from, 1 / b, u, f);
    const std::vector<double> whole = moving.download(f);
    double rest = 0;
    for (std::size_t i = 0; i < axes; ++i) {
      EXPECT_NEAR(whole[i], (ahead[i] - behind[i]) / (2 * e), 1e-5);
      rest = std::max(rest, std::abs(whole[i] - matrix[i]));
    }
    EXPECT_GT(rest, 0.1);
  }
}

TEST(Damping, TheWholeDerivativeOfExactDashpotsIsThatOfTheirForces) {
  for (const Law law : {Law::linear, Law::cable, Law::strut}) whole_derivative_matches(law);
}

// Springs that turn by half a circle in a few steps; cables that become slack meanwhile.
TEST(Damping, TheMidpointConvergesInLongSteps) {
  int iterations = 0, steps = 0;
  for (int seed = 0; seed < 60; ++seed) {
    SimulationOptions options;
    options.linear_solver = LinearSolver::ldlt;
    System net = free_net(seed, 2 + seed % 2);
    if (seed >= 40) net.springs[0].law = Law::cable;
    Moving moving(net, options);
    const StepResult result = moving.steps(Integrator::implicit_midpoint, 0.3, 10);
    EXPECT_TRUE(result.good) << seed << ": " << result.reason;
    iterations += moving.iterations;
    steps += 10;
  }
  EXPECT_LT(iterations, 6 * steps);
}

// What implicit steps keep: momentum without drag, and angular momentum at the midpoint.
TEST(Damping, LeavesMomentumToFreeNets) {
  for (Integrator integrator : {Integrator::linearly_implicit_euler, Integrator::implicit_euler,
                                Integrator::implicit_midpoint, Integrator::bdf2}) {
    const System net = free_net(8, 2);
    Moving moving(net);
    const auto momenta = [&](const std::vector<double>& x, const std::vector<double>& v) {
      std::array<double, 3> sum = {};
      for (std::size_t i = 0; i < x.size(); i += 2) {
        sum[0] += 1.5 * v[i];
        sum[1] += 1.5 * v[i + 1];
        sum[2] += 1.5 * (x[i] * v[i + 1] - x[i + 1] * v[i]);
      }
      return sum;
    };
    const auto before = momenta(net.nodes.position, net.nodes.velocity);
    ASSERT_TRUE(moving.steps(integrator, 0.05, 40).good);
    const auto after = momenta(moving.position(), moving.velocity());
    for (std::size_t i = 0; i < (integrator == Integrator::implicit_midpoint ? 3 : 2); ++i)
      EXPECT_NEAR(after[i], before[i], 1e-9) << to_string(integrator);
  }
}

}  // namespace
}  // namespace tensio
