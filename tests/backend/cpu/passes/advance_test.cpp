// Explicit steps taken in one call have the bits of the serial loops, on every processor and
// thread.
#include <gtest/gtest.h>

#include <array>

#include "backend/backend.hpp"
#include "backend/common/velocity_forces.hpp"
#include "backend/cpu/kernels/simd.hpp"
#include "backend/cpu/passes/advance.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "physics/law_traits.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "support/nets.hpp"
#include "support/rounds.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

constexpr Integrator kSchemes[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                   Integrator::velocity_verlet};

/// Back to the processor's own level at the end of a test.
struct Levels {
  ~Levels() { choose_simd_level({}); }
};

struct Motion {
  std::vector<double> x, v, a, guess;
  double dissipated = 0;
};

template <int D>
std::vector<double> serial_acceleration(const NetworkData& net, const std::vector<double>& x,
                                        const std::vector<double>& v) {
  Extras extras;
  if (!net.damping.empty()) extras.velocity = v.data();
  std::vector<double> f(x.size(), 0.0);
  scatter_forces<D>(net, x.data(), f.data(), extras);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] += net.external[i];
  add_drag<D>(net, v.data(), f.data());
  for (std::size_t i = 0; i < f.size(); ++i)
    f[i] = net.constrained[i] ? 0.0 : f[i] / net.mass[i / D];
  return f;
}

template <int D>
double serial_power(const NetworkData& net, const std::vector<double>& x,
                    const std::vector<double>& v) {
  if (!is_damped(net)) return 0;
  std::vector<double> power(usize(net.node_count)), of_springs(net.a.size());
  if (!net.damping.empty()) {
    dashpot_powers<D>(net, x.data(), v.data(), 0, net.spring_count, of_springs.data());
    add_to_lower_nodes(net, of_springs.data(), power.data());
  }
  double sum = 0;
  for (int i = 0; i < sum_block_count(net.node_count); ++i) {
    const SumBlock block = sum_block(i, net.node_count);
    sum += dissipated_in_block<D>(net, v.data(), power.data(), block.begin, block.end);
  }
  return sum;
}

// The definition: one step after the other, springs by the serial loop.
template <int D>
void step(const NetworkData& net, Integrator integrator, double h, Motion& m) {
  const auto add = [](double factor, const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * from[i];
  };
  const bool verlet = integrator == Integrator::velocity_verlet;
  if (!verlet || m.guess.empty()) m.guess = m.v;
  const std::vector<double> a = serial_acceleration<D>(net, m.x, m.guess);
  m.dissipated += (verlet ? h / 2 : h) * serial_power<D>(net, m.x, m.guess);
  if (integrator == Integrator::explicit_euler) {
    add(h, m.v, m.x);
    add(h, a, m.v);
  } else if (integrator == Integrator::symplectic_euler) {
    add(h, a, m.v);
    add(h, m.v, m.x);
  } else {
    add(h, m.v, m.x);
    add(h * h / 2, a, m.x);
    m.guess = m.v;
    add(h, a, m.guess);
    m.a = serial_acceleration<D>(net, m.x, m.guess);
    add(h / 2, a, m.v);
    add(h / 2, m.a, m.v);
    m.dissipated += h / 2 * serial_power<D>(net, m.x, m.guess);
  }
}

// A net with loads, single fixed axes, speeds, coincident ends and springs without stiffness.
System lively_net(Random& random, int dimension, int nodes, int laws) {
  testing::RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = nodes;
  wish.chords = 2 * nodes;
  wish.all_laws = laws == 1;
  System net = laws == 2 ? testing::curved_net(random, wish) : testing::random_net(random, wish);
  std::erase_if(net.springs,
                [](const SpringSet& set) { return set.law == Law::custom || set.ends.empty(); });
  for (int i = 0; i < nodes; ++i) net.nodes.mass.push_back(random.uniform(0.5, 2));
  for (int i = 0; i < nodes * dimension; ++i)
    net.nodes.velocity.push_back(random.uniform(-0.1, 0.1));
  for (int axis = 0; axis < dimension; ++axis) {
    net.gravity[usize(axis)] = 0.3 * axis - 0.4;
    net.nodes.fixed.push_back(
        {.nodes = {nodes - 1 - axis}, .axes = static_cast<std::uint8_t>(1 << axis)});
  }
  net.loads = {
      {.nodes = {nodes / 2},
       .force = std::vector<double>(net.gravity.begin(), net.gravity.begin() + dimension)}};
  for (SpringSet& set : net.springs) {
    if (!set.stiffness.empty()) set.stiffness[0] = 0;
    const bool may_be_zero = set.law == Law::linear || set.law == Law::cable;
    if (may_be_zero && set.rest_length.size() > 2) set.rest_length[1] = 0;
  }
  // Two nodes in one place, and a net of round numbers, whose springs share their values.
  for (int axis = 0; axis < dimension; ++axis)
    net.nodes.position[usize(dimension + axis)] = net.nodes.position[usize(axis)];
  return net;
}

