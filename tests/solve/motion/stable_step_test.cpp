// The stable step that is reported before the first step, against the steps themselves.
#include "solve/motion/stable_step.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "solve/dense.hpp"
#include "solve/motion/lanczos.hpp"
#include "solve/motion/stepper.hpp"
#include "support/nets.hpp"
#include "tensio/scenes/lattices.hpp"

namespace tensio {
namespace {

using testing::mass_on_spring;
using Kind = StableStep::Kind;

constexpr Integrator kExplicit[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                    Integrator::velocity_verlet, Integrator::rk4};

// A net with all that a step needs.
struct Moving {
  explicit Moving(const System& system)
      : net(system), backend(&net.backend()), stepper(net, options) {
    backend->set_start(stepper.x);
    backend->histories().prepare(0);
  }
  // Loads under which the start is an equilibrium.
  void balance() {
    const VectorId f = backend->make_vector();
    backend->forces(stepper.x, f, false);
    std::vector<int> axes(net.data.external.size());
    for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int>(i);
    std::vector<double> force(axes.size());
    backend->get_entries(axes, f, force);
    for (std::size_t i = 0; i < axes.size(); ++i) force[i] = net.data.external[i] - force[i];
    backend->set(NodeField::external, axes, force);
  }
  StableStep stable(Integrator integrator, std::size_t most_dense = kMostDenseStep) {
    return stable_time_step(*backend, net, stepper.x, integrator, {.most_dense = most_dense});
  }

  SimulationOptions options;
  DynamicNetwork net;
  Backend* backend;
  Stepper stepper;
};

// What a step makes of small deviations: its matrix, by central differences of the step itself. The
// state has positions, velocities and, where velocity Verlet keeps them, guesses of the velocities.
class Amplification {
 public:
  Amplification(Moving& moving, Integrator integrator) : moving_(moving), integrator_(integrator) {
    for (std::size_t i = 0; i < moving.net.data.constrained.size(); ++i)
      if (!moving.net.data.constrained[i]) axes_.push_back(static_cast<int>(i));
    x0_.resize(axes_.size());
    if (integrator == Integrator::velocity_verlet && moving.stepper.depends_on_velocities())
      parts_ = 3;
    moving.backend->get_entries(axes_, moving.stepper.x, x0_);
  }

  double radius(double h) {
    const auto size = static_cast<Eigen::Index>(parts_ * axes_.size());
    Eigen::MatrixXd G(size, size);
    // Positions in metres, velocities times h: entries of like size.
    constexpr double kSize = 1e-4;
    for (Eigen::Index i = 0; i < size; ++i)
      G.col(i) = (8 * (step(h, i, kSize) - step(h, i, -kSize)) -
                  (step(h, i, 2 * kSize) - step(h, i, -2 * kSize))) /
                 (12 * kSize);
    double largest = 0;
    for (const std::complex<double>& value : eigenvalues_of(G))
      largest = std::max(largest, std::abs(value));
    return largest;
  }

 private:
  Eigen::VectorXd step(double h, Eigen::Index column, double off) {
    const std::size_t n = axes_.size();
    Stepper& m = moving_.stepper;
    const VectorId ids[] = {m.x, m.v, m.guess_vector()};
    const auto i = usize(column);
    for (std::size_t part = 0; part < 3; ++part) {
      std::vector<double> values = part == 0 ? x0_ : std::vector<double>(n, 0.0);
      if (i / n == part) values[i % n] += part == 0 ? off : off / h;
      m.backend.set_entries(axes_, values, ids[part]);
    }
    m.forget();
    m.guess.known = parts_ == 3;
    EXPECT_TRUE(m.step(integrator_, 0, h).good);
    Eigen::VectorXd result(static_cast<Eigen::Index>(parts_ * n));
    std::vector<double> values(n);
    for (std::size_t part = 0; part < parts_; ++part) {
      m.backend.get_entries(axes_, ids[part], values);
      for (std::size_t k = 0; k < n; ++k)
        result[static_cast<Eigen::Index>(part * n + k)] = (part == 0 ? 1 : h) * values[k];
    }
    m.backend.set_entries(axes_, x0_, m.x);
    return result;
  }

