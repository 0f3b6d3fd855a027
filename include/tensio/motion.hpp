// Simulation of motion in time.
#pragma once

#include "tensio/motion/frame.hpp"
#include "tensio/motion/simulation.hpp"
