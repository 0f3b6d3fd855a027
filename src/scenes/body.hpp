// What the bodies share: checks of their options, points of space, and sets of springs that grow.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/sine.hpp"
#include "tensio/model/system.hpp"

namespace tensio::scenes {

// ---- options ----

/// Throws Error: "frame is 0.001; it must be 0.002 or more".
[[noreturn]] void refuse(const char* option, const std::string& value, const std::string& allowed);
void require_dimension(int dimension);

// ---- points ----

using Point = std::array<double, 3>;

inline Point operator+(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point operator*(double s, const Point& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double norm(const Point& a) { return std::sqrt(dot(a, a)); }
inline double cube(double x) { return x * x * x; }
/// Of length 1; a vector of no length stays as it is.
inline Point unit(const Point& a) {
  const double length = norm(a);
  return length > 0 ? (1 / length) * a : a;
}
inline double cosine_of_turns(double u) { return sine_of_turns(u + 0.25); }

// ---- parts of a system ----

/// Adds a node at the first `dimension` coordinates and returns its id.
int add_node(System& system, const Point& point);
/// A coordinate in the plane has z = 0.
Point node_point(const System& system, int node);
/// Adds a spring of axial stiffness EA that is unstressed as drawn.
void add_spring(SpringSet& set, int a, int b, double axial_stiffness);
/// Keeps the set where it has springs; values that are all the same become one.
void add_set(System& system, SpringSet set, double damping_time);
/// Scales the masses so that they add up to the total.
void scale_mass(System& system, double total);
std::vector<int> id_range(int first, int end);
/// Adds a group, unless the system has one of that name already, as meshes may.
void add_node_group(System& system, const std::string& name, std::vector<int> nodes);
/// Those in the lowest tenth of its height.
std::vector<int> lowest_nodes(const System& system);
System scaled(System surface, double factor);

}  // namespace tensio::scenes
