// What the files of a frame have in common: which springs and faces are there, and their arrays.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/index.hpp"
#include "io/formats/vtk/vtk.hpp"

namespace tensio::io {

/// Vectors of three axes, whatever the dimension.
std::vector<double> in_space(std::span<const double> values, int dimension);

/// Lines or polygons: which they are, and their corners.
struct VtkCells {
  std::vector<std::int32_t> ids, connectivity, offsets;

  void add(std::size_t id, std::span<const int> corners) {
    ids.push_back(static_cast<std::int32_t>(id));
    connectivity.insert(connectivity.end(), corners.begin(), corners.end());
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }
};

/// The springs that are not broken.
VtkCells whole_springs(const MotionFrame& frame, const VtkNet& net);
/// The faces that no broken spring took with it. One of two corners is a line, as its spring is.
VtkCells whole_faces(const MotionFrame& frame, const VtkNet& net);

/// Calls put(name, numbers) for each array of the cells but their numbers: springs, then faces.
template <class Put>
void put_cell_arrays(const MotionFrame& frame, const VtkNet& net, const VtkCells& springs,
                     const VtkCells& faces, const Put& put) {
  // The springs' values, then nothing for each face.
  const auto picked = [&](std::span<const double> values) {
    std::vector<double> result;
    result.reserve(springs.ids.size() + faces.ids.size());
    for (const std::int32_t s : springs.ids)
      result.push_back(std::isfinite(values[s]) ? values[s] : 0.0);
    result.resize(springs.ids.size() + faces.ids.size());
    return result;
  };
  put("tension", picked(frame.tension));
  put("strain", picked(frame.strain));
  put("energy", picked(frame.spring_energy));
  const auto put_changing = [&](bool changes, const char* name, std::span<const double> values) {
    if (changes && values.size() == net.ends.size()) put(name, picked(values));
  };
  put_changing(net.changes.rest_length, "rest_length", frame.rest_length);
  put_changing(net.changes.plastic_elongation, "plastic_elongation", frame.plastic_elongation);
  put_changing(net.changes.hardening_force, "hardening_force", frame.hardening_force);
  put_changing(net.changes.viscous_tension, "viscous_tension", frame.viscous_tension);
}

/// Calls put(name, numbers) for the numbers of springs and faces, each -1 among the others.
template <class Put>
void put_cell_numbers(std::vector<std::int32_t> springs, std::vector<std::int32_t> faces,
                      bool with_faces, const Put& put) {
  const std::size_t spring_count = springs.size();
  springs.resize(spring_count + faces.size(), -1);
  put("spring", springs);
  faces.insert(faces.begin(), spring_count, -1);
  if (with_faces) put("face", faces);
}

}  // namespace tensio::io
