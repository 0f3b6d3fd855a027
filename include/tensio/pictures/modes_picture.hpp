// Mode shapes as a picture: one panel for each mode, still or swinging.
#pragma once

#include <optional>
#include <string>

#include "tensio/model/system.hpp"
#include "tensio/pictures/draw.hpp"
#include "tensio/pictures/movie.hpp"
#include "tensio/solve/modes_report.hpp"

namespace tensio {

/// Panels of more modes than this would be too small.
inline constexpr int kMostModesDrawn = 12;

struct ModesPictureOptions {
  View view = View::iso;
  std::optional<Camera> camera = {};  ///< overrides `view`
  Up up = Up::automatic;
  bool inner = false;     ///< as in DrawOptions
  bool swinging = false;  ///< true: an animation, each mode at a speed by its place in the list
};

/// The first kMostModesDrawn modes, each with its kind and frequency: the net displaced along the
/// mode by 8 % of its size, coloured by the change of length of its springs, and the state behind.
/// Throws Error where there are no modes.
MovieText modes_svg(const System& system, const ModesResult& modes,
                    const ModesPictureOptions& options = {});

}  // namespace tensio
