// The matrices that Newton's method tries for a step, one after the other.
#pragma once

#include <algorithm>
#include <span>

#include "backend/backend.hpp"

namespace tensio {

/// K first, then replacements. A small shift makes zero modes and slightly negative ones positive
/// and leaves the others nearly unchanged; the projection makes all positive; larger shifts turn
/// the step towards the force itself. In time steps modes without stiffness have inertia, so that
/// the projection needs no shift; but it is slow near saddle points, so that shifts are tried
/// before it.
class MatrixLadder {
 public:
  explicit MatrixLadder(bool in_motion)
      : rungs_(in_motion ? std::span<const MatrixKind>(kInMotion)
                         : std::span<const MatrixKind>(kStatic)) {}

  int size() const { return static_cast<int>(rungs_.size()); }
  MatrixKind operator[](int rung) const { return rungs_[rung]; }
  /// After this rung has failed.
  int next(int rung) const { return rung == 0 ? fallback_ : rung + 1; }
  /// After a step of this length: short steps need a larger shift next time, full ones a smaller.
  void adapt(int rung, double length) {
    if (rung == 0) return;
    if (length < kShortStep) fallback_ = std::min(rung + 1, size() - 1);
    if (length == 1) fallback_ = std::max(rung - 1, 1);
  }

 private:
  static constexpr double kShortStep = 0.25;
  static constexpr MatrixKind kStatic[] = {
      {false, 0},    {false, 1e-10}, {false, 1e-8}, {false, 1e-6}, {false, 1e-4},
      {false, 1e-3}, {false, 1e-2},  {true, 1e-10}, {true, 1e-8},  {true, 1e-6},
      {true, 1e-4},  {true, 1e-2},   {true, 1}};
  static constexpr MatrixKind kInMotion[] = {{false, 0},    {false, 1e-5}, {false, 1e-4},
                                             {false, 1e-3}, {false, 1e-2}, {false, 1e-1},
                                             {true, 0},     {true, 1e-2},  {true, 1}};

  std::span<const MatrixKind> rungs_;
  int fallback_ = 1;  // the rung tried after K itself has failed
};

}  // namespace tensio
