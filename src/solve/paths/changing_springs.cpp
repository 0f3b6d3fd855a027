#include "solve/paths/changing_springs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "backend/backend.hpp"
#include "backend/common/spring_histories.hpp"
#include "core/index.hpp"
#include "model/resolve.hpp"
#include "solve/methods/iteration.hpp"
#include "solve/methods/precise_forces.hpp"
#include "solve/results.hpp"
#include "tensio/words.hpp"

namespace tensio {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostLimitRounds = 1000;    // of yielding and breaking
constexpr int kMostPressureRounds = 200;  // within each
constexpr double kEndless = 100;          // a yielding spring of this strain finds no equilibrium

bool has_pressure(const System& system) {
  return std::any_of(system.loads.begin(), system.loads.end(),
                     [](const Load& load) { return load.pressure && !load.faces.empty(); });
}

}  // namespace

class NetInRounds::Rounds {
 public:
  Rounds(const System& system, const EquilibriumOptions& options, Observer* observer,
         Validated validated)
      : net_(compile(system, validated).data()),
        system_(system),
        histories_(net_),
        options_(options),
        observer_(observer),
        own_load_(net_.load) {}

  Equilibrium run() {
    if (options_.method == Method::linear) {
      solve_under_pressure();
      return ended();
    }
    std::vector<MotionEvent> events;
    for (int round = 0;; ++round) {
      histories_.prepare_rest();
      solve_under_pressure();
      if (yields_without_end()) break;
      if (!rest_.converged()) {
        if (round > 0)
          rest_.report.reason =
              fmt::format("after {} in which springs yielded or broke: {}",
                          counted(usize(round), "round", "rounds"), rest_.report.reason);
        break;
      }
      if (histories_.settle(compiled_lengths(), events) == 0) break;
      if (round == kMostLimitRounds) {
        rest_.report.status = Status::iteration_limit;
        rest_.report.reason =
            fmt::format("springs still yield or break after {} rounds", kMostLimitRounds);
        break;
      }
      constrain_lone_nodes();
    }
    // The results with the springs as they are now: at a yield force, elastic again.
    if (!events.empty() && rest_.converged()) {
      net_.parts.clear();
      solve_under_pressure();
    }
    rest_.report.events = std::move(events);
    return ended();
  }

  NetworkData net() const {
    NetworkData copy = net_;
    copy.parts.clear();
    return copy;
  }

  std::optional<MotionEvent> passes_limit(const std::vector<double>& position) {
    Equilibrium there;
    there.state.position = position;
    fill_springs(net_, there);
    rest_.length = std::move(there.length);
    std::vector<MotionEvent> events;
    (void)histories_.settle(compiled_lengths(), events);
    if (events.empty()) return {};
    return events.front();
  }

 private:
  // Solves from net.start, under the pressure at that shape; the result becomes the start.
  void solve_under_pressure() {
    const bool pressed = !net_.faces.pressure.empty();
    const int most = pressed && options_.method != Method::linear ? kMostPressureRounds : 1;
    for (int round = 1; round <= most; ++round) {
      if (pressed) add_pressure();
      rest_ = solve_equilibrium(Network(std::make_shared<NetworkData>(net_)), options_, observer_);
      sum_.iterations += rest_.report.iterations;
      sum_.linear_iterations += rest_.report.linear_iterations;
      sum_.projected_iterations += rest_.report.projected_iterations;
      sum_.seconds += rest_.report.seconds;
      net_.start = compiled_order(net_, rest_.state.position);
      if (!rest_.converged() && round > 1)
        rest_.report.reason = fmt::format("after {} rounds of pressure on the faces: {}", round - 1,
                                          rest_.report.reason);
      if (!rest_.converged() || most == 1 || settled()) return;
    }
    rest_.report.status = Status::iteration_limit;
    rest_.report.reason = fmt::format(
        "the pressure on the faces did not converge in {} rounds: the forces still change by "
        "{:.3g}",
        kMostPressureRounds, rest_.report.residual_force);
  }

