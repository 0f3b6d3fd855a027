// Explicit steps of a cloth falling from flat: by the kernels of each kind of processor, and by the
// plain loops that define them. Counted in springs per second.
#include <benchmark/benchmark.h>

#include "backend/backend.hpp"
#include "backend/cpu/kernels/simd.hpp"
#include "backend/loops.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "tensio/scenes/parts.hpp"

namespace {

using namespace tensio;

constexpr double kStep = 1e-6;

const DynamicNetwork& cloth_net(int side) {
  static std::vector<std::pair<int, std::unique_ptr<DynamicNetwork>>> made;
  for (const auto& [size, net] : made)
    if (size == side) return *net;
  System cloth = scenes::cloth(
      {.columns = side - 1, .stiffness = 1e4, .bending_stiffness = 1e-6, .total_mass = 1});
  cloth.gravity = {0, 0, -9.81};
  cloth.nodes.fixed = {{.nodes = {0, side - 1}}};
  made.clear();
  made.emplace_back(side, std::make_unique<DynamicNetwork>(cloth));
  return *made.back().second;
}

void report_speed(benchmark::State& state, const NetworkData& net, int steps) {
  state.counters["springs"] = net.spring_count;
  state.counters["springs/s"] = benchmark::Counter(static_cast<double>(net.spring_count) * steps,
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

// Arguments: nodes along a side, level, threads.
void advance(benchmark::State& state, Integrator integrator, Precision precision) {
  const NetworkData& net = cloth_net(static_cast<int>(state.range(0))).data;
  const auto level = static_cast<SimdLevel>(state.range(1));
  bool can = false;
  for (SimdLevel one : simd_levels()) can |= one == level;
  if (!can) return state.SkipWithError("this processor lacks it");
  choose_simd_level(level);
  const auto backend = make_backend(net, {.threads = static_cast<int>(state.range(2))});
  const VectorId x = backend->make_vector(), v = backend->make_vector();
  const VectorId a = backend->make_vector();
  backend->set_start(x);
  const int count = std::max(4, 60000000 / (net.spring_count + net.node_count));
  Advance steps{integrator, kStep, count, x, v};
  steps.strain = 100;
  if (integrator == Integrator::velocity_verlet) steps.a = a;
  steps.precision = precision;
  const auto go_on = [&] {
    const bool good = backend->advance(steps) == count;
    steps.a_known = steps.a >= 0;
    return good;
  };
  bool good = go_on();  // the first time the net is laid out
  for (auto _ : state) good = good && go_on();
  if (!good) return state.SkipWithError("blew up");
  choose_simd_level({});
  state.SetLabel(to_string(level));
  report_speed(state, net, count);
}

// As the integrator is written: copies for undoing, forces, single passes, a look at all strains.
void plain_loops(benchmark::State& state) {
  const NetworkData& net = cloth_net(static_cast<int>(state.range(0))).data;
  const auto backend = make_backend(net, {.threads = 1});
  const VectorId watched = backend->make_vector(), still = backend->make_vector();
  backend->set_start(watched);
  std::vector<double> x(net.beginning().begin(), net.beginning().end()), v(x.size()), f(x.size()),
      x_before, v_before;
  for (auto _ : state) {
    x_before = x;
    v_before = v;
    std::fill(f.begin(), f.end(), 0.0);
    scatter_forces<3>(net, x.data(), f.data());
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += net.external[i];
    for (std::size_t i = 0; i < f.size(); ++i)
      f[i] = net.constrained[i] ? 0.0 : f[i] / net.mass[i / 3];
    for (std::size_t i = 0; i < f.size(); ++i) v[i] += kStep * f[i];
    for (std::size_t i = 0; i < f.size(); ++i) x[i] += kStep * v[i];
    benchmark::DoNotOptimize(backend->largest_strain(watched, still));
  }
  report_speed(state, net, 1);
}

// One thread by its own time, which other programs on the machine do not count in; two by the
// clock.
void one_thread(benchmark::internal::Benchmark* bench) {
  for (int side : {100, 300, 1000})
    for (int level : {0, 1, 2}) bench->Args({side, level, 1});
  bench->ArgNames({"side", "level", "threads"})->Unit(benchmark::kMillisecond);
}
void two_threads(benchmark::internal::Benchmark* bench) {
  for (int side : {100, 300, 1000})
    for (int level : {1, 2}) bench->Args({side, level, 2});
  bench->ArgNames({"side", "level", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime();
}

constexpr auto kSingle = Precision::single_precision, kDouble = Precision::double_precision;
constexpr auto kVerlet = Integrator::velocity_verlet, kEuler = Integrator::symplectic_euler;
BENCHMARK(plain_loops)->ArgName("side")->Arg(100)->Arg(300)->Arg(1000);
BENCHMARK_CAPTURE(advance, symplectic_euler, kEuler, kDouble)->Apply(one_thread);
BENCHMARK_CAPTURE(advance, velocity_verlet, kVerlet, kDouble)->Apply(one_thread);
BENCHMARK_CAPTURE(advance, velocity_verlet, kVerlet, kDouble)->Apply(two_threads);
BENCHMARK_CAPTURE(advance, velocity_verlet_single, kVerlet, kSingle)->Apply(one_thread);

}  // namespace