  Moving& moving_;
  Integrator integrator_;
  std::vector<int> axes_;
  std::vector<double> x0_;
  std::size_t parts_ = 2;
};

enum class Damping { none, drag, even, uneven, all };

// Every spring pulls, so that every motion about the drawn shape is an oscillation.
System prestressed_net(Random& random, int nodes, Damping damping) {
  System net = testing::random_net(
      random, {.dimension = 2 + random.index(2), .nodes = nodes, .chords = nodes, .fixed = 2});
  SpringSet& set = net.springs[0];
  set.rest_length.clear();
  double stiffness = 0;
  for (const auto& [a, b] : set.ends) {
    double square = 0;
    const auto d = usize(net.dimension);
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double off =
          net.nodes.position[usize(b) * d + axis] - net.nodes.position[usize(a) * d + axis];
      square += off * off;
    }
    set.rest_length.push_back(std::sqrt(square) * random.uniform(0.3, 0.95));
    stiffness = std::max(stiffness, 2.0);
  }
  for (int i = 0; i < nodes; ++i) net.nodes.mass.push_back(std::pow(10, random.uniform(-4, 0)));
  // From hardly any to more than critical, for the lightest masses.
  const double strength = std::pow(10, random.uniform(-2.5, 0.7)), lightest = 1e-4;
  const double frequency = std::sqrt(stiffness / lightest);
  if (damping == Damping::drag || damping == Damping::all) net.drag = strength * frequency;
  if (damping == Damping::even || damping == Damping::all)
    set.damping_time = {strength / frequency};
  if (damping == Damping::uneven)
    for (std::size_t s = 0; s < set.ends.size(); ++s)
      set.damping.push_back(random.index(3) == 0 ? 0.0
                                                 : strength * lightest * frequency *
                                                       std::pow(10, random.uniform(-1, 1)));
  return net;
}

// ---- before the first step ----

TEST(StableStep, OfOneOscillator) {
  System net = mass_on_spring(0.5, {.stiffness = {200}});
  net.nodes.fixed.push_back({.nodes = {1}, .axes = kAxisY});
  const double w = 20;
  Moving moving(net);
  EXPECT_NEAR(*moving.stable(Integrator::velocity_verlet).step, 2 / w, 1e-8);
  EXPECT_NEAR(*moving.stable(Integrator::symplectic_euler).step, 2 / w, 1e-8);
  EXPECT_NEAR(*moving.stable(Integrator::rk4).step, 2 * std::sqrt(2.0) / w, 1e-8);
  EXPECT_EQ(moving.stable(Integrator::explicit_euler).kind, Kind::none_stable);
  for (Integrator integrator :
       {Integrator::rk45, Integrator::linearly_implicit_euler, Integrator::implicit_euler,
        Integrator::implicit_midpoint, Integrator::bdf2}) {
    EXPECT_EQ(moving.stable(integrator).kind, Kind::no_limit);
    EXPECT_FALSE(moving.stable(integrator).step);
  }

  // x'' = -w² x - 2 z w x': explicit Euler 2 z / w, symplectic Euler from 4 = 4 z w h + (w h)²,
  // velocity Verlet from 4 = 8 z w h + (w h)².
  const double z = 0.3;
  net.springs[0].damping = {2 * z * w * 0.5};
  Moving damped(net);
  EXPECT_NEAR(*damped.stable(Integrator::explicit_euler).step, 2 * z / w, 1e-8);
  EXPECT_NEAR(*damped.stable(Integrator::symplectic_euler).step, 2 / w * (std::sqrt(1 + z * z) - z),
              0.02 * 2 / w);
  EXPECT_NEAR(*damped.stable(Integrator::velocity_verlet).step,
              2 / w * (std::sqrt(1 + 4 * z * z) - 2 * z), 0.02 * 2 / w);
}

TEST(StableStep, OfNothingThatOscillates) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0};
  net.nodes.mass = {1};
  for (Integrator integrator : kExplicit)
    EXPECT_EQ(Moving(net).stable(integrator).kind, Kind::no_limit);
}

