// Ready-made parts: chains, cloth, lattices, rods, bodies, by function or by name.
#pragma once

#include "tensio/scenes/bodies.hpp"
#include "tensio/scenes/generators.hpp"
#include "tensio/scenes/lattices.hpp"
#include "tensio/scenes/parts.hpp"
#include "tensio/scenes/rods.hpp"
