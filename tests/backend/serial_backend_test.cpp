// A plain serial backend gives the bits of the CPU backend: in every pass, in steps of every
// integrator, and at rest with ldlt. What another backend needs is therefore in the interface and
// in src/backend/common.
#include "backend/serial_backend.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/test_device.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "support/families.hpp"
#include "support/moving.hpp"
#include "support/nets.hpp"
#include "support/obstacles.hpp"
#include "tensio/motion/simulation.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using namespace testing;
using Numbers = std::vector<double>;

// The results of one backend, by name.
class Results {
 public:
  void add(const std::string& name, std::vector<double> values) {
    all_.emplace_back(name, std::move(values));
  }
  void add(const std::string& name, double value) { add(name, Numbers{value}); }
  void add(const std::string& name, const EnergyValue& energy) {
    add(name, Numbers{energy.value, energy.magnitude});
  }
  void add(const std::string& name, const ForceNorms& norms) {
    add(name, Numbers{norms.largest_force, norms.largest_tension, norms.largest_external,
                      norms.largest_inertia, norms.largest_in_ulp});
  }
  void add(const std::string& name, const ContactBalance& balance) {
    std::vector<double> values = {balance.dissipated, balance.work, balance.met ? 1.0 : 0.0};
    values.insert(values.end(), balance.impulse.begin(), balance.impulse.end());
    for (const Touch& touch : balance.begun)
      values.insert(values.end(), {double(touch.node), double(touch.solid), touch.speed});
    add(name, values);
  }
  void add(const std::string& name, const PenaltySummary& summary) {
    add(name, Numbers{summary.deepest, summary.largest_normal_force, summary.friction_change,
                      double(summary.caught), double(summary.points), double(summary.begins)});
  }

  void expect_same(const Results& other, const std::string& net) const {
    ASSERT_EQ(all_.size(), other.all_.size());
    for (std::size_t i = 0; i < all_.size(); ++i) {
      EXPECT_EQ(all_[i].first, other.all_[i].first);
      EXPECT_EQ(all_[i].second.size(), other.all_[i].second.size());
      EXPECT_EQ(hash_bits(all_[i].second), hash_bits(other.all_[i].second))
          << all_[i].first << " of " << net;
    }
  }

 private:
  std::vector<std::pair<std::string, std::vector<double>>> all_;
};

// Calls results(): with the CPU backend, with the serial one, and with one whose explicit steps run
// on a device.
template <class Compute>
void expect_same_bits(const std::string& net, Compute&& compute) {
  const Results cpu = compute();
  {
    const UsingBackend serial(make_serial_backend);
    compute().expect_same(cpu, net);
  }
  const UsingBackend device(make_device_backend);
  compute().expect_same(cpu, net + ", on a device");
}

// ---- nets ----

// Curved and custom laws, damping, drag, faces in the wind and obstacles.
System rich_net(int d, int nodes) {
  Random random(5);
  System net = curved_net(random, {.dimension = d, .nodes = nodes, .chords = 2 * nodes});
  for (SpringSet& set : net.springs) set.damping = {0.3};
  net.nodes.mass = {0.2};
  net.drag = 0.1;
  net.gravity[usize(d) - 1] = -kG;
  for (int face = 0; face < nodes / 4; ++face) {
    net.faces.start.push_back(face * d);
    for (int corner = 0; corner < d; ++corner) net.faces.nodes.push_back(4 * face + corner);
  }
  net.faces.start.push_back(nodes / 4 * d);
  Load load{.pressure = Waveform{.value = 3}};
  for (int face = 0; face < nodes / 4; ++face) load.faces.push_back(face);
  net.loads.push_back(load);
  net.wind = Wind{.velocity = std::vector<Waveform>(usize(d), {.value = 2})};
  net.obstacles = {floor_of(0.3, 0.5, d), random_solid(Obstacle::Kind::sphere, random, d)};
  return net;
}

