// Helpers for tests of generated bodies.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/refusals.hpp"
#include "tensio/model/system.hpp"

namespace tensio::testing {

/// The members of a group of nodes, which must be there.
inline std::vector<int> group(const System& system, const std::string& name) {
  for (const Group& g : system.groups)
    if (g.name == name) return g.members;
  ADD_FAILURE() << "no group " << name;
  return {};
}

/// The ids of a set's springs, which must be there.
inline std::vector<int> set_springs(const System& system, const std::string& name) {
  int first = 0;
  for (const SpringSet& set : system.springs) {
    const int count = static_cast<int>(set.ends.size());
    if (set.name == name) {
      std::vector<int> ids;
      for (int i = 0; i < count; ++i) ids.push_back(first + i);
      return ids;
    }
    first += count;
  }
  ADD_FAILURE() << "no set " << name;
  return {};
}

/// Every node has the same share of a mass.
inline void expect_even_mass(const System& system, double total) {
  EXPECT_EQ(system.nodes.mass, Column{total / system.node_count()});
}

/// What `make` says of options that it refuses, as a function of them.
template <class Options>
auto refusals_of(System (*make)(const Options&)) {
  return [make](const Options& options) { return refusal([&] { (void)make(options); }); };
}

inline double total_mass(const System& system) {
  double sum = 0;
  for (double mass : node_masses(system)) sum += mass;
  return sum;
}

}  // namespace tensio::testing
