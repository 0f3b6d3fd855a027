// An observer is asked inside iterations, whichever linear solver is used, and can stop there.
#include "backend/interrupt.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

#include "core/index.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

struct Asked : Observer {
  std::array<int, 3> count = {};  // by activity
  int stop_at = -1;               // the call of that number, from 0 on, says stop
  int calls = 0;
  int iteration = 0;
  std::vector<double> seen;  // the last state that was shown

  bool observe(const Frame& frame) override {
    iteration = frame.iteration;
    seen.assign(frame.position.begin(), frame.position.end());
    return true;
  }
  bool working(Activity activity) override {
    ++count[usize(activity)];
    return calls++ != stop_at;
  }
  bool wants_position() const override { return true; }
  int of(Activity activity) const { return count[usize(activity)]; }
};

// Rest lengths below the drawn ones, and a load in the middle.
System loaded_net(int side) {
  System net = testing::square_net(side, 3, 0.9);
  net.springs[0].stiffness = {100};
  net.loads = {{.nodes = {side / 2 * side + side / 2}, .force = {0, 0, -1}}};
  return net;
}

EquilibriumOptions with(LinearSolver solver) {
  EquilibriumOptions options;
  options.linear_solver = solver;
  return options;
}

TEST(Interrupt, TheObserverIsAskedInEachPartOfAnIteration) {
  const System net = loaded_net(20);
  std::vector<LinearSolver> direct = {LinearSolver::ldlt};
  if (has_cholmod()) direct.push_back(LinearSolver::cholmod);
  for (LinearSolver solver : direct) {
    Asked asked;
    const Equilibrium rest = solve_equilibrium(net, with(solver), &asked);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    EXPECT_GE(rest.report.iterations, 2);
    EXPECT_GE(asked.of(Activity::ordering), 1) << to_string(solver);
    EXPECT_GE(asked.of(Activity::factorising), rest.report.iterations) << to_string(solver);
    EXPECT_GE(asked.of(Activity::solving), rest.report.iterations) << to_string(solver);
  }
  for (LinearSolver solver :
       {LinearSolver::pcg, LinearSolver::incomplete, LinearSolver::multilevel}) {
    Asked asked;
    const Equilibrium rest = solve_equilibrium(net, with(solver), &asked);
    ASSERT_TRUE(rest.converged()) << rest.report.reason;
    // Conjugate gradients take several iterations in each of Newton's.
    EXPECT_GE(asked.of(Activity::solving), 2 * rest.report.iterations) << to_string(solver);
    if (solver != LinearSolver::pcg) {
      EXPECT_GE(asked.of(Activity::factorising), rest.report.iterations);
    }
  }
}

TEST(Interrupt, LargeNetsAskToo) {
  Asked asked;
  System net = loaded_net(60);
  net.springs[0].rest_length = {0.5};
  const Equilibrium rest = solve_equilibrium(net, {}, &asked);
  ASSERT_TRUE(rest.converged()) << rest.report.reason;
  ASSERT_NE(rest.report.linear_note.find("conjugate gradients"), std::string::npos)
      << rest.report.linear_note;
  EXPECT_GE(asked.of(Activity::ordering), 1);
  EXPECT_GE(asked.of(Activity::factorising), 1);
  EXPECT_GE(asked.of(Activity::solving), rest.report.iterations);
}

TEST(Interrupt, AStopInsideAnIterationLeavesTheStateBeforeIt) {
  const System net = loaded_net(20);
  std::vector<LinearSolver> solvers = {LinearSolver::ldlt, LinearSolver::pcg,
                                       LinearSolver::multilevel};
  if (has_cholmod()) solvers.push_back(LinearSolver::cholmod);
  for (LinearSolver solver : solvers) {
    Asked all;
    ASSERT_TRUE(solve_equilibrium(net, with(solver), &all).converged());
    for (int stop : {0, 1, all.calls / 2, all.calls - 1}) {
      Asked asked;
      asked.stop_at = stop;
      const Equilibrium rest = solve_equilibrium(net, with(solver), &asked);
      EXPECT_EQ(rest.report.status, Status::interrupted) << to_string(solver) << ' ' << stop;
      EXPECT_EQ(rest.report.iterations, asked.iteration);
      EXPECT_EQ(rest.state.position, asked.seen) << to_string(solver) << ' ' << stop;
      EXPECT_EQ(asked.calls, stop + 1);
      EXPECT_EQ(rest.reaction.size(), rest.state.position.size());
    }
  }
}

// From kLongWork unknowns on a factorisation runs in a thread of its own.
TEST(Interrupt, LargeFactorisationsHaveTheSameBitsWhetherAskedOrNot) {
  const System net = loaded_net(65);
  ASSERT_GE(3 * 63 * 63, kLongWork);
  std::vector<LinearSolver> solvers = {LinearSolver::ldlt};
  if (has_cholmod()) solvers.push_back(LinearSolver::cholmod);
  for (LinearSolver solver : solvers) {
    EquilibriumOptions options = with(solver);
    options.stability = false;
    Asked asked;
    const Equilibrium watched = solve_equilibrium(net, options, &asked);
    const Equilibrium alone = solve_equilibrium(net, options);
    ASSERT_TRUE(watched.converged());
    EXPECT_EQ(watched.state.position, alone.state.position) << to_string(solver);
    // A stop while such a thread is at work; the same net is then solved as if nothing had been.
    const Network network = compile(net);
    Asked stops;
    stops.stop_at = 2;
    EXPECT_EQ(solve_equilibrium(network, options, &stops).report.status, Status::interrupted);
    EXPECT_EQ(solve_equilibrium(network, options).state.position, alone.state.position);
  }
}

