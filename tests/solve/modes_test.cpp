// Frequencies, shapes, self-stress and mechanisms against closed forms and against each other.
#include "tensio/solve/modes.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.hpp"
#include "solve/stability/rigidity.hpp"
#include "support/nets.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

using testing::mass_on_spring;
using testing::random_net;
using testing::RandomNet;
using testing::square_net;

const double kPi = std::acos(-1.0);

// Nodes 0 .. springs on the x axis, both ends fixed, at distance 1.
System chain(int springs, double rest_length, int dimension = 2) {
  System net;
  net.dimension = dimension;
  SpringSet set;
  for (int i = 0; i <= springs; ++i) {
    net.nodes.position.push_back(i);
    for (int axis = 1; axis < dimension; ++axis) net.nodes.position.push_back(0);
    if (i > 0) set.ends.push_back({i - 1, i});
  }
  set.stiffness = {2};
  set.rest_length = {rest_length};
  net.springs = {set};
  net.nodes.fixed = {{.nodes = {0, springs}}};
  return net;
}

// Largest |K x - eigenvalue M x| on a free axis, the shape's largest component being 1.
double error_of(const Network& network, const ModesResult& found, const Mode& mode) {
  const std::vector<double> kx =
      multiply(stiffness_matrix(network, found.rest.state.position), mode.shape);
  const CompressedRows mass = mass_matrix(network);
  const CompressedRows free = free_selection(network).P;
  double largest = 0;
  for (int axis : free.column) {
    const std::size_t i = usize(axis);
    const double m = found.has_mass ? mass.value[i] : 1;
    largest = std::max(largest, std::abs(kx[i] - mode.eigenvalue * m * mode.shape[i]));
  }
  return largest;
}

// The eigenvalues of a square net of unit springs and masses, stretched to twice their rest length.
std::vector<double> membrane(int side) {
  std::vector<double> values;
  for (int i = 1; i < side - 1; ++i)
    for (int j = 1; j < side - 1; ++j) {
      const double a = 2 - 2 * std::cos(i * kPi / (side - 1));
      const double b = 2 - 2 * std::cos(j * kPi / (side - 1));
      values.insert(values.end(), {0.5 * (a + b), a + 0.5 * b, 0.5 * a + b});
    }
  std::sort(values.begin(), values.end());
  return values;
}

TEST(FindModes, AMassBetweenTwoSprings) {
  System net = chain(2, 0.75);
  net.nodes.mass = {4};
  const ModesResult found = find_modes(net);
  ASSERT_EQ(found.modes.size(), 2u);
  EXPECT_EQ(found.unknowns, 2);
  // Across: two springs with T/l = 0.5; along: two of stiffness 2.
  EXPECT_NEAR(found.modes[0].eigenvalue, 0.25, 1e-15);
  EXPECT_NEAR(found.modes[0].frequency, 0.5 / (2 * kPi), 1e-15);
  EXPECT_NEAR(found.modes[0].modal_mass, 4, 1e-14);
  EXPECT_NEAR(found.modes[1].eigenvalue, 1, 1e-15);
  EXPECT_NEAR(found.modes[0].shape[3], 1, 1e-15);
  EXPECT_NEAR(found.modes[0].shape[2], 0, 1e-15);
  EXPECT_EQ(found.modes[0].shape[0], 0);
  EXPECT_NEAR(*found.rest.report.lowest_stiffness, 1, 1e-14);
}

// Every eigenvalue is at least double somewhere in the list, so one Krylov space cannot hold them.
TEST(FindModes, EqualEigenvaluesAreAllFound) {
  System net = square_net(22, 3, 0.5);
  net.nodes.mass = {1};
  const std::vector<double> exact = membrane(22);
  const ModesResult found = find_modes(net, {.count = 60});
  ASSERT_EQ(found.modes.size(), 60u);
  EXPECT_TRUE(found.complete);
  const Network network = compile(net);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_NEAR(found.modes[i].eigenvalue, exact[i], 1e-12) << i;
    EXPECT_LT(error_of(network, found, found.modes[i]), 1e-9) << i;
  }
  EXPECT_NEAR(*found.rest.report.lowest_stiffness, exact[0], 1e-9 * exact[0]);
}

