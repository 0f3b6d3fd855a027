// The gradient of a scalar of a backward Euler run: its steps backwards, one linear solve for each.
//
// A step from (x, v) ends at the minimum x' of E(x') + sum of c (l' - l)²/2h + g/2 |x' - y|²_M,
// with g = (1 + drag h)/h² and y = x + h v/(1 + drag h), and v' = (x' - x)/h. With A the second
// derivative there, and bars for derivatives of the scalar:
//
//   A w = bar x' + bar v'/h   on free axes        (x' also moves v')
//   bar x = g M w - bar v'/h + what the dashpots' l makes of w,   bar v = M w/h
//   bar p += w . dF/dp
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solve/each_spring.hpp"
#include "solve/motion/dynamic_network.hpp"
#include "solve/tension_derivatives.hpp"
#include "tensio/gradient.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio {

namespace {

constexpr double kRunTolerance = 1e-12;
// States of a run that are kept together, in numbers; longer runs are cut into pieces.
constexpr std::size_t kKeptNumbers = std::size_t{1} << 25;

void refuse_other_runs(const SimulationOptions& options) {
  if (options.integrator != Integrator::implicit_euler)
    throw Error(fmt::format("the integrator is {}; gradients are those of implicit_euler",
                            to_string(options.integrator)));
  if (!(options.time_step > 0) || !(options.duration > 0))
    throw Error("a gradient of a run needs a time_step and a duration above 0");
  if (options.accuracy != Accuracy::full)
    throw Error("with the accuracy preview steps do not converge: there is no gradient of them");
}

std::string run_refusal(const System& system, const NetworkData& net,
                        const DynamicNetwork& moving) {
  if (!system.obstacles.empty()) return "the scene has obstacles, where motion has kinks";
  if (!system.events.empty()) return "the scene has events, which change values during the run";
  if (net.faces.act()) return "pressure or wind acts, whose derivatives steps do not have";
  if (!net.muscles.empty()) return "muscles change stiffness or rest length during the run";
  if (!net.yields.empty() || !net.breaks.empty() || !net.maxwells.empty())
    return "springs yield, break or creep: their forces depend on their history";
  if (!moving.moving_axes().empty()) return "supports move during the run";
  return {};
}

// What a spring of a step has at its end, and the dashpot's length and direction at its start.
template <int D>
struct StepTerm {
  Vec<D> n{}, n_before{};
  double tangent = 0, q = 0;  // with its dashpot
  double dashpot = 0;         // c / h where its force counts from the length at the start
  TensionDerivatives by = {};
};

template <int D>
class Backwards {
 public:
  Backwards(const System& system, const SimulationOptions& options)
      : moving_(system, linear_options(options)),
        net_(moving_.data),
        backend_(moving_.backend()),
        h_(options.time_step),
        slower_(1 + net_.drag * h_),
        g_(slower_ / (h_ * h_)) {
    const std::size_t axes = net_.constrained.size(), springs = usize(net_.spring_count);
    x_bar_.assign(axes, 0.0);
    v_bar_.assign(axes, 0.0);
    load_.assign(axes, 0.0);
    mass_.assign(usize(net_.node_count), 0.0);
    stiffness_.assign(springs, 0.0);
    rest_length_.assign(springs, 0.0);
    pretension_.assign(springs, 0.0);
    terms_.resize(springs);
    for (VectorId* id : {&x_, &y_, &before_, &right_, &result_}) *id = backend_.make_vector();
    l_star_ = backend_.make_vector(Items::springs);
  }

  std::string refusal(const System& system) const { return run_refusal(system, net_, moving_); }

  /// Adds what the scalar says of a state.
  void add(const StateDerivatives& by, int step) {
    add(by.position, x_bar_, "position", step);
    add(by.velocity, v_bar_, "velocity", step);
  }

  /// From the state after a step to the one before; false where A cannot be solved with.
  bool back(const State& before, const State& after, double time) {
    moving_.set_time(time);
    const std::vector<double> x = compiled_order(net_, before.position),
                              v = compiled_order(net_, before.velocity),
                              end = compiled_order(net_, after.position);
    take_terms(x, end);
    if (!solve(before, after)) return false;
    accumulate(x, v, end);
    return true;
  }

  RunGradient gradient() const {
    RunGradient result;
    result.stiffness = to_user_order(net_.spring_user, stiffness_);
    result.rest_length = to_user_order(net_.spring_user, rest_length_);
    result.pretension = to_user_order(net_.spring_user, pretension_);
    result.load = user_order(net_, load_);
    result.mass = to_user_order(net_.node_user, mass_);
    result.start_position = user_order(net_, x_bar_);
    std::vector<double> velocity = v_bar_;
    for (std::size_t axis = 0; axis < velocity.size(); ++axis)
      if (net_.constrained[axis]) velocity[axis] = 0;
    result.start_velocity = user_order(net_, velocity);
    return result;
  }

