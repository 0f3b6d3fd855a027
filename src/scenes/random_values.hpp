// Numbers drawn from distributions, the same on every platform. docs/generators.md says how; the
// rules change only if the format of scenes does.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "tensio/scenes/lattices.hpp"

namespace tensio::scenes {

/// What streams of random numbers are for: each use has its own, so that one does not move another.
enum class Use : std::uint64_t {
  jitter = 1,
  nodes,
  springs,
  stiffness,
  rest_length,
  edges,
  layout
};

/// The stream of a use: SplitMix64 from the first number of SplitMix64 from 16 seed + use.
Random stream(int seed, Use use);

/// The natural logarithm of a positive number.
double natural_logarithm(double x);

/// One number of a distribution.
double draw(const Distribution& distribution, Random& random);

}  // namespace tensio::scenes
