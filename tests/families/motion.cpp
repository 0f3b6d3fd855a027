// How implicit motion fares on random scenes (support/moving_families.hpp), as a table: kinds of
// scenes by integrator.
//
//   tensio_motion [--check] [--scenes N] [--first SEED] [--keep FOLDER] [--steps N] [--threads N]
//
// Each scene runs with each implicit integrator at 1, 10 and 100 times the stable step of
// velocity_verlet. A cell: runs that finished, of how many; steps that were split or retried.
// --check: exit status 1 unless at least 99.9 % of the runs finish, no value is NaN, and
//  - after every step of implicit_euler E + g/2 |x - y|²_M is not above its value at the step's
//    start, where E is all energy but the kinetic,
//  - where the energy is convex, kinetic + potential energy - work never rises,
// both to what the step's tolerance leaves. What fails is named, and kept as a scene in FOLDER.
// --threads: scenes side by side, 0 for one on each core.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/index.hpp"
#include "support/moving_families.hpp"
#include "tensio/error.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::testing {
namespace {

constexpr Integrator kIntegrators[] = {Integrator::implicit_euler, Integrator::implicit_midpoint,
                                       Integrator::bdf2, Integrator::linearly_implicit_euler};
constexpr double kFactors[] = {1, 10, 100};

struct Wish {
  int scenes = 60;
  int first = 0;
  int steps = 20;
  int threads = 1;
  bool check = false;
  std::string keep = {};
};

struct Cell {
  int runs = 0, finished = 0, unstable = 0;
  std::int64_t steps = 0, split = 0, retried = 0;

  void add(const Cell& other) {
    runs += other.runs;
    finished += other.finished;
    unstable += other.unstable;
    steps += other.steps;
    split += other.split;
    retried += other.retried;
  }
};

struct Run {
  MovingScene scene;
  int seed = 0;
  Integrator integrator = Integrator::implicit_euler;
  double factor = 1;
};

Wish read(int count, char** words) {
  Wish wish;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--check") wish.check = true;
    if (i + 1 == count) continue;
    if (word == "--scenes") wish.scenes = std::atoi(words[++i]);
    if (word == "--first") wish.first = std::atoi(words[++i]);
    if (word == "--steps") wish.steps = std::atoi(words[++i]);
    if (word == "--threads") wish.threads = std::atoi(words[++i]);
    if (word == "--keep") wish.keep = words[++i];
  }
  return wish;
}

