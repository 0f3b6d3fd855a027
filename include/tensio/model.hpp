// What a user describes: nodes, springs, loads, supports, motion, and how it is to be solved.
#pragma once

#include "tensio/model/check.hpp"
#include "tensio/model/combination_rule.hpp"
#include "tensio/model/law.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/nodes.hpp"
#include "tensio/model/options.hpp"
#include "tensio/model/parameters.hpp"
#include "tensio/model/placement.hpp"
#include "tensio/model/recorded.hpp"
#include "tensio/model/section.hpp"
#include "tensio/model/springs.hpp"
#include "tensio/model/system.hpp"
#include "tensio/model/units.hpp"
#include "tensio/model/waveform.hpp"
