// Many solves or runs side by side, each on one thread.
#include "tensio/many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>

#include "core/parallel.hpp"
#include "network/compile_data.hpp"
#include "network/given_springs.hpp"

namespace tensio {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Items that threads take one after the other. What an item throws is thrown again by run(): that
// of the lowest one.
class Queue {
 public:
  Queue(int count, int threads, const ManyWatch& watch)
      : count_(count),
        pool_(std::min(threads > 0 ? threads : hardware_threads(), count)),
        watch_(watch) {}

  // worker() makes a function that carries out one item, on the thread that calls it.
  template <class Worker>
  void run(Worker&& worker) {
    const auto work = [&](int, int) {
      int item = -1;
      try {
        auto carry_out = worker();
        while ((item = next()) >= 0) {
          carry_out(item);
          finished();
        }
      } catch (...) {
        failed(item);
      }
    };
    // One part for each thread, which takes items as it comes to them.
    pool_.parallel_for(pool_.threads(), work, 1);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  int next() {
    const int item = next_.fetch_add(1);
    return stop_.load() || item >= count_ ? -1 : item;
  }
  void finished() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (watch_ && !stop_.load() && !watch_(done_)) stop_.store(true);
  }
  void failed(int item) {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_.store(true);
    if (error_ && item >= failed_) return;
    failed_ = item;
    error_ = std::current_exception();
  }

  const int count_;
  ThreadPool pool_;
  const ManyWatch& watch_;
  std::atomic<int> next_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  int done_ = 0, failed_ = 0;
  std::exception_ptr error_;
};

// What a set may contain, by name.
void refuse_unfit_sets(const char* name, const std::vector<double>& values, int count,
                       std::size_t each, double least) {
  if (values.empty()) return;
  const std::size_t wanted = usize(count) * each;
  if (values.size() != wanted)
    throw Error(fmt::format("{} has {} numbers; {} sets of {} need {}", name, values.size(), count,
                            each, wanted));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]) || values[i] < least)
      throw Error(fmt::format("{} of set {} has {} at place {}; it must be {}", name, i / each,
                              values[i], i % each,
                              least == 0 ? "finite and not negative" : "finite"));
}

void refuse_unfit_sets(const ValueSets& sets, int springs, std::size_t axes) {
  constexpr double kAny = -std::numeric_limits<double>::infinity();
  if (sets.count < 0) throw Error(fmt::format("the number of sets is {}", sets.count));
  refuse_unfit_sets("stiffness", sets.stiffness, sets.count, usize(springs), kAny);
  refuse_unfit_sets("rest_length", sets.rest_length, sets.count, usize(springs), 0);
  refuse_unfit_sets("load", sets.load, sets.count, axes, kAny);
}

// Only the law force_density takes a stiffness of any sign.
void refuse_negative_stiffness(const ValueSets& sets, const NetworkData& net) {
  const std::size_t springs = usize(net.spring_count);
  std::vector<std::uint8_t> any_sign(springs);
  for (std::size_t s = 0; s < springs; ++s)
    any_sign[usize(net.spring_user[s])] =
        law_of(net, static_cast<int>(s)) == Law::force_density ? 1 : 0;
  for (std::size_t i = 0; i < sets.stiffness.size(); ++i)
    if (sets.stiffness[i] < 0 && !any_sign[i % springs])
      throw Error(
          fmt::format("stiffness of set {} has {} at place {}; it must not be negative (the "
                      "law force_density takes any sign)",
                      i / springs, sets.stiffness[i], i % springs));
}

// The numbers of set i.
std::span<const double> part(const std::vector<double>& values, int i, std::size_t each) {
  return std::span<const double>(values).subspan(usize(i) * each, each);
}
template <class From>
void copy_into(const From& from, int i, std::vector<double>& to) {
  std::copy(from.begin(), from.end(),
            to.begin() + static_cast<std::ptrdiff_t>(usize(i) * from.size()));
}

// A net of this thread, whose values change from item to item; its symbolic analysis stays.
class OneNet {
 public:
  explicit OneNet(const NetworkData& given) : net_(std::make_shared<NetworkData>(given)) {
    net_->analysis_cache = std::make_shared<AnalysisCache>();
  }

  Network with(const ValueSets& sets, int i) {
    const std::size_t springs = usize(net_->spring_count), d = usize(net_->dimension);
    const std::size_t axes = net_->external.size();
    if (!sets.stiffness.empty())
      net_->stiffness = to_compiled_order(net_->spring_user, part(sets.stiffness, i, springs));
    if (!sets.rest_length.empty())
      net_->rest_length = to_compiled_order(net_->spring_user, part(sets.rest_length, i, springs));
    if (!sets.load.empty()) {
      net_->load = compiled_order(*net_, part(sets.load, i, axes));
      for (std::size_t axis = 0; axis < axes; ++axis)
        net_->external[axis] = net_->load[axis] + net_->mass[axis / d] * net_->gravity[axis % d];
    }
    derive_scales(*net_);
    return Network(net_);
  }

