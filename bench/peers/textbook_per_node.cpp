// Rest as the simplest programs find it: in every sweep each free node takes half of its own Newton
// step, as if its neighbours stood still, and all move together.
//
// textbook_per_node NET TOLERANCE GRAVITY SWEEPS OUT
//
// It stops where the largest force on a free node is below TOLERANCE times the largest tension.
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "net_file.hpp"

int main(int argc, char** argv) {
  if (argc != 6) fail("usage: textbook_per_node NET TOLERANCE GRAVITY SWEEPS OUT");
  Net net = read_net(argv[1]);
  const double tolerance = std::atof(argv[2]), gravity = std::atof(argv[3]);
  const long most = std::atol(argv[4]);
  const std::size_t nodes = net.nodes();
  // the springs of each node
  std::vector<std::size_t> start(nodes + 1), spring(2 * net.springs());
  for (const std::int32_t end : net.ends) ++start[static_cast<std::size_t>(end) + 1];
  for (std::size_t n = 0; n < nodes; ++n) start[n + 1] += start[n];
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (std::size_t e = 0; e < net.ends.size(); ++e)
    spring[next[static_cast<std::size_t>(net.ends[e])]++] = e / 2;

  using Points = Eigen::Map<Eigen::Matrix3Xd>;
  Points x(net.position.data(), 3, static_cast<Eigen::Index>(nodes));
  Eigen::Matrix3Xd moved = x;
  long sweep = 0;
  for (; sweep < most; ++sweep) {
    double force = 0, tension = 0;
    for (std::size_t n = 0; n < nodes; ++n) {
      if (net.fixed[n] != 0) continue;
      const auto node = static_cast<Eigen::Index>(n);
      Eigen::Vector3d f(0, 0, -gravity * net.mass[n]);
      Eigen::Matrix3d block = Eigen::Matrix3d::Zero();
      for (std::size_t k = start[n]; k < start[n + 1]; ++k) {
        const std::size_t s = spring[k];
        const int other = net.ends[2 * s] == static_cast<int>(n) ? net.ends[2 * s + 1] : net.ends[2 * s];
        const Eigen::Vector3d d = x.col(other) - x.col(node);
        const double length = d.norm(), pull = net.stiffness[s] * (length - net.rest_length[s]);
        const Eigen::Vector3d along = d / length;
        f += pull * along;
        block += pull / length * (Eigen::Matrix3d::Identity() - along * along.transpose()) +
                 net.stiffness[s] * along * along.transpose();
        tension = std::max(tension, std::abs(pull));
      }
      force = std::max(force, f.norm());
      moved.col(node) = x.col(node) + 0.5 * (block.inverse() * f);
    }
    if (force <= tolerance * tension) break;
    x = moved;
  }
  std::printf("%ld\n", sweep);
  write_numbers(argv[5], net.position.data(), net.position.size());
}
