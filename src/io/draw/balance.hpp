// The balance of loads and support reactions: sums of forces, and of moments about the origin.
#pragma once

#include "io/draw/net_values.hpp"
#include "tensio/solve/report.hpp"

namespace tensio::io {

struct Resultant {
  Vector force = {};
  Vector moment = {};  ///< about the origin
};

/// Zero in sum where the net is at rest.
struct Balance {
  Resultant reactions = {};
  Resultant loads = {};
  Resultant weights = {};
  Resultant obstacles = {};
  Resultant sum() const;
};

/// Moments are taken where the nodes are at rest; first-order theory takes them where it starts,
/// and they vanish exactly where that start is free of stress.
Balance make_balance(const System& system, const Equilibrium& rest);

}  // namespace tensio::io
