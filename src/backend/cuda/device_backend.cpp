// Where vectors are, and what the host computes.
#include "backend/cuda/device_backend.hpp"

#include <algorithm>

#include "core/assert.hpp"

namespace tensio {

/// A linear solver of the host.
template <int D>
class DeviceBackend<D>::HostSystem final : public LinearSystem {
 public:
  HostSystem(DeviceBackend& own, LinearSystem& host) : own_(own), host_(host) {}
  Factor prepare(VectorId x, MatrixKind kind) override {
    own_.read(kind.begin);
    return host_.prepare(own_.read(x), kind);
  }
  bool solve(VectorId right, VectorId result, double tolerance, bool guess) override {
    return host_.solve(own_.read(right), own_.changed(result), tolerance, guess);
  }
  int iterations() const override { return host_.iterations(); }
  bool is_of(const LinearSystem* host) const { return &host_ == host; }

 private:
  DeviceBackend& own_;
  LinearSystem& host_;
};

template <int D>
DeviceBackend<D>::DeviceBackend(std::unique_ptr<Backend> host, std::unique_ptr<Device<D>> device)
    : device_(std::move(device)),
      host_(std::move(host)),
      on_device_(*device_, host_->net()),
      contact_(*device_, host_->net()) {
  device_->set_node_count(host_->net().node_count);
}

template <int D>
DeviceBackend<D>::~DeviceBackend() = default;

template <int D>
VectorId DeviceBackend<D>::make_vector(Items items) {
  const VectorId id = host_->make_vector(items);
  twins_.resize(usize(id) + 1);
  twins_.back().is_nodes = items == Items::nodes;
  TENSIO_ASSERT(host_->numbers(id) != nullptr);
  return id;
}

template <int D>
VectorId DeviceBackend<D>::read(VectorId id) {
  if (id < 0) return id;
  Twin& twin = twins_[usize(id)];
  if (twin.on_host) return id;
  numbers_.resize(*device_, usize(axis_offset<D>(net().node_count)));
  device_->from_rows(twin.rows.data(), numbers_.data());
  device_->to_host(numbers_.data(), host_->numbers(id), numbers_.size() * sizeof(double));
  twin.on_host = true;
  return id;
}

template <int D>
VectorId DeviceBackend<D>::changed(VectorId id) {
  if (read(id) >= 0) twins_[usize(id)].on_device = false;
  return id;
}

template <int D>
VectorId DeviceBackend<D>::overwritten(VectorId id) {
  twins_[usize(id)].on_host = true;
  twins_[usize(id)].on_device = false;
  return id;
}

template <int D>
NodeRow<D>* DeviceBackend<D>::rows_of(Twin& twin) {
  TENSIO_ASSERT(twin.is_nodes);
  twin.rows.resize(*device_, usize(net().node_count));
  return twin.rows.data();
}

template <int D>
NodeRow<D>* DeviceBackend<D>::read_here(VectorId id) {
  Twin& twin = twins_[usize(id)];
  Rows* const rows = rows_of(twin);
  if (twin.on_device) return rows;
  numbers_.resize(*device_, usize(axis_offset<D>(net().node_count)));
  device_->to_device(host_->numbers(id), numbers_.data(), numbers_.size() * sizeof(double));
  device_->to_rows(numbers_.data(), rows);
  twin.on_device = true;
  return rows;
}

template <int D>
NodeRow<D>* DeviceBackend<D>::changed_here(VectorId id) {
  Rows* const rows = read_here(id);
  twins_[usize(id)].on_host = false;
  return rows;
}

template <int D>
NodeRow<D>* DeviceBackend<D>::overwritten_here(VectorId id) {
  Twin& twin = twins_[usize(id)];
  twin.on_host = false;
  twin.on_device = true;
  return rows_of(twin);
}

template <int D>
void DeviceBackend<D>::set(NodeField field, std::span<const int> axes,
                           std::span<const double> values) {
  if (axes.empty()) return;
  host_->set(field, axes, values);
  DeviceNode* const entries = on_device_.separate_entries();
  if (field == NodeField::external && entries && !has_frozen_) {
    take_entries(axes, values);
    device_->set_external(places_.data(), values_.data(), static_cast<int>(axes.size()), entries);
  } else {
    // Loads that change once will change again.
    if (field == NodeField::external) on_device_.separate_nodes();
    on_device_.nodes_changed();
  }
}

template <int D>
LinearSystem* DeviceBackend<D>::solver(SolverKind kind) {
  LinearSystem* const host = host_->solver(kind);
  if (!host) return nullptr;
  for (const auto& [known, system] : systems_)
    if (known == kind && system->is_of(host)) return system.get();
  systems_.emplace_back(kind, std::make_unique<HostSystem>(*this, *host));
  return systems_.back().second.get();
}

#ifndef TENSIO_GROUPED
template class DeviceBackend<2>;
template class DeviceBackend<3>;
#endif

std::unique_ptr<Backend> with_device(std::unique_ptr<Backend> host,
                                     std::unique_ptr<Device<2>> device) {
  return std::make_unique<DeviceBackend<2>>(std::move(host), std::move(device));
}
std::unique_ptr<Backend> with_device(std::unique_ptr<Backend> host,
                                     std::unique_ptr<Device<3>> device) {
  return std::make_unique<DeviceBackend<3>>(std::move(host), std::move(device));
}

}  // namespace tensio