 private:
  static EquilibriumOptions linear_options(const SimulationOptions& options) {
    EquilibriumOptions result;
    result.threads = 1;
    result.linear_solver = options.linear_solver;
    result.reproducible = options.reproducible;
    return result;
  }

  void add(const std::vector<double>& user, std::vector<double>& to, const char* what, int step) {
    if (user.empty()) return;
    if (user.size() != to.size())
      throw Error(
          fmt::format("the derivative by {} at step {} has {} numbers; this net needs {}, "
                      "or none",
                      what, step, user.size(), to.size()));
    const std::vector<double> more = compiled_order(net_, user);
    for (std::size_t axis = 0; axis < to.size(); ++axis) {
      if (!std::isfinite(more[axis]))
        throw Error(fmt::format("the derivative by {} at step {} is {} for node {}", what, step,
                                more[axis], net_.node_user[axis / D]));
      to[axis] += more[axis];
    }
  }

  void take_terms(const std::vector<double>& x, const std::vector<double>& end) {
    for_each_spring<D>(net_, end.data(),
                       [&](Law law, int s, const Vec<D>& vector, double l, const LawValue& value) {
                         StepTerm<D>& term = terms_[usize(s)];
                         term = {};
                         const Vec<D> start = vector_of<D>(net_, x.data(), s);
                         const double l_before = length(start);
                         for (int i = 0; i < D; ++i) {
                           if (l > 0) term.n[i] = vector[i] / l;
                           if (l_before > 0) term.n_before[i] = start[i] / l_before;
                         }
                         take_dashpot(law, s, l, l_before, term);
                         term.tangent += value.tangent;
                         term.q += value.q;
                         const TensionDerivatives by = tension_derivatives(net_, law, s, l, value);
                         term.by.stiffness = by.stiffness;
                         term.by.pretension = by.pretension;
                         term.by.rest_length += by.rest_length;
                       });
  }

  // The dashpot's part of a term. Where a cable or strut was slack its force counts from the rest
  // length.
  void take_dashpot(Law law, int s, double l, double l_before, StepTerm<D>& term) const {
    const double l0 = net_.rest_length[usize(s)];
    if (net_.damping.empty() || is_slack(law, l, l0)) return;
    const double rate = net_.damping[usize(s)] / h_;
    const bool tightens = is_slack(law, l_before, l0);
    if (tightens)
      term.by.rest_length = -rate;
    else
      term.dashpot = rate;
    term.tangent = rate;
    term.q = l > 0 ? rate * (l - (tightens ? l0 : l_before)) / l : 0.0;
  }

  // w = A⁻¹ (bar x' + bar v'/h).
  bool solve(const State& before, const State& after) {
    backend_.upload(before.position, before_);
    backend_.upload(after.position, x_);
    backend_.copy(before_, y_);
    backend_.upload(before.velocity, right_);
    backend_.axpy(h_ / slower_, right_, y_);
    if (!net_.damping.empty()) backend_.lengths(before_, l_star_);
    backend_.histories().prepare(h_, net_.damping.empty() ? Dashpot{} : Dashpot{h_, l_star_});
    backend_.set_inertia(g_, y_);
    std::vector<double> right(x_bar_.size(), 0.0), user(x_bar_.size());
    for (std::size_t axis = 0; axis < right.size(); ++axis)
      if (!net_.constrained[axis]) right[axis] = x_bar_[axis] + v_bar_[axis] / h_;
    backend_.upload(user_order(net_, right), right_);
    const Factor factor = backend_.factorise(x_, {});
    const bool solved = factor != Factor::failed && backend_.solve(right_, result_, 1e-13);
    backend_.download(result_, user);
    w_ = compiled_order(net_, user);
    return solved && std::all_of(w_.begin(), w_.end(), [](double w) { return std::isfinite(w); });
  }

  void accumulate(const std::vector<double>& x, const std::vector<double>& v,
                  const std::vector<double>& end) {
    std::vector<double> x_bar(x_bar_.size(), 0.0), v_bar(x_bar_.size(), 0.0);
    for (std::size_t axis = 0; axis < x_bar.size(); ++axis) {
      const double m = net_.mass[axis / D], w = w_[axis];
      if (net_.constrained[axis]) {
        x_bar[axis] = x_bar_[axis];  // stays where it is
        continue;
      }
      x_bar[axis] = g_ * m * w - v_bar_[axis] / h_;
      v_bar[axis] = m * w / h_;
      load_[axis] += w;
      const double inertia = (slower_ * (end[axis] - x[axis]) / h_ - v[axis]) / h_;
      mass_[axis / D] += w * (net_.gravity[axis % D] - inertia);
    }
    for (std::size_t s = 0; s < terms_.size(); ++s) add_spring(s, x_bar);
    x_bar_ = std::move(x_bar);
    v_bar_ = std::move(v_bar);
  }

