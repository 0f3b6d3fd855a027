// The net that `run` hands to the plain programs beside it: raw numbers, one array after the other,
// and what surrounds it, if anything does.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Net {
  std::vector<double> position;  // x, y, z of each node
  std::vector<double> mass;
  std::vector<std::int32_t> fixed;  // 1: fixed on all axes
  std::vector<std::int32_t> ends;   // two of each spring
  std::vector<double> stiffness, rest_length;

  // What surrounds it; nothing where the file ends before.
  struct Obstacle {
    double is_sphere, point[3], normal[3], radius, friction, thickness;
  };
  std::vector<double> damping;       // of each spring
  double drag = 0, air = 0;          // air: half the density times the drag coefficient
  std::vector<double> wind;          // velocity in each step
  std::vector<std::int32_t> corners; // four of each face
  std::vector<Obstacle> obstacles;

  std::size_t faces() const { return corners.size() / 4; }
  std::size_t nodes() const { return mass.size(); }
  std::size_t springs() const { return stiffness.size(); }
};

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

template <class T>
void read_numbers(std::FILE* file, std::vector<T>& numbers, std::size_t count) {
  numbers.resize(count);
  if (std::fread(numbers.data(), sizeof(T), count, file) != count) fail("the net file is cut off");
}

inline Net read_net(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) fail(std::string("cannot read ") + path);
  std::vector<std::int64_t> sizes;
  read_numbers(file, sizes, 2);
  const auto nodes = static_cast<std::size_t>(sizes[0]);
  const auto springs = static_cast<std::size_t>(sizes[1]);
  Net net;
  read_numbers(file, net.position, 3 * nodes);
  read_numbers(file, net.mass, nodes);
  read_numbers(file, net.fixed, nodes);
  read_numbers(file, net.ends, 2 * springs);
  read_numbers(file, net.stiffness, springs);
  read_numbers(file, net.rest_length, springs);
  if (std::fread(sizes.data(), sizeof sizes[0], 2, file) == 2) {
    std::vector<double> air;
    std::vector<std::int64_t> steps;
    read_numbers(file, air, 2);
    net.drag = air[0];
    net.air = air[1];
    read_numbers(file, net.damping, springs);
    read_numbers(file, steps, 1);
    read_numbers(file, net.wind, 3 * static_cast<std::size_t>(steps[0]));
    read_numbers(file, net.corners, 4 * static_cast<std::size_t>(sizes[0]));
    read_numbers(file, net.obstacles, static_cast<std::size_t>(sizes[1]));
  }
  std::fclose(file);
  return net;
}

inline void write_numbers(const char* path, const double* numbers, std::size_t count) {
  std::FILE* file = std::fopen(path, "wb");
  if (file == nullptr || std::fwrite(numbers, sizeof(double), count, file) != count ||
      std::fclose(file) != 0)
    fail(std::string("cannot write ") + path);
}
