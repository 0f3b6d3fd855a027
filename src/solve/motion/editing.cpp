// Values changed during a run: by the events of its scene, and interactively.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "model/motion_names.hpp"
#include "solve/methods/supports.hpp"
#include "solve/motion/simulation_impl.hpp"
#include "tensio/words.hpp"

namespace tensio {

namespace {

EditKind edit_of(EventValue value) {
  switch (value) {
    case EventValue::drag: return EditKind::drag;
    case EventValue::wind_velocity: return EditKind::wind_velocity;
    case EventValue::wind_density: return EditKind::wind_density;
    case EventValue::wind_drag_coefficient: return EditKind::wind_drag_coefficient;
    case EventValue::stiffness: return EditKind::stiffness;
    case EventValue::rest_length: return EditKind::rest_length;
    case EventValue::damping: return EditKind::damping;
    case EventValue::gravity: break;
  }
  return EditKind::gravity;
}

void refuse_node(const NetworkData& net, int node) {
  if (node < 0 || node >= net.node_count)
    throw Error(
        fmt::format("node {} does not exist: there are {} nodes, from 0", node, net.node_count));
}

void refuse_spring(const NetworkData& net, int spring) {
  if (spring < 0 || spring >= net.spring_count)
    throw Error(fmt::format("spring {} does not exist: there are {} springs, from 0", spring,
                            net.spring_count));
}

void refuse_numbers(std::span<const double> numbers, const NetworkData& net, const char* what) {
  if (numbers.size() != usize(net.dimension))
    throw Error(
        fmt::format("{} has {} numbers; the net has {} axes", what, numbers.size(), net.dimension));
  for (double number : numbers)
    if (!std::isfinite(number))
      throw Error(fmt::format("{} contains {}; it must be finite", what, number));
}

std::string listed(const std::vector<double>& numbers) {
  std::string text;
  for (double number : numbers) text += fmt::format("{}{}", text.empty() ? "" : " ", number);
  return text;
}

}  // namespace

template <class Change>
void Simulation::Impl::with_work(Change&& change) {
  const MotionEnergies before = energies();
  change();
  // Springs that are beyond their limits now yield or break immediately.
  stepper.accept(options.integrator, time, 0, events);
  const MotionEnergies after = energies();
  stepper.balance.work += after.total - before.total;
  stepper.forget();
}

void Simulation::Impl::carry_out(EditKind kind, int id, const std::vector<double>& numbers) {
  const std::size_t d = usize(net.data.dimension);
  const auto set_spring = [&](SpringField field, double value) {
    backend.set(field, {&id, 1}, {&value, 1});
  };
  switch (kind) {
    case EditKind::fixed: net.set_fixed(id, numbers[0] != 0); break;
    case EditKind::target: set_target(id, numbers); break;
    case EditKind::load:
      for (std::size_t axis = 0; axis < d; ++axis)
        net.set_constant_load(usize(id) * d + axis, numbers[axis]);
      break;
    case EditKind::stiffness: set_spring(SpringField::stiffness, numbers[0]); break;
    case EditKind::rest_length:
      set_spring(SpringField::rest_length, numbers[0]);
      // As in a scene: EA stays the same, unless a stiffness was set instead.
      if (const auto ea = net.axial_stiffness(net.data.spring_user[id]);
          ea && !stiffness_is_set(id))
        set_spring(SpringField::stiffness, *ea / numbers[0]);
      break;
    case EditKind::damping: set_spring(SpringField::damping, numbers[0]); break;
    case EditKind::gravity: backend.set(NetField::gravity, std::span(numbers).first(d)); break;
    case EditKind::drag: backend.set(NetField::drag, numbers); break;
    case EditKind::wind_velocity:
      backend.set(NetField::wind_velocity, std::span(numbers).first(d));
      break;
    case EditKind::wind_density: backend.set(NetField::wind_density, numbers); break;
    case EditKind::wind_drag_coefficient:
      backend.set(NetField::wind_drag_coefficient, numbers);
      break;
  }
}

// Sets stiffness and point of a node's target, or removes it if there are no numbers.
void Simulation::Impl::set_target(int node, const std::vector<double>& numbers) {
  std::vector<NetworkData::Target> targets = net.data.targets;
  std::erase_if(targets, [&](const auto& target) { return target.node == node; });
  if (!numbers.empty()) {
    NetworkData::Target target{node, numbers[0], {}};
    std::copy(numbers.begin() + 1, numbers.end(), target.point);
    targets.insert(std::lower_bound(targets.begin(), targets.end(), node,
                                    [](const auto& other, int id) { return other.node < id; }),
                   target);
  }
  backend.set_targets(targets);
}

void Simulation::Impl::carry_out(const Edits& changes) {
  bool forces = false;
  // The result does not depend on their order: a restored run applies the last of each kind.
  for (const auto& [what, numbers] : changes) edits[what] = numbers;
  for (const auto& [what, numbers] : changes) {
    carry_out(what.first, what.second, numbers);
    forces |= what.first == EditKind::load || what.first == EditKind::gravity;
  }
  if (forces) net.refresh_external();
}

void Simulation::Impl::edit(const Edits& changes) {
  // A node that is fixed stops; one that is freed starts with the velocity of its support.
  std::vector<int> stopped;
  for (const auto& [what, numbers] : changes)
    for (int axis = 0; axis < net.data.dimension; ++axis)
      if (what.first == EditKind::fixed && numbers[0] != 0)
        stopped.push_back(what.second * net.data.dimension + axis);
  with_work([&] {
    carry_out(changes);
    backend.set_entries(stopped, std::vector<double>(stopped.size(), 0.0), stepper.v);
  });
}

void Simulation::Impl::edit_springs(EditKind kind, std::span<const int> springs,
                                    std::span<const double> values) {
  const char* what = kind == EditKind::rest_length ? "rest length" : "stiffness";
  if (values.size() != 1 && values.size() != springs.size())
    throw Error(
        fmt::format("{} springs have {} values of the {}; give one for all, or one for each",
                    springs.size(), values.size(), what));
  Edits changes;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    refuse_spring(net.data, springs[i]);
    const double value = values.size() == 1 ? values[0] : values[i];
    if (!(value >= 0) || !std::isfinite(value))
      throw Error(fmt::format("the {} of {} is {}; it must not be negative", what,
                              spring_text(net.data, compiled_spring(springs[i])), value));
    if (kind == EditKind::rest_length && value == 0 && net.axial_stiffness(springs[i]))
      throw Error(fmt::format(
          "the rest length of {} is 0; its stiffness is EA / rest length, so it must be positive",
          spring_text(net.data, compiled_spring(springs[i]))));
    changes[{kind, compiled_spring(springs[i])}] = {value};
  }
  edit(changes);
}