  void add_spring(std::size_t s, std::vector<double>& x_bar) {
    const StepTerm<D>& term = terms_[s];
    const Vec<D> dw = difference(load<D>(w_.data(), net_.b[s]), load<D>(w_.data(), net_.a[s]));
    const double along = dot(term.n, dw);
    pretension_[s] -= along * term.by.pretension;
    stiffness_[s] -= along * term.by.stiffness;
    rest_length_[s] -= along * term.by.rest_length;
    const int ends[2] = {net_.a[s], net_.b[s]};
    for (int end = 0; end < 2; ++end)
      for (int i = 0; i < D; ++i) {
        const std::size_t axis = usize(ends[end]) * D + usize(i);
        const double sign = end == 0 ? -1 : 1;
        // The dashpot's length at the start, and, of a fixed node, its place at the end.
        x_bar[axis] += sign * term.dashpot * along * term.n_before[i];
        if (net_.constrained[axis])
          x_bar[axis] -= sign * (term.q * dw[i] + (term.tangent - term.q) * along * term.n[i]);
      }
  }

  DynamicNetwork moving_;
  const NetworkData& net_;
  Backend& backend_;
  const double h_, slower_, g_;
  VectorId x_ = -1, y_ = -1, before_ = -1, right_ = -1, result_ = -1, l_star_ = -1;
  std::vector<StepTerm<D>> terms_;
  std::vector<double> x_bar_, v_bar_, w_, load_, mass_, stiffness_, rest_length_, pretension_;
};

// The states of a run from its last to its first, with those between two saved ones computed again.
class StatesBackwards {
 public:
  StatesBackwards(const System& system, const SimulationOptions& options, int steps, int kept)
      : simulation_(system, options), steps_(steps) {
    const std::size_t numbers = 2 * usize(system.node_count()) * usize(system.dimension);
    const std::size_t most = kept > 0 ? usize(kept) : kKeptNumbers / numbers;
    // As many saved states as states of a piece.
    piece_ = usize(steps) <= most ? steps : static_cast<int>(std::ceil(std::sqrt(steps)));
  }

  /// Forwards to the last piece; empty, or why a step failed.
  std::string prepare() {
    for (int step = 0; step < steps_; step += piece_) {
      saved_.push_back(simulation_.save());
      if (step + piece_ >= steps_) break;
      for (int i = 0; i < piece_; ++i)
        if (std::string problem = step_on(step + i); !problem.empty()) return problem;
    }
    return {};
  }
  /// The states after steps first() .. last() and that before them; the next call goes back.
  std::string piece(std::vector<State>& states) {
    simulation_.restore(saved_.back());
    saved_.pop_back();
    first_ = static_cast<int>(saved_.size()) * piece_;
    states.assign(1, simulation_.state());
    const int last = std::min(steps_, first_ + piece_);
    for (int step = first_; step < last; ++step) {
      if (std::string problem = step_on(step); !problem.empty()) return problem;
      states.push_back(simulation_.state());
    }
    return {};
  }
  bool more() const { return !saved_.empty(); }
  int first() const { return first_; }

 private:
  std::string step_on(int step) {
    const MotionReport report = simulation_.step();
    if (report.status == MotionStatus::finished) return {};
    return fmt::format("step {} did not end well: {}", step + 1, report.reason);
  }

  Simulation simulation_;
  int steps_, piece_ = 1, first_ = 0;
  std::vector<std::string> saved_;
};

template <int D>
RunGradient run_backwards(const System& system, const SimulationOptions& options, int steps,
                          const RunCost& cost, int kept) {
  RunGradient result;
  Backwards<D> backwards(system, options);
  result.problem = backwards.refusal(system);
  if (!result.found()) return result;
  StatesBackwards run(system, options, steps, kept);
  result.problem = run.prepare();
  std::vector<State> states;
  while (result.found() && run.more()) {
    result.problem = run.piece(states);
    for (std::size_t i = states.size() - 1; result.found() && i > 0; --i) {
      const int step = run.first() + static_cast<int>(i);
      backwards.add(cost(step, states[i]), step);
      if (!backwards.back(states[i - 1], states[i], states[i].time))
        result.problem = fmt::format("the matrix of step {} is singular", step);
    }
  }
  if (!result.found()) return result;
  backwards.add(cost(0, states.front()), 0);
  result = backwards.gradient();
  result.steps = steps;
  return result;
}

}  // namespace

RunGradient run_gradient(const System& system, const SimulationOptions& options,
                         const RunCost& cost, int kept_states) {
  require_valid(system);
  refuse_other_runs(options);
  SimulationOptions exact = options;
  exact.tolerance = std::min(options.tolerance, kRunTolerance);
  exact.substeps = false;
  exact.threads = 1;
  const double steps = std::round(options.duration / options.time_step);
  if (!(steps >= 1) || steps > 1e9)
    throw Error(fmt::format("the duration is {} time steps; a gradient needs 1 to 1e9",
                            options.duration / options.time_step));
  return system.dimension == 2
             ? run_backwards<2>(system, exact, static_cast<int>(steps), cost, kept_states)
             : run_backwards<3>(system, exact, static_cast<int>(steps), cost, kept_states);
}

}  // namespace tensio
