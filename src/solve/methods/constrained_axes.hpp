// Vectors of a backend without their entries on constrained axes.
#pragma once

#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Sets v to zero on constrained axes.
inline void clear_constrained(Backend& backend, const NetworkData& net, VectorId v) {
  std::vector<double> user(net.constrained.size());
  backend.download(v, user);
  for (std::size_t axis = 0; axis < user.size(); ++axis)
    if (net.constrained[axis]) user[user_axis(net, axis)] = 0;
  backend.upload(user, v);
}

}  // namespace tensio
