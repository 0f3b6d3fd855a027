// Everything a program needs to use Tensio.
#pragma once

#include "tensio/check.hpp"
#include "tensio/combinations.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/error.hpp"
#include "tensio/law.hpp"
#include "tensio/modes.hpp"
#include "tensio/network.hpp"
#include "tensio/observer.hpp"
#include "tensio/options.hpp"
#include "tensio/quantities.hpp"
#include "tensio/report.hpp"
#include "tensio/scene_file.hpp"
#include "tensio/springs.hpp"
#include "tensio/system.hpp"
#include "tensio/version.hpp"