TEST(FindModes, FullMatrixAndLanczosAgree) {
  Random random(3);
  System net = random_net(random, {.dimension = 3, .nodes = 120, .chords = 400, .fixed = 0});
  for (int i = 0; i < 120; ++i) net.nodes.mass.push_back(random.uniform(0.5, 2));
  const ModesResult all = find_modes(net, {.all = true}), some = find_modes(net, {.count = 25});
  ASSERT_EQ(all.modes.size(), 360u);
  ASSERT_EQ(some.modes.size(), 25u);
  const Network network = compile(net);
  for (std::size_t i = 0; i < 25; ++i) {
    EXPECT_EQ(some.modes[i].kind == ModeKind::rigid, i < 6);
    EXPECT_EQ(some.modes[i].kind, all.modes[i].kind);
    EXPECT_NEAR(some.modes[i].eigenvalue, all.modes[i].eigenvalue, 1e-9 * all.modes[i].eigenvalue);
    EXPECT_LT(error_of(network, some, some.modes[i]), 1e-7);
    EXPECT_LT(error_of(network, all, all.modes[i]), 1e-7);
  }
}

// Three translations and three rotations, whatever the tensions and whichever way the bodies lie.
TEST(FindModes, FreeTensegritiesHaveSixRigidMotions) {
  using Shape = scenes::Tensegrity::Shape;
  for (const Shape shape : {Shape::prism, Shape::octahedron, Shape::truncated_tetrahedron})
    for (const double prestress : {1e-2, 1e2, 1e4}) {
      const System net = scenes::tensegrity({.shape = shape, .prestress = prestress});
      const ModesResult found = find_modes(net, {.count = 8});
      ASSERT_EQ(found.modes.size(), 8u);
      for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(found.modes[i].kind, i < 6 ? ModeKind::rigid : ModeKind::elastic)
            << i << " at " << prestress;
      EXPECT_EQ(found.rest.report.modes->rigid, 6);
    }
}

// A node without mass between two springs is one spring of half the stiffness.
TEST(FindModes, NodesWithoutMassFollow) {
  for (const int springs : {40, 400}) {
    System fine = chain(springs, 0.5), coarse = chain(springs / 2, 1);
    for (double& x : coarse.nodes.position) x *= 2;
    coarse.springs[0].stiffness = {1};
    coarse.nodes.mass = {0.7};
    for (int i = 0; i <= springs; ++i) fine.nodes.mass.push_back(i % 2 == 0 ? 0.7 : 0.0);
    const ModesResult a = find_modes(fine), b = find_modes(coarse);
    ASSERT_EQ(a.modes.size(), 10u);
    ASSERT_EQ(b.modes.size(), 10u);
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_NEAR(a.modes[i].frequency, b.modes[i].frequency, 1e-9 * b.modes[i].frequency);
      EXPECT_LT(error_of(compile(fine), a, a.modes[i]), 1e-9);
    }
  }
}

TEST(FindModes, ANodeWithoutMassThatNothingHoldsIsNamed) {
  System net = chain(3, 1);
  net.nodes.mass = {0, 1, 0, 0};
  net.nodes.name = {"", "", "loose", ""};
  const ModesResult found = find_modes(net);
  EXPECT_TRUE(found.modes.empty());
  EXPECT_NE(found.problem.find("node 2 (loose) has no mass"), std::string::npos) << found.problem;
}

TEST(FindModes, WithoutAnyMassTheyAreThoseOfTheStiffness) {
  const ModesResult found = find_modes(chain(2, 0.75));
  EXPECT_FALSE(found.has_mass);
  ASSERT_EQ(found.modes.size(), 2u);
  EXPECT_NEAR(found.modes[0].eigenvalue, 1, 1e-14);
  EXPECT_NEAR(found.modes[1].eigenvalue, 4, 1e-14);
  EXPECT_TRUE(std::isnan(found.modes[0].frequency));
}