bool all_finite(const std::vector<double>& values) {
  for (double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

double potential(const MotionEnergies& energy) {
  return energy.elastic + energy.gravity + energy.load + energy.contact;
}

// The sum of magnitudes that the energies of a step are made of: rounding and tolerance are
// measured against it.
double scale(const MotionEnergies& energy) {
  return energy.kinetic + std::abs(energy.elastic) + std::abs(energy.gravity) +
         std::abs(energy.load) + std::abs(energy.contact);
}

// What a claim about energies says, or nothing where it holds.
class Claims {
 public:
  Claims(const Run& run, const Simulation& simulation)
      : run_(run),
        h_(simulation.options().time_step),
        mass_(node_masses(run.scene.system)),
        fixed_(fixed_axes(run.scene.system)) {
    remember(simulation, 0);
  }

  std::string after_step(const Simulation& simulation, const MotionReport& report) {
    const MotionEnergies now = simulation.energies();
    const bool whole = report.split_steps == split_;
    largest_ = std::max({largest_, scale(now), scale(energy_)});
    const double allowed = 1e-9 * largest_ + 1e-30;
    std::string broken;
    if (run_.integrator == Integrator::implicit_euler && whole) {
      const double jump = inertia(simulation.state());
      const double rise = potential(now) + jump - potential(energy_) - energy_.kinetic;
      if (rise > allowed) broken = fmt::format("E + g/2 |x - y|² rose by {:.3g} J", rise);
      const bool convex = run_.scene.convex && run_.scene.system.obstacles.empty();
      const double more = potential(now) + now.kinetic - now.work - potential(energy_) -
                          energy_.kinetic + energy_.work;
      if (convex && more > allowed) broken = fmt::format("the energy rose by {:.3g} J", more);
    }
    remember(simulation, report.split_steps);
    return broken;
  }

 private:
  void remember(const Simulation& simulation, std::int64_t split) {
    energy_ = simulation.energies();
    state_ = simulation.state();
    split_ = split;
  }
  // g/2 |x - y|²_M, with y = x_before + h v_before. Contact may have changed the velocity at x.
  double inertia(const State& state) const {
    const int d = run_.scene.system.dimension;
    double sum = 0;
    for (std::size_t i = 0; i < state.position.size(); ++i) {
      const std::size_t node = i / usize(d);
      if (fixed_[node] >> (i % usize(d)) & 1) continue;
      const double jump = (state.position[i] - state_.position[i]) / h_ - state_.velocity[i];
      sum += 0.5 * mass_[node] * jump * jump;
    }
    return sum;
  }

  const Run& run_;
  double h_;
  std::vector<double> mass_;
  std::vector<unsigned char> fixed_;
  MotionEnergies energy_;
  State state_;
  std::int64_t split_ = 0;
  double largest_ = 0;  // energy so far
};

void keep(const Run& run, const SimulationOptions& options, const std::string& folder) {
  if (folder.empty()) return;
  System scene = run.scene.system;
  scene.simulation = options;
  save_system(scene, fmt::format("{}/{}_{}_{}.json", folder, run.seed,
                                 tensio::to_string(run.integrator), run.factor));
}

// One run; what went wrong is printed.
void take(const Run& run, double stable, const Wish& wish, Cell& cell) {
  SimulationOptions options;
  options.integrator = run.integrator;
  options.time_step = run.factor * stable;
  options.duration = wish.steps * options.time_step;
  options.threads = 1;
  options.blowup_strain = 1e6;
  Simulation simulation(run.scene.system, options);
  Claims claims(run, simulation);
  ++cell.runs;
  std::string wrong;
  MotionReport report;
  for (int step = 0; step < wish.steps && wrong.empty(); ++step) {
    report = simulation.step();
    const State state = simulation.state();
    if (!all_finite(state.position) || !all_finite(state.velocity)) wrong = "a value is NaN";
    // One Newton step has no claim to stability: it may leave any bound.
    const bool may_blow_up = run.integrator == Integrator::linearly_implicit_euler;
    if (report.status == MotionStatus::blew_up && may_blow_up) {
      ++cell.unstable;
      break;
    }
    if (report.status != MotionStatus::finished) wrong = report.reason;
    if (wrong.empty()) wrong = claims.after_step(simulation, report);
  }
  cell.finished += wrong.empty();
  cell.steps += report.steps;
  cell.split += report.split_steps;
  cell.retried += report.retried_steps;
  if (!wrong.empty()) {
    fmt::print("{} {} {} x{}: step {}: {}\n", to_string(run.scene.kind), run.seed,
               tensio::to_string(run.integrator), run.factor, report.steps, wrong);
    std::fflush(stdout);
    keep(run, options, wish.keep);
  }
}

// Of velocity_verlet; where damping leaves it none, that of a millisecond.
double stable_step(const System& system) {
  SimulationOptions options;
  options.integrator = Integrator::velocity_verlet;
  options.time_step = 1;
  options.duration = 1;
  options.threads = 1;
  return Simulation(system, options).stable_time_step().value_or(1e-3);
}

void print(const Cell (&cells)[kMovingKindCount][4]) {
  fmt::print("{:12}", "");
  for (Integrator integrator : kIntegrators) fmt::print("{:>26}", tensio::to_string(integrator));
  fmt::print("\n");
  for (int kind = 0; kind < kMovingKindCount; ++kind) {
    fmt::print("{:12}", to_string(static_cast<MovingKind>(kind)));
    for (const Cell& cell : cells[kind])
      fmt::print("{:>26}",
                 fmt::format("{}/{} ({} {})", cell.finished, cell.runs, cell.split, cell.retried));
    fmt::print("\n");
  }
}

// The runs of one scene, a cell for each integrator.
void take_all(int seed, const Wish& wish, Cell (&cells)[kMovingKindCount][4], std::mutex& lock) {
  Run run{.scene = moving_scene(static_cast<std::uint64_t>(seed)), .seed = seed};
  const double stable = stable_step(run.scene.system);
  for (std::size_t i = 0; i < 4; ++i) {
    Cell cell;
    for (double factor : kFactors) {
      run.integrator = kIntegrators[i];
      run.factor = factor;
      take(run, stable, wish, cell);
    }
    const std::lock_guard<std::mutex> guard(lock);
    cells[static_cast<int>(run.scene.kind)][i].add(cell);
  }
}

int judge(const Wish& wish) {
  Cell cells[kMovingKindCount][4];
  std::mutex lock;
  std::atomic<int> next = wish.first;
  std::atomic<bool> broken = false;
  const auto work = [&] {
    try {
      for (int seed = next++; seed < wish.first + wish.scenes; seed = next++)
        take_all(seed, wish, cells, lock);
    } catch (const Error& error) {
      broken = true;
      fmt::print(stderr, "{}\n", error.what());
    }
  };
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < (wish.threads > 0 ? static_cast<unsigned>(wish.threads) : cores); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  print(cells);
  int runs = 0, finished = 0;
  for (const auto& kind : cells)
    for (const Cell& cell : kind) {
      runs += cell.runs;
      finished += cell.finished;
    }
  fmt::print("{} of {} runs finished\n", finished, runs);
  return broken || (wish.check && runs - finished > runs / 1000) ? 1 : 0;
}

}  // namespace
}  // namespace tensio::testing

int main(int count, char** words) {
  try {
    return tensio::testing::judge(tensio::testing::read(count, words));
  } catch (const tensio::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
