#include "solve/motion/dynamic_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/index.hpp"
#include "core/most_problems.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "network/compile_data.hpp"
#include "network/given_springs.hpp"
#include "physics/waveform.hpp"
#include "solve/motion/chosen_backend.hpp"

namespace tensio {

namespace {

// Throws Error if a free node has no mass: it would have no acceleration.
void refuse_massless(const System& system, const NetworkData& net) {
  std::vector<Problem> problems;
  const auto d = usize(net.dimension);
  for (std::size_t user = 0; user < net.node_rank.size(); ++user) {
    const std::size_t node = usize(net.node_rank[user]);
    if (net.mass[node] > 0) continue;
    bool free = false;
    for (std::size_t axis = 0; axis < d; ++axis) free |= net.fixed[node * d + axis] == 0;
    if (!free) continue;
    problems.push_back(
        {.message = fmt::format("node {} is free and has no mass, so no force could move it: give "
                                "`mass` in `nodes`, or `mass_per_length` to its springs",
                                node_label(system, static_cast<int>(user)))});
    if (problems.size() == kMostProblems) break;
  }
  if (!problems.empty()) throw Error(std::move(problems));
}

// c of each spring, compiled order; empty if no set has any.
std::vector<double> dampings(const System& system, const NetworkData& net) {
  std::vector<double> user;
  bool any = false;
  std::size_t first = 0;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    const bool given = !columns.damping.empty() || !columns.damping_time.empty();
    if (given) user.resize(net.spring_user.size());
    for (std::size_t i = 0; given && i < set.ends.size(); ++i) {
      const double k =
          resolve(columns, i, drawn_length(system, set.ends[i][0], set.ends[i][1])).stiffness;
      user[first + i] = columns.damping_of(i, k);
      any |= user[first + i] != 0;
    }
    first += set.ends.size();
  }
  if (!any) return {};
  return to_compiled_order(net.spring_user, user);
}

// The compiled net with drag and damping, which only motion has.
NetworkData data_in_motion(const System& system, bool matrices, Validated validated) {
  NetworkData data = std::move(*compile_data(system, matrices, validated));
  // In motion a node without springs is a degree of freedom, too.
  data.constrained = data.fixed;
  refuse_massless(system, data);
  data.drag = system.drag;
  data.damping = dampings(system, data);
  return data;
}

}  // namespace

std::string chosen_backend(const System& system, const SimulationOptions& options) {
  const std::string why = place_of(data_in_motion(system, false, Validated::yes),
                                   {options.backend, options.integrator, options.precision});
  if (why.empty()) return "cpu";
  // The stable step of the net decides which integrator is chosen.
  const bool open = why.starts_with("cuda") && options.integrator == Integrator::automatic;
  return reason_with_start(open ? why + ", for explicit steps" : why, options);
}

DynamicNetwork::DynamicNetwork(const System& system, const EquilibriumOptions& options,
                               bool matrices, Validated validated, const BackendWish& wish)
    : backend_(
          place(make_backend(data_in_motion(system, matrices, validated), options), wish, why_)),
      data(backend_->net()) {
  take_axial_stiffnesses(system);

  for (const Load& load : system.loads)
    for (int node : load.nodes)
      for (std::size_t axis = 0; axis < load.wave.size(); ++axis)
        waves_.push_back(
            {data.node_rank[node] * data.dimension + static_cast<int>(axis), load.wave[axis]});
  for (const Wave& wave : waves_) wave_axes_.push_back(wave.axis);
  std::sort(wave_axes_.begin(), wave_axes_.end());
  wave_axes_.erase(std::unique(wave_axes_.begin(), wave_axes_.end()), wave_axes_.end());
  wave_forces_.resize(wave_axes_.size());
  // Waveform loads do work instead of having a potential; in statics they count with their value at
  // the start time.
  const double start = start_time(system);
  loads_ = data.load;
  for (const Wave& wave : waves_) loads_[wave.axis] -= value_at(wave.force, start);
  if (std::all_of(loads_.begin(), loads_.end(), [](double force) { return force == 0; }))
    std::vector<double>().swap(loads_);

  take_moving_supports(system);
  set_time(start);
  refresh_external();
}

