// Small nets on which assembly and steps are tried.
#include "solve/grade/nets.hpp"

#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"

namespace tensio::grading {

grade::NetCase NetSample::view() const {
  return {.dimension = dimension,
          .position = position,
          .ends = ends,
          .stiffness = k,
          .rest_length = l0};
}

SpringSample NetSample::spring(std::size_t s) const {
  SpringSample spring;
  const auto at = [&](int node) {
    const double* first = &position[usize(node) * usize(dimension)];
    return Values(first, first + dimension);
  };
  spring.a = at(ends[s][0]);
  spring.b = at(ends[s][1]);
  spring.k = k[s];
  spring.l0 = l0[s];
  return spring;
}

System NetSample::system() const {
  System system;
  system.dimension = dimension;
  system.nodes.position = position;
  system.springs.push_back({.ends = ends, .stiffness = k, .rest_length = l0});
  if (!fixed.empty()) system.nodes.fixed.push_back({.nodes = fixed});
  return system;
}

std::vector<NetSample> net_samples(const Options& options) {
  struct Plan {
    const char* about;
    const char* kind;
    int nodes;
    std::vector<std::array<int, 2>> ends;
    std::vector<int> fixed;
    bool zero_length = false;
  };
  const std::vector<Plan> plans = {
      {"one spring", "", 2, {{0, 1}}, {}},
      {"a chain", "", 4, {{0, 1}, {1, 2}, {2, 3}}, {}},
      {"two springs between the same nodes",
       "nets with two springs between the same nodes",
       3,
       {{0, 1}, {1, 2}, {0, 1}},
       {}},
      {"two springs between the same nodes, one the other way round",
       "nets with two springs between the same nodes",
       3,
       {{0, 1}, {1, 0}, {2, 1}},
       {}},
      {"a triangle and a node without springs", "", 4, {{2, 0}, {0, 3}, {3, 2}}, {}},
      {"a free net", "", 5, {{0, 1}, {0, 2}, {3, 0}, {1, 2}, {4, 1}, {2, 4}, {3, 4}}, {}},
      {"a net with fixed nodes", "", 5, {{0, 1}, {1, 2}, {2, 3}, {4, 1}, {3, 4}}, {0, 3}},
      {"a net with a spring of zero length", "", 3, {{0, 1}, {1, 2}}, {}, true},
  };
  Random random(options.seed);
  std::vector<NetSample> samples;
  for (const int dimension : dimensions_of(options))
    for (const Plan& plan : plans) {
      NetSample net;
      net.dimension = dimension;
      net.ends = plan.ends;
      net.fixed = plan.fixed;
      net.kind = plan.kind;
      net.zero_length = plan.zero_length;
      for (int i = 0; i < plan.nodes * dimension; ++i)
        net.position.push_back(random.uniform(-1.5, 1.5));
      if (plan.zero_length)
        for (int i = 0; i < dimension; ++i)
          net.position[usize(dimension + i)] = net.position[usize(i)];
      for (std::size_t s = 0; s < net.ends.size(); ++s) {
        net.k.push_back(options.one_stiffness && s > 0 ? net.k[0] : random.uniform(5, 60));
        // Stretched and compressed ones.
        net.l0.push_back(0);
        const double l = net.spring(s).length();
        net.l0[s] = (l > 0 ? l : 1.0) * random.uniform(0.4, 1.7);
      }
      std::string list;
      for (const auto& [a, b] : net.ends) list += fmt::format(" {}-{}", a, b);
      net.about =
          fmt::format("{} in {}D: {} nodes, springs{}", plan.about, dimension, plan.nodes, list);
      samples.push_back(std::move(net));
    }
  return samples;
}

}  // namespace tensio::grading
