// The search for near nodes against a comparison with every node.
#include "model/near.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/index.hpp"

namespace tensio {
namespace {

// The nearest node within the distance, the first of equally near ones.
int nearest_of_all(const std::vector<double>& position, int dimension, double distance,
                   const double* point) {
  int best = -1;
  double least = distance * distance;
  const auto count = static_cast<int>(position.size() / usize(dimension));
  for (int node = 0; node < count; ++node) {
    double square = 0;
    for (int axis = 0; axis < dimension; ++axis) {
      const double d = position[usize(node * dimension + axis)] - point[axis];
      square += d * d;
    }
    if (square < least || (square == least && best < 0)) {
      least = square;
      best = node;
    }
  }
  return best;
}

TEST(NearNodes, FindsWhatAComparisonWithEveryNodeFinds) {
  std::mt19937 random(7);
  int found = 0;
  for (const int dimension : {2, 3}) {
    for (const double distance : {0.3, 0.02, 1e-6}) {
      for (const double far : {0.0, 1e5}) {
        // Clusters a few distances wide, so that many nodes are near each other and near faces of
        // cells on either side.
        std::uniform_real_distribution<double> within(-6 * distance, 6 * distance);
        std::vector<double> position(usize(200 * dimension));
        for (double& x : position) x = far + within(random);
        const NearNodes near(position, dimension, distance);
        for (int i = 0; i < 300; ++i) {
          std::vector<double> point(usize(dimension));
          for (double& x : point) x = far + within(random);
          const int expected = nearest_of_all(position, dimension, distance, point.data());
          EXPECT_EQ(near.find(point.data()), expected) << dimension << ' ' << distance << ' ' << i;
          found += expected >= 0 ? 1 : 0;
        }
      }
    }
  }
  // Neither all nor none.
  EXPECT_GT(found, 500);
  EXPECT_LT(found, 3500);
}

TEST(NearNodes, FindsNodesOnAGridThatIsDrawnTwice) {
  std::vector<double> position;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 40; ++j) position.insert(position.end(), {0.1 * i, 0.1 * j});
  const NearNodes near(position, 2, 0.001);
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 40; ++j) {
      const double point[] = {i / 10.0, j / 10.0};
      EXPECT_EQ(near.find(point), 40 * i + j);
    }
}

}  // namespace
}  // namespace tensio
