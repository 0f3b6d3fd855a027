// Numbers that change with time.
#pragma once

#include <array>
#include <vector>

namespace tensio {

/// A number, or a curve of it over the time of a run.
struct Waveform {
  enum class Shape { constant, ramp, sine };
  Shape shape = Shape::constant;
  double value = 0;  ///< of constant
  /// Of ramp: time and value, times ascending; straight between them, level before and after.
  std::vector<std::array<double, 2>> points = {};
  // Of sine: offset + amplitude x sin(2 pi frequency t + phase)
  double amplitude = 0;
  double frequency = 0;  ///< [Hz]
  double phase = 0;      ///< [rad]
  double offset = 0;

  bool changes() const { return shape != Shape::constant; }
};

/// The value at a time [s]; the same bits on every machine.
double value_at(const Waveform& wave, double time);
/// Its rate of change; at the corner of a ramp that of the piece that begins.
double rate_at(const Waveform& wave, double time);

}  // namespace tensio
