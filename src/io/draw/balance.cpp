// The balance of loads and support reactions: sums of forces, and of moments about the origin.
#include "io/draw/balance.hpp"

#include "core/index.hpp"
#include "model/loads.hpp"

namespace tensio::io {

namespace {

void add(Resultant& sum, const Vector& position, const Vector& force) {
  const Vector moment = cross(position, force);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sum.force[axis] += force[axis];
    sum.moment[axis] += moment[axis];
  }
}

const std::vector<double>& lever_arms(const System& system, const Equilibrium& rest) {
  if (rest.report.method != Method::linear) return rest.state.position;
  return system.nodes.start.empty() ? system.nodes.position : system.nodes.start;
}

}  // namespace

Resultant Balance::sum() const {
  Resultant total;
  for (const Resultant* part : {&reactions, &loads, &weights, &obstacles}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      total.force[axis] += part->force[axis];
      total.moment[axis] += part->moment[axis];
    }
  }
  return total;
}

Balance make_balance(const System& system, const Equilibrium& rest) {
  const auto dimension = usize(system.dimension);
  const std::vector<double> loads = load_forces(system);
  const std::vector<double> weight = weights(system);
  const std::vector<double>& position = lever_arms(system, rest);
  Balance balance;
  for (std::size_t node = 0; node < usize(system.node_count()); ++node) {
    const Vector at = row(position, node, dimension);
    add(balance.loads, at, row(loads, node, dimension));
    add(balance.weights, at, row(weight, node, dimension));
    if (!rest.contact.empty()) add(balance.obstacles, at, row(rest.contact, node, dimension));
    if (!rest.reaction.empty()) add(balance.reactions, at, row(rest.reaction, node, dimension));
  }
  return balance;
}

}  // namespace tensio::io
