// How long it takes to compile a large net, and to pass over it: forces, energy, stiffness.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "backend/backend.hpp"
#include "core/random.hpp"
#include "tensio/solve/network.hpp"

namespace {

using namespace tensio;

// A cubic lattice of about `nodes` nodes with three springs per node; shuffled: in random order.
System lattice(int side, bool shuffled) {
  System net;
  std::vector<int> number(static_cast<std::size_t>(side * side * side));
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = static_cast<int>(i);
  Random random(1);
  if (shuffled)
    for (std::size_t i = number.size() - 1; i > 0; --i)
      std::swap(number[i], number[static_cast<std::size_t>(random.index(static_cast<int>(i) + 1))]);
  net.nodes.position.resize(3 * number.size());
  SpringSet set;
  set.stiffness = {1};
  const auto id = [&](int x, int y, int z) {
    return number[static_cast<std::size_t>((z * side + y) * side + x)];
  };
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int node = id(x, y, z);
        double* at = net.nodes.position.data() + 3 * static_cast<std::ptrdiff_t>(node);
        at[0] = x;
        at[1] = y;
        at[2] = z;
        if (x + 1 < side) set.ends.push_back({node, id(x + 1, y, z)});
        if (y + 1 < side) set.ends.push_back({node, id(x, y + 1, z)});
        if (z + 1 < side) set.ends.push_back({node, id(x, y, z + 1)});
      }
  net.springs = {set};
  return net;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void compile_lattice(benchmark::State& state) {
  const System net = lattice(static_cast<int>(state.range(0)), state.range(1) != 0);
  std::size_t bytes = 0;
  for (auto _ : state) {
    const Network network = compile(net);
    bytes = network.memory();
  }
  state.counters["springs"] = static_cast<double>(net.spring_count());
  state.counters["network_MB"] = static_cast<double>(bytes) / 1e6;
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(compile_lattice)
    ->ArgNames({"side", "shuffled"})
    ->Args({100, 0})
    ->Args({100, 1})
    ->Unit(benchmark::kMillisecond);

// The same lattice with another law.
System lattice_of(int side, Law law) {
  System net = lattice(side, false);
  SpringSet& set = net.springs[0];
  set.law = law;
  if (law == Law::polynomial) set.coefficients = {1, 0, 0.1};
  if (law == Law::table) set.points = {{-1, -2}, {-0.1, -0.1}, {0, 0}, {0.1, 0.1}, {1, 2}};
  if (law == Law::custom)
    set.custom = each_spring([](double l, double k, double l0) {
      return std::array<double, 3>{0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
    });
  return net;
}

struct Pass {
  Pass(int side, int threads, Law law = Law::linear) : network(compile(lattice_of(side, law))) {
    EquilibriumOptions options;
    options.threads = threads;
    backend = make_backend(network.data(), options);
    x = backend->make_vector();
    f = backend->make_vector();
    backend->set_start(x);
  }
  Network network;
  std::unique_ptr<Backend> backend;
  VectorId x, f;
};

template <class F>
void measure(benchmark::State& state, F&& f) {
  Pass pass(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) f(pass);
  state.SetItemsProcessed(state.iterations() * pass.network.spring_count());
}

void forces(benchmark::State& state) {
  measure(state, [](Pass& pass) { pass.backend->forces(pass.x, pass.f, true); });
}
void energy(benchmark::State& state) {
  measure(state, [](Pass& pass) { benchmark::DoNotOptimize(pass.backend->energy(pass.x)); });
}
void stiffness(benchmark::State& state) {
  measure(state,
          [](Pass& pass) { benchmark::DoNotOptimize(pass.backend->stiffness(pass.x, false)); });
}
BENCHMARK(forces)->ArgNames({"side", "threads"})->Args({60, 1})->Args({60, 2});
BENCHMARK(energy)->ArgNames({"side", "threads"})->Args({60, 1})->Args({60, 2});
BENCHMARK(stiffness)->ArgNames({"side", "threads"})->Args({60, 1})->Args({60, 2});

void forces_of_law(benchmark::State& state) {
  const Law law = static_cast<Law>(state.range(0));
  Pass pass(60, 1, law);
  for (auto _ : state) pass.backend->forces(pass.x, pass.f, true);
  state.SetItemsProcessed(state.iterations() * pass.network.spring_count());
  state.SetLabel(to_string(law));
}
BENCHMARK(forces_of_law)->ArgName("law")->DenseRange(0, kLawCount - 1);

}  // namespace
