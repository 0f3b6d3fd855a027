#include "network/size_limits.hpp"

#include <fmt/format.h>

#include "tensio/error.hpp"

namespace tensio {

void refuse_if_too_large(const NetSize& size) {
  if (size.fits()) return;
  const bool axes = size.nodes > kMostIndices || size.axes() > kMostIndices;
  const std::string limit = axes ? fmt::format("nodes x {} axes = {}", size.dimension, size.axes())
                                 : fmt::format("nodes + 2 x springs = {}", size.most_blocks());
  throw Error(fmt::format("{} nodes and {} springs are more than one network holds: {} must stay "
                          "below {}",
                          size.nodes, size.springs, limit, kMostIndices + 1),
              ErrorKind::limit);
}

void refuse_if_too_many_entries(std::int64_t entries) {
  if (entries <= kMostIndices) return;
  throw Error(fmt::format("the stiffness matrix has {} entries, more than a direct solver can "
                          "index ({}); use the linear solver multilevel or pcg",
                          entries, kMostIndices),
              ErrorKind::limit);
}

}  // namespace tensio
