// What line searches share.
#pragma once

namespace tensio {

/// The part of the fall promised by the slope that a step must reach.
inline constexpr double kArmijo = 1e-4;

}  // namespace tensio