TEST(FindModes, AnUnstableStateGrows) {
  System net = chain(2, 1.5);
  net.nodes.mass = {2};
  const ModesResult found = find_modes(net, {.about = About::drawn});
  ASSERT_EQ(found.modes.size(), 2u);
  // T/l = 2 (1 - 1.5) = -1 in each of two springs.
  EXPECT_EQ(found.modes[0].kind, ModeKind::unstable);
  EXPECT_NEAR(found.modes[0].eigenvalue, -1, 1e-14);
  EXPECT_NEAR(found.modes[0].growth_rate, 1, 1e-14);
  EXPECT_TRUE(std::isnan(found.modes[0].frequency));
  // Solved first, it has buckled and swings.
  EXPECT_EQ(find_modes(net).modes[0].kind, ModeKind::elastic);
  // The rest state that plain Newton finds is the straight one.
  net.equilibrium.method = Method::plain_newton;
  const Equilibrium straight = solve_equilibrium(net);
  EXPECT_NEAR(*straight.report.lowest_stiffness, -2, 1e-13);
}

// 800 mechanisms across the net, more than are asked for, and one shift for all of them.
TEST(FindModes, ManyZeroModes) {
  System net = square_net(30, 3, 1);
  net.nodes.mass = {1};
  const ModesResult found = find_modes(net, {.count = 4});
  ASSERT_EQ(found.modes.size(), 4u);
  EXPECT_TRUE(found.complete);
  for (const Mode& mode : found.modes) EXPECT_EQ(mode.kind, ModeKind::zero);
  EXPECT_EQ(found.mechanisms->count, 28 * 28);
  EXPECT_EQ(found.rest.report.lowest_stiffness, 0);
}

TEST(FindModes, TheSameBitsOnAnyNumberOfThreads) {
  System net = square_net(60, 3, 0.5);
  net.nodes.mass = {1};
  EquilibriumOptions one, four;
  one.threads = 1;
  four.threads = 4;
  const ModesResult a = find_modes(net, {}, one), b = find_modes(net, {}, four);
  ASSERT_EQ(a.modes.size(), b.modes.size());
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    EXPECT_EQ(a.modes[i].eigenvalue, b.modes[i].eigenvalue);
    EXPECT_EQ(a.modes[i].shape, b.modes[i].shape);
  }
  EXPECT_EQ(a.rest.report.lowest_stiffness, b.rest.report.lowest_stiffness);
}

TEST(FindModes, TooLargeANetIsRefusedWithAdvice) {
  const System net = square_net(40, 3, 0.5);
  try {
    (void)find_modes(net, {.all = true});
    FAIL() << "4332 unknowns were taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::limit);
    EXPECT_NE(std::string(error.what()).find("ask for a smaller count"), std::string::npos);
  }
  EXPECT_THROW((void)find_modes(net, {.count = 0}), Error);
  EquilibriumOptions linear;
  linear.method = Method::linear;
  EXPECT_THROW((void)find_modes(net, {}, linear), Error);
}

TEST(FindModes, WithoutAnEquilibriumThereAreNone) {
  System net = chain(2, 1);
  net.nodes.fixed.clear();
  net.loads = {{.nodes = {1}, .force = {1, 0}}};
  const ModesResult found = find_modes(net);
  EXPECT_TRUE(found.modes.empty());
  EXPECT_EQ(found.rest.report.status, Status::no_equilibrium);
  EXPECT_EQ(found.problem, found.rest.report.reason);
}

// 10 N on a spring of 100 N/m and 1 m that yields at 5 N, hardening 0.5: it is 1.15 m long, and
// elastic about that. Along 100 N/m, across 10 N / 1.15 m.
TEST(FindModes, AYieldedSpringIsElasticAboutItsNewState) {
  System net =
      mass_on_spring(1, {.stiffness = {100}, .yield = Yield{.force = {5}, .hardening = {0.5}}});
  net.loads = {{.nodes = {1}, .force = {10, 0}}};
  const ModesResult found = find_modes(net, {.all = true});
  ASSERT_EQ(found.modes.size(), 2u);
  EXPECT_NEAR(found.rest.state.position[2], 1.15, 1e-9);
  EXPECT_NEAR(found.modes[0].eigenvalue, 10 / 1.15, 1e-8);
  EXPECT_NEAR(found.modes[1].eigenvalue, 100, 1e-8);
  ASSERT_EQ(found.rest.report.events.size(), 1u);
  EXPECT_EQ(found.rest.report.events[0].kind, MotionEvent::Kind::yield);
  // As drawn nothing has yielded.
  EXPECT_TRUE(find_modes(net, {.about = About::drawn}).rest.report.events.empty());
}

