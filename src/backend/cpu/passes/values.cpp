// The values of the net: what may change while it is solved or moves.
#include <algorithm>

#include "backend/cpu/cpu_backend.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

template <int D>
void CpuBackend<D>::set(SpringField field, std::span<const int> springs,
                        std::span<const double> values) {
  TENSIO_ASSERT(springs.size() == values.size());
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const std::size_t s = usize(springs[i]);
    switch (field) {
      case SpringField::stiffness: give_stiffness(net_, s, values[i]); break;
      case SpringField::rest_length: give_rest_length(net_, s, values[i]); break;
      case SpringField::damping: give_damping(net_, s, values[i]); break;
    }
  }
  values_changed();
}

template <int D>
void CpuBackend<D>::set(NodeField field, std::span<const int> axes,
                        std::span<const double> values) {
  TENSIO_ASSERT(axes.size() == values.size());
  if (axes.empty()) return;
  if (field == NodeField::external) {
    const bool constrained = !frozen_forces_.empty();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (constrained) external_[axes[i]] = values[i];
      net_.external[axes[i]] = constrained ? values[i] + frozen_forces_[axes[i]] : values[i];
    }
  } else {
    for (std::size_t i = 0; i < axes.size(); ++i)
      net_.constrained[axes[i]] = net_.fixed[axes[i]] = values[i] != 0;
    fixed_changed_ = true;
    free_parts_ = free_parts(net_);
  }
  values_changed();
}

template <int D>
void CpuBackend<D>::set(NetField field, std::span<const double> values) {
  const auto wind = [&]() -> Wind& {
    if (!net_.faces.wind) net_.faces.wind.emplace();
    return *net_.faces.wind;
  };
  switch (field) {
    case NetField::gravity: std::copy(values.begin(), values.end(), net_.gravity); break;
    case NetField::drag: net_.drag = values[0]; break;
    case NetField::wind_velocity:
      wind().velocity.assign(values.size(), {});
      for (std::size_t i = 0; i < values.size(); ++i) wind().velocity[i].value = values[i];
      break;
    case NetField::wind_density: wind().density = values[0]; break;
    case NetField::wind_drag_coefficient: wind().drag_coefficient = values[0]; break;
  }
  values_changed();
}

template <int D>
void CpuBackend<D>::set_targets(std::span<const NetworkData::Target> targets) {
  net_.targets.assign(targets.begin(), targets.end());
}

template <int D>
void CpuBackend<D>::move_obstacles(std::span<const double> shift) {
  for (std::size_t i = 0; i < net_.solids.size(); ++i)
    std::copy_n(shift.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, net_.solids[i].shift);
}

template <int D>
void CpuBackend<D>::release(Structure structure) {
  if (structure == Structure::pattern)
    for (SharedArray<int>* array :
         {&net_.row_start, &net_.column, &net_.diagonal, &net_.slot_ab, &net_.slot_ba})
      *array = {};
  else
    for (SharedArray<int>* array : {&net_.incidence_start, &net_.incident}) *array = {};
}

template <int D>
void CpuBackend<D>::hold_forces(VectorId f) {
  if (!frozen_forces_.empty()) {
    net_.external.swap(external_);
    frozen_forces_.clear();
  }
  if (f >= 0) {
    external_ = net_.external;
    frozen_forces_.assign(at(f), at(f) + axes());
    for (int i = 0; i < axes(); ++i) net_.external[i] += frozen_forces_[i];
  }
}

template <int D>
Histories& CpuBackend<D>::histories() {
  if (!histories_)
    histories_ = std::make_unique<HostHistories>(net_, vectors_, [this] { values_changed(); });
  return *histories_;
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
