// Faces as lists of corners, and the removal of duplicate and degenerate ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tensio::io {

struct FaceList {
  std::vector<std::size_t> start = {0};  ///< where the corners of each begin, and the end
  std::vector<int> nodes = {};
  std::vector<int> label = {};

  std::size_t count() const { return label.size(); }
  std::span<const int> corners(std::size_t face) const {
    return {nodes.data() + start[face], start[face + 1] - start[face]};
  }
  void add(std::span<const int> corners, int face_label);
};

/// Corners that repeat the one before them go; faces with less than three corners then, or that
/// still repeat one, go too. Counts the faces that were touched.
FaceList without_degenerate(const FaceList& faces, int& touched);

/// Of faces with the same corners, in any order, the first stays. Counts those that went.
FaceList without_duplicates(const FaceList& faces, int& gone);

}  // namespace tensio::io