void Simulation::Impl::apply_due_events() {
  for (; event_is_due(time); ++next_event) apply(scene_events[next_event]);
}

Edits Simulation::Impl::edits_of(const Event& event) {
  Edits changes;
  for (int node : event.free) changes[{EditKind::fixed, net.data.node_rank[node]}] = {0};
  for (int node : event.fix) changes[{EditKind::fixed, net.data.node_rank[node]}] = {1};
  for (const auto& [name, numbers] : event.set) {
    const auto target = event_target(system, name);
    if (!target) continue;
    const EditKind kind = edit_of(target->value);
    if (target->set < 0) {
      changes[{kind, 0}] = numbers;
      continue;
    }
    const int first = set_begin[target->set], end = set_begin[usize(target->set) + 1];
    for (int spring = first; spring < end; ++spring)
      changes[{kind, compiled_spring(spring)}] = {numbers.size() == 1 ? numbers[0]
                                                                      : numbers[spring - first]};
  }
  return changes;
}

// The event is reported before its consequences: springs that yield or break.
void Simulation::Impl::apply(const Event& event) {
  using Happened = MotionEvent::Kind;
  for (int node : event.free)
    events.push_back({.time = time, .kind = Happened::free, .node = node});
  for (int node : event.fix) events.push_back({.time = time, .kind = Happened::fix, .node = node});
  for (const auto& [name, numbers] : event.set)
    events.push_back({.time = time,
                      .kind = Happened::set,
                      .value = numbers.empty() ? 0.0 : numbers[0],
                      .detail = fmt::format("{} = {}", name, listed(numbers))});
  edit(edits_of(event));
}