// Springs that creep, yield, break and are muscles.
System net_with_histories(int d) {
  Random random(8);
  System net = random_net(random, {.dimension = d, .nodes = 40, .chords = 60});
  SpringSet& set = net.springs[0];
  SpringSet viscous = set, yields = set, muscles = set;
  for (SpringSet* some : {&viscous, &yields, &muscles}) {
    some->ends.clear();
    some->stiffness.clear();
    some->rest_length.clear();
  }
  SpringSet* sets[] = {&viscous, &yields, &muscles};
  for (std::size_t s = 0; s < set.ends.size(); ++s) {
    sets[s % 3]->ends.push_back(set.ends[s]);
    sets[s % 3]->stiffness.push_back(50 * set.stiffness[s]);
    sets[s % 3]->rest_length.push_back(set.rest_length[s]);
  }
  viscous.viscous = Viscous{.stiffness = {20}, .viscosity = {3}};
  yields.yield = Yield{.strain = {0.05}, .hardening = {0.1}};
  yields.breaks = Break{.strain = {1.5}};
  muscles.active =
      Active{.rest_length = Waveform{
                 .shape = Waveform::Shape::sine, .amplitude = 0.2, .frequency = 3, .offset = 1}};
  net.springs = {viscous, yields, muscles};
  net.nodes.mass = {0.2};
  net.gravity = {0, -kG, 0};
  return net;
}

std::vector<double> random_values(std::size_t count, std::uint64_t seed, double most) {
  Random random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform(-most, most);
  return values;
}

// ---- passes ----

struct Passes {
  explicit Passes(const System& system)
      : net(system, {.linear_solver = LinearSolver::ldlt, .threads = 1}), b(net.backend()) {
    for (VectorId* id : {&x, &y, &v, &f}) *id = b.make_vector();
    b.set_start(x);
    const std::size_t axes = net.data.constrained.size();
    b.upload(random_values(axes, 3, 1), v);
    b.combine(x, 0.05, v, y);
  }
  std::vector<double> read(VectorId id) {
    std::vector<double> values(net.data.constrained.size());
    b.download(id, values);
    return values;
  }
  std::vector<double> read_springs(VectorId id) {
    std::vector<int> places(net.data.a.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i);
    std::vector<double> values(places.size());
    b.get_entries(places, id, values);
    return values;
  }

  DynamicNetwork net;
  Backend& b;
  VectorId x, y, v, f;
};

void add_state(Passes& p, const std::string& when, Results& results) {
  results.add("energy" + when, p.b.energy(p.y));
  p.b.forces(p.y, p.f, false);
  results.add("forces" + when, p.read(p.f));
  p.b.forces(p.y, p.f, true);
  results.add("free forces" + when, p.read(p.f));
  results.add("norms" + when, p.b.force_norms(p.y, p.f));
  results.add("forces of norms" + when, p.read(p.f));
  for (bool projected : {false, true}) {
    const std::span<const double> K = p.b.stiffness(p.y, projected);
    results.add("stiffness" + when, Numbers{K.begin(), K.end()});
  }
  p.b.subtract_product(p.v, p.f);
  results.add("product" + when, p.read(p.f));
  std::vector<double> blocks;
  p.b.node_terms(p.y, blocks);
  results.add("node terms" + when, blocks);
}

void add_vectors(Passes& p, Results& results) {
  const VectorId z = p.b.make_vector();
  const std::vector<VectorId> some = {p.x, p.y, p.v, p.x, p.y, p.v};
  const std::vector<double> factors = {0.1, -0.7, 3, 0.2, 11, -0.01};
  std::vector<double> products(some.size());
  p.b.dots(some, p.v, products);
  results.add("dots", products);
  results.add("dot", p.b.dot(p.y, p.v));
  results.add("max_abs", p.b.max_abs(p.v));
  p.b.add_all(factors, some, z);
  p.b.divide(z, 3);
  p.b.axpy(0.3, p.y, z);
  results.add("vectors", p.read(z));
}