TEST(StableStep, OfASlackCableIsThatOfATautOne) {
  const System net =
      mass_on_spring(0.5, {.law = Law::cable, .stiffness = {200}, .rest_length = {1.2}});
  EXPECT_NEAR(*Moving(net).stable(Integrator::velocity_verlet).step, 0.1, 1e-8);
}

TEST(StableStep, OfANaNStiffnessIsUnknown) {
  SpringSet set{.law = Law::custom, .stiffness = {200}};
  set.custom = each_spring([](double, double, double) {
    return std::array<double, 3>{0, 0, std::nan("")};
  });
  const System net = mass_on_spring(0.5, set);
  EXPECT_EQ(Moving(net).stable(Integrator::velocity_verlet).kind, Kind::unknown);
}

// At most the true limit and at least 0.9 of it, as the eigenvalues of the step's own matrix say.
void expect_reported_right(int nodes, int nets, const std::vector<double>& parts) {
  Random random(1);
  int reported = 0;
  for (int i = 0; i < nets; ++i) {
    const System system = prestressed_net(random, nodes, static_cast<Damping>(i % 5));
    for (Integrator integrator : kExplicit) {
      SCOPED_TRACE(std::string(to_string(integrator)) + ", net " + std::to_string(i));
      Moving moving(system);
      moving.balance();
      Amplification step(moving, integrator);
      constexpr double kDifference = 1e-8;  // accuracy of an eigenvalue from differences of steps
      const double symplectic = *moving.stable(Integrator::symplectic_euler).step;
      const StableStep stable = moving.stable(integrator);
      if (integrator == Integrator::explicit_euler) {
        if (!stable.step) EXPECT_GT(step.radius(0.1 * symplectic), 1 + kDifference);
        // Where hardly anything damps, growth is too slow to be reported.
        if (!stable.step || *stable.step < 0.1 * symplectic) continue;
      }
      ASSERT_TRUE(stable.step);
      for (double part : parts)
        EXPECT_LE(step.radius(part * *stable.step), 1 + kDifference)
            << part << " of " << *stable.step;
      if (stable.kind == Kind::limit) {
        EXPECT_GT(step.radius(*stable.step / 0.9), 1 + kDifference) << *stable.step;
        ++reported;
      }
    }
  }
  EXPECT_GE(reported, 3 * nets);
}

TEST(StableStep, IsWithinTenPerCentOfTheTruth) {
  expect_reported_right(7, 300, {0.3, 0.7, 0.97, 0.9999});
}

// Large enough that not every eigenvalue is computed.
TEST(StableStep, IsWithinTenPerCentOfTheTruthInLargerNets) {
  expect_reported_right(55, 5, {0.9999});
}

// ---- explicit Euler in large nets ----

// A net without stress, or with it where only drag damps: there all vibrations are their own.
System evenly_damped_net(Random& random, int nodes, Damping damping) {
  System net = prestressed_net(random, nodes, damping);
  if (damping != Damping::drag) net.springs[0].rest_length.clear();
  return net;
}

// Small nets by the method for large ones, against all eigenvalues.
TEST(StableStep, OfExplicitEulerIsExactAtAnySizeWhereDampingIsEven) {
  Random random(8);
  int limits = 0;
  for (int i = 0; i < 300; ++i) {
    const Damping kinds[] = {Damping::drag, Damping::even, Damping::all};
    Moving moving(evenly_damped_net(random, 5 + i % 12, kinds[i % 3]));
    const StableStep dense = moving.stable(Integrator::explicit_euler);
    const StableStep large = moving.stable(Integrator::explicit_euler, 0);
    SCOPED_TRACE(i);
    if (!dense.step) continue;
    ASSERT_EQ(large.kind, Kind::limit);
    EXPECT_LE(*large.step, *dense.step * (1 + 1e-6));
    EXPECT_GE(*large.step, *dense.step * (1 - 1e-6));
    ++limits;
  }
  EXPECT_GT(limits, 250);
}