// Two springs side by side, of which one breaks under its half of the load.
TEST(FindModes, ABrokenSpringIsGone) {
  System net = mass_on_spring(1, {.stiffness = {100}});
  net.springs.push_back({.ends = {{0, 1}}, .stiffness = {100}, .breaks = Break{.force = {2}}});
  net.loads = {{.nodes = {1}, .force = {5, 0}}};
  const ModesResult found = find_modes(net, {.all = true});
  ASSERT_EQ(found.modes.size(), 2u);
  EXPECT_NEAR(found.modes[0].eigenvalue, 5 / 1.05, 1e-8);
  EXPECT_NEAR(found.modes[1].eigenvalue, 100, 1e-8);
  EXPECT_EQ(found.bars, 1);
}

TEST(LowestStiffness, LeavesRigidMotionsOut) {
  // Two nodes and a spring: three rigid motions of four unknowns, and 2 k along.
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 3, 4};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {5}}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(rest.report.modes->rigid, 3);
  EXPECT_NEAR(*rest.report.lowest_stiffness, 10, 1e-13);
}

TEST(LowestStiffness, OfALargeFreeBody) {
  System net = square_net(12, 2, 1);
  net.nodes.fixed.clear();
  for (int j = 0; j + 1 < 12; ++j)
    for (int i = 0; i + 1 < 12; ++i) net.springs[0].ends.push_back({12 * j + i, 12 * j + i + 13});
  net.springs[0].rest_length.clear();
  const Equilibrium rest = solve_equilibrium(net);
  const ModesResult all = find_modes(net, {.all = true});
  EXPECT_EQ(rest.report.modes->rigid, 3);
  EXPECT_NEAR(*rest.report.lowest_stiffness, all.modes[3].eigenvalue,
              1e-9 * all.modes[3].eigenvalue);
}

// ---- self-stress and mechanisms ----

double lengthening(const System& net, const std::vector<double>& x, const std::vector<double>& u,
                   const std::array<int, 2>& ends) {
  const std::size_t d = usize(net.dimension);
  const std::size_t a = usize(ends[0]) * d;
  const std::size_t b = usize(ends[1]) * d;
  double along = 0, squared = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    along += (x[b + axis] - x[a + axis]) * (u[b + axis] - u[a + axis]);
    squared += (x[b + axis] - x[a + axis]) * (x[b + axis] - x[a + axis]);
  }
  return along / std::sqrt(squared);
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void expect_orthonormal(const std::vector<std::vector<double>>& vectors) {
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      EXPECT_NEAR(product(vectors[i], vectors[j]), i == j ? 1 : 0, 1e-12);
}

TEST(Rigidity, PivotsAndFullMatricesCountTheSame) {
  Random random(11);
  for (int trial = 0; trial < 40; ++trial) {
    RandomNet wish;
    wish.dimension = 2 + trial % 2;
    wish.nodes = 6 + random.index(30);
    wish.chords = random.index(3 * wish.nodes);
    wish.fixed = random.index(4);
    wish.all_laws = trial % 3 == 0;
    const System net = random_net(random, wish);
    const Network network = compile(net);
    const std::unique_ptr<Backend> backend = make_backend(network.data(), {});
    const auto counts = count_rigidity(*backend, network.data(), net.nodes.position);
    const RigiditySpaces spaces = rigidity_spaces(network.data(), net.nodes.position);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->rank, spaces.counts.rank) << trial;
    EXPECT_EQ(counts->mechanisms(), spaces.counts.mechanisms()) << trial;
    EXPECT_EQ(counts->self_stresses(), spaces.counts.self_stresses()) << trial;
    EXPECT_EQ(spaces.mechanisms.cols(), spaces.counts.mechanisms()) << trial;
    EXPECT_EQ(spaces.stresses.cols(), spaces.counts.self_stresses()) << trial;
  }
}

