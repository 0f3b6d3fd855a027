// Steps that are too long: caught immediately, reported in full, and the state before them
// restored.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "core/index.hpp"
#include "core/random.hpp"
#include "support/nets.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {
namespace {

constexpr double kAllowed = 100;

bool all_finite(const std::vector<double>& numbers) {
  for (double number : numbers)
    if (!std::isfinite(number)) return false;
  return true;
}

bool all_finite(const MotionEnergies& e) {
  return all_finite(std::vector<double>{e.kinetic, e.elastic, e.gravity, e.load, e.contact,
                                        e.dissipated, e.work, e.total});
}

// Strain of each spring, by its definition; every spring has a rest length.
std::vector<double> strains(const System& net, const std::vector<double>& position) {
  std::vector<double> result;
  const auto d = usize(net.dimension);
  for (const SpringSet& set : net.springs)
    for (std::size_t s = 0; s < set.ends.size(); ++s) {
      double square = 0;
      for (std::size_t axis = 0; axis < d; ++axis) {
        const double off =
            position[usize(set.ends[s][1]) * d + axis] - position[usize(set.ends[s][0]) * d + axis];
        square += off * off;
      }
      result.push_back(std::sqrt(square) / set.rest_length[s] - 1);
    }
  return result;
}

// The most strained spring; one whose strain is NaN counts as the most strained.
int most_strained(const std::vector<double>& strain) {
  std::size_t most = 0;
  for (std::size_t s = 0; s < strain.size(); ++s) {
    if (!std::isfinite(strain[s])) return static_cast<int>(s);
    if (strain[s] > strain[most]) most = s;
  }
  return static_cast<int>(most);
}

MotionReport run_to_the_end(Simulation& simulation, int steps) {
  MotionReport report = simulation.step();
  for (int i = 1; i < steps && report.status == MotionStatus::finished; ++i)
    report = simulation.step();
  return report;
}

// The number that stands before some words of a sentence.
double number_before(const std::string& text, const std::string& words) {
  const std::size_t end = text.find(words);
  if (end == std::string::npos) return 0;
  std::size_t begin = text.rfind(' ', end - 1);
  return std::strtod(text.c_str() + begin, nullptr);
}

System random_scene(Random& random, bool with_damping) {
  System net = testing::random_net(random, {.dimension = 2 + random.index(2),
                                            .nodes = 3 + random.index(15),
                                            .chords = random.index(20),
                                            .fixed = random.index(3)});
  for (int i = 0; i < net.node_count(); ++i)
    net.nodes.mass.push_back(std::pow(10, random.uniform(-2, 0)));
  net.gravity = {0, -0.3, 0};
  if (with_damping) net.springs[0].damping_time = {random.uniform(0, 0.05)};
  if (with_damping) net.drag = random.uniform(0, 1);
  return net;
}

// Caught in the very step that went too far, which is taken again here to see.
void expect_caught(const System& net, const SimulationOptions& options, Simulation& simulation,
                   const MotionReport& report) {
  ASSERT_EQ(report.status, MotionStatus::blew_up) << report.reason;
  ASSERT_TRUE(report.blow_up);
  const State last = simulation.state();
  ASSERT_TRUE(all_finite(last.position) && all_finite(last.velocity));
  EXPECT_TRUE(all_finite(simulation.energies()));
  EXPECT_TRUE(std::isfinite(report.time));
  EXPECT_EQ(simulation.steps(), report.steps);
  for (double strain : strains(net, last.position)) EXPECT_LE(strain, kAllowed);

  SimulationOptions unwatched = options;
  unwatched.blowup_strain = 1e300;
  Simulation again(net, unwatched);
  again.restore(simulation.save());
  (void)again.step();
  const std::vector<double> after = strains(net, again.state().position);
  const int most = most_strained(after);
  // A state with NaN is undone even without a check of strains: then only the message is left.
  if (again.steps() == report.steps + 1) {
    EXPECT_GT(after[usize(most)], kAllowed);
    EXPECT_NE(report.reason.find(spring_label(net, most)), std::string::npos)
        << report.reason << " is not " << spring_label(net, most);
    EXPECT_EQ(report.blow_up->spring, most);
    EXPECT_NEAR(report.blow_up->strain, after[usize(most)], 1e-9 * after[usize(most)]);
    EXPECT_EQ(report.blow_up->cause, BlowUpReport::Cause::strain);
  }
  EXPECT_EQ(report.blow_up->step, report.steps + 1);
  EXPECT_EQ(report.blow_up->time_step, options.time_step);
  EXPECT_NE(report.reason.find("(step " + std::to_string(report.steps + 1) + ")"),
            std::string::npos)
      << report.reason;
}

// A thousand scenes, with steps that are 1.2 to 50 times too long.
TEST(BlowUp, IsCaughtInTheStepThatGoesTooFar) {
  constexpr Integrator kExplicit[] = {Integrator::explicit_euler, Integrator::symplectic_euler,
                                      Integrator::velocity_verlet, Integrator::rk4};
  Random random(1);
  int caught = 0, named = 0;
  for (int scene = 0; scene < 900; ++scene) {
    SimulationOptions options;
    options.integrator = kExplicit[scene % 4];
    const System net = random_scene(random, scene % 3 == 0);
    SCOPED_TRACE(std::string(to_string(options.integrator)) + ", scene " + std::to_string(scene));
    // explicit_euler may grow slowly where the others still hold.
    SimulationOptions first = options;
    first.time_step = 1e-6;
    if (scene % 4 == 0) first.integrator = Integrator::symplectic_euler;
    const double stable = *Simulation(net, first).stable_time_step();
    options.time_step = stable * std::pow(50 / 1.2, random.uniform()) * 1.2;
    Simulation simulation(net, options);
    EXPECT_EQ(simulation.warnings().size(), 1u);
    const MotionReport report = run_to_the_end(simulation, 20000);
    // A net may leave the stiff shape it starts in before much has grown.
    if (report.status == MotionStatus::finished && options.time_step < 2 * stable) continue;
    ++caught;
    expect_caught(net, options, simulation, report);
    if (const double works = number_before(report.reason, " would have been stable"); works > 0) {
      ++named;
      EXPECT_LT(works, options.time_step);
      ASSERT_TRUE(report.blow_up->stable_time_step);
      EXPECT_DOUBLE_EQ(*report.blow_up->stable_time_step, works);
      EXPECT_FALSE(report.blow_up->integrator);
      EXPECT_NE(report.reason.find("implicit_euler"), std::string::npos);
      options.time_step = works;
      Simulation good(net, options);
      EXPECT_EQ(run_to_the_end(good, 500).status, MotionStatus::finished) << works;
    }
  }
  EXPECT_GT(caught, 880);
  EXPECT_GT(named, 600);
}

// Laws that stop being numbers at some length beyond those of the start.
TEST(BlowUp, OfLawsThatGiveNaNIsCaughtToo) {
  Random random(2);
  int caught = 0;
  for (int scene = 0; scene < 100; ++scene) {
    SCOPED_TRACE(scene);
    System net = random_scene(random, false);
    double worst = 0;
    const std::vector<double> start = strains(net, net.nodes.position);
    for (double strain : start) worst = std::max(worst, 1.01 * strain + 1e-3);
    net.springs[0].law = Law::custom;
    net.springs[0].custom = each_spring([=](double l, double k, double l0) {
      const double tension = l / l0 - 1 > worst ? std::nan("") : k * (l - l0);
      return std::array<double, 3>{0.5 * k * (l - l0) * (l - l0), tension, k};
    });
    net.nodes.velocity.resize(net.nodes.position.size());
    for (double& speed : net.nodes.velocity) speed = random.uniform(-3, 3);
    SimulationOptions options;
    options.integrator = scene % 2 ? Integrator::symplectic_euler : Integrator::velocity_verlet;
    options.time_step = 0.001;
    Simulation simulation(net, options);
    const MotionReport report = run_to_the_end(simulation, 20000);
    if (report.status == MotionStatus::finished) continue;  // never came to that length
    ++caught;
    ASSERT_EQ(report.status, MotionStatus::blew_up) << report.reason;
    const State last = simulation.state();
    EXPECT_TRUE(all_finite(last.position) && all_finite(last.velocity));
    EXPECT_TRUE(all_finite(simulation.energies()));
    EXPECT_TRUE(all_finite(simulation.tensions()));
    EXPECT_EQ(report.reason.find("the law of spring "), 0u) << report.reason;
    EXPECT_EQ(report.blow_up.value().cause, BlowUpReport::Cause::law);
  }
  EXPECT_GT(caught, 80);
}

TEST(BlowUp, IsReportedInFull) {
  System net;
  net.dimension = 2;
  for (int i = 0; i < 13; ++i) {
    net.nodes.position.push_back(i);
    net.nodes.position.push_back(0);
  }
  SpringSet chain;
  for (int i = 0; i < 12; ++i) chain.ends.push_back({i, i + 1});
  chain.stiffness = {1000};
  chain.stiffness.assign(12, 1000.0);
  chain.stiffness[10] = 4000;
  chain.rest_length = {1};
  net.springs = {chain};
  net.nodes.mass = {0.1};
  net.nodes.fixed = {{.nodes = {0, 12}}};
  net.nodes.velocity.assign(26, 0.0);
  net.nodes.velocity[2 * 11] = 1e-3;
  SimulationOptions options;
  options.integrator = Integrator::symplectic_euler;
  options.time_step = 0.02;
  Simulation simulation(net, options);
  ASSERT_EQ(simulation.warnings().size(), 1u);
  const MotionReport report = run_to_the_end(simulation, 1000);
  EXPECT_EQ(report.status, MotionStatus::blew_up);
  EXPECT_EQ(report.reason,
            "spring 10 (nodes 10-11) reached a strain of 909 at time 0.12 (step 6), above the "
            "allowed 100; the time step was 0.02: 0.0059 would have been stable; use that, or "
            "implicit_euler, which is stable at any");
  const BlowUpReport fields = report.blow_up.value();
  EXPECT_EQ(fields.cause, BlowUpReport::Cause::strain);
  EXPECT_EQ(fields.spring, 10);
  EXPECT_NEAR(fields.strain, 909, 0.5);
  EXPECT_EQ(fields.allowed_strain, 100);
  EXPECT_DOUBLE_EQ(fields.time, 0.12);
  EXPECT_EQ(fields.step, 6);
  EXPECT_EQ(fields.time_step, 0.02);
  EXPECT_DOUBLE_EQ(fields.stable_time_step.value_or(0), 0.0059);
  EXPECT_FALSE(fields.integrator);
}

// A stretched spring with a dashpot: along it damped, across it not.
TEST(BlowUp, AdviceNeverContradictsTheWarning) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1.1, 0};
  net.nodes.fixed = {{.nodes = {0}}};
  net.nodes.mass = {1};
  net.nodes.velocity = {0, 0, 0, 0.1};
  SpringSet spring;
  spring.ends = {{0, 1}};
  spring.stiffness = {100};
  spring.rest_length = {1};
  net.springs = {spring};
  int grows = 0, works = 0;
  for (double damping : {0.0, 0.1, 1.0, 10.0, 20.0, 60.0})
    for (double h : {0.02, 0.1, 0.3, 1.0})
      for (double duration : {10.0, 1e5}) {
        SCOPED_TRACE(::testing::Message() << "c " << damping << ", h " << h << ", " << duration);
        net.nodes.position[2] = duration > 10 ? 1.1 : 1.001;  // hardly stretched, hardly driven
        net.springs[0].damping = {damping};
        Simulation simulation(
            net, {.integrator = Integrator::explicit_euler, .time_step = h, .duration = duration});
        const MotionReport report = simulation.run();
        if (report.status != MotionStatus::blew_up) continue;
        ASSERT_EQ(simulation.warnings().size(), 1u);
        const bool any = simulation.warnings()[0].find("is unstable at any") != std::string::npos;
        const bool some = report.reason.find("would have been stable") != std::string::npos;
        EXPECT_NE(any, some) << simulation.warnings()[0] << "\n" << report.reason;
        grows += any;
        works += some;
      }
  EXPECT_GT(grows, 5);
  EXPECT_GT(works, 2);
}

TEST(BlowUp, OfAnUndampedExplicitEulerPointsToVerlet) {
  System net = testing::springsys();
  net.nodes.mass = {1};
  SimulationOptions options;
  options.integrator = Integrator::explicit_euler;
  options.time_step = 0.1;
  Simulation simulation(net, options);
  EXPECT_FALSE(simulation.stable_time_step());
  const MotionReport report = run_to_the_end(simulation, 100000);
  EXPECT_EQ(report.status, MotionStatus::blew_up);
  EXPECT_NE(report.reason.find("use velocity_verlet with a time step of"), std::string::npos)
      << report.reason;
  const BlowUpReport fields = report.blow_up.value();
  ASSERT_EQ(fields.integrator, Integrator::velocity_verlet);
  ASSERT_TRUE(fields.stable_time_step);
  options.integrator = *fields.integrator;
  options.time_step = *fields.stable_time_step;
  Simulation good(net, options);
  const MotionReport later = run_to_the_end(good, 10000);
  EXPECT_EQ(later.status, MotionStatus::finished);
  EXPECT_FALSE(later.blow_up);
}

}  // namespace
}  // namespace tensio