// Too many axes for Lanczos' method to search them all.
TEST(StableStep, OfExplicitEulerIsWithinTenPerCentInLargerNetsWhereDampingIsEven) {
  Random random(9);
  for (int i = 0; i < 12; ++i) {
    const Damping kinds[] = {Damping::drag, Damping::even, Damping::all};
    Moving moving(evenly_damped_net(random, 60, kinds[i % 3]));
    const StableStep dense = moving.stable(Integrator::explicit_euler, 1000);
    const StableStep large = moving.stable(Integrator::explicit_euler);
    SCOPED_TRACE(i);
    ASSERT_TRUE(dense.step);
    ASSERT_EQ(large.kind, Kind::limit);
    EXPECT_LE(*large.step, *dense.step * (1 + 1e-6));
    EXPECT_GE(*large.step, *dense.step * 0.9);
  }
}

// Uneven damping, or stress beside damping along the springs, leaves a bound.
TEST(StableStep, OfExplicitEulerIsABoundInLargeNetsWhereDampingIsUneven) {
  Random random(10);
  for (int i = 0; i < 40; ++i) {
    Moving moving(prestressed_net(random, 9, i % 2 ? Damping::uneven : Damping::even));
    const StableStep dense = moving.stable(Integrator::explicit_euler);
    const StableStep large = moving.stable(Integrator::explicit_euler, 0);
    EXPECT_NE(large.kind, Kind::limit) << i;
    // Where hardly anything damps a vibration, growth cannot be distinguished from rounding.
    if (large.step && dense.step) EXPECT_LE(*large.step, *dense.step * (1 + 1e-6)) << i;
  }
}

// The largest strain in `steps` steps; springs of zero rest length make an exactly linear net.
double largest_strain(const System& system, Integrator integrator, double share, int steps) {
  Moving moving(system);
  const double h = share * *moving.stable(integrator).step;
  Stepper& m = moving.stepper;
  double largest = 0;
  for (int i = 0; i < steps && largest < 1e6; ++i) {
    EXPECT_TRUE(m.step(integrator, i * h, h).good);
    largest = std::max(largest, m.backend.largest_strain(m.x, m.v).strain);
  }
  return largest;
}

TEST(StableStep, HoldsBelowAndBlowsUpAbove) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    System net = testing::random_net(
        random, {.dimension = 2 + i % 2, .nodes = 12, .chords = 12, .fixed = 2});
    net.springs[0].law = Law::force_density;
    net.springs[0].rest_length.clear();
    for (int node = 0; node < 12; ++node)
      net.nodes.mass.push_back(std::pow(10, random.uniform(-4, 0)));
    for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet}) {
      EXPECT_LT(largest_strain(net, integrator, 0.999, 5000), 1e3) << i;
      EXPECT_GT(largest_strain(net, integrator, 1.1, 5000), 1e6) << i;
    }
  }
}

// A bound by the springs of single nodes: never above what the search finds, near it in lattices.
TEST(StableStep, ACertainlyStableStepIsNotLongerThanTheStableOne) {
  Random random(5);
  for (Integrator integrator : {Integrator::symplectic_euler, Integrator::velocity_verlet})
    for (int i = 0; i < 40; ++i) {
      System system = testing::random_net(i % 2 + 2, 30, 60, random);
      system.nodes.mass = {0.5};
      if (i % 3 == 1) system.drag = 40;
      if (i % 4 > 1) system.springs[0].damping = {0.02 * i};
      Moving moving(system);
      const auto is_certain = [&](double h) {
        return is_certainly_stable(moving.net.data, moving.net.data.beginning(), integrator, h);
      };
      const double limit = moving.stable(integrator).step.value();
      EXPECT_FALSE(is_certain(1.000001 * limit)) << i;
      EXPECT_TRUE(is_certain(0.3 * limit)) << i;
      EXPECT_FALSE(is_certainly_stable(moving.net.data, moving.net.data.beginning(),
                                       Integrator::rk4, 0.01 * limit));
    }
  System lattice = scenes::lattice({.cells = {12, 12}});
  lattice.nodes.mass = {1};
  Moving moving(lattice);
  EXPECT_TRUE(is_certainly_stable(moving.net.data, moving.net.data.beginning(),
                                  Integrator::velocity_verlet,
                                  0.9 * *moving.stable(Integrator::velocity_verlet).step));
}

