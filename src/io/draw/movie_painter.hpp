// One frame of a movie as SVG text.
#pragma once

#include <string>

#include "io/draw/movie_stage.hpp"

namespace tensio::io {

/// The net with its shadow and supports, every Nth spring, and obstacles that move.
std::string painted_frame(const MovieStage& stage, const Snapshot& frame, std::size_t spring_step,
                          bool moving_obstacles);
/// Obstacles that lie behind the net.
std::string painted_obstacles(const MovieStage& stage, double time);
/// The rules of an SVG of class "tensio-movie".
std::string movie_style();

}  // namespace tensio::io
