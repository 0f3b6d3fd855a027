// Golden hashes: forces, energies, stiffness, solves and motion to the last bit, for every
// compiler, optimisation level and platform. Without arguments it compares with hashes.txt; --write
// makes it. With TENSIO_GOLDEN_CASES_ONLY it is the cases alone, for a program that includes it.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "core/hash.hpp"
#include "core/index.hpp"
#include "support/nets.hpp"
#include "support/waveforms.hpp"
#include "tensio/tensio.hpp"

namespace tensio {
namespace {

using testing::perturbed;
using testing::pressed_column;
using testing::RandomNet;
using testing::sine;
using testing::square_net;

System mixed_net(int dimension, std::uint64_t seed) {
  Random random(seed);
  RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = 3000;
  wish.chords = 9000;
  wish.all_laws = true;
  System net = random_net(random, wish);
  net.nodes.mass = {0.1};
  net.gravity = {0, -9.81, 0};
  return net;
}

System curved_net(int dimension) {
  Random random(50);
  RandomNet wish;
  wish.dimension = dimension;
  wish.nodes = 300;
  wish.chords = 1200;
  return testing::curved_net(random, wish);
}

std::uint64_t hash_of_passes(const System& net) {
  const Network network = compile(net);
  const std::span<const double> x = net.nodes.position;
  return hash_bits(forces(network, x),
                   hash_bits(stiffness_matrix(network, x).value,
                             hash_bits(std::vector<double>{energies(network, x).elastic})));
}

std::uint64_t hash_of_solve(const System& net, LinearSolver solver) {
  EquilibriumOptions options;
  options.linear_solver = solver;
  options.reproducible = true;
  const Equilibrium rest = solve_equilibrium(net, options);
  if (!rest.converged()) {
    std::fprintf(stderr, "golden: %s\n", rest.report.reason.c_str());
    return 0;
  }
  return hash_bits(rest.state.position, hash_bits(rest.tension, hash_bits(rest.reaction)));
}

// All kinds of loads and springs in motion together.
System dynamic_network(int dimension) {
  System net = perturbed(square_net(12, dimension, 0.8), 0.2);
  net.nodes.mass = {0.2};
  net.springs[0].stiffness = {30};
  net.springs[0].damping = {0.3};
  net.drag = 0.4;
  net.gravity = {0.5, -9.81, 0};
  const auto axes = usize(dimension);
  std::vector<Waveform> shake(axes), push(axes);
  shake[0] = sine(0.1, 3);
  push[1] = sine(2, 5);
  net.nodes.fixed.front().motion = shake;
  net.loads = {{.nodes = {40, 41}, .wave = push}};
  return net;
}

// What a case gives: a hash, and for motion one of the energies beside that of the state.
struct Hashes {
  Hashes(std::uint64_t state_) : state(state_) {}
  Hashes(std::uint64_t state_, std::uint64_t energies_) : state(state_), energies(energies_) {}
  std::uint64_t state;
  std::optional<std::uint64_t> energies;
};

Hashes hashes_of(const Simulation& simulation) {
  const State state = simulation.state();
  const MotionEnergies energy = simulation.energies();
  return {hash_bits(state.position, hash_bits(state.velocity)),
          hash_bits(std::vector<double>{energy.total, energy.dissipated, energy.work})};
}

Hashes hash_of_motion(const System& net, Integrator integrator, LinearSolver solver,
                      StepMethod method = StepMethod::newton) {
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = 0.01;
  options.duration = 0.2;
  options.tolerance = integrator == Integrator::rk45 ? 1e-6 : 1e-10;
  options.linear_solver = solver;
  options.method = method;
  options.reproducible = true;
  Simulation simulation(net, options);
  const MotionReport report = simulation.run();
  if (report.status != MotionStatus::finished) {
    std::fprintf(stderr, "golden: %s\n", report.reason.c_str());
    return {0, 0};
  }
  return hashes_of(simulation);
}

// A column that buckles, yields and falls on a floor, in steps too long for so few iterations: some
// are taken in substeps.
Hashes hash_of_substeps(Integrator integrator) {
  System net = pressed_column();
  net.gravity = {0, -9.81, 0};
  net.springs[0].damping = {0.5};
  net.springs[0].yield = Yield{.force = {60}, .hardening = {0.1}};
  net.obstacles = {Obstacle{.point = {0, 0, -0.05}, .normal = {0, 0.2, 1}, .friction = 0.3}};
  SimulationOptions options;
  options.integrator = integrator;
  options.time_step = 0.02;
  options.duration = 0.2;
  options.max_iterations = 8;
  options.linear_solver = LinearSolver::ldlt;
  Simulation simulation(net, options);
  const MotionReport report = simulation.run();
  if (report.status != MotionStatus::finished || report.split_steps == 0) {
    std::fprintf(stderr, "golden: %d split steps; %s\n", static_cast<int>(report.split_steps),
                 report.reason.c_str());
    return {0, 0};
  }
  return hashes_of(simulation);
}

// A stiff cloth, flat at first, that comes to hang by two corners.
System hanging_cloth() {
  constexpr int kSide = 28;
  System net = square_net(kSide, 3, 1);
  net.gravity = {0, 0, -9.81};
  net.nodes.mass = {1.0 / (kSide * kSide)};
  net.nodes.fixed[0].nodes = {0, kSide - 1};
  net.springs[0].stiffness = {3000};
  SpringSet across;
  for (int j = 0; j + 1 < kSide; ++j)
    for (int i = 0; i + 1 < kSide; ++i) {
      across.ends.push_back({j * kSide + i, j * kSide + i + kSide + 1});
      across.ends.push_back({j * kSide + i + 1, j * kSide + i + kSide});
    }
  across.stiffness = {300};
  net.springs.push_back(across);
  return net;
}

std::uint64_t hash_of_energy(const System& net) {
  const Energies e = energies(compile(net), net.nodes.position);
  return hash_bits(std::vector<double>{e.elastic, e.gravity, e.load, e.total});
}

// The scene as the reader sees it, resolved and solved.
std::uint64_t hash_of_scene(const std::string& name) {
  const System net = load_system(TENSIO_SOURCE_DIR "/examples/" + name + "/scene.json");
  return hash_bits(net.nodes.position, hash_of_solve(net, LinearSolver::ldlt));
}

std::map<std::string, std::function<Hashes()>> cases() {
  std::map<std::string, std::function<Hashes()>> all;
  for (int d : {2, 3}) {
    const std::string suffix = d == 2 ? "_2d" : "_3d";
    const System mixed = mixed_net(d, static_cast<std::uint64_t>(40 + d));
    const System stretched = perturbed(square_net(25, d, 0.8), 0.2);
    all["forces" + suffix] = [mixed] {
      return hash_bits(forces(compile(mixed), mixed.nodes.position));
    };
    all["stiffness" + suffix] = [mixed] {
      return hash_bits(stiffness_matrix(compile(mixed), mixed.nodes.position).value);
    };
    all["energy" + suffix] = [mixed] { return hash_of_energy(mixed); };
    const System curved = curved_net(d);
    all["curves" + suffix] = [curved] { return hash_of_passes(curved); };
    all["curves_solve" + suffix] = [curved] { return hash_of_solve(curved, LinearSolver::ldlt); };
    all["ldlt_solve" + suffix] = [stretched] {
      return hash_of_solve(stretched, LinearSolver::ldlt);
    };
    for (LinearSolver solver :
         {LinearSolver::pcg, LinearSolver::incomplete, LinearSolver::multilevel})
      all[std::string(to_string(solver)) + "_solve" + suffix] = [stretched, solver] {
        return hash_of_solve(stretched, solver);
      };
    const System large = perturbed(square_net(40, d, 0.8), 0.2);
    all["nodes_solve" + suffix] = [large] { return hash_of_solve(large, LinearSolver::automatic); };
    const System moving = dynamic_network(d);
    all["motion_prefactored" + suffix] = [=] {
      return hash_of_motion(moving, Integrator::implicit_euler, LinearSolver::ldlt,
                            StepMethod::prefactored);
    };
    for (int i = 1; i < kIntegratorCount; ++i) {
      const auto integrator = static_cast<Integrator>(i);
      const std::string name = std::string("motion_") + to_string(integrator);
      for (LinearSolver solver : {LinearSolver::ldlt, LinearSolver::pcg}) {
        const std::string with =
            is_implicit(integrator) ? std::string("_") + to_string(solver) : "";
        all[name + with + suffix] = [=] { return hash_of_motion(moving, integrator, solver); };
      }
    }
    for (LinearSolver solver : {LinearSolver::incomplete, LinearSolver::multilevel})
      for (Integrator integrator : {Integrator::linearly_implicit_euler, Integrator::bdf2})
        all[std::string("motion_") + to_string(integrator) + "_" + to_string(solver) + suffix] =
            [=] { return hash_of_motion(moving, integrator, solver); };
  }
  for (Integrator integrator :
       {Integrator::implicit_euler, Integrator::implicit_midpoint, Integrator::bdf2})
    all[std::string("substeps_") + to_string(integrator)] = [integrator] {
      return hash_of_substeps(integrator);
    };
  all["hanging_solve"] = [] { return hash_of_solve(hanging_cloth(), LinearSolver::automatic); };
  for (const char* name : {"01_springsys", "02_hanging_chain", "03_cable_net"})
    all[std::string("scene_") + name] = [name] { return hash_of_scene(name); };
  return all;
}

#ifndef TENSIO_GOLDEN_CASES_ONLY

int run(bool write) {
  const std::string path = TENSIO_SOURCE_DIR "/tests/golden/hashes.txt";
  std::map<std::string, std::string> expected;
  std::ifstream file(path);
  for (std::string name, hash; file >> name >> hash;) expected[name] = hash;
  std::ostringstream found;
  int passed = 0, failed = 0;
  const auto compare = [&](const std::string& name, std::uint64_t hash) {
    char text[32];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    found << name << ' ' << text << '\n';
    const bool same = expected[name] == text;
    ++(same ? passed : failed);
    if (!same && !write)
      std::printf("golden: %s gives %s, expected %s\n", name.c_str(), text, expected[name].c_str());
  };
  for (const auto& [name, compute] : cases()) {
    const Hashes hashes = compute();
    compare(name, hashes.state);
    if (hashes.energies) compare(name + ".energies", *hashes.energies);
  }
  if (write) {
    std::ofstream(path) << found.str();
    return 0;
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

#endif

}  // namespace
}  // namespace tensio

#ifndef TENSIO_GOLDEN_CASES_ONLY
int main(int argc, char** argv) {
  try {
    return tensio::run(argc > 1 && std::strcmp(argv[1], "--write") == 0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "golden: %s\n", error.what());
    return 1;
  }
}
#endif
