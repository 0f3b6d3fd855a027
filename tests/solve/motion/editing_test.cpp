// Values changed between steps, interactively and by events: cost and results.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numeric>

#include "core/index.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio {
namespace {

using testing::kImplicit;

// A cloth of side x side nodes, some of its first row fixed.
System cloth(int side, int fixed) {
  System net = testing::cloth_of_threads(side, false);
  Fixed supports;
  for (int i = 0; i < fixed; ++i) supports.nodes.push_back(i);
  net.nodes.fixed = {supports};
  return net;
}

SimulationOptions with(LinearSolver solver, Integrator integrator = Integrator::implicit_euler) {
  return {.integrator = integrator,
          .time_step = 2e-3,
          .duration = 1,
          .linear_solver = solver,
          .threads = 1};
}

std::vector<LinearSolver> direct_solvers() {
  std::vector<LinearSolver> all = {LinearSolver::ldlt};
  if (built_with_cholmod()) all.push_back(LinearSolver::cholmod);
  return all;
}

// Two steps; how many symbolic analyses there were so far.
std::int64_t analyses_after_steps(Simulation& run) {
  EXPECT_EQ(run.step().status, MotionStatus::finished);
  const MotionReport report = run.step();
  EXPECT_EQ(report.status, MotionStatus::finished) << report.reason;
  return report.analyses;
}

// All that changes no support.
void change_values(Simulation& run) {
  const double point[] = {0.5, 0.2, 0.1}, push[] = {0, 0.1, 0.2};
  run.set_target(10, point, 20);
  run.set_rest_length(3, 0.12);
  run.set_stiffness(4, 80);
  run.set_stiffness(5, 0);
  run.set_load(7, push);
}

// ---- symbolic factorisations ----

// Calls f(run) with runs of the net, after the first analysis and edits that cause no other.
template <class F>
void with_each_direct_solver(const System& net, F&& f) {
  for (LinearSolver solver : direct_solvers())
    for (Integrator integrator : kImplicit) {
      SCOPED_TRACE(std::string(to_string(solver)) + " " + to_string(integrator));
      Simulation run(net, with(solver, integrator));
      ASSERT_EQ(analyses_after_steps(run), 1);
      change_values(run);
      EXPECT_EQ(analyses_after_steps(run), 1);
      f(run);
    }
}

TEST(InteractiveEdit, CausesNoSymbolicAnalysisWhereFewAxesAreFixed) {
  with_each_direct_solver(cloth(8, 2), [](Simulation& run) {
    run.set_fixed(0, false);
    EXPECT_EQ(analyses_after_steps(run), 1);
    run.set_fixed(20, true);
    run.clear_target(10);
    EXPECT_EQ(analyses_after_steps(run), 1);
    // Beyond a tenth, too: the pattern of all axes remains valid.
    std::vector<int> half(32);
    std::iota(half.begin(), half.end(), 0);
    run.set_fixed(half, true);
    EXPECT_EQ(analyses_after_steps(run), 1);
    run.set_fixed(half, false);
    EXPECT_EQ(analyses_after_steps(run), 1);
  });
}

TEST(InteractiveEdit, CausesOneForEachOtherSetOfSupportsWhereManyAxesAreFixed) {
  with_each_direct_solver(cloth(8, 8), [](Simulation& run) {
    run.set_fixed(3, true);  // it is already
    run.set_fixed(30, false);
    EXPECT_EQ(analyses_after_steps(run), 1);
    run.set_fixed(30, true);
    run.set_fixed(31, true);
    EXPECT_EQ(analyses_after_steps(run), 2);
    run.set_fixed(30, false);
    run.set_fixed(30, true);  // what was, before any step
    EXPECT_EQ(analyses_after_steps(run), 2);
    // Below a tenth the pattern is that of all axes, which is valid for any set.
    const std::vector<int> row = {0, 1, 2, 3, 4, 5, 6};
    run.set_fixed(row, false);
    EXPECT_EQ(analyses_after_steps(run), 3);
    run.set_fixed(row, true);
    EXPECT_EQ(analyses_after_steps(run), 3);
  });
}

TEST(InteractiveEdit, EventsCauseNoMoreSymbolicAnalyses) {
  for (LinearSolver solver : direct_solvers())
    for (int fixed : {2, 8}) {
      System net = cloth(8, fixed);
      net.events = {{.at = 0.01, .set = {{"threads.stiffness", {60}}, {"gravity", {0, 0, -5}}}},
                    {.at = 0.02, .free = {0}},
                    {.at = 0.03, .fix = {40, 41, 42}},
                    {.at = 0.04, .set = {{"threads.rest_length", {0.11}}, {"drag", {1}}}}};
      Simulation run(net, with(solver));
      const MotionReport report = run.run_until(0.05);
      EXPECT_EQ(report.status, MotionStatus::finished);
      EXPECT_EQ(run.events().size(), 8u);
      EXPECT_EQ(report.analyses, fixed == 2 ? 1 : 3) << to_string(solver);
    }
}

// Patterns of all axes and of the unknowns alone, and no pattern at all, give the same motion.
TEST(InteractiveEdit, GivesTheSameMotionWithEverySolver) {
  std::vector<double> expected;
  for (LinearSolver solver : testing::solvers()) {
    Simulation run(cloth(6, 6), with(solver));
    for (int round = 0; round < 4; ++round) {
      change_values(run);
      run.set_fixed(round, false);
      run.set_fixed(30 - round, true);
      (void)run.run_until(run.time() + 0.02);
    }
    EXPECT_EQ(run.step().analyses > 0, solver != LinearSolver::pcg);
    const std::vector<double> found = run.state().position;
    if (expected.empty()) expected = found;
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-9) << to_string(solver);
  }
}