 private:
  std::shared_ptr<NetworkData> net_;
};

std::vector<int> every_id(int count) {
  std::vector<int> ids(usize(count));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

}  // namespace

ManyRests solve_many(const Network& network, const ValueSets& sets,
                     const EquilibriumOptions& options, const ManyWatch& watch) {
  const NetworkData& net = network.data();
  const std::size_t axes = net.external.size(), springs = usize(net.spring_count);
  refuse_unfit_sets(sets, net.spring_count, axes);
  refuse_negative_stiffness(sets, net);
  if (!net.yields.empty() || !net.breaks.empty() || net.faces.act())
    throw Error(
        "springs that yield or break, or pressure: such nets are solved in rounds; give them to "
        "solve_many() as systems");
  const std::size_t count = usize(sets.count);
  ManyRests result;
  result.status.assign(count, Status::interrupted);
  result.reason.assign(count, "stopped on request");
  result.position.assign(count * axes, kNone);
  result.tension.assign(count * springs, kNone);
  result.residual.assign(count, kNone);
  result.iterations.assign(count, 0);
  EquilibriumOptions one_thread = options;
  one_thread.threads = 1;
  Queue(sets.count, options.threads, watch).run([&] {
    return [&, own = OneNet(net)](int i) mutable {
      const Equilibrium rest = solve_equilibrium(own.with(sets, i), one_thread);
      result.status[usize(i)] = rest.report.status;
      result.reason[usize(i)] = rest.report.reason;
      result.residual[usize(i)] = rest.report.residual;
      result.iterations[usize(i)] = rest.report.iterations;
      copy_into(rest.state.position, i, result.position);
      copy_into(rest.tension, i, result.tension);
    };
  });
  return result;
}

std::vector<Equilibrium> solve_many(std::span<const System> systems,
                                    const EquilibriumOptions& options, const ManyWatch& watch) {
  std::vector<Equilibrium> rests(systems.size());
  for (Equilibrium& rest : rests) {
    rest.report.status = Status::interrupted;
    rest.report.reason = "stopped on request";
  }
  EquilibriumOptions one_thread = options;
  one_thread.threads = 1;
  Queue(static_cast<int>(systems.size()), options.threads, watch).run([&] {
    return [&](int i) {
      try {
        rests[usize(i)] = solve_equilibrium(systems[usize(i)], one_thread);
      } catch (const Error& error) {
        throw Error(fmt::format("system {}: {}", i, error.what()));
      }
    };
  });
  return rests;
}

ManyRuns run_many(const System& system, const ValueSets& sets, const SimulationOptions& options,
                  const ManyWatch& watch) {
  require_valid(system);
  const std::size_t axes = usize(system.node_count()) * usize(system.dimension);
  const std::size_t springs = usize(system.spring_count()), dimension = usize(system.dimension);
  refuse_unfit_sets(sets, system.spring_count(), axes);
  const std::size_t count = usize(sets.count);
  ManyRuns result;
  result.status.assign(count, MotionStatus::interrupted);
  result.reason.assign(count, "stopped on request");
  result.time.assign(count, kNone);
  result.position.assign(count * axes, kNone);
  result.velocity.assign(count * axes, kNone);
  result.tension.assign(count * springs, kNone);
  SimulationOptions one_thread = options;
  one_thread.threads = 1;
  const std::vector<int> every_spring = every_id(system.spring_count());
  Queue(sets.count, options.threads, watch).run([&] {
    auto own = std::make_shared<Simulation>(system, one_thread, nullptr, Validated::yes);
    return [&, own, start = own->save()](int i) {
      Simulation& simulation = *own;
      simulation.restore(start);
      if (!sets.rest_length.empty())
        simulation.set_rest_length(every_spring, part(sets.rest_length, i, springs));
      if (!sets.stiffness.empty())
        simulation.set_stiffness(every_spring, part(sets.stiffness, i, springs));
      if (!sets.load.empty())
        for (int node = 0; node < system.node_count(); ++node)
          simulation.set_load(node,
                              part(sets.load, i, axes).subspan(usize(node) * dimension, dimension));
      const MotionReport report = simulation.run();
      const State state = simulation.state();
      result.status[usize(i)] = report.status;
      result.reason[usize(i)] = report.reason;
      result.time[usize(i)] = state.time;
      copy_into(state.position, i, result.position);
      copy_into(state.velocity, i, result.velocity);
      copy_into(simulation.tensions(), i, result.tension);
    };
  });
  return result;
}

}  // namespace tensio
