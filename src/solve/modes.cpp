// From a system to its modes: find the equilibrium, its eigenvalues, and its rigidity.
#include "tensio/solve/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "backend/backend.hpp"
#include "backend/interrupt.hpp"
#include "core/index.hpp"
#include "network/network_data.hpp"
#include "solve/dense.hpp"
#include "solve/methods/iteration.hpp"
#include "solve/paths/changing_springs.hpp"
#include "solve/results.hpp"
#include "solve/stability/eigen_pairs.hpp"
#include "solve/stability/rigidity.hpp"

namespace tensio {

namespace {

// Bases of self-stress and mechanisms come from full matrices of this size at most.
constexpr int kMostBasisUnknowns = 1000;
constexpr int kMostBasisSprings = 2000;
constexpr double kTwoPi = 6.283185307179586476925286766559;

std::vector<double> numbers(const Eigen::VectorXd& vector) {
  return {vector.data(), vector.data() + vector.size()};
}

std::vector<std::vector<double>> columns_of(const Eigen::MatrixXd& matrix) {
  std::vector<std::vector<double>> columns;
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) columns.push_back(numbers(matrix.col(i)));
  return columns;
}

// The drawn shape in the form of an equilibrium.
Equilibrium drawn_state(Backend& backend, const NetworkData& net,
                        const EquilibriumOptions& solving) {
  const VectorId x = backend.make_vector(), f = backend.make_vector();
  Equilibrium drawn;
  drawn.state.position = user_order(net, net.position);
  backend.upload(drawn.state.position, x);
  const ForceNorms summary = backend.force_norms(x, f);
  drawn.report.status = at_rest(summary, solving.tolerance) ? Status::converged : Status::stalled;
  drawn.report.reason = "the drawn shape, as it is";
  drawn.report.residual = relative_residual(summary);
  drawn.report.residual_force = summary.largest_force;
  drawn.report.method = solving.method;
  drawn.report.linear_solver = backend.linear_solver();
  fill_springs(net, drawn);
  return drawn;
}

void refuse_too_many(const Eigenproblem& eigenproblem, const ModesOptions& options) {
  if (!options.all && options.count < 1)
    throw Error(fmt::format("count is {}; it must be 1 or more", options.count));
  const int count =
      options.all ? eigenproblem.size() : std::min(options.count, eigenproblem.size());
  if (eigenproblem.unknowns() <= kMostDense || count <= kMostLanczos) return;
  throw Error(fmt::format("{} modes of a net with {} unknowns are too many: all are found up to {} "
                          "unknowns, and of larger nets the {} lowest; ask for a smaller count",
                          count, eigenproblem.unknowns(), kMostDense, kMostLanczos),
              ErrorKind::limit);
}

Mode mode_of(const Eigenproblem& eigenproblem, const EigenPair& pair, bool has_mass) {
  Mode mode;
  mode.kind = pair.rigid       ? ModeKind::rigid
              : pair.zero      ? ModeKind::zero
              : pair.value < 0 ? ModeKind::unstable
                               : ModeKind::elastic;
  mode.eigenvalue = pair.value;
  mode.modal_mass = eigenproblem.weight_of(pair.shape);
  mode.shape = numbers(pair.shape);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const bool swings = has_mass && mode.kind != ModeKind::unstable;
  mode.angular_frequency = swings ? std::sqrt(pair.value) : none;
  mode.frequency = mode.angular_frequency / kTwoPi;
  if (has_mass && mode.kind == ModeKind::unstable) mode.growth_rate = std::sqrt(-pair.value);
  return mode;
}

// The nodes that move most, the most moved first.
std::vector<int> moving_nodes(const NetworkData& net, const std::vector<double>& shape) {
  constexpr std::size_t kNamed = 5;
  const auto d = usize(net.dimension);
  std::vector<std::pair<double, int>> motion;  // (-size squared, node)
  for (std::size_t node = 0; node < shape.size() / d; ++node) {
    double squared = 0;
    for (std::size_t axis = 0; axis < d; ++axis)
      squared += shape[node * d + axis] * shape[node * d + axis];
    // Nodes with equal motion stay in the order of their ids.
    motion.emplace_back(-static_cast<double>(static_cast<float>(squared)), static_cast<int>(node));
  }
  std::sort(motion.begin(), motion.end());
  std::vector<int> named;
  for (std::size_t i = 0; i < std::min(kNamed, motion.size()); ++i)
    if (motion[i].first < 1e-6 * motion[0].first) named.push_back(motion[i].second);
  return named;
}

// Combines the mechanisms so that each has its own stiffness x·K x, ascending.
void sort_mechanisms(const Eigenproblem& eigenproblem, const NetworkData& net,
                     Eigen::MatrixXd shapes, Mechanisms& result) {
  if (shapes.cols() == 0) return;
  shapes = product(shapes, symmetric_eigen(eigenproblem.stiffness_between(shapes)).vectors);
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    Eigen::Index largest = 0;
    shapes.col(i).cwiseAbs().maxCoeff(&largest);
    if (shapes(largest, i) < 0) shapes.col(i) *= -1;
    const double stiffness = eigenproblem.stiffness_of(shapes.col(i));
    const bool none = std::abs(stiffness) <= eigenproblem.rounding_of(shapes.col(i));
    result.stiffness.push_back(none ? 0.0 : stiffness);
    result.stiffened += !none && stiffness > 0;
  }
  result.shapes = columns_of(shapes);
  for (const std::vector<double>& shape : result.shapes)
    result.moving.push_back(moving_nodes(net, shape));
}

