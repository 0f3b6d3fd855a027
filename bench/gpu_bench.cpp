// How fast explicit steps are on a GPU, and on the processor beside it: cloths of n x n nodes with
// springs to neighbours, across and against bending.
//
//   tensio_gpu_bench [SECONDS_PER_ROW]
//
// Writes a Markdown table to standard output. Exit status 77 where there is no GPU.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "backend/cuda/cuda.hpp"
#include "core/hash.hpp"
#include "tensio/tensio.hpp"

namespace {

using namespace tensio;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// 1 kg of cloth, 1 m x 1 m, hung by two corners.
System cloth(int n, double damping, double drag) {
  System net;
  net.dimension = 3;
  const double d = 1.0 / (n - 1);
  SpringSet along, across, bend;
  const auto join = [n](SpringSet& set, int i, int j, int di, int dj) {
    const int k = i + di, l = j + dj;
    if (k >= 0 && k < n && l < n) set.ends.push_back({j * n + i, l * n + k});
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      net.nodes.position.insert(net.nodes.position.end(),
                                {i * d, -j * d, 1e-4 * d * ((i * 7 + j * 13) % 11)});
      join(along, i, j, 1, 0);
      join(along, i, j, 0, 1);
      join(across, i, j, 1, 1);
      join(across, i, j, -1, 1);
      join(bend, i, j, 2, 0);
      join(bend, i, j, 0, 2);
    }
  along.stiffness = {1e4}, along.rest_length = {d};
  across.stiffness = {1e3}, across.rest_length = {d * std::sqrt(2.0)};
  bend.stiffness = {1e2}, bend.rest_length = {2 * d};
  net.springs = {along, across, bend};
  if (damping > 0)
    for (SpringSet& set : net.springs) set.damping = {damping};
  net.drag = drag;
  net.nodes.mass = {1.0 / (static_cast<double>(n) * n)};
  net.nodes.fixed = {{.nodes = {0, n - 1}}};
  net.gravity = {0, 0, -9.81};
  return net;
}

// A ball under its middle, which it meets as it falls.
void put_ball(System& net) {
  Obstacle ball;
  ball.kind = Obstacle::Kind::sphere;
  ball.point = {0.5, -0.5, -0.2001};
  ball.radius = 0.2;
  ball.thickness = 1e-4;
  ball.friction = 0.3;
  net.obstacles = {ball};
}

struct Row {
  double start = 0;        // seconds until the first step
  double step = 0;         // seconds of one
  std::uint64_t bits = 0;  // of the state after ten steps
};

Row measure(const System& net, BackendKind backend, int threads, double seconds, int n) {
  SimulationOptions options;
  options.integrator = Integrator::velocity_verlet;
  options.time_step = 0.2 / std::sqrt(1e4 * 8 * n * static_cast<double>(n));
  options.duration = options.output_every = 1e12 * options.time_step;
  options.backend = backend;
  options.threads = threads;
  Row row;
  const auto begin = Clock::now();
  Simulation run(net, options);
  const auto until = [&](std::int64_t step) {
    (void)run.run_until(static_cast<double>(step) * run.options().time_step);
  };
  row.start = seconds_since(begin);
  until(10);
  const State state = run.state();
  row.bits = hash_bits(state.position, hash_bits(state.velocity));
  std::int64_t steps = run.steps() + 5;
  until(steps);
  // Longer and longer, until it is long enough.
  for (std::int64_t count = 10;; count *= 4) {
    const auto here = Clock::now();
    until(steps += count);
    const double taken = seconds_since(here);
    row.step = taken / static_cast<double>(count);
    if (4 * taken > seconds) return row;
  }
}

void print_row(const char* what, int n, const System& net, const char* backend, const Row& row) {
  std::printf("| %s | %d x %d | %zu | %s | %.2f | %.3g | %.3g | %016llx |\n", what, n, n,
              static_cast<std::size_t>(net.spring_count()), backend, row.start, 1e6 * row.step,
              1e-9 * static_cast<double>(net.spring_count()) / row.step,
              static_cast<unsigned long long>(row.bits));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const CudaProbe& probe = find_cuda();
  if (!probe.found) {
    std::printf("skipped: no GPU: %s\n", probe.why.c_str());
    return 77;
  }
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  std::printf("velocity_verlet in double precision on %s and on the processor beside it\n\n",
              probe.name.c_str());
  std::printf(
      "| forces | nodes | springs | backend | start [s] | step [us] | G springs/s | bits "
      "after 10 steps |\n|---|---|---|---|---|---|---|---|\n");
  int different = 0;
  struct Kind {
    const char* name;
    double damping, drag;
    bool ball = false;
  };
  const Kind kinds[] = {{"springs", 0, 0},
                        {"springs, drag", 0, 0.1},
                        {"springs, dashpots, drag", 1e-3, 0.1},
                        {"springs, dashpots, drag, a ball", 1e-3, 0.1, true}};
  for (int n : {30, 100, 300, 1000, 3000})
    for (const Kind& kind : kinds) {
      // Nets of that size take minutes to prepare, and one thread seconds for each step.
      if (n == 3000 && kind.drag > 0) continue;
      System net = cloth(n, kind.damping, kind.drag);
      if (kind.ball) put_ball(net);
      const Row gpu = measure(net, BackendKind::cuda, 0, seconds, n);
      print_row(kind.name, n, net, "cuda", gpu);
      const bool only_gpu = n == 3000 || (n == 1000 && kind.drag > 0);
      for (int threads : {1, 0}) {
        if (only_gpu || (n == 1000 && threads == 1)) continue;
        const Row cpu = measure(net, BackendKind::cpu, threads, seconds / 2, n);
        print_row(kind.name, n, net, threads == 1 ? "cpu, 1 thread" : "cpu, all threads", cpu);
        different += cpu.bits != gpu.bits;
      }
    }
  std::printf("\n%s\n", different == 0 ? "The bits are the same on GPU and processor."
                                       : "THE BITS DIFFER between GPU and processor.");
  return different == 0 ? 0 : 1;
}