// ---- interactive edits ----

void Simulation::set_state(const State& state) {
  const std::size_t count = impl_->net.data.constrained.size();
  if (state.position.size() != count || (!state.velocity.empty() && state.velocity.size() != count))
    throw Error(
        fmt::format("a state of this net has {} numbers for positions and for velocities", count));
  impl_->with_work([&] {
    impl_->backend.upload(state.position, impl_->stepper.x);
    if (!state.velocity.empty()) impl_->backend.upload(state.velocity, impl_->stepper.v);
    impl_->restart_histories();
  });
}

void Simulation::set_fixed(int node, bool fixed) { set_fixed(std::span(&node, 1), fixed); }

void Simulation::set_fixed(std::span<const int> nodes, bool fixed) {
  Edits changes;
  for (int node : nodes) {
    refuse_node(impl_->net.data, node);
    changes[{EditKind::fixed, impl_->net.data.node_rank[node]}] = {fixed ? 1.0 : 0.0};
  }
  impl_->edit(changes);
}

void Simulation::set_target(int node, std::span<const double> point, double stiffness) {
  refuse_node(impl_->net.data, node);
  refuse_numbers(point, impl_->net.data, "a target");
  if (!(stiffness >= 0) || !std::isfinite(stiffness))
    throw Error(fmt::format("the stiffness of a target is {}; it must not be negative", stiffness));
  std::vector<double> numbers{stiffness};
  numbers.insert(numbers.end(), point.begin(), point.end());
  impl_->edit({{{EditKind::target, impl_->net.data.node_rank[node]}, numbers}});
}

void Simulation::clear_target(int node) {
  refuse_node(impl_->net.data, node);
  impl_->edit({{{EditKind::target, impl_->net.data.node_rank[node]}, {}}});
}

void Simulation::set_rest_length(int spring, double rest_length) {
  set_rest_length(std::span(&spring, 1), std::span(&rest_length, 1));
}

void Simulation::set_rest_length(std::span<const int> springs,
                                 std::span<const double> rest_length) {
  impl_->edit_springs(EditKind::rest_length, springs, rest_length);
}

void Simulation::set_stiffness(int spring, double stiffness) {
  set_stiffness(std::span(&spring, 1), std::span(&stiffness, 1));
}

void Simulation::set_stiffness(std::span<const int> springs, std::span<const double> stiffness) {
  impl_->edit_springs(EditKind::stiffness, springs, stiffness);
}

void Simulation::set_load(int node, std::span<const double> force) {
  set_load(std::span(&node, 1), force);
}

void Simulation::set_load(std::span<const int> nodes, std::span<const double> force) {
  const NetworkData& net = impl_->net.data;
  const std::size_t d = usize(net.dimension);
  const bool one_for_all = force.size() == d;
  if (!one_for_all && force.size() != nodes.size() * d)
    throw Error(fmt::format("the load on {} has {} numbers; the net has {} axes: give that many "
                            "for all, or for each node",
                            counted(nodes.size(), "node", "nodes"), force.size(), d));
  Edits changes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    refuse_node(net, nodes[i]);
    const std::span<const double> row = one_for_all ? force : force.subspan(i * d, d);
    refuse_numbers(row, net, "a load");
    changes[{EditKind::load, net.node_rank[nodes[i]]}].assign(row.begin(), row.end());
  }
  impl_->edit(changes);
}

}  // namespace tensio