void report_rigidity(Backend& backend, const NetworkData& net, const Eigenproblem& eigenproblem,
                     ModesResult& result) {
  const std::vector<double>& position = result.rest.state.position;
  std::optional<RigidityCounts> counts;
  Mechanisms mechanisms;
  SelfStress self_stress;
  if (eigenproblem.unknowns() <= kMostBasisUnknowns && net.spring_count <= kMostBasisSprings) {
    const RigiditySpaces spaces = rigidity_spaces(net, position);
    counts = spaces.counts;
    self_stress.states = columns_of(spaces.stresses);
    mechanisms.rigid_shapes = columns_of(spaces.rigid);
    sort_mechanisms(eigenproblem, net, spaces.mechanisms, mechanisms);
  } else {
    counts = count_rigidity(backend, net, position);
  }
  if (!counts) return;
  result.bars = counts->bars;
  result.rank = counts->rank;
  self_stress.count = counts->self_stresses();
  mechanisms.count = counts->mechanisms();
  mechanisms.rigid = counts->rigid;
  result.self_stress = std::move(self_stress);
  result.mechanisms = std::move(mechanisms);
}

bool can_move_with_mass(const NetworkData& net) {
  const auto d = usize(net.dimension);
  for (std::size_t i = 0; i < net.constrained.size(); ++i)
    if (!net.constrained[i] && net.mass[i / d] > 0) return true;
  return false;
}

// Options with a solver that factorises, whichever solves the equilibrium.
EquilibriumOptions factorising(EquilibriumOptions options) {
  if (!is_direct(options.linear_solver)) options.linear_solver = LinearSolver::automatic;
  return options;
}

void refuse_linear(const ModesOptions& options, const EquilibriumOptions& solving) {
  if (options.about == About::rest && solving.method == Method::linear)
    throw Error(
        "the method linear finds no equilibrium for the modes; use newton, or modes about the "
        "drawn shape");
}

// The modes of the net about its equilibrium, which was found before, or about the drawn shape.
void fill_modes(const NetworkData& net, const ModesOptions& options,
                const EquilibriumOptions& solving, ModesResult& result) {
  if (options.about == About::rest && !result.rest.converged()) {
    result.problem = result.rest.report.reason;
    return;
  }
  const std::unique_ptr<Backend> backend = make_backend(net, factorising(solving));
  if (options.about == About::drawn) result.rest = drawn_state(*backend, net, solving);
  const VectorId x = backend->make_vector();
  backend->upload(result.rest.state.position, x);
  const Eigenproblem eigenproblem(
      *backend, net, x, result.has_mass,
      soft_modes(*backend, x, options.about == About::rest ? Balance::polish : Balance::none));
  result.unknowns = eigenproblem.unknowns();
  refuse_too_many(eigenproblem, options);
  EigenPairs found = lowest_pairs(eigenproblem, options.all ? eigenproblem.size() : options.count);
  if (!found.problem.empty() && !is_direct(backend->linear_solver()))
    throw Error(
        fmt::format("the net has {} unknowns and is too large to factorise, which its modes "
                    "need",
                    result.unknowns),
        ErrorKind::limit);
  result.problem = std::move(found.problem);
  result.complete = found.complete;
  for (const EigenPair& pair : found.pairs)
    result.modes.push_back(mode_of(eigenproblem, pair, result.has_mass));
  report_rigidity(*backend, net, eigenproblem, result);
}

// The same; the observer may stop it.
ModesResult modes_about(const NetworkData& net, const ModesOptions& options,
                        const EquilibriumOptions& solving, Equilibrium rest, Observer* observer) {
  ModesResult result;
  result.about = options.about;
  result.has_mass = can_move_with_mass(net);
  result.rest = std::move(rest);
  const Asking asking(observer);
  try {
    fill_modes(net, options, solving, result);
  } catch (const Interrupted&) {
    result.modes.clear();
    result.problem = result.rest.report.reason = "stopped on request";
    result.rest.report.status = Status::interrupted;
  }
  return result;
}

}  // namespace

const char* to_string(About about) { return about == About::rest ? "rest" : "drawn"; }

const char* to_string(ModeKind kind) {
  switch (kind) {
    case ModeKind::elastic: return "elastic";
    case ModeKind::rigid: return "rigid";
    case ModeKind::zero: return "zero";
    case ModeKind::unstable: return "unstable";
  }
  return "elastic";
}

ModesResult find_modes(const Network& network, const ModesOptions& options,
                       const EquilibriumOptions& solving, Observer* observer) {
  refuse_linear(options, solving);
  Equilibrium rest;
  if (options.about == About::rest) rest = solve_equilibrium(network, solving, observer);
  return modes_about(network.data(), options, solving, std::move(rest), observer);
}

ModesResult find_modes(const System& system, const ModesOptions& options,
                       const EquilibriumOptions& solving, Observer* observer) {
  refuse_linear(options, solving);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  ModesResult result;
  double compile_seconds = 0;
  if (options.about == About::drawn || !solved_in_rounds(system)) {
    const Network network = compile(system);
    compile_seconds = seconds();
    result = find_modes(network, options, solving, observer);
  } else {
    NetInRounds rounds(system, solving, observer);
    compile_seconds = seconds();
    Equilibrium rest = rounds.solve();
    result = modes_about(rounds.net(), options, solving, std::move(rest), observer);
  }
  result.rest.report.compile_seconds = compile_seconds;
  return result;
}

ModesResult find_modes(const System& system, const ModesOptions& options) {
  return find_modes(system, options, system.equilibrium);
}

}  // namespace tensio