void add_springs(Passes& p, Results& results) {
  const VectorId l = p.b.make_vector(Items::springs), l_star = p.b.make_vector(Items::springs);
  p.b.lengths(p.y, l);
  results.add("lengths", p.read_springs(l));
  p.b.lengths_along(p.x, p.y, l_star);
  results.add("lengths along", p.read_springs(l_star));
  results.add("shortens", p.b.shortens(p.x, p.y, 0.5) ? 1 : 0);
  const VectorId across = p.b.make_vector(Items::springs);
  const VectorId added = p.b.make_vector(Items::springs);
  results.add("largest turn", p.b.predict_across(p.x, p.y, across, added));
  results.add("predicted across", p.read_springs(across));
  results.add("needed across", p.read_springs(added));
  const LargestStrain most = p.b.largest_strain(p.y, p.v);
  results.add("largest strain", Numbers{double(most.spring), most.strain, double(most.finite)});
  std::vector<SpringTerm> terms;
  p.b.spring_terms(p.y, terms);
  std::vector<double> numbers;
  for (const SpringTerm& term : terms)
    numbers.insert(numbers.end(),
                   {term.n[0], term.n[1], term.n[2], term.tangent, term.q, term.rounding});
  results.add("spring terms", numbers);
  results.add("elastic energy", p.b.elastic_energy(p.y));
  if (!p.net.data.damping.empty())
    results.add("dashpots", p.b.dashpot_power({{0.01, l_star}, l, l}));
}

void add_motion(Passes& p, Results& results) {
  p.b.motion_forces(p.y, p.v, p.f);
  results.add("forces in motion", p.read(p.f));
  p.b.subtract_turning(p.y, p.x, 10, p.v, p.f);
  results.add("turning", p.read(p.f));
  results.add("power", p.b.dissipated_power(p.y, p.v));
  results.add("kinetic", p.b.kinetic_energy(p.v));
  std::vector<double> momentum(usize(p.net.data.dimension));
  p.b.momentum(p.v, momentum);
  results.add("momentum", momentum);
  for (VectorId wind : {p.v, -1}) {
    p.b.face_forces(p.y, wind, p.f);
    results.add("faces", p.read(p.f));
  }
  p.b.hold_forces(p.f);
  results.add("energy with frozen forces", p.b.energy(p.y));
  p.b.hold_forces(-1);
  p.b.divide_by_mass(p.f);
  results.add("accelerations", p.read(p.f));
}

void add_solvers(Passes& p, Results& results) {
  const VectorId s = p.b.make_vector();
  for (bool projected : {true, false}) {
    results.add("factor", double(p.b.factorise(p.y, {projected, 1e-3})));
    p.b.solve(p.v, s, 1e-10);
    results.add("solution", p.read(s));
  }
  LinearSystem& blocks = *p.b.solver(SolverKind::node_blocks);
  results.add("blocks", double(blocks.prepare(p.y, {})));
  blocks.solve(p.v, s, 0);
  results.add("solution by blocks", p.read(s));
  p.b.divide_by_node_stiffness(s);
  p.b.remove_rigid_motions(p.y, s);
  results.add("step", p.read(s));
  results.add("largest eigenvalue", p.b.largest_eigenvalue(p.y));
  results.add("semidefinite", p.b.surely_semidefinite(p.y) ? 1 : 0);
  const int negative = p.b.negative_modes(p.y, 0);
  results.add("negative modes", negative);
  if (negative >= 0) p.b.solve_counted(p.v, s);
  results.add("counted solution", p.read(s));
  if (negative > 0) p.b.negative_direction(s);
  results.add("direction", p.read(s));
}

