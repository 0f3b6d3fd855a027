// Cells as VTK numbers them, in its old files and its new ones.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "io/formats/import/draft.hpp"

namespace tensio::io {

/// Lists of points, one after the other.
class Lists {
 public:
  void add(int value) { values_.push_back(value); }
  void end() { starts_.push_back(values_.size()); }
  std::size_t count() const { return starts_.size() - 1; }
  std::span<const int> at(std::size_t i) const {
    return {values_.data() + starts_[i], starts_[i + 1] - starts_[i]};
  }

 private:
  std::vector<int> values_;
  std::vector<std::size_t> starts_ = {0};
};

/// Adds a cell of a type of VTK; kinds that are not made of straight edges are skipped and counted.
/// Gives what is wrong with it, or an empty text.
std::string add_vtk_cell(Draft& draft, int type, std::span<const int> nodes, int label = 0);

/// Adds the edges of a grid of as many points along each axis, the first axis running fastest; with
/// two axes the quads are faces, with three they are cells.
void add_vtk_grid(Draft& draft, const std::array<int, 3>& points);

}  // namespace tensio::io
