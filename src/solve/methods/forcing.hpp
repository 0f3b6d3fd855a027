// How accurately an inexact Newton step solves its linear system.
#pragma once

#include <algorithm>

namespace tensio {

/// Relative residuals of the linear systems [Eisenstat and Walker 1996, choice 2]: as small as the
/// last step predicts, not much smaller than the last one, and no smaller than the tolerance of the
/// solve requires.
class Forcing {
 public:
  /// For a step from a state with this residual.
  double next(double residual, double tolerance) {
    const double ratio = residual / last_residual_;
    double part = last_residual_ > 0 ? kFactor * ratio * ratio : kMost;
    if (const double before = kFactor * last_ * last_; before > 0.1) part = std::max(part, before);
    last_residual_ = residual;
    last_ = std::min(part, kMost);
    return std::max(last_, 0.5 * tolerance / residual);
  }

 private:
  static constexpr double kMost = 0.5, kFactor = 0.9;
  double last_ = 0, last_residual_ = 0;
};

}  // namespace tensio