// Explicit and implicit contact in one step.
void add_contact(Passes& p, Results& results) {
  const double h = 0.01;
  ContactBalance balance;
  p.b.begin_contact();
  p.b.move_obstacles(std::vector<double>(3 * p.net.data.solids.size(), 0.01));
  p.b.set_penalty(Penalty{.factor = 3, .at_rest = false, .x0 = p.x, .slip = 1e-3});
  results.add("paths", p.b.follow_paths(p.x, p.y, false));
  results.add("points", p.b.follow_paths(p.x, p.y, true));
  p.b.set_inertia(1 / (h * h), p.x);
  add_state(p, " with a penalty", results);
  p.b.set_inertia(0, -1);
  results.add("penalty energy", p.b.penalty_energy(p.y));
  p.b.settle_penalty({p.x, p.v, p.y, p.v, h, p.v, h}, balance);
  results.add("balance of the penalty", balance);
  results.add("velocity after it", p.read(p.v));
  p.b.accept_contact();
  results.add("saved contact", p.b.save_contact());
  p.b.load_contact({});
  p.b.begin_contact();
  p.b.stop_at_solids({p.x, p.v, p.y, p.v, h, 0.5}, balance);
  results.add("balance of impacts", balance);
  results.add("positions after impacts", p.read(p.y));
  results.add("velocities after impacts", p.read(p.v));
}

void expect_same_passes(const std::string& name, const System& system, bool direct) {
  expect_same_bits(name, [&] {
    Passes p(system);
    Results results;
    p.b.set_penalty(std::nullopt);
    add_vectors(p, results);
    add_springs(p, results);
    add_state(p, "", results);
    const NetworkData::Target target{1, 30, {0.1, 0.2, 0.3}};
    p.b.set_targets({&target, 1});
    p.b.set_inertia(100, p.x);
    add_state(p, " with inertia", results);
    const StateValue both = p.b.evaluate(p.y, p.f, Want::energy_and_norms);
    results.add("energy in one pass", both.energy);
    results.add("norms in one pass", both.norms);
    p.b.set_inertia(0, -1);
    p.b.set_targets({});
    add_motion(p, results);
    if (direct) add_solvers(p, results);
    if (!p.net.data.solids.empty()) add_contact(p, results);
    return results;
  });
}

TEST(SerialBackend, HasTheBitsOfTheCpuInEveryPass) {
  Random random(2);
  for (int d : {2, 3}) {
    expect_same_passes("a rich net", rich_net(d, 60), true);
    System laws = random_net(random, {.dimension = d, .nodes = 50, .all_laws = true});
    laws.nodes.mass = {1};
    expect_same_passes("all laws", laws, true);
  }
}

TEST(SerialBackend, HasTheBitsOfTheCpuInSumsOfManyBlocks) {
  for (int d : {2, 3}) expect_same_passes("a large net", rich_net(d, 5000), false);
}

TEST(SerialBackend, HasTheBitsOfTheCpuInHistories) {
  for (int d : {2, 3})
    expect_same_bits("histories", [&] {
      Passes p(net_with_histories(d));
      Results results;
      Histories& histories = p.b.histories();
      std::vector<MotionEvent> events;
      histories.begin(p.x);
      for (int step = 1; step <= 5; ++step) {
        p.b.set_time(0.02 * step);
        histories.prepare(0.02);
        add_state(p, " in a step", results);
        p.b.axpy(0.2, p.v, p.y);
        const EnergyBalance balance =
            histories.commit({.t = 0.02 * step, .h = 0.02, .x = p.y}, events);
        results.add("balance",
                    Numbers{balance.dissipated, balance.work, histories.stored_energy()});
        results.add("saved", histories.save());
      }
      results.add("events", static_cast<double>(events.size()));
      EXPECT_GT(events.size(), 0u);
      return results;
    });
}

// ---- steps ----

void add_motion_of(const System& system, Integrator integrator, Results& results) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = 2e-3;
  options.threads = 1;
  options.linear_solver = LinearSolver::ldlt;
  // The serial backend has no prefactored steps.
  if (is_implicit(integrator)) options.method = StepMethod::newton;
  Simulation run(system, options);
  const MotionReport report = run.run_until(0.1);
  results.add("status", double(report.status));
  results.add("steps", static_cast<double>(run.steps()));
  results.add("position", run.state().position);
  results.add("velocity", run.state().velocity);
  results.add("tensions", run.tensions());
  results.add("contact forces", run.contact_forces());
  const MotionEnergies e = run.energies();
  results.add("energies", Numbers{e.kinetic, e.elastic, e.gravity, e.load, e.contact, e.dissipated,
                                  e.work, e.total});
  results.add("events", static_cast<double>(run.events().size()));
  if (!system.obstacles.empty()) EXPECT_GT(run.events().size(), 0u);
  const std::string saved = run.save();
  results.add("saved", std::vector<double>(saved.begin(), saved.end()));
}