TEST(Rigidity, MechanismsLengthenNothingAndSelfStressBalances) {
  Random random(5);
  System net = random_net(random, {.dimension = 3, .nodes = 15, .chords = 35, .fixed = 2});
  net.springs[0].rest_length.clear();
  const ModesResult found = find_modes(net);
  ASSERT_GT(found.self_stress->count + found.mechanisms->count, 3);
  const std::vector<double>& x = found.rest.state.position;
  for (const auto& shape : found.mechanisms->shapes) {
    for (const auto& ends : net.springs[0].ends)
      EXPECT_NEAR(lengthening(net, x, shape, ends), 0, 1e-12);
    for (std::size_t axis = 0; axis < 6; ++axis) EXPECT_EQ(shape[axis], 0) << "fixed";
  }
  // By the principle of virtual work: t . (lengthening of u) = 0 for every motion u of one free
  // axis.
  for (const auto& state : found.self_stress->states)
    for (std::size_t axis = 6; axis < x.size(); ++axis) {
      std::vector<double> u(x.size(), 0.0);
      u[axis] = 1;
      double work = 0;
      for (std::size_t s = 0; s < state.size(); ++s)
        work += state[s] * lengthening(net, x, u, net.springs[0].ends[s]);
      EXPECT_NEAR(work, 0, 1e-12);
    }
  expect_orthonormal(found.mechanisms->shapes);
  expect_orthonormal(found.self_stress->states);
}

// A tight string resists across by its tension alone.
TEST(Rigidity, TensionStiffensMechanisms) {
  const ModesResult loose = find_modes(chain(4, 1)), tight = find_modes(chain(4, 0.75));
  EXPECT_EQ(loose.mechanisms->count, 3);
  EXPECT_EQ(loose.mechanisms->stiffened, 0);
  EXPECT_EQ(tight.mechanisms->count, 3);
  EXPECT_EQ(tight.mechanisms->stiffened, 3);
  EXPECT_EQ(tight.rest.report.mechanisms, 3);
  EXPECT_EQ(tight.rest.report.modes->mechanism, 0);
  EXPECT_EQ(tight.self_stress->count, 1);
  // T/l = 0.5; the stiffness of the string's modes is 0.5 (2 - 2 cos(j pi / 4)).
  for (int j = 1; j <= 3; ++j)
    EXPECT_NEAR(tight.mechanisms->stiffness[usize(j - 1)], 1 - std::cos(j * kPi / 4), 1e-13);
  EXPECT_EQ(tight.mechanisms->moving[0].front(), 2);
}

TEST(Rigidity, SlackCablesAndLooseSpringsAreNone) {
  // A square with two fixed corners, braced by a cable that is slack.
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0, 1, 1, 0, 1};
  net.nodes.fixed = {{.nodes = {0, 1}}};
  net.springs = {{.ends = {{1, 2}, {2, 3}, {3, 0}}, .stiffness = {1}},
                 {.law = Law::cable, .ends = {{0, 2}}, .stiffness = {1}, .rest_length = {2}}};
  const ModesResult found = find_modes(net);
  EXPECT_EQ(found.bars, 3);
  EXPECT_EQ(found.mechanisms->count, 1);
  EXPECT_EQ(found.mechanisms->moving[0], (std::vector<int>{2, 3}));
  net.springs[1].rest_length = {1.4};
  net.loads = {{.nodes = {2}, .force = {0.1, 0}}};
  const ModesResult taut = find_modes(net);
  EXPECT_EQ(taut.bars, 4);
  EXPECT_EQ(taut.mechanisms->count, 0);
  EXPECT_EQ(taut.self_stress->count, 0);
}

}  // namespace
}  // namespace tensio
