// A constant that all line searches share.
#pragma once

namespace tensio {

/// Fraction of the decrease predicted by the slope that a step must reach.
inline constexpr double kArmijo = 1e-4;

}  // namespace tensio
