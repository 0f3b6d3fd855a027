#include "solve/motion/probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/resolve.hpp"

namespace tensio {

namespace {

// The area of a spring's section (user's id); NaN if it has none.
double section(const System& system, int spring) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const SpringSet& set : system.springs) {
    const int count = static_cast<int>(set.ends.size());
    if (spring < count) return area_of(system, set, usize(spring)).value_or(kNone);
    spring -= count;
  }
  return kNone;
}

double reduced(Probe::Reduce reduce, const std::vector<double>& values) {
  double result = values.empty() ? 0.0 : values[0];
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (reduce == Probe::Reduce::min)
      result = std::min(result, values[i]);
    else if (reduce == Probe::Reduce::max)
      result = std::max(result, values[i]);
    else
      result += values[i];
  }
  if (reduce == Probe::Reduce::mean && !values.empty())
    result /= static_cast<double>(values.size());
  return result;
}

}  // namespace

Probes::Probes(const System& system, const DynamicNetwork& net)
    : net_(net), dimension_(usize(system.dimension)) {
  if (!system.probes.empty()) drawn_ = system.nodes.position;
  for (const Probe& probe : system.probes) {
    probes_.push_back(watched(system, probe));
    const Watched& made = probes_.back();
    wants_forces_ |= made.quantity == Quantity::force || made.quantity == Quantity::reaction;
    wants_springs_ |= made.quantity >= Quantity::tension;
    if (made.reduce != Probe::Reduce::none || made.items.size() == 1)
      names_.push_back(probe.name);
    else
      for (int item : made.items) names_.push_back(fmt::format("{}.{}", probe.name, item));
  }
}

Probes::Watched Probes::watched(const System& system, const Probe& probe) {
  const bool of_springs = !probe.springs.empty();
  const auto named = probe_quantity(probe.quantity, of_springs);
  if (!named || named->axis >= system.dimension)
    throw Error(fmt::format("probe `{}`: `{}` is not a quantity of {}", probe.name, probe.quantity,
                            of_springs ? "springs" : "nodes"));
  Watched result{
      named->quantity, named->axis, probe.reduce, of_springs ? probe.springs : probe.nodes, {}};
  if (result.quantity == Quantity::stress)
    for (int spring : result.items) result.area.push_back(section(system, spring));
  return result;
}

double Probes::value(const Watched& probe, std::size_t i, std::span<const double> position,
                     std::span<const double> velocity, std::span<const double> force,
                     const SpringReadings& springs, std::span<const unsigned char> broken) const {
  const std::size_t item = usize(probe.items[i]);
  switch (probe.quantity) {
    case Quantity::tension: return springs.tension[item];
    case Quantity::strain: return springs.strain[item];
    case Quantity::length: return springs.length[item];
    case Quantity::spring_energy: return springs.energy[item];
    case Quantity::stress: return springs.tension[item] / probe.area[i];
    case Quantity::broken: return broken.empty() ? 0.0 : broken[item];
    default: break;
  }
  const std::size_t node = usize(net_.data.node_rank[item]);
  double squares = 0, along = 0;
  for (std::size_t axis = 0; axis < dimension_; ++axis) {
    const std::size_t at = item * dimension_ + axis;
    double number = 0;
    if (probe.quantity == Quantity::position) number = position[at];
    if (probe.quantity == Quantity::displacement) number = position[at] - drawn_[at];
    if (probe.quantity == Quantity::velocity || probe.quantity == Quantity::node_energy)
      number = velocity[at];
    if (probe.quantity == Quantity::force) number = force[at];
    if (probe.quantity == Quantity::reaction && net_.data.constrained[node * dimension_ + axis])
      number = -force[at];
    squares += number * number;
    if (probe.axis == static_cast<int>(axis)) along = number;
  }
  if (probe.quantity == Quantity::node_energy) return 0.5 * net_.data.mass[node] * squares;
  return probe.axis < 0 ? std::sqrt(squares) : along;
}

std::vector<double> Probes::values(std::span<const double> position,
                                   std::span<const double> velocity, std::span<const double> force,
                                   const SpringReadings& springs,
                                   std::span<const unsigned char> broken) const {
  std::vector<double> row, items;
  for (const Watched& probe : probes_) {
    items.clear();
    for (std::size_t i = 0; i < probe.items.size(); ++i)
      items.push_back(value(probe, i, position, velocity, force, springs, broken));
    if (probe.reduce == Probe::Reduce::none)
      row.insert(row.end(), items.begin(), items.end());
    else
      row.push_back(reduced(probe.reduce, items));
  }
  return row;
}

}  // namespace tensio
