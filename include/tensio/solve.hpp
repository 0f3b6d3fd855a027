// Equilibrium, modes, load-displacement curves, combinations and single quantities.
#pragma once

#include "tensio/solve/combinations.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/solve/follow.hpp"
#include "tensio/solve/modes.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/quantities.hpp"
#include "tensio/solve/report.hpp"