/// Damped of its own accord: by drag, by dashpots of single springs, or by both.
enum class Loss { none, drag, dashpots, both };
constexpr Loss kLosses[] = {Loss::none, Loss::drag, Loss::dashpots, Loss::both};

System with_loss(System net, Loss loss, Random& random) {
  if (loss == Loss::drag || loss == Loss::both) net.drag = 0.7;
  if (loss == Loss::dashpots || loss == Loss::both)
    for (SpringSet& set : net.springs)
      for (std::size_t s = 0; s < set.ends.size(); ++s) {
        // Kernels cannot say when a dashpot without a spring is slack.
        const double k =
            set.stiffness.empty() ? 1 : set.stiffness[set.stiffness.size() > 1 ? s : 0];
        const bool none = can_be_slack(set.law.value_or(Law::linear)) && k == 0;
        const double c = random.uniform(0.01, 0.3);
        set.damping.push_back(none || random.index(3) == 0 ? 0 : c);
      }
  return net;
}

void share_values(System& net) {
  for (SpringSet& set : net.springs)
    for (auto* column : {&set.stiffness, &set.rest_length})
      for (double& value : *column) value = std::round(8 * value) / 8;
}

template <int D>
void expect_same_bits(const System& system, int threads, SimdLevel level) {
  choose_simd_level(level);
  const DynamicNetwork moving(system);
  const NetworkData& net = moving.data;
  const std::vector<double> speeds = compiled_order(net, system.nodes.velocity);
  for (Integrator integrator : kSchemes) {
    const auto backend = make_backend(net, {.threads = threads});
    const VectorId x = backend->make_vector(), v = backend->make_vector();
    const VectorId a = backend->make_vector(), guess = backend->make_vector();
    backend->set_start(x);
    backend->upload(system.nodes.velocity, v);
    Motion expected{{net.beginning().begin(), net.beginning().end()}, speeds, {}, {}};
    ASSERT_TRUE(backend->can_advance());
    bool known = false, guess_known = false;
    double dissipated = 0;
    for (int count : {1, 4, 3}) {
      Advance steps{integrator, 0.001, count, x, v, -1, known};
      steps.strain = 1e6;
      steps.dissipated = &dissipated;
      if (integrator == Integrator::velocity_verlet)
        (is_damped(net) ? steps.guess : steps.a) = is_damped(net) ? guess : a;
      steps.guess_known = guess_known;
      ASSERT_EQ(backend->advance(steps), count);
      known = steps.a >= 0;
      guess_known = steps.guess >= 0;
      for (int i = 0; i < count; ++i) step<D>(net, integrator, 0.001, expected);
      const auto same = [&](VectorId id, const std::vector<double>& wanted) {
        std::vector<double> user(wanted.size());
        backend->download(id, user);
        return hash_bits(compiled_order(net, user)) == hash_bits(wanted);
      };
      ASSERT_TRUE(same(x, expected.x)) << to_string(integrator) << ", " << count;
      ASSERT_TRUE(same(v, expected.v)) << to_string(integrator) << ", " << count;
      if (known) ASSERT_TRUE(same(a, expected.a)) << count;
      if (guess_known) ASSERT_TRUE(same(guess, expected.guess)) << count;
      ASSERT_EQ(dissipated, expected.dissipated) << to_string(integrator) << ", " << count;
    }
  }
}

void expect_same_bits(const System& system, int threads, SimdLevel level) {
  SCOPED_TRACE(std::to_string(system.node_count()) + " nodes, " + std::to_string(threads) +
               " threads, " + to_string(level));
  if (system.dimension == 2)
    expect_same_bits<2>(system, threads, level);
  else
    expect_same_bits<3>(system, threads, level);
}

TEST(Advance, HasTheBitsOfTheSerialLoopOnSmallNets) {
  const Levels levels;
  Random random(5);
  for (int i = 0; i < testing::rounds(60, 12); ++i) {
    System net = lively_net(random, 2 + i % 2, 3 + random.index(60), i / 2 % 3);
    if (i % 4 == 0) share_values(net);
    for (Loss loss : kLosses)
      for (SimdLevel level : simd_levels())
        expect_same_bits(with_loss(net, loss, random), 1, level);
    if (HasFatalFailure()) return;
  }
}