class SerialSteps : public ::testing::TestWithParam<Integrator> {};

TEST_P(SerialSteps, HaveTheBitsOfTheCpu) {
  Random random(9);
  System fused = random_net(random, {.nodes = 50, .chords = 80});  // Backend::advance() on the CPU
  fused.nodes.mass = {1};
  System thrown_net = thrown(random, 3, 5);
  thrown_net.obstacles = {floor_of(0.4, 0.5, 3)};
  thrown_net.obstacles[0].point = {0, 0, 0.9};
  // With friction Newton's method alone does not converge in some implicit steps of it: these would
  // be tried by prefactored steps, too, which the serial backend does not have.
  System in_space = rich_net(3, 40);
  if (is_implicit(GetParam()))
    for (Obstacle& obstacle : in_space.obstacles) obstacle.friction = 0;
  const std::pair<const char*, System> nets[] = {{"springs and loads alone", fused},
                                                 {"a rich net", rich_net(2, 40)},
                                                 {"a rich net in space", in_space},
                                                 {"histories", net_with_histories(2)},
                                                 {"a chain on the floor", thrown_net}};
  for (const auto& [name, system] : nets)
    expect_same_bits(name, [&, &net = system] {
      Results results;
      add_motion_of(net, GetParam(), results);
      return results;
    });
}

INSTANTIATE_TEST_SUITE_P(All, SerialSteps, ::testing::ValuesIn(kIntegrators),
                         [](const auto& of) { return std::string(to_string(of.param)); });

// ---- rest ----

void add_rest_of(const System& system, Method method, Results& results) {
  EquilibriumOptions options;
  options.method = method;
  options.max_iterations = 300;
  options.linear_solver = LinearSolver::ldlt;
  options.threads = 1;
  const Equilibrium rest = solve_equilibrium(system, options);
  results.add("position", rest.state.position);
  results.add("tension", rest.tension);
  results.add("contact", rest.contact);
  const Report& report = rest.report;
  results.add("report", Numbers{double(report.status), double(report.iterations), report.residual,
                                report.energy, double(report.projected_iterations),
                                report.lowest_stiffness.value_or(-1)});
  results.add("reason", std::vector<double>(report.reason.begin(), report.reason.end()));
}

TEST(SerialBackend, FindsRestWithTheBitsOfTheCpu) {
  for (int family = 0; family < kFamilyCount; ++family)
    for (std::uint64_t seed : {1, 2, 3}) {
      const System net = FamilyNet(static_cast<Family>(family), seed).make();
      expect_same_bits(to_string(static_cast<Family>(family)), [&] {
        Results results;
        add_rest_of(net, Method::newton, results);
        return results;
      });
    }
}

TEST(SerialBackend, FindsRestByEveryMethodWithTheBitsOfTheCpu) {
  for (int method = 0; method < kMethodCount; ++method)
    for (Family family : {Family::near, Family::loaded}) {
      const System net = FamilyNet(family, 4).make();
      expect_same_bits(to_string(static_cast<Method>(method)), [&] {
        Results results;
        add_rest_of(net, static_cast<Method>(method), results);
        return results;
      });
    }
}

TEST(SerialBackend, RestsOnObstaclesWithTheBitsOfTheCpu) {
  System net = cloth(4, 0.05);
  net.obstacles = {floor_of(0, 0, 3)};
  expect_same_bits("cloth", [&] {
    Results results;
    add_rest_of(net, Method::newton, results);
    return results;
  });
}

}  // namespace
}  // namespace tensio
