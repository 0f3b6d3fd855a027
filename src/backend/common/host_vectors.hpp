// Vectors in the memory of the host, by id.
#pragma once

#include <span>
#include <vector>

#include "backend/vectors.hpp"

namespace tensio {

class HostVectors {
 public:
  VectorId make(std::size_t size) {
    vectors_.emplace_back(size, 0.0);
    return static_cast<VectorId>(vectors_.size()) - 1;
  }
  double* at(VectorId id) { return vectors_[id].data(); }
  const double* at(VectorId id) const { return vectors_[id].data(); }
  std::size_t size(VectorId id) const { return vectors_[id].size(); }
  std::span<const double> span(VectorId id) const { return vectors_[id]; }
  void copy(VectorId from, VectorId to) { vectors_[to] = vectors_[from]; }

 private:
  std::vector<std::vector<double>> vectors_;
};

}  // namespace tensio
