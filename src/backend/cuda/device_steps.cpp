// What single explicit steps are made of, where it runs on the device.
#include <algorithm>

#include "backend/common/velocity_forces.hpp"
#include "backend/cuda/device_backend.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"

namespace tensio {

template <int D>
int DeviceBackend<D>::blocks() const {
  return sum_block_count(net().node_count);
}

template <int D>
bool DeviceBackend<D>::knows_net() const {
  const bool penalty = penalty_at_rest_ && !net().solids.empty();
  return inertia_ == 0 && !has_frozen_ && !penalty && unknown_to_devices(net()).empty();
}

template <int D>
double DeviceBackend<D>::power_of_blocks(const double* eighths) const {
  double total = 0;
  for (int block = 0; block < blocks(); ++block) {
    BlockSum sum;
    std::copy_n(eighths + 8 * wide(block), 8, sum.of);
    total += sum.total();
  }
  return total;
}

// ---- what single steps are made of ----

template <int D>
void DeviceBackend<D>::take_entries(std::span<const int> places, std::span<const double> values) {
  places_.fill(*device_, places);
  values_.fill(*device_, values);
}

template <int D>
void DeviceBackend<D>::set_entries(std::span<const int> places, std::span<const double> values,
                                   VectorId to) {
  if (!is_here(to)) return host_->set_entries(places, values, changed(to));
  if (places.empty()) return;
  take_entries(places, values);
  device_->set_places(places_.data(), values_.data(), static_cast<int>(places.size()),
                      changed_here(to));
}

template <int D>
void DeviceBackend<D>::get_entries(std::span<const int> places, VectorId from,
                                   std::span<double> values) {
  if (twins_[usize(from)].on_host) return host_->get_entries(places, from, values);
  if (places.empty()) return;
  places_.fill(*device_, places);
  values_.resize(*device_, places.size());
  device_->get_places(places_.data(), read_here(from), static_cast<int>(places.size()),
                      values_.data());
  device_->to_host(values_.data(), values.data(), values.size_bytes());
}

template <int D>
void DeviceBackend<D>::copy(VectorId from, VectorId to) {
  if (!is_here(from)) return host_->copy(from, overwritten(to));
  if (from == to) return;
  const Rows* const rows = read_here(from);
  device_->copy(rows, overwritten_here(to), usize(net().node_count) * sizeof(Rows));
}

template <int D>
void DeviceBackend<D>::axpy(double factor, VectorId x, VectorId y) {
  if (!is_here(x) && !is_here(y)) return host_->axpy(factor, read(x), changed(y));
  const Rows* const from = read_here(x);
  constexpr int kNumbers = sizeof(Rows) / sizeof(double);
  device_->add(factor, from->v, changed_here(y)->v, kNumbers * net().node_count);
}

template <int D>
StateValue DeviceBackend<D>::evaluate(VectorId x, VectorId f, Want want) {
  return host_->evaluate(read(x), changed(f), want);
}

template <int D>
void DeviceBackend<D>::motion_forces(VectorId x, VectorId v, VectorId f) {
  if (!knows_net()) return host_->motion_forces(read(x), read(v), changed(f));
  DeviceStep<D> step{};
  step.net = on_device_.view();
  step.pass = DevicePass::forces;
  step.x = read_here(x);
  if (step.net.damped) step.u = read_here(v);
  step.out = overwritten_here(f);
  device_->take_step(step);
}

template <int D>
void DeviceBackend<D>::face_forces(VectorId x, VectorId v, VectorId f) {
  if (!knows_net() || !is_here(x)) return host_->face_forces(read(x), read(v), overwritten(f));
  const FaceView faces = on_device_.faces();
  const Rows* const fast = v < 0 ? nullptr : read_here(v);
  device_->press_faces({faces, read_here(x), fast, on_device_.corner_force()});
  device_->sum_corners({faces, fast, on_device_.corner_force(), overwritten_here(f)});
}

// One product after the other: few are asked for in explicit motion.
template <int D>
void DeviceBackend<D>::dots(std::span<const VectorId> x, VectorId y, std::span<double> products) {
  bool here = is_here(y);
  for (VectorId id : x) here &= is_here(id);
  if (!here) {
    for (VectorId id : x) read(id);
    return host_->dots(x, read(y), products);
  }
  const int axes = static_cast<int>(axis_offset<D>(net().node_count));
  const int all = sum_block_count(axes);
  products_.resize(*device_, usize(all));
  std::vector<double> sums(usize(all));
  for (std::size_t i = 0; i < x.size(); ++i) {
    device_->sum_products({.x = read_here(x[i])->v,
                           .y = read_here(y)->v,
                           .axes = axes,
                           .d = D,
                           .row = sizeof(Rows) / sizeof(double),
                           .block = kSumBlock,
                           .blocks = all,
                           .sums = products_.data()});
    device_->to_host(products_.data(), sums.data(), sums.size() * sizeof(double));
    products[i] = 0;
    for (double sum : sums) products[i] += sum;
  }
}

template <int D>
void DeviceBackend<D>::stop_at_solids(const ImpactStep& step, ContactBalance& balance) {
  if (!knows_net() || !is_here(step.x) || !is_here(step.v)) {
    for (VectorId id : {step.x0, step.v0, step.x, step.v}) changed(id);
    contact_.forget();
    return host_->stop_at_solids(step, balance);
  }
  const DeviceNet view = on_device_.view();
  contact_.begin_round(1, *host_);
  DeviceStops<D> stops = contact_.stops(step.h, step.share);
  stops.kinds = view.kinds;
  stops.kind = view.kind;
  stops.x0 = read_here(step.x0);
  stops.v0 = read_here(step.v0);
  stops.x = changed_here(step.x);
  stops.v = changed_here(step.v);
  contact_.stop(stops, 0, 1, false, true);
  contact_.look(1);
  balance.clear(net().solids.size());
  contact_.balance_of(0, balance);
  contact_.add_impulses(balance);
  for (const StepTouch& touch : contact_.take_begun()) balance.begun.push_back(touch.touch);
}

template <int D>
double DeviceBackend<D>::dissipated_power(VectorId x, VectorId v) {
  if (!is_damped(net())) return 0;
  if (!knows_net()) return host_->dissipated_power(read(x), read(v));
  DeviceStep<D> step{};
  step.net = on_device_.view();
  step.pass = DevicePass::power;
  step.x = read_here(x);
  step.u = read_here(v);
  power_.resize(*device_, usize(net().node_count));
  eighths_.resize(*device_, 8 * usize(blocks()));
  step.power = power_.data();
  device_->take_step(step);
  device_->sum_eighths({.numbers = power_.data(),
                        .count = net().node_count,
                        .block = kSumBlock,
                        .blocks = blocks(),
                        .passes = 1,
                        .sums = eighths_.data()});
  host_eighths_.resize(eighths_.size());
  device_->to_host(eighths_.data(), host_eighths_.data(), eighths_.size() * sizeof(double));
  return power_of_blocks(host_eighths_.data());
}

template <int D>
void DeviceBackend<D>::divide_by_mass(VectorId f) {
  if (!is_here(f) || !knows_net()) return host_->divide_by_mass(changed(f));
  const DeviceNet view = on_device_.view();
  device_->divide_by_mass(view, changed_here(f));
}

template <int D>
bool DeviceBackend<D>::surely_sound(VectorId x, VectorId v, double strain) {
  if (!knows_net() || !is_here(x) || !is_here(v)) return false;
  DeviceStep<D> step{};
  step.net = on_device_.view(strain);
  step.pass = DevicePass::watch;
  step.x = read_here(x);
  flags_.resize(*device_, 1);
  device_->clear(flags_.data(), sizeof(int));
  step.suspected = flags_.data();
  device_->take_step(step);
  device_->check_finite(step.x, read_here(v), flags_.data());
  int flag = 1;
  device_->to_host(flags_.data(), &flag, sizeof(int));
  return flag == 0;
}

// Where the sources are compiled as one (TENSIO_GROUPED), the members of all of them.
template class DeviceBackend<2>;
template class DeviceBackend<3>;

}  // namespace tensio