// ---- energy passes ----

// How often the law of this cloth's springs was asked: once in each pass.
struct CountedCloth {
  explicit CountedCloth(int side) : net(cloth(side, 2)) {
    SpringSet& set = net.springs[0];
    set.law = Law::custom;
    set.custom = [this](const LawBatch& batch) {
      ++passes;
      each_spring([](double l, double k, double l0) {
        return std::array<double, 3>{0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
      })(batch);
    };
  }
  System net;
  std::atomic<int> passes = 0;
};

TEST(InteractiveEdit, ChangesManySpringsAtTheCostOfOne) {
  CountedCloth counted(20);
  Simulation run(counted.net, with(LinearSolver::ldlt));
  std::vector<int> all(counted.net.springs[0].ends.size());
  std::iota(all.begin(), all.end(), 0);
  const double k = 70, l0 = 0.09;
  counted.passes = 0;
  run.set_stiffness(0, 60);
  const int one = counted.passes;
  EXPECT_GT(one, 0);
  EXPECT_LE(one, 2);
  counted.passes = 0;
  run.set_stiffness(all, std::span(&k, 1));
  EXPECT_EQ(counted.passes, one);
  counted.passes = 0;
  run.set_rest_length(all, std::span(&l0, 1));
  EXPECT_EQ(counted.passes, one);
}

TEST(InteractiveEdit, AnEventChangesAWholeSetAtTheCostOfOneSpring) {
  int passes[2];
  for (bool event : {false, true}) {
    CountedCloth counted(20);
    if (event)
      counted.net.events = {
          {.at = 0, .set = {{"threads.stiffness", {70}}, {"threads.rest_length", {0.09}}}}};
    Simulation run(counted.net, {.integrator = Integrator::symplectic_euler,
                                 .time_step = 1e-5,
                                 .duration = 1,
                                 .threads = 1});
    counted.passes = 0;
    (void)run.step();
    passes[event] = counted.passes;
    EXPECT_EQ(run.events().size(), event ? 2u : 0u);
  }
  EXPECT_LE(passes[1] - passes[0], 2);
}

// Many edits in one call have the result of one after the other.
TEST(InteractiveEdit, ChangesManyAsItChangesEach) {
  const System net = cloth(5, 2);
  Simulation together(net, with(LinearSolver::ldlt)), singly(net, with(LinearSolver::ldlt));
  std::vector<int> springs, nodes = {7, 12, 13};
  std::vector<double> lengths;
  for (int s = 0; s < 20; ++s) {
    springs.push_back(s);
    lengths.push_back(0.09 + 0.001 * s);
  }
  const double k = 65;
  for (int round = 0; round < 2; ++round) {
    (void)together.run_until(together.time() + 0.01);
    (void)singly.run_until(singly.time() + 0.01);
    together.set_rest_length(springs, lengths);
    together.set_stiffness(springs, std::span(&k, 1));
    together.set_fixed(nodes, round == 0);
    for (int s : springs) singly.set_rest_length(s, lengths[usize(s)]);
    for (int s : springs) singly.set_stiffness(s, k);
    for (int node : nodes) singly.set_fixed(node, round == 0);
  }
  (void)together.step();
  (void)singly.step();
  EXPECT_EQ(together.state().position, singly.state().position);
  EXPECT_NEAR(together.energies().total, singly.energies().total, 1e-12);
  EXPECT_NEAR(together.energies().work, singly.energies().work, 1e-12);

  EXPECT_THROW(together.set_rest_length(springs, std::span(lengths).first(3)), Error);
  EXPECT_THROW(together.set_stiffness(std::vector<int>{0, 999}, std::span(&k, 1)), Error);
  const double negative = -1;
  EXPECT_THROW(together.set_rest_length(springs, std::span(&negative, 1)), Error);
  EXPECT_THROW(together.set_fixed(std::vector<int>{0, -1}, true), Error);
}

// ---- rest lengths of springs that are given by EA ----

// Two springs between fixed nodes, 1.5 m long: by EA, and by k.
System two_bars() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1.5, 0, 0, 1, 1.5, 1};
  net.nodes.mass = {1};
  net.nodes.fixed = {{.nodes = {0, 1, 2, 3}}};
  net.springs = {
      {.name = "by_ea", .ends = {{0, 1}}, .axial_stiffness = {1000}, .rest_length = {1.25}},
      {.name = "by_k", .ends = {{2, 3}}, .stiffness = {800}, .rest_length = {1.25}}};
  return net;
}