  // Adds the pressure at the start shape to the loads.
  void add_pressure() {
    const std::unique_ptr<Backend> faces = make_backend(net_, options_);
    const VectorId x = faces->make_vector(), f = faces->make_vector();
    std::vector<int> axes(net_.constrained.size());
    std::iota(axes.begin(), axes.end(), 0);
    force_.resize(axes.size());
    faces->set_start(x);
    faces->face_forces(x, -1, f);
    faces->get_entries(axes, f, force_);
    const std::size_t d = usize(net_.dimension);
    for (std::size_t i = 0; i < force_.size(); ++i) {
      net_.load[i] = own_load_[i] + force_[i];
      net_.external[i] = net_.load[i] + net_.mass[i / d] * net_.gravity[i % d];
    }
  }

  // Whether the net is in equilibrium under the pressure at its own shape; reports that residual.
  bool settled() {
    add_pressure();
    const std::unique_ptr<Backend> backend = make_backend(net_, options_);
    const VectorId x = backend->make_vector(), f = backend->make_vector();
    backend->set_start(x);
    const ForceNorms norms = backend->force_norms(x, f);
    const ForceNorms precise = precise_norms(net_, rest_.state.position);
    rest_.report.residual = relative_residual(precise);
    rest_.report.residual_force = precise.largest_force;
    const bool balanced = at_rest(norms, options_.tolerance);
    rest_.report.at_rounding = balanced && rest_.report.residual > options_.tolerance;
    return balanced;
  }

  // Perfectly plastic springs that cannot carry their load extend until rounding stops them.
  bool yields_without_end() {
    for (std::size_t s = 0; s < net_.parts.size(); ++s) {
      const int user = net_.spring_user[s];
      if (!std::isfinite(net_.parts[s].yield) || std::abs(rest_.strain[user]) < kEndless) continue;
      rest_.report.status = Status::no_equilibrium;
      rest_.report.reason =
          fmt::format("{} yields without end, past a strain of {}: the net cannot bear its load",
                      spring_label(system_, user), kEndless);
      return true;
    }
    return false;
  }

  std::vector<double> compiled_lengths() const {
    return to_compiled_order(net_.spring_user, rest_.length);
  }

  // A node whose springs are all broken is not a degree of freedom any more.
  void constrain_lone_nodes() {
    const std::size_t d = usize(net_.dimension);
    for (std::size_t node = 0; node < usize(net_.node_count); ++node) {
      bool joined = false;
      for (int e = net_.incidence_start[node]; e < net_.incidence_start[node + 1]; ++e)
        joined |= !net_.is_broken(usize(net_.incident[e]));
      for (std::size_t axis = 0; !joined && axis < d; ++axis) net_.constrained[node * d + axis] = 1;
    }
  }

  Equilibrium ended() {
    rest_.report.iterations = sum_.iterations;
    rest_.report.linear_iterations = sum_.linear_iterations;
    rest_.report.projected_iterations = sum_.projected_iterations;
    rest_.report.seconds = sum_.seconds;
    for (std::size_t i = 0; i < force_.size(); ++i)
      rest_.report.pressure_force[i % usize(net_.dimension)] += force_[i];
    return std::move(rest_);
  }

  NetworkData net_;  // with its values as they are in this round
  const System& system_;
  SpringHistories histories_;
  const EquilibriumOptions& options_;
  Observer* observer_;
  std::vector<double> own_load_;  // without pressure
  Equilibrium rest_;
  Report sum_;
  std::vector<double> force_;
};

NetInRounds::NetInRounds(const System& system, const EquilibriumOptions& options,
                         Observer* observer, Validated validated)
    : rounds_(std::make_unique<Rounds>(system, options, observer, validated)) {}
NetInRounds::~NetInRounds() = default;
Equilibrium NetInRounds::solve() { return rounds_->run(); }
NetworkData NetInRounds::net() const { return rounds_->net(); }
std::optional<MotionEvent> NetInRounds::passes_limit(const std::vector<double>& position) {
  return rounds_->passes_limit(position);
}

bool solved_in_rounds(const System& system) {
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    if ((columns.yield || columns.breaks) && !set.ends.empty()) return true;
  }
  return has_pressure(system);
}

Equilibrium solve_in_rounds(const System& system, const EquilibriumOptions& options,
                            Observer* observer, Validated validated) {
  const Clock::time_point begin = Clock::now();
  NetInRounds rounds(system, options, observer, validated);
  const double compile_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  Equilibrium rest = rounds.solve();
  rest.report.compile_seconds = compile_seconds;
  return rest;
}

}  // namespace tensio
