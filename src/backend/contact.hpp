// What passes about contact are given and tell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tensio {

/// A node (compiled) begins to touch an obstacle.
struct Touch {
  int node;
  int solid;
  double speed;  ///< along the normal, relative to the obstacle
};

/// What contact did in one step.
struct ContactBooks {
  double dissipated = 0;
  double work = 0;  ///< of moving obstacles, on the net
  std::vector<Touch> begun = {};

  void clear() {
    dissipated = work = 0;
    begun.clear();
  }
};

/// A touch ends where a node is farther from the contact surface than this part of the thickness.
inline constexpr double kTouchEnds = 0.01;

/// How an explicit step of h seconds went, before contact.
struct ImpactStep {
  int x0, v0;  ///< vectors at its start
  int x, v;    ///< at its end; they become those after contact
  double h;
  double share;                      ///< see NodeStep
  std::span<const double> shift0;    ///< of the solids at its start, 3 for each
  std::span<std::uint8_t> touching;  ///< node_count x solids, brought up to date
};

}  // namespace tensio
