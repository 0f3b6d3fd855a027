// The order in which the threads of a device take nodes.
#include "backend/cuda/node_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/index.hpp"
#include "network/compile_data.hpp"
#include "support/nets.hpp"

namespace tensio {
namespace {

using namespace testing;

std::vector<int> order_of(const System& net) {
  const auto data = compile_data(net, false, Validated::no);
  std::vector<int> order;
  for (int node : nodes_along_curve(*data)) order.push_back(data->node_user[usize(node)]);
  return order;
}

// A grid of side x side nodes, x running fastest, with springs along x and y.
System grid(int side, double spacing, int dimension) {
  System net;
  net.dimension = dimension;
  SpringSet springs;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int node = y * side + x;
      net.nodes.position.insert(net.nodes.position.end(), {x * spacing - 3, y * spacing + 8});
      if (dimension == 3) net.nodes.position.push_back(0.25);
      if (x > 0) springs.ends.push_back({node - 1, node});
      if (y > 0) springs.ends.push_back({node - side, node});
    }
  springs.stiffness = {1};
  net.springs = {springs};
  net.nodes.mass = {1};
  return net;
}

TEST(NodeOrder, RunsThroughAGridInTheShapeOfAZ) {
  const std::vector<int> z = {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15};
  EXPECT_EQ(order_of(grid(4, 0.7, 2)), z);
  EXPECT_EQ(order_of(grid(4, 0.7, 3)), z);
}

TEST(NodeOrder, HasEachNodeOnce) {
  System scattered = grid(30, 0.1, 3);
  for (std::size_t i = 0; i < scattered.nodes.position.size(); ++i)
    scattered.nodes.position[i] += 1e-3 * static_cast<double>(i * i % 101);
  System in_a_point = grid(9, 0.0, 2);
  System far = grid(5, 1.0, 2);
  far.nodes.position[0] = 1e300;
  for (System& net : {std::ref(scattered), std::ref(in_a_point), std::ref(far)}) {
    std::vector<int> order = order_of(net);
    std::sort(order.begin(), order.end());
    for (int i = 0; i < net.node_count(); ++i) EXPECT_EQ(order[usize(i)], i);
    EXPECT_EQ(order.size(), usize(net.node_count()));
  }
}

}  // namespace
}  // namespace tensio
