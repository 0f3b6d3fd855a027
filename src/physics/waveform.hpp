// What steps in time need of waveforms beyond values and rates.
#pragma once

#include <vector>

#include "tensio/model/waveform.hpp"

namespace tensio {

/// The mean rate of change from one time to a later one. Of a ramp with no corner between them it
/// is the slope there, so that either side of a corner has its own.
double mean_rate(const Waveform& wave, double from, double to);
/// The value at a time between two others, on the straight line from one to the other where a ramp
/// has a corner between them: there it continues at its mean rate.
double value_on_chord(const Waveform& wave, double time, double from, double to);
/// Appends the times at which the rate jumps.
void append_corners(const Waveform& wave, std::vector<double>& times);

}  // namespace tensio
