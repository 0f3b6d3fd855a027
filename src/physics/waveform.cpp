#include "tensio/waveform.hpp"

#include "core/sine.hpp"

namespace tensio {

namespace {

double turns(const Waveform& wave, double time) {
  return wave.frequency * time + wave.phase / kTwoPi;
}

// The piece of a ramp that holds at a time: the point before it, and whether there is one after.
struct Piece {
  std::size_t before;
  bool inside;
};

Piece piece_at(const Waveform& wave, double time) {
  std::size_t after = 0;
  while (after < wave.points.size() && wave.points[after][0] <= time) ++after;
  return {after == 0 ? 0 : after - 1, after > 0 && after < wave.points.size()};
}

double slope(const Waveform& wave, std::size_t i) {
  return (wave.points[i + 1][1] - wave.points[i][1]) / (wave.points[i + 1][0] - wave.points[i][0]);
}

}  // namespace

double value_at(const Waveform& wave, double time) {
  if (wave.shape == Waveform::Shape::constant) return wave.value;
  if (wave.shape == Waveform::Shape::sine)
    return wave.offset + wave.amplitude * sine_of_turns(turns(wave, time));
  if (wave.points.empty()) return 0;
  const Piece piece = piece_at(wave, time);
  const auto& before = wave.points[piece.before];
  return piece.inside ? before[1] + slope(wave, piece.before) * (time - before[0]) : before[1];
}

double rate_at(const Waveform& wave, double time) {
  if (wave.shape == Waveform::Shape::constant) return 0;
  if (wave.shape == Waveform::Shape::sine)
    return kTwoPi * wave.frequency * wave.amplitude * sine_of_turns(turns(wave, time) + 0.25);
  const Piece piece = piece_at(wave, time);
  return piece.inside ? slope(wave, piece.before) : 0;
}

}  // namespace tensio
