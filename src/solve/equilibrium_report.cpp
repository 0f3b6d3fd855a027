#include "solve/equilibrium_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backend/interrupt.hpp"
#include "solve/methods/precise_forces.hpp"
#include "solve/methods/supports.hpp"
#include "solve/stability/eigen_pairs.hpp"
#include "solve/stability/rigidity.hpp"
#include "solve/stability/stability.hpp"

namespace tensio {

namespace {

// The residual of the state, more accurate than the one of the iteration.
void report_residual(const ForceNorms& summary, double tolerance, Report& report) {
  report.residual = relative_residual(summary);
  report.residual_force = summary.largest_force;
  report.reason = reason_for_rest(summary, tolerance);
}

// The modes, and a sentence on the nodes that can move freely.
void report_modes(const Stability& stability, const NetworkData& net, Report& report) {
  if (!stability.known) return;
  report.modes = Modes{stability.negative, stability.rigid, stability.mechanism, stability.slack};
  report.moving_nodes = stability.moving;
  if (!report.modes->neutral()) return;
  std::string nodes;
  for (int user : stability.moving)
    nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", node_text(net, net.node_rank[user]));
  report.reason += fmt::format("; some nodes can move without resistance: {}", nodes);
}

// Names a spring whose tension is NaN or infinite, if there is one.
std::string spring_with_nan(const Equilibrium& rest) {
  for (std::size_t s = 0; s < rest.tension.size(); ++s)
    if (!std::isfinite(rest.tension[s]))
      return fmt::format("the law of spring {} gives NaN or infinity at the length {}", s,
                         rest.length[s]);
  return {};
}

// Mechanisms, states of self-stress and the lowest stiffness, if that takes little time.
void report_stiffness(Backend& backend, const NetworkData& net, VectorId x, const SoftModes& soft,
                      Equilibrium& rest) {
  constexpr std::ptrdiff_t kMostUnknowns = 100000;
  if (!rest.report.modes ||
      std::count(net.constrained.begin(), net.constrained.end(), std::uint8_t{0}) > kMostUnknowns)
    return;
  rest.report.lowest_stiffness = lowest_stiffness(backend, net, x, *rest.report.modes, soft);
  if (const auto bars = count_rigidity(backend, net, rest.state.position)) {
    rest.report.mechanisms = bars->mechanisms();
    rest.report.self_stresses = bars->self_stresses();
  }
}

// Methods that only large nets use, and why they were used.
void report_large_net(Backend& backend, const NewtonResult& found, Report& report) {
  if (found.cheap_iterations > 0)
    report.linear_note = fmt::format(
        "far from equilibrium, where the stiffness matrix is not positive definite, {} steps of "
        "lbfgs with the scalar Laplacian came first",
        found.cheap_iterations);
  if (found.reused_iterations > 0)
    report.linear_note +=
        fmt::format(", then {} with a projected matrix whose factor was reused for 20 steps each",
                    found.reused_iterations);
  if (found.two_level_iterations > 0)
    report.linear_note +=
        fmt::format("{}{}{} a cycle over two levels for the projected matrix",
                    report.linear_note.empty() ? "" : ", then ", found.two_level_iterations,
                    report.linear_note.empty() ? " steps of lbfgs used" : " with");
  const auto add = [&](const std::string& text) {
    report.linear_note += (report.linear_note.empty() ? "" : "; ") + text;
  };
  if (found.mixed_iterations > 0)
    add(fmt::format("{} steps used predicted tensions", found.mixed_iterations));
  if (found.slack_iterations > 0)
    add(fmt::format("{} steps used rounded laws of cables and struts", found.slack_iterations));
  const LinearSystem* const nodewise = backend.solver(SolverKind::nodewise);
  const int iterations = nodewise ? nodewise->iterations() : 0;
  if (iterations == 0) return;
  report.linear_solver = LinearSolver::pcg;
  report.linear_note += fmt::format(
      "{}the springs are in tension, so conjugate gradients with the scalar Laplacian were used: "
      "{} iterations",
      report.linear_note.empty() ? "" : "; ", iterations);
}

// Elastic energy - (load + weight) . position.
double total_energy(Backend& backend, const NetworkData& net, VectorId x) {
  double energy = backend.energy(x).value;
  for (std::size_t i = 0; i < net.external.size(); ++i) energy -= net.external[i] * net.position[i];
  return energy;
}

// Negative and zero modes, mechanisms and states of self-stress; the observer may stop this.
void report_stability(Backend& backend, VectorId x, int negative_modes, Equilibrium& rest) {
  try {
    const Stability stability = judge(backend, backend.net(), x, negative_modes);
    report_modes(stability, backend.net(), rest.report);
    report_stiffness(backend, backend.net(), x, stability.soft, rest);
  } catch (const Interrupted&) {
    rest.report.status = Status::interrupted;
    rest.report.reason = "stopped on request, at equilibrium, before the modes were counted";
  }
}

}  // namespace

void fill_report(Backend& backend, VectorId x, const NewtonResult& found,
                 const EquilibriumOptions& options, Equilibrium& rest) {
  const NetworkData& net = backend.net();
  Report& report = rest.report;
  report.status = found.status;
  report.reason = found.reason;
  if (const std::string cause = spring_with_nan(rest); !cause.empty())
    report.reason = fmt::format("{}; {}", cause, report.reason);
  report.iterations = found.iterations;
  report.projected_iterations = found.projected_iterations;
  report.residual = found.residual;
  report.residual_force = found.residual_force;
  if (found.status == Status::converged && options.method != Method::linear) {
    // Only the backend knows the penalty of obstacles.
    if (net.solids.empty())
      report_residual(precise_norms(net, rest.state.position), options.tolerance, report);
    report.at_rounding = report.residual > options.tolerance;
    if (options.stability) report_stability(backend, x, found.negative_modes, rest);
  }
  report.judged = options.stability;
  report.energy = total_energy(backend, net, x);
  report.method = options.method;
  report.linear_solver = backend.linear_solver();
  report.linear_iterations = backend.linear_iterations() + found.limited_linear_iterations;
  report_large_net(backend, found, report);
}

}  // namespace tensio
