// The times at which the rate of a value that depends on time jumps.
#pragma once

#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// Times of the corners of all waveforms of a scene (supports, loads, pressures, wind, muscles,
/// obstacles), ascending, each once.
std::vector<double> corner_times(const System& system);

}  // namespace tensio
