// The plain way to take explicit steps: one loop over the springs, one over the nodes.
//
// plain_verlet NET STEPS TIME_STEP GRAVITY OUT
#include <algorithm>
#include <cmath>

#include "net_file.hpp"

int main(int argc, char** argv) {
  if (argc != 6) fail("usage: plain_verlet NET STEPS TIME_STEP GRAVITY OUT");
  Net net = read_net(argv[1]);
  const long steps = std::atol(argv[2]);
  const double h = std::atof(argv[3]), gravity = std::atof(argv[4]);
  const std::size_t nodes = net.nodes(), springs = net.springs();
  double* x = net.position.data();
  std::vector<double> v(3 * nodes), f(3 * nodes), a(3 * nodes);
  const auto accelerate = [&] {
    std::fill(f.begin(), f.end(), 0.0);
    for (std::size_t s = 0; s < springs; ++s) {
      const auto i = 3 * static_cast<std::size_t>(net.ends[2 * s]);
      const auto j = 3 * static_cast<std::size_t>(net.ends[2 * s + 1]);
      const double dx = x[j] - x[i], dy = x[j + 1] - x[i + 1], dz = x[j + 2] - x[i + 2];
      const double length = std::sqrt(dx * dx + dy * dy + dz * dz);
      const double q = net.stiffness[s] * (length - net.rest_length[s]) / length;
      f[i] += q * dx, f[i + 1] += q * dy, f[i + 2] += q * dz;
      f[j] -= q * dx, f[j + 1] -= q * dy, f[j + 2] -= q * dz;
    }
    for (std::size_t n = 0; n < nodes; ++n)
      for (std::size_t axis = 0; axis < 3; ++axis)
        a[3 * n + axis] = net.fixed[n] != 0
                              ? 0
                              : f[3 * n + axis] / net.mass[n] - (axis == 2 ? gravity : 0);
  };
  accelerate();
  for (long step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < 3 * nodes; ++i) {
      v[i] += 0.5 * h * a[i];
      x[i] += h * v[i];
    }
    accelerate();
    for (std::size_t i = 0; i < 3 * nodes; ++i) v[i] += 0.5 * h * a[i];
  }
  write_numbers(argv[5], x, 3 * nodes);
}
