// Motion through the C interface. The sanitizers check its memory.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "tensio/tensio.h"

namespace {

// A mass of 2 kg at (1, 0) on a spring of 50 N/m from a support at the origin: omega = 5 / s.
tensio_net* mass_on_spring(double velocity, double damping = 0, double break_strain = 0) {
  const double drawn[] = {0, 0, 1, 0}, mass[] = {0, 2}, start[] = {0, 0, velocity, 0};
  const double stiffness[] = {50};
  const int support[] = {0}, ends[] = {0, 1};
  tensio_net* net = tensio_create(2);
  EXPECT_EQ(tensio_set_nodes(net, 2, drawn), TENSIO_OK);
  EXPECT_EQ(tensio_set_masses(net, 2, mass), TENSIO_OK);
  EXPECT_EQ(tensio_set_velocities(net, 2, start), TENSIO_OK);
  EXPECT_EQ(tensio_fix(net, 1, support, TENSIO_ALL), TENSIO_OK);
  tensio_springs springs = {};
  springs.count = 1;
  springs.ends = ends;
  springs.stiffness = stiffness;
  if (damping > 0) springs.damping = &damping;
  if (break_strain > 0) springs.break_strain = &break_strain;
  EXPECT_EQ(tensio_add_springs(net, &springs), TENSIO_OK);
  return net;
}

tensio_simulation* simulated(tensio_net* net, int integrator = TENSIO_VELOCITY_VERLET,
                             double time_step = 1e-4) {
  tensio_simulation_options options = {};
  options.integrator = integrator;
  options.time_step = time_step;
  tensio_simulation* run = tensio_simulate(net, &options);
  EXPECT_NE(run, nullptr) << tensio_error(net);
  tensio_free(net);
  return run;
}

double x_of(tensio_simulation* run) {
  double position[4] = {};
  EXPECT_EQ(tensio_state_position(run, position, 4), TENSIO_OK) << tensio_simulation_error(run);
  return position[2];
}

// Frees a simulation at the end of a test.
class CSimulation : public ::testing::Test {
 protected:
  ~CSimulation() override { tensio_simulation_free(run_); }
  std::string error() const { return tensio_simulation_error(run_); }
  tensio_simulation* run_ = nullptr;
};

TEST_F(CSimulation, AMassSwingsAsTheSine) {
  run_ = simulated(mass_on_spring(1));
  ASSERT_EQ(tensio_run_until(run_, 0.7), TENSIO_OK) << error();
  EXPECT_NEAR(tensio_time(run_), 0.7, 1e-9);
  EXPECT_EQ(tensio_steps(run_), 7000);
  EXPECT_EQ(tensio_time_step(run_), 1e-4);
  EXPECT_NEAR(tensio_stable_time_step(run_), 2 / 5.0, 1e-6);
  EXPECT_NEAR(x_of(run_), 1 + std::sin(5 * 0.7) / 5, 1e-7);
  double velocity[4], tension[1], rest[1], force[4];
  ASSERT_EQ(tensio_state_velocity(run_, velocity, 4), TENSIO_OK);
  ASSERT_EQ(tensio_state_tension(run_, tension, 1), TENSIO_OK);
  ASSERT_EQ(tensio_state_rest_length(run_, rest, 1), TENSIO_OK);
  ASSERT_EQ(tensio_state_force(run_, force, 4), TENSIO_OK);
  EXPECT_NEAR(velocity[2], std::cos(5 * 0.7), 1e-6);
  EXPECT_NEAR(tension[0], 50 * std::sin(5 * 0.7) / 5, 1e-5);
  EXPECT_EQ(rest[0], 1);
  EXPECT_NEAR(force[2], -tension[0], 1e-12);
  tensio_energies energies;
  ASSERT_EQ(tensio_state_energies(run_, &energies), TENSIO_OK);
  EXPECT_NEAR(energies.kinetic + energies.elastic, 1, 1e-6);
  EXPECT_NEAR(energies.total, 1, 1e-6);
}

// x = v / w exp(-c t / 2m) sin(w t), w² = k / m - (c / 2m)²; drag d is a damping of d m.
TEST_F(CSimulation, DampingAndDragAreThoseOfTheOscillator) {
  const double c = 3, time = 0.6, decay = c / 4, w = std::sqrt(25 - decay * decay);
  const double expected = 1 + std::exp(-decay * time) * std::sin(w * time) / w;
  run_ = simulated(mass_on_spring(1, c));
  ASSERT_EQ(tensio_run_until(run_, time), TENSIO_OK) << error();
  EXPECT_NEAR(x_of(run_), expected, 1e-4);
  tensio_simulation_free(run_);
  tensio_net* net = mass_on_spring(1);
  ASSERT_EQ(tensio_set_drag(net, c / 2), TENSIO_OK);
  EXPECT_EQ(tensio_set_drag(net, -1), TENSIO_BAD_ARGUMENT);
  run_ = simulated(net);
  ASSERT_EQ(tensio_run_until(run_, time), TENSIO_OK) << error();
  EXPECT_NEAR(x_of(run_), expected, 1e-4);
}

TEST_F(CSimulation, FixedNodesStayAndFreedOnesMoveOn) {
  run_ = simulated(mass_on_spring(1));
  const int node[] = {1};
  ASSERT_EQ(tensio_run_until(run_, 0.3), TENSIO_OK);
  const double x = x_of(run_);
  ASSERT_EQ(tensio_fix_nodes(run_, 1, node), TENSIO_OK);
  ASSERT_EQ(tensio_step(run_, 500), TENSIO_OK);
  EXPECT_EQ(x_of(run_), x);
  ASSERT_EQ(tensio_free_nodes(run_, 1, node), TENSIO_OK);
  ASSERT_EQ(tensio_step(run_, 2000), TENSIO_OK);
  EXPECT_NEAR(x_of(run_), 1 + (x - 1) * std::cos(5 * 0.2), 1e-6);
}

// Two springs in parallel: the mass swings about 1 + 150 x 0.1 / 200.
TEST_F(CSimulation, ATargetPullsUntilItIsCleared) {
  run_ = simulated(mass_on_spring(0));
  const double point[] = {1.1, 0};
  ASSERT_EQ(tensio_set_target(run_, 1, point, 150), TENSIO_OK) << error();
  ASSERT_EQ(tensio_run_until(run_, 0.2), TENSIO_OK);
  EXPECT_NEAR(x_of(run_), 1 + 0.075 * (1 - std::cos(10 * 0.2)), 1e-6);
  ASSERT_EQ(tensio_clear_target(run_, 1), TENSIO_OK);
  EXPECT_EQ(tensio_set_target(run_, 2, point, 150), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "there is no node 2; the nodes are 0 to 1");
  EXPECT_EQ(tensio_set_target(run_, 1, nullptr, 150), TENSIO_BAD_ARGUMENT);
}

TEST_F(CSimulation, ChangedSpringsAndLoadsAct) {
  run_ = simulated(mass_on_spring(0), TENSIO_IMPLICIT_EULER, 0.01);
  const int spring[] = {0}, node[] = {1};
  const double stiffness[] = {200}, rest[] = {0.5}, force[] = {20, 0};
  ASSERT_EQ(tensio_change_stiffness(run_, 1, spring, stiffness), TENSIO_OK) << error();
  ASSERT_EQ(tensio_change_rest_length(run_, 1, spring, rest), TENSIO_OK) << error();
  ASSERT_EQ(tensio_change_loads(run_, 1, node, force), TENSIO_OK) << error();
  // Implicit Euler loses the energy: it comes to rest where 200 (x - 0.5) = 20.
  ASSERT_EQ(tensio_run_until(run_, 50), TENSIO_OK) << error();
  EXPECT_NEAR(x_of(run_), 0.6, 1e-6);
  const int bad[] = {1};
  EXPECT_EQ(tensio_change_stiffness(run_, 1, bad, stiffness), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "springs[0] is 1, but they are 0 to 0");
}

TEST_F(CSimulation, ASavedStateContinuesWithTheSameBits) {
  run_ = simulated(mass_on_spring(1, 2), TENSIO_RK45, 1e-3);
  ASSERT_EQ(tensio_run_until(run_, 0.5), TENSIO_OK) << error();
  std::size_t size = 0;
  ASSERT_EQ(tensio_save_state(run_, nullptr, 0, &size), TENSIO_OK);
  std::vector<char> bytes(size);
  EXPECT_EQ(tensio_save_state(run_, bytes.data(), size - 1, &size), TENSIO_BAD_ARGUMENT);
  ASSERT_EQ(tensio_save_state(run_, bytes.data(), size, &size), TENSIO_OK);
  ASSERT_EQ(tensio_run_until(run_, 1), TENSIO_OK);
  const double x = x_of(run_);
  tensio_simulation* other = simulated(mass_on_spring(1, 2), TENSIO_RK45, 1e-3);
  ASSERT_EQ(tensio_restore_state(other, bytes.data(), size), TENSIO_OK)
      << tensio_simulation_error(other);
  ASSERT_EQ(tensio_run_until(other, 1), TENSIO_OK);
  const double again = x_of(other);
  EXPECT_EQ(std::memcmp(&x, &again, sizeof x), 0);
  // Damaged bytes are refused, and nothing changes.
  bytes[size / 2] = static_cast<char>(bytes[size / 2] ^ 1);
  EXPECT_NE(tensio_restore_state(other, bytes.data(), size / 2), TENSIO_OK);
  EXPECT_EQ(tensio_restore_state(other, nullptr, 3), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(x_of(other), again);
  tensio_simulation_free(other);
}

TEST_F(CSimulation, TheStateCanBeSet) {
  run_ = simulated(mass_on_spring(1));
  const double position[] = {0, 0, 1.5, 0}, velocity[] = {0, 0, 0, 0};
  ASSERT_EQ(tensio_set_state(run_, position, velocity, 4), TENSIO_OK) << error();
  ASSERT_EQ(tensio_run_until(run_, 0.2), TENSIO_OK);
  EXPECT_NEAR(x_of(run_), 1 + 0.5 * std::cos(5 * 0.2), 1e-6);
  EXPECT_EQ(tensio_set_state(run_, position, velocity, 3), TENSIO_BAD_ARGUMENT);
}

TEST_F(CSimulation, ABrokenSpringIsAnEvent) {
  run_ = simulated(mass_on_spring(3, 0, 0.2));
  ASSERT_EQ(tensio_run_until(run_, 0.3), TENSIO_OK) << error();
  ASSERT_EQ(tensio_event_count(run_), 1);
  tensio_event event;
  ASSERT_EQ(tensio_get_event(run_, 0, &event), TENSIO_OK);
  EXPECT_EQ(event.kind, TENSIO_EVENT_BREAK);
  EXPECT_EQ(event.spring, 0);
  EXPECT_EQ(event.node, -1);
  // 3/5 sin(5 t) = 0.2
  EXPECT_NEAR(event.time, std::asin(1 / 3.0) / 5, 2e-4);
  EXPECT_EQ(tensio_get_event(run_, 1, &event), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(error(), "there is no event 1; there are 1");
}

TEST_F(CSimulation, ARunThatBlowsUpSaysSoAndKeepsItsState) {
  run_ = simulated(mass_on_spring(1), TENSIO_VELOCITY_VERLET, 1);
  EXPECT_EQ(tensio_run_until(run_, 1000), TENSIO_NOT_FINISHED);
  EXPECT_EQ(error().rfind("blew_up: ", 0), 0u) << error();
  EXPECT_TRUE(std::isfinite(x_of(run_)));
}

TEST(CSimulationMisuse, NetsThatCannotMoveAreRefused) {
  tensio_net* net = tensio_create(2);
  const double drawn[] = {0, 0, 1, 0};
  ASSERT_EQ(tensio_set_nodes(net, 2, drawn), TENSIO_OK);
  EXPECT_EQ(tensio_simulate(net, nullptr), nullptr);
  EXPECT_NE(std::string(tensio_error(net)).find("mass"), std::string::npos) << tensio_error(net);
  tensio_simulation_options options = {};
  options.integrator = 99;
  EXPECT_EQ(tensio_simulate(net, &options), nullptr);
  EXPECT_STREQ(tensio_error(net), "there is no integrator 99: take one of tensio_integrator");
  tensio_free(net);
}

TEST(CSimulationMisuse, EveryCallRefusesANullSimulation) {
  const double number = 1;
  const int id = 0;
  double out = 0;
  std::size_t size = 0;
  tensio_energies energies;
  tensio_event event;
  EXPECT_EQ(tensio_simulate(nullptr, nullptr), nullptr);
  EXPECT_EQ(tensio_step(nullptr, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_run_until(nullptr, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_fix_nodes(nullptr, 1, &id), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_free_nodes(nullptr, 1, &id), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_target(nullptr, 0, &number, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_clear_target(nullptr, 0), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_change_stiffness(nullptr, 1, &id, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_change_rest_length(nullptr, 1, &id, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_change_loads(nullptr, 1, &id, &number), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_set_state(nullptr, &number, &number, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_position(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_velocity(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_force(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_tension(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_rest_length(nullptr, &out, 1), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_state_energies(nullptr, &energies), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_get_event(nullptr, 0, &event), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_save_state(nullptr, &out, 8, &size), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_restore_state(nullptr, &out, 8), TENSIO_BAD_ARGUMENT);
  EXPECT_EQ(tensio_time(nullptr) + tensio_time_step(nullptr) + tensio_stable_time_step(nullptr), 0);
  EXPECT_EQ(tensio_steps(nullptr) + tensio_event_count(nullptr), 0);
  EXPECT_NE(std::string(tensio_simulation_error(nullptr)).find("NULL"), std::string::npos);
  tensio_simulation_free(nullptr);
}

// k (e + 2 e³) and the curve through points: tensions at a known elongation of 0.1.
TEST(CInterfaceNets, PolynomialAndTableLaws) {
  for (const int law : {TENSIO_POLYNOMIAL, TENSIO_TABLE}) {
    const double drawn[] = {0, 0, 1.1, 0}, stiffness[] = {100}, rest[] = {1};
    const double coefficients[] = {1, 0, 2}, points[] = {-1, -1, 0, 0, 0.1, 0.3, 1, 5};
    const int supports[] = {0, 1}, ends[] = {0, 1};
    tensio_net* net = tensio_create(2);
    ASSERT_EQ(tensio_set_nodes(net, 2, drawn), TENSIO_OK);
    ASSERT_EQ(tensio_fix(net, 2, supports, TENSIO_ALL), TENSIO_OK);
    tensio_springs springs = {};
    springs.law = law;
    springs.count = 1;
    springs.ends = ends;
    springs.stiffness = stiffness;
    springs.rest_length = rest;
    if (law == TENSIO_POLYNOMIAL) {
      springs.coefficient_count = 3;
      springs.coefficients = coefficients;
    } else {
      springs.point_count = 4;
      springs.points = points;
    }
    ASSERT_EQ(tensio_add_springs(net, &springs), TENSIO_OK) << tensio_error(net);
    ASSERT_EQ(tensio_solve(net), TENSIO_OK) << tensio_error(net);
    double tension = 0;
    ASSERT_EQ(tensio_get_tension(net, &tension, 1), TENSIO_OK);
    EXPECT_NEAR(tension, law == TENSIO_POLYNOMIAL ? 100 * (0.1 + 2e-3) : 30, 1e-9);
    springs.coefficients = springs.points = nullptr;
    EXPECT_EQ(tensio_add_springs(net, &springs), TENSIO_BAD_ARGUMENT);
    tensio_free(net);
  }
}

// The equations of one node with springs along x are linear: a step leaves 1 - relaxation of the
// residual.
TEST(CInterfaceNets, TheRelaxationFactorIsFromZeroToOne) {
  tensio_net* net = mass_on_spring(0);
  const int ends[] = {0, 1};
  const double stiffness[] = {100};
  tensio_springs across = {};
  across.law = TENSIO_FORCE_DENSITY;
  across.count = 1, across.ends = ends, across.stiffness = stiffness;
  ASSERT_EQ(tensio_add_springs(net, &across), TENSIO_OK);
  for (const double factor : {0.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(tensio_set_relaxation(net, factor), TENSIO_BAD_ARGUMENT) << factor;
  const double along[] = {1, 0};
  const int node[] = {1};
  int iterations[2] = {};
  for (const double factor : {0.25, 1.0}) {
    ASSERT_EQ(tensio_set_relaxation(net, factor), TENSIO_OK) << tensio_error(net);
    ASSERT_EQ(tensio_set_method(net, TENSIO_PER_NODE_NEWTON), TENSIO_OK);
    if (factor == 0.25) ASSERT_EQ(tensio_add_loads(net, 1, node, along), TENSIO_OK);
    ASSERT_EQ(tensio_solve(net), TENSIO_OK) << tensio_error(net);
    tensio_report report;
    ASSERT_EQ(tensio_get_report(net, &report), TENSIO_OK);
    iterations[factor == 1.0] = report.iterations;
  }
  EXPECT_EQ(iterations[1], 1);
  EXPECT_GT(iterations[0], 20);
  tensio_free(net);
}

}  // namespace