void DynamicNetwork::take_axial_stiffnesses(const System& system) {
  int begin = 0;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    const int end = begin + static_cast<int>(set.ends.size());
    if (begin < end && columns.has_ea() && has_rest_length(columns.law)) {
      const bool one = columns.axial_stiffness.size() <= 1 && columns.youngs_modulus.size() <= 1 &&
                       columns.area.size() <= 1 && columns.diameter.size() <= 1;
      axial_.push_back({begin, end, {}});
      for (int i = 0; i < (one ? 1 : end - begin); ++i)
        axial_.back().values.push_back(columns.ea(usize(i)));
    }
    begin = end;
  }
}

std::optional<double> DynamicNetwork::axial_stiffness(int spring) const {
  for (const AxialSet& set : axial_)
    if (spring >= set.begin && spring < set.end)
      return set.values.size() == 1 ? set.values[0] : set.values[spring - set.begin];
  return {};
}

// All displacements of an axis add up.
void DynamicNetwork::take_moving_supports(const System& system) {
  std::map<int, Moving> moving;  // by axis
  const auto axis_of = [&](int node, std::size_t axis) {
    return data.node_rank[node] * data.dimension + static_cast<int>(axis);
  };
  for (const Fixed& fixed : system.nodes.fixed)
    for (int node : fixed.nodes)
      for (std::size_t axis = 0; axis < fixed.motion.size(); ++axis) {
        const int id = axis_of(node, axis);
        if (!data.fixed[id]) continue;
        const auto [entry, first] = moving.try_emplace(id);
        if (first) entry->second.base = data.position[id];
        entry->second.moves.push_back(fixed.motion[axis]);
      }
  const auto add = [&](const std::vector<int>& nodes, const std::vector<double>& move) {
    for (int node : nodes)
      for (std::size_t axis = 0; axis < move.size(); ++axis)
        if (const auto entry = moving.find(axis_of(node, axis)); entry != moving.end())
          entry->second.base += move[axis];
  };
  for (const Fixed& fixed : system.nodes.fixed) {
    add(fixed.nodes, fixed.move);
    for (const Waveform& move : fixed.motion) append_corners(move, support_corners_);
  }
  for (const Load& load : system.loads) add(load.nodes, load.move);
  for (auto& [axis, support] : moving) {
    moving_axes_.push_back(axis);
    moving_.push_back(std::move(support));
  }
  std::sort(support_corners_.begin(), support_corners_.end());
  support_corners_.erase(std::unique(support_corners_.begin(), support_corners_.end()),
                         support_corners_.end());
}

void DynamicNetwork::set_constant_load(std::size_t axis, double force) {
  if (loads_.empty()) loads_.resize(data.external.size());
  loads_[axis] = force;
}

void DynamicNetwork::set_time(double time) {
  time_ = time;
  backend_->set_time(time);
  if (!waves_.empty()) set_wave_loads();
}

double DynamicNetwork::steady_force(std::size_t axis) const {
  const auto d = usize(data.dimension);
  return constant_load(axis) + data.mass[axis / d] * data.gravity[axis % d];
}

void DynamicNetwork::refresh_external() {
  vectors_current_ = false;
  std::vector<int> axes(data.external.size());
  std::vector<double> force(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = static_cast<int>(i);
    force[i] = steady_force(i);
  }
  backend_->set(NodeField::external, axes, force);
  if (!waves_.empty()) set_wave_loads();
}

