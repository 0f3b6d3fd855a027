// Small nets on which assembly and steps are tried.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solve/grade/spring_cases.hpp"
#include "tensio/model/system.hpp"

namespace tensio::grading {

/// A net that owns its numbers.
struct NetSample {
  std::string about = {}, kind = {};
  int dimension = 3;
  Values position = {};
  std::vector<std::array<int, 2>> ends = {};
  Values k = {}, l0 = {};
  std::vector<int> fixed = {};
  bool zero_length = false;  ///< a spring has coincident ends

  grade::NetCase view() const;
  /// Spring s as a sample of its own.
  SpringSample spring(std::size_t s) const;
  System system() const;
};

/// In each dimension: one spring, a chain, two springs between the same nodes in the same and in
/// opposite order, a triangle with a node that no spring joins, a random free net, and one with
/// fixed nodes; then a spring of zero length.
std::vector<NetSample> net_samples(const Options& options);

}  // namespace tensio::grading
