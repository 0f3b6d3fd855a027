// Vectors in the memory of the host, by id.
#pragma once

#include <span>
#include <vector>

#include "backend/vectors.hpp"
#include "core/index.hpp"

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
  /// Nodes of `dimension` numbers, from and to the user's order.
  void upload(std::span<const int> node_user, std::size_t dimension, std::span<const double> user,
              VectorId to) {
    for (std::size_t i = 0; i < node_user.size(); ++i)
      for (std::size_t axis = 0; axis < dimension; ++axis)
        at(to)[i * dimension + axis] = user[usize(node_user[i]) * dimension + axis];
  }
  void download(std::span<const int> node_user, std::size_t dimension, VectorId from,
                std::span<double> user) const {
    for (std::size_t i = 0; i < node_user.size(); ++i)
      for (std::size_t axis = 0; axis < dimension; ++axis)
        user[usize(node_user[i]) * dimension + axis] = at(from)[i * dimension + axis];
  }
  void set_entries(std::span<const int> places, std::span<const double> values, VectorId to) {
    for (std::size_t i = 0; i < places.size(); ++i) at(to)[places[i]] = values[i];
  }
  void get_entries(std::span<const int> places, VectorId from, std::span<double> values) const {
    for (std::size_t i = 0; i < places.size(); ++i) values[i] = at(from)[places[i]];
  }
  void copy(VectorId from, VectorId to) { vectors_[to] = vectors_[from]; }

 private:
  std::vector<std::vector<double>> vectors_;
};

}  // namespace tensio
