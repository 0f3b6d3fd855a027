// Waveforms, each in one call.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::testing {

inline Waveform constant(double value) { return {.value = value}; }

inline Waveform ramp(std::vector<std::array<double, 2>> points) {
  return {.shape = Waveform::Shape::ramp, .points = std::move(points)};
}

inline Waveform sine(double amplitude, double frequency, double phase = 0, double offset = 0) {
  return {.shape = Waveform::Shape::sine,
          .amplitude = amplitude,
          .frequency = frequency,
          .phase = phase,
          .offset = offset};
}

}  // namespace tensio::testing