// Springs computed block by block give the bits of stored springs.
TEST(StableStep, ProductsOfBlocksAreThoseOfTheWholeNet) {
  Random random(12);
  for (int dimension : {2, 3})
    for (bool curved : {false, true}) {
      const testing::RandomNet wish{
          .dimension = dimension, .nodes = 400, .chords = 2800, .all_laws = true, .fixed = 5};
      System system =
          curved ? testing::curved_net(random, wish) : testing::random_net(random, wish);
      system.nodes.mass = {0.3};
      system.drag = 0.1;
      for (SpringSet& set : system.springs) set.damping = {0.02};
      const Moving moving(system);
      const NetworkData& net = moving.net.data;
      ASSERT_GT(net.spring_count, 3000);
      std::vector<double> y(net.constrained.size()), whole, blocks;
      for (double& component : y) component = random.uniform(-1, 1);
      for (Shape shape : {Shape::current, Shape::any}) {
        const LinearNet stored(net, net.beginning(), shape);
        stored.product(1.5, 0.7, y, whole);
        for (int threads : {1, 2, 3, 8}) {
          const LinearNet again(net, net.beginning(), shape, threads, 0);
          EXPECT_TRUE(again.finite());
          for (int twice = 0; twice < 2; ++twice) {
            again.product(1.5, 0.7, y, blocks);
            EXPECT_EQ(whole, blocks) << threads;
          }
        }
      }
    }
}

TEST(StableStep, EvenDampingIsSeenInBlocks) {
  Random random(13);
  System system = testing::random_net(random, {.nodes = 400, .chords = 2800});
  system.nodes.mass = {0.3};
  system.springs[0].rest_length.clear();
  system.springs[0].damping_time = {0.01};
  for (bool even : {true, false}) {
    if (!even) system.springs[0].damping_time.assign(system.springs[0].ends.size(), 0.01);
    if (!even) system.springs[0].damping_time.back() = 0.02;
    const Moving moving(system);
    const LinearNet again(moving.net.data, moving.net.data.beginning(), Shape::current, 2, 0);
    ASSERT_EQ(again.even_damping().has_value(), even);
    if (even) EXPECT_NEAR(again.even_damping()->per_a, 0.01, 1e-15);
  }
}

// Matrices of known eigenvalues, far too large to be searched whole.
TEST(StableStep, LargestEigenvalueIsBracketed) {
  for (int n : {1, 2, 30, 64, 65, 1000, 100000}) {
    std::vector<int> axes(usize(n));
    for (int i = 0; i < n; ++i) axes[usize(i)] = i;
    const Largest chain = largest_eigenvalue(
        axes.size(), axes, [](const std::vector<double>& y, std::vector<double>& out) {
          out.resize(y.size());
          for (std::size_t i = 0; i < y.size(); ++i)
            out[i] = 2 * y[i] - (i > 0 ? y[i - 1] : 0) - (i + 1 < y.size() ? y[i + 1] : 0);
        });
    const double pi = std::acos(-1.0), sine = std::sin(pi * n / (2.0 * (n + 1)));
    EXPECT_LE(chain.found, 4 * sine * sine * (1 + 1e-14)) << n;
    EXPECT_GE(chain.at_most, 4 * sine * sine * (1 - 1e-14)) << n;
    EXPECT_LE(chain.at_most, 1.042 * chain.found) << n;
  }
}

}  // namespace
}  // namespace tensio