TEST(Advance, HasTheBitsOfTheSerialLoopOnAnyNumberOfThreads) {
  const Levels levels;
  Random random(6);
  for (int i = 0; i < 6; ++i) {
    System net = lively_net(random, 2 + i % 2, 4000, i / 2);
    if (i < 3) share_values(net);
    const std::vector<SimdLevel> all = simd_levels();
    std::size_t turn = usize(i);
    for (Loss loss : kLosses) {
      const System damped = with_loss(net, loss, random);
      for (int threads : {1, 2, 3, 8}) expect_same_bits(damped, threads, all[turn++ % all.size()]);
    }
    if (HasFatalFailure()) return;
  }
}

// More kinds of springs and nodes than their numbers could name.
TEST(Advance, HasTheBitsOfTheSerialLoopWhereNothingIsShared) {
  const Levels levels;
  Random random(7);
  const System net = lively_net(random, 3, 70000, 0);
  for (Loss loss : {Loss::none, Loss::both})
    expect_same_bits(with_loss(net, loss, random), 2, simd_level());
}

// A net of rows of nodes that are alike but for the rims, a few fixed ones and a heavy one.
System regular_net(Random& random, int dimension, const std::array<int, 3>& count, Law law) {
  System net;
  net.dimension = dimension;
  const auto number = [&](int i, int j, int k) { return (k * count[1] + j) * count[0] + i; };
  SpringSet set;
  set.name = "springs";
  set.law = law;
  const auto join = [&](int a, int i, int j, int k, double stiffness, double length) {
    if (i < 0 || i >= count[0] || j < 0 || j >= count[1] || k >= count[2]) return;
    // Ends in any order.
    const int b = number(i, j, k);
    set.ends.push_back(random.index(2) == 0 ? std::array{a, b} : std::array{b, a});
    set.stiffness.push_back(stiffness);
    if (has_rest_length(law)) set.rest_length.push_back(length);
  };
  for (int k = 0; k < count[2]; ++k)
    for (int j = 0; j < count[1]; ++j)
      for (int i = 0; i < count[0]; ++i) {
        const double place[] = {0.1 * i, 0.1 * j, 0.1 * k};
        for (int axis = 0; axis < dimension; ++axis) {
          net.nodes.position.push_back(place[axis] + random.uniform(-0.02, 0.02));
          net.nodes.velocity.push_back(random.uniform(-0.1, 0.1));
        }
        const int a = number(i, j, k);
        join(a, i, j + 2, k, 3, 0.2);
        join(a, i + 1, j, k, 20, 0.1);
        join(a, i, j + 1, k, 20, 0.1);
        join(a, i - 1, j + 1, k, 7, 0.14);
        join(a, i + 1, j + 1, k, 7, 0.14);
        join(a, i + 2, j, k, 3, 0.2);
        join(a, i, j, k + 1, 20, 0.1);
        net.nodes.mass.push_back(0.5);
      }
  net.springs = {set};
  net.gravity = {0.1, 0.2, dimension == 3 ? -0.3 : 0.0};
  const int nodes = static_cast<int>(net.nodes.mass.size());
  net.nodes.mass[usize(nodes / 3)] = 2;
  net.nodes.fixed = {{.nodes = {0, nodes - 1}}, {.nodes = {nodes / 2}, .axes = 2}};
  return net;
}

constexpr Law kKernelLaws[] = {Law::linear, Law::cable, Law::strut, Law::force_density,
                               Law::constant_tension};

bool goes_by_runs(const System& system) {
  const DynamicNetwork net(system);
  ThreadPool pool(2);
  return Sweeper<double>(net.data, pool).by_runs() && Sweeper<float>(net.data, pool).by_runs();
}

TEST(Advance, HasTheBitsOfTheSerialLoopByRunsOfNodesThatAreAlike) {
  const Levels levels;
  Random random(11);
  for (int i = 0; i < testing::rounds(40, 10); ++i) {
    const int dimension = 2 + i % 2, most = dimension == 3 ? 3 : 1;
    const std::array<int, 3> count{80 + random.index(40), 3 + random.index(5),
                                   1 + random.index(most)};
    System net = regular_net(random, dimension, count, kKernelLaws[i % 5]);
    ASSERT_TRUE(goes_by_runs(net));
    if (i % 3 == 0)
      for (std::vector<double>* values : {&net.springs[0].stiffness, &net.nodes.mass})
        for (double& value : *values) value *= random.uniform(1, 1.1);
    for (Loss loss : kLosses) {
      System damped = with_loss(net, loss, random);
      if (i % 2 == 0 && !damped.springs[0].damping.empty()) damped.springs[0].damping = {0.2};
      for (SimdLevel level : simd_levels()) expect_same_bits(damped, 1, level);
    }
    if (HasFatalFailure()) return;
  }
}

