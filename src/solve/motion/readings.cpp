// Quantities at the current state of a run: energies, tensions, probes.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "solve/each_spring.hpp"
#include "solve/motion/simulation_impl.hpp"

namespace tensio {

namespace {

// Fills the tensions, and the other columns unless they are empty.
template <int D>
void read_springs(const NetworkData& net, const double* x, SpringReadings& read) {
  for_each_spring<D>(net, x, [&](Law law, int s, const Vec<D>&, double l, const LawValue& value) {
    const auto user = usize(net.spring_user[s]);
    read.tension[user] = value.tension;
    if (read.length.empty()) return;
    read.length[user] = l;
    read.energy[user] = value.energy;
    read.strain[user] = strain(law, l, net.rest_length[s]);
  });
}

}  // namespace

std::vector<double> Simulation::Impl::in_user_order(VectorId id) {
  std::vector<double> result(net.data.constrained.size());
  backend.download(id, result);
  return result;
}

// Block by block, because another whole vector would take much memory in a large net.
template <class Node, class F>
void Simulation::Impl::for_axes(VectorId id, Node&& node, F&& f) {
  constexpr int kNodesAtATime = 1024;
  const int d = net.data.dimension;
  std::vector<int> axes;
  std::vector<double> values;
  for (int begin = 0; begin < net.data.node_count; begin += kNodesAtATime) {
    const int end = std::min(begin + kNodesAtATime, net.data.node_count);
    axes.clear();
    for (int i = begin; i < end; ++i)
      for (int axis = 0; axis < d; ++axis) axes.push_back(node(i) * d + axis);
    values.resize(axes.size());
    backend.get_entries(axes, id, values);
    for (std::size_t i = 0; i < values.size(); ++i) f(usize(begin) * usize(d) + i, values[i]);
  }
}

std::vector<double> Simulation::Impl::in_compiled_order(VectorId id) {
  std::vector<double> result(net.data.constrained.size());
  for_axes(
      id, [](int i) { return i; }, [&](std::size_t i, double value) { result[i] = value; });
  return result;
}

MotionEnergies Simulation::Impl::energies() {
  net.set_time(time);
  MotionEnergies result;
  result.kinetic = backend.kinetic_energy(stepper.v);
  result.elastic = backend.elastic_energy(stepper.x) + histories().stored_energy();
  for (const NetworkData::Target& target : net.data.targets)
    for (int axis = 0; axis < net.data.dimension; ++axis) {
      const int id = target.node * net.data.dimension + axis;
      double x = 0;
      backend.get_entries({&id, 1}, stepper.x, {&x, 1});
      const double off = x - target.point[axis];
      result.elastic += 0.5 * target.stiffness * off * off;
    }
  const LoadPotential potential = net.potential(stepper.x);
  result.gravity = potential.gravity;
  result.load = potential.load;
  result.contact = contact.energy();
  result.dissipated = stepper.balance.dissipated;
  result.work = stepper.balance.work;
  result.total = result.kinetic + result.elastic + result.gravity + result.load + result.contact +
                 result.dissipated - result.work;
  return result;
}

std::array<double, 3> Simulation::Impl::momentum() {
  std::array<double, 3> result{};
  backend.momentum(stepper.v, result);
  return result;
}

void Simulation::Impl::read_laws(SpringReadings& read) {
  net.set_time(time);
  const std::vector<double> x = in_compiled_order(stepper.x);
  if (net.data.dimension == 2)
    read_springs<2>(net.data, x.data(), read);
  else
    read_springs<3>(net.data, x.data(), read);
}

std::vector<double> Simulation::Impl::tensions() {
  SpringReadings read;
  read.tension.resize(net.data.a.size());
  read_laws(read);
  HistoryReadings histories_read{.tension = read.tension};
  histories().read(histories_read);
  return std::move(read.tension);
}

SpringReadings Simulation::Impl::springs() {
  SpringReadings read;
  for (auto* column : {&read.length, &read.tension, &read.strain, &read.energy})
    column->resize(net.data.a.size());
  read_laws(read);
  HistoryReadings histories_read{.tension = read.tension, .energy = read.energy};
  histories().read(histories_read);
  // Columns that no spring has are empty.
  const auto in_user_springs = [&](const auto& values) {
    return values.empty() ? values : to_user_order(net.data.spring_user, values);
  };
  read.broken = in_user_springs(net.data.broken);
  read.rest_length = in_user_springs(net.data.rest_length);
  read.plastic = in_user_springs(net.data.given.plastic);
  read.hardening = std::move(histories_read.hardening_force);
  read.viscous = std::move(histories_read.viscous_tension);
  return read;
}

// All forces at the state, fixed axes too.
std::vector<double> Simulation::Impl::user_forces() {
  const VectorId f = stepper.work(0);
  net.set_time(time);
  histories().prepare(0);
  backend.motion_forces(stepper.x, stepper.v, f);
  if (net.data.faces.act()) {
    const VectorId faces = stepper.work(1);
    backend.face_forces(stepper.x, stepper.v, faces);
    backend.axpy(1, faces, f);
  }
  return in_user_order(f);
}

std::vector<double> Simulation::Impl::probe_row() {
  const std::vector<double> x = in_user_order(stepper.x), v = in_user_order(stepper.v);
  const std::vector<double> force = probes.wants_forces() ? user_forces() : std::vector<double>();
  const SpringReadings read = probes.wants_springs() ? springs() : SpringReadings{};
  return probes.values(x, v, force, read, read.broken);
}

// ---- the public interface ----

std::vector<double> Simulation::rest_lengths() const {
  impl_->net.set_time(impl_->time);
  return to_user_order(impl_->net.data.spring_user, impl_->net.data.rest_length);
}

std::vector<double> Simulation::stiffnesses() const {
  impl_->net.set_time(impl_->time);
  return to_user_order(impl_->net.data.spring_user, impl_->net.data.stiffness);
}

std::vector<double> Simulation::loads() const {
  const NetworkData& net = impl_->net.data;
  const std::size_t d = usize(net.dimension);
  std::vector<double> result(net.constrained.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[usize(net.node_user[i / d]) * d + i % d] = impl_->net.constant_load(i);
  return result;
}

}  // namespace tensio