// T = EA (l - l0) / l0: EA belongs to the section, as under a change of temperature and in stages.
TEST(InteractiveEdit, ChangingARestLengthPreservesEaAndAGivenStiffness) {
  for (const bool by_event : {false, true}) {
    System net = two_bars();
    const auto set = [&](const char* name, double value) {
      net.events.push_back({.at = 0.01, .set = {{name, {value}}}});
    };
    if (by_event) {
      set("by_ea.rest_length", 0.5);
      set("by_k.rest_length", 0.5);
    }
    Simulation run(net, with(LinearSolver::ldlt));
    (void)run.run_until(0.01);
    EXPECT_DOUBLE_EQ(run.tensions()[0], 1000 * 0.25 / 1.25);
    if (!by_event) {
      run.set_rest_length(0, 1.1);  // overwritten below: it has no effect
      run.set_rest_length(0, 0.5);
      run.set_rest_length(1, 0.5);
    }
    (void)run.run_until(0.02);
    EXPECT_DOUBLE_EQ(run.tensions()[0], 1000 * 1.0 / 0.5) << by_event;
    EXPECT_DOUBLE_EQ(run.tensions()[1], 800 * 1.0) << by_event;
    Simulation resumed(net, with(LinearSolver::ldlt));
    resumed.restore(run.save());
    EXPECT_EQ(resumed.tensions(), run.tensions());
  }
}

TEST(InteractiveEdit, AStiffnessThatWasSetStandsWhateverTheRestLength) {
  for (const bool stiffness_first : {false, true}) {
    Simulation run(two_bars(), with(LinearSolver::ldlt));
    if (stiffness_first) run.set_stiffness(0, 300);
    run.set_rest_length(0, 0.5);
    if (!stiffness_first) run.set_stiffness(0, 300);
    EXPECT_DOUBLE_EQ(run.tensions()[0], 300) << stiffness_first;
    Simulation resumed(two_bars(), with(LinearSolver::ldlt));
    resumed.restore(run.save());
    EXPECT_EQ(resumed.tensions(), run.tensions()) << stiffness_first;
  }
  System both = two_bars();
  both.events = {{.at = 0, .set = {{"by_ea.rest_length", {0.5}}, {"by_ea.stiffness", {300}}}}};
  Simulation run(both, with(LinearSolver::ldlt));
  (void)run.step();
  EXPECT_DOUBLE_EQ(run.tensions()[0], 300);
}