// Sums go through a window that is shorter than these nets.
TEST(Advance, HasTheBitsOfTheSerialLoopByRunsOnAnyNumberOfThreads) {
  const Levels levels;
  Random random(12);
  const std::vector<SimdLevel> all = simd_levels();
  std::size_t turn = 0;
  for (int i = 0; i < 5; ++i) {
    const int dimension = i == 1 ? 2 : 3;
    const std::array<int, 3> count{90 + i, i < 3 ? 70 : 10, i < 3 ? 1 : 7};
    const System net = regular_net(random, dimension, count, kKernelLaws[i]);
    ASSERT_TRUE(goes_by_runs(net));
    for (Loss loss : kLosses) {
      const System damped = with_loss(net, loss, random);
      for (int threads : {1, 2, 3, 8, 16})
        expect_same_bits(damped, threads, all[turn++ % all.size()]);
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Advance, GoesByRunsWhereNodesAreAlike) {
  Random random(13);
  for (Law law : kKernelLaws)
    EXPECT_TRUE(goes_by_runs(regular_net(random, 3, {90, 10, 2}, law))) << to_string(law);
  EXPECT_FALSE(goes_by_runs(regular_net(random, 3, {9, 30, 2}, Law::linear)));
  EXPECT_FALSE(goes_by_runs(lively_net(random, 3, 200, 0)));
  EXPECT_TRUE(goes_by_runs(scenes::cloth({.columns = 90, .bending_stiffness = 1e-6})));
}

// Positions after steps in single precision, taken in parts.
std::vector<double> in_single(const System& system, Integrator integrator, int threads,
                              SimdLevel level, std::initializer_list<int> parts) {
  choose_simd_level(level);
  const DynamicNetwork net(system);
  const auto backend = make_backend(net.data, {.threads = threads});
  const VectorId x = backend->make_vector(), v = backend->make_vector();
  backend->set_start(x);
  backend->upload(system.nodes.velocity, v);
  Advance steps{integrator, 0.001, 0, x, v};
  steps.strain = 1e6;
  steps.precision = Precision::single_precision;
  if (integrator == Integrator::velocity_verlet)
    (is_damped(net.data) ? steps.guess : steps.a) = backend->make_vector();
  for (int count : parts) {
    steps.count = count;
    EXPECT_EQ(backend->advance(steps), count);
    steps.a_known = steps.a >= 0;
    steps.guess_known = steps.guess >= 0;
  }
  std::vector<double> result(system.nodes.position.size());
  backend->download(x, result);
  return result;
}

TEST(Advance, InSinglePrecisionHasTheSameBitsOnEveryProcessorAndThread) {
  const Levels levels;
  Random random(8);
  const std::vector<SimdLevel> all = simd_levels();
  for (int i = 0; i < 30; ++i) {
    const bool large = i >= 27;
    System net = lively_net(random, 2 + i % 2, large ? 4000 : 3 + random.index(60), i % 3);
    if (i % 4 == 0) share_values(net);
    if (i % 3 == 2)
      net = regular_net(random, 2 + i % 2, {90 + i, large ? 70 : 5, 1}, kKernelLaws[i / 3 % 5]);
    net = with_loss(net, kLosses[i / 2 % 4], random);
    for (Integrator integrator : kSchemes) {
      SCOPED_TRACE(std::to_string(i) + ", " + to_string(integrator));
      const auto expected = in_single(net, integrator, 1, SimdLevel::baseline, {7});
      for (SimdLevel level : all)
        ASSERT_EQ(in_single(net, integrator, 1, level, {1, 4, 2}), expected) << to_string(level);
      if (large)
        for (int threads : {2, 3, 8})
          ASSERT_EQ(in_single(net, integrator, threads, all.back(), {7}), expected) << threads;
    }
  }
}

// All is computed in float: what comes out of it is one.
TEST(Advance, SinglePrecisionIsSinglePrecision) {
  Random random(9);
  const System net = lively_net(random, 3, 50, 0);
  for (double number : in_single(net, Integrator::velocity_verlet, 1, simd_level(), {5}))
    EXPECT_EQ(number, static_cast<double>(static_cast<float>(number)));
}

}  // namespace
}  // namespace tensio