LoadPotential DynamicNetwork::potential(VectorId x) {
  const auto d = usize(data.dimension);
  const bool weights = std::any_of(data.gravity, data.gravity + d, [](double g) { return g != 0; });
  if (!vectors_current_) {
    std::vector<int> axes(data.external.size());
    for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int>(i);
    if (weights) {
      if (weight_ < 0) weight_ = backend_->make_vector();
      std::vector<double> weight(axes.size());
      for (std::size_t i = 0; i < axes.size(); ++i)
        weight[i] = data.mass[i / d] * data.gravity[i % d];
      backend_->set_entries(axes, weight, weight_);
    }
    if (!loads_.empty()) {
      if (load_ < 0) load_ = backend_->make_vector();
      backend_->set_entries(axes, loads_, load_);
    }
    vectors_current_ = true;
  }
  LoadPotential potential;
  if (weights) potential.gravity -= backend_->dot(weight_, x);
  if (!loads_.empty()) potential.load -= backend_->dot(load_, x);
  return potential;
}

void DynamicNetwork::set_wave_loads() {
  wave_external_.resize(wave_axes_.size());
  for (std::size_t i = 0; i < wave_axes_.size(); ++i) {
    wave_forces_[i] = 0;
    wave_external_[i] = steady_force(usize(wave_axes_[i]));
  }
  for (const Wave& wave : waves_) {
    const double force = value_at(wave.force, time_);
    const auto found = std::lower_bound(wave_axes_.begin(), wave_axes_.end(), wave.axis);
    wave_external_[found - wave_axes_.begin()] += force;
    wave_forces_[found - wave_axes_.begin()] += force;
  }
  backend_->set(NodeField::external, wave_axes_, wave_external_);
}

template <class Value, class Rate>
void DynamicNetwork::evaluate_supports(Value&& value, Rate&& rate, std::vector<double>& position,
                                       std::vector<double>& velocity) const {
  position.resize(moving_.size());
  velocity.resize(moving_.size());
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    position[i] = moving_[i].base;
    velocity[i] = 0;
    for (const Waveform& move : moving_[i].moves) {
      position[i] += value(move);
      velocity[i] += rate(move);
    }
  }
}

void DynamicNetwork::supports_at(double time, std::vector<double>& position,
                                 std::vector<double>& velocity) const {
  evaluate_supports([&](const Waveform& move) { return value_at(move, time); },
                    [&](const Waveform& move) { return rate_at(move, time); }, position, velocity);
}

void DynamicNetwork::supports_at(double time, const TimeSpan& step, std::vector<double>& position,
                                 std::vector<double>& velocity) const {
  const auto value = [&](const Waveform& move) {
    return value_on_chord(move, time, step.begin, step.end);
  };
  const auto rate = [&](const Waveform& move) {
    return move.shape == Waveform::Shape::ramp ? mean_rate(move, step.begin, step.end)
                                               : rate_at(move, time);
  };
  evaluate_supports(value, rate, position, velocity);
}

void DynamicNetwork::mean_support_velocities(const TimeSpan& step,
                                             std::vector<double>& velocity) const {
  velocity.assign(moving_.size(), 0.0);
  for (std::size_t i = 0; i < moving_.size(); ++i)
    for (const Waveform& move : moving_[i].moves)
      velocity[i] += mean_rate(move, step.begin, step.end);
}

void DynamicNetwork::set_fixed(int node, bool fixed) {
  std::vector<int> axes;
  axes.reserve(usize(data.dimension));
  for (int axis = 0; axis < data.dimension; ++axis) axes.push_back(node * data.dimension + axis);
  backend_->set(NodeField::fixed, axes, std::vector<double>(axes.size(), fixed ? 1.0 : 0.0));
  // An edit of a node ends the motion of its support.
  for (std::size_t i = moving_axes_.size(); i-- > 0;)
    if (moving_axes_[i] / data.dimension == node) {
      moving_axes_.erase(moving_axes_.begin() + static_cast<std::ptrdiff_t>(i));
      moving_.erase(moving_.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace tensio
