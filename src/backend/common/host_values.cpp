#include "backend/common/host_values.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "core/index.hpp"
#include "network/given_springs.hpp"

namespace tensio {

void HostValues::set(SpringField field, std::span<const int> springs,
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
}

void HostValues::set(NodeField field, std::span<const int> axes, std::span<const double> values) {
  TENSIO_ASSERT(axes.size() == values.size());
  if (field == NodeField::external) {
    const bool frozen = !frozen_.empty();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (frozen) external_[axes[i]] = values[i];
      net_.external[axes[i]] = frozen ? values[i] + frozen_[axes[i]] : values[i];
    }
  } else {
    for (std::size_t i = 0; i < axes.size(); ++i)
      net_.constrained[axes[i]] = net_.fixed[axes[i]] = values[i] != 0;
  }
}

void HostValues::set(NetField field, std::span<const double> values) {
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
    case NetField::slack_width: net_.slack_width = values[0]; break;
  }
}

void HostValues::move_obstacles(std::span<const double> shift) {
  for (std::size_t i = 0; i < net_.solids.size(); ++i)
    std::copy_n(shift.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, net_.solids[i].shift);
}

void HostValues::release(Structure structure) {
  if (structure == Structure::pattern)
    for (SharedArray<int>* array :
         {&net_.row_start, &net_.column, &net_.diagonal, &net_.slot_ab, &net_.slot_ba})
      *array = {};
  else
    for (SharedArray<int>* array : {&net_.incidence_start, &net_.incident}) *array = {};
}

void HostValues::hold_forces(const double* forces) {
  if (!frozen_.empty()) {
    net_.external.swap(external_);
    frozen_.clear();
  }
  if (forces == nullptr) return;
  external_ = net_.external;
  frozen_.assign(forces, forces + external_.size());
  for (std::size_t i = 0; i < frozen_.size(); ++i) net_.external[i] += frozen_[i];
}

}  // namespace tensio
