#include "solve/methods/linear_theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solve/methods/constrained_axes.hpp"

namespace tensio {

namespace {

// Moves the supports in the user's `position` back to where they are drawn; `u` becomes their
// displacements. False if there are none.
bool separate_support_displacements(Backend& backend, const NetworkData& net,
                                    std::vector<double>& position, VectorId u) {
  std::vector<double> moves(net.constrained.size(), 0.0);
  bool any = false;
  for (std::size_t axis = 0; axis < net.fixed.size(); ++axis) {
    if (!net.fixed[axis] || net.beginning()[axis] == net.position[axis]) continue;
    const std::size_t user = user_axis(net, axis);
    position[user] = net.position[axis];
    moves[user] = net.beginning()[axis] - net.position[axis];
    any = true;
  }
  backend.upload(moves, u);
  return any;
}

// The largest |f| on axes that are not constrained.
double largest_free(Backend& backend, const NetworkData& net, VectorId f) {
  std::vector<double> values(net.constrained.size());
  backend.download(f, values);
  double largest = 0;
  for (std::size_t axis = 0; axis < values.size(); ++axis)
    if (!net.constrained[axis]) largest = std::max(largest, std::abs(values[user_axis(net, axis)]));
  return largest;
}

}  // namespace

NewtonResult solve_linear(Backend& backend, const NetworkData& net, VectorId x, VectorId f,
                          std::vector<double>& start) {
  const VectorId u = backend.make_vector(), moves = backend.make_vector();
  const bool moved = separate_support_displacements(backend, net, start, moves);
  if (moved) backend.upload(start, x);
  NewtonResult result;
  ForceNorms summary = backend.force_norms(x, f);
  const Factor factor = backend.factorise(x, {});
  if (moved) {
    backend.subtract_product(moves, f);
    clear_constrained(backend, net, f);
  }
  if (factor != Factor::positive_definite || !backend.solve(f, u, 1e-13)) {
    result.status = Status::stalled;
    result.residual = relative_residual(summary);
    result.residual_force = summary.largest_force;
    result.reason = fmt::format(
        "the stiffness matrix of the start shape is {}: there is no linear solution; the method "
        "newton may find an equilibrium",
        factor == Factor::indefinite ? "not positive definite" : "singular");
    backend.forces(x, f, false);
    return result;
  }
  if (moved) backend.axpy(1, moves, u);
  backend.forces(x, f, false);
  backend.subtract_product(u, f);
  backend.axpy(1, u, x);
  summary.largest_force = largest_free(backend, net, f);
  result.status = Status::converged;
  result.iterations = 1;
  result.residual = relative_residual(summary);
  result.residual_force = summary.largest_force;
  result.reason = "first-order theory about the start: one linear solve";
  return result;
}

}  // namespace tensio
