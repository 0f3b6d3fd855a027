// A line of nodes from the origin along x, straight or sagging: what chains and ropes are made of.
#pragma once

#include "tensio/scenes/generators.hpp"

namespace tensio::scenes {

/// `count` springs of equal rest length, `length` together, between ends `span` apart: on an arc of
/// a circle where they are longer than that, so that all have their rest length; else straight.
/// One spring set, without a name and a stiffness; groups first, last, ends, middle.
System hung_line(int count, double length, double span, int dimension);

std::vector<GeneratorName> line_groups();

}  // namespace tensio::scenes