TEST(InteractiveEdit, ARestLengthOfZeroIsRefusedWhereTheStiffnessIsEaOverIt) {
  Simulation run(two_bars(), with(LinearSolver::ldlt));
  EXPECT_THROW(run.set_rest_length(0, 0), Error);
  run.set_rest_length(1, 0);
  EXPECT_DOUBLE_EQ(run.tensions()[1], 800 * 1.5);
}

// Backward Euler from rest: m x = h² (s (a - x) - k x).
TEST(InteractiveEdit, PullsAnUnstressedWeightlessNetWithEverySolver) {
  constexpr double m = 2, k = 100, s = 50, a = 0.3, h = 0.01;
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.mass = {m};
  net.nodes.fixed = {{.nodes = {0}}};
  net.springs = {{.ends = {{0, 1}}, .stiffness = {k}}};
  for (StepMethod method : {StepMethod::newton, StepMethod::prefactored})
    for (LinearSolver solver : {LinearSolver::ldlt, LinearSolver::pcg}) {
      SimulationOptions options = with(solver);
      options.time_step = h;
      options.method = method;
      Simulation run(net, options);
      run.set_target(1, std::vector<double>{1 + a, 0}, s);
      const MotionReport report = run.step();
      ASSERT_EQ(report.status, MotionStatus::finished) << report.reason;
      const double x = s * a / (m / (h * h) + s + k);
      EXPECT_NEAR(run.state().position[2], 1 + x, 1e-14);
    }
}

// ---- many values in one call ----

TEST(InteractiveEdit, LoadsOfManyNodesAreThoseOfSingleOnes) {
  const System net = cloth(5, 2);
  Simulation one(net, with(LinearSolver::ldlt)), many(net, with(LinearSolver::ldlt));
  const std::array<int, 3> nodes = {20, 3, 11};
  const std::array<double, 9> forces = {0, 0, 1, 0.5, 0, 0, 0, -2, 0};
  for (std::size_t i = 0; i < 3; ++i) one.set_load(nodes[i], std::span(forces).subspan(3 * i, 3));
  many.set_load(nodes, forces);
  EXPECT_EQ(one.loads(), many.loads());
  EXPECT_EQ(many.loads()[3 * 11 + 1], -2);
  EXPECT_EQ(many.loads()[3 * 20 + 2], 1);
  (void)one.step();
  (void)many.step();
  EXPECT_EQ(one.state().position, many.state().position);
  // One force for all.
  many.set_load(nodes, std::array{1.0, 2.0, 3.0});
  EXPECT_EQ(many.loads()[3 * 3 + 2], 3);
  EXPECT_THROW(many.set_load(nodes, std::array{1.0, 2.0}), Error);
  EXPECT_THROW(many.set_load(std::array{25}, std::array{1.0, 2.0, 3.0}), Error);
}

TEST(InteractiveEdit, ValuesCanBeRead) {
  const System net = cloth(5, 2);
  Simulation run(net, with(LinearSolver::ldlt));
  const SpringStates drawn = spring_states(compile(net), net.nodes.position);
  EXPECT_EQ(run.rest_lengths(), drawn.rest_length);
  EXPECT_EQ(run.stiffnesses(), drawn.stiffness);
  EXPECT_EQ(run.loads(), std::vector<double>(75));
  run.set_rest_length(3, 0.7);
  run.set_stiffness(4, 80);
  EXPECT_EQ(run.rest_lengths()[3], 0.7);
  EXPECT_EQ(run.stiffnesses()[4], 80);
  EXPECT_EQ(run.rest_lengths()[4], drawn.rest_length[4]);
}

}  // namespace
}  // namespace tensio