TEST(Interrupt, ModesCanBeStopped) {
  System net = loaded_net(12);
  net.nodes.mass = {1};
  Asked all;
  ASSERT_TRUE(find_modes(net, {}, {}, &all).problem.empty());
  Asked rest_alone;
  (void)solve_equilibrium(net, {}, &rest_alone);
  ASSERT_GT(all.calls, rest_alone.calls + 1);
  Asked asked;
  asked.stop_at = all.calls - 1;
  const ModesResult result = find_modes(net, {}, {}, &asked);
  EXPECT_EQ(result.rest.report.status, Status::interrupted);
  EXPECT_TRUE(result.modes.empty());
}

// Two bars that snap through, 1 at the top.
TEST(Interrupt, AWalkAlongACurveStopsInsideAStepWithThePointsItHas) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0.1, -1, 0, 1, 0};
  net.nodes.fixed = {{.nodes = {1, 2}}};
  net.springs = {{.ends = {{1, 0}, {2, 0}}, .stiffness = {100}}};
  net.loads = {{.nodes = {0}, .force = {0, -1}}};
  Asked all;
  const LoadPath whole = follow(net, {}, {}, &all);
  ASSERT_TRUE(whole.converged()) << whole.reason;
  for (int stop : {0, 3, all.calls / 2, all.calls - 1}) {
    Asked asked;
    asked.stop_at = stop;
    const LoadPath path = follow(net, {}, {}, &asked);
    EXPECT_EQ(path.status, Status::interrupted) << stop;
    ASSERT_LE(path.points.size(), whole.points.size());
    for (std::size_t i = 0; i < path.points.size(); ++i)
      EXPECT_EQ(path.points[i].load_factor, whole.points[i].load_factor);
    if (stop > all.calls / 3) {
      EXPECT_GT(path.points.size(), 1u) << stop;
    }
    EXPECT_NEAR(path.last.state.position[2], -1, 1e-12);
  }
}

TEST(Interrupt, WorkContinuesByItselfAndItsProblemsAreThrown) {
  Asked asked;
  const Asking asking(&asked);
  bool done = false;
  run_and_ask(Activity::solving, [&] { done = true; });
  EXPECT_TRUE(done);
  EXPECT_THROW(run_and_ask(Activity::solving, [] { throw std::runtime_error("no"); }),
               std::runtime_error);
  // The work waits until its solve has been stopped, so that it is certainly still at work then.
  const auto may_end = std::make_shared<std::atomic<bool>>(false);
  const auto ended = std::make_shared<std::atomic<bool>>(false);
  asked.stop_at = asked.calls + 3;
  EXPECT_THROW(run_and_ask(Activity::solving,
                           [may_end, ended] {
                             while (!*may_end) std::this_thread::yield();
                             *ended = true;
                           }),
               Interrupted);
  EXPECT_FALSE(*ended);
  *may_end = true;
  while (!*ended) std::this_thread::yield();
}

// Says stop at a call inside a step.
struct StopsInside : MotionObserver {
  int calls = 0, stop_at = -1;
  void frame(const MotionFrame&) override {}
  bool working(Activity) override { return calls++ != stop_at; }
};

// A damped cloth over a ball that yields, with an event and a moving support.
System falling_cloth(StepMethod method, Integrator integrator) {
  System net = testing::square_net(12, 3, 1);
  net.nodes.mass = {0.01};
  net.gravity = {0, 0, -9.81};
  net.springs[0].stiffness = {200};
  net.springs[0].damping = {0.01};
  net.nodes.fixed = {{.nodes = {0}}};
  net.events = {{.at = 0.03, .free = {0}}};
  if (method == StepMethod::newton) {
    net.springs[0].yield = Yield{.force = {0.5}, .hardening = {0.1}};
    net.obstacles = {{.kind = Obstacle::Kind::sphere,
                      .point = {0.5, 0.5, -0.35},
                      .radius = 0.3,
                      .friction = 0.2}};
  }
  SimulationOptions options;
  options.integrator = integrator;
  options.method = method;
  options.time_step = 0.01;
  options.duration = 0.08;
  net.simulation = options;
  return net;
}

TEST(Interrupt, AStepThatIsStoppedInsideCanBeTakenLaterWithTheSameBits) {
  for (const auto& [method, integrator] :
       {std::pair(StepMethod::newton, Integrator::bdf2),
        std::pair(StepMethod::newton, Integrator::implicit_midpoint),
        std::pair(StepMethod::prefactored, Integrator::bdf2)}) {
    const System net = falling_cloth(method, integrator);
    Simulation whole(net);
    StopsInside counts;
    ASSERT_EQ(whole.run(&counts).status, MotionStatus::finished) << to_string(integrator);
    ASSERT_GE(counts.calls, 16);
    // At some calls, and both in the same object and in one that is restored.
    for (int part = 1; part < 8; ++part) {
      Simulation stopped(net);
      StopsInside stops;
      stops.stop_at = part * counts.calls / 8;
      const MotionReport report = stopped.run(&stops);
      ASSERT_EQ(report.status, MotionStatus::interrupted);
      EXPECT_LT(report.steps, whole.steps());
      Simulation restored(net);
      restored.restore(stopped.save());
      for (Simulation* later : {&stopped, &restored}) {
        ASSERT_EQ(later->run().status, MotionStatus::finished);
        EXPECT_EQ(later->state().position, whole.state().position) << to_string(integrator);
        EXPECT_EQ(later->state().velocity, whole.state().velocity) << to_string(integrator);
        EXPECT_EQ(later->energies().total, whole.energies().total) << to_string(integrator);
        EXPECT_EQ(later->events().size(), whole.events().size());
      }
    }
  }
}

}  // namespace
}  // namespace tensio
