#include "physics/waveform.hpp"

#include <algorithm>

#include "core/index.hpp"
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

// The number of the first point after a time.
std::size_t point_after(const Waveform& wave, double time) {
  const auto point = std::partition_point(wave.points.begin(), wave.points.end(),
                                          [&](const auto& each) { return each[0] <= time; });
  return usize(point - wave.points.begin());
}

Piece piece_at(const Waveform& wave, double time) {
  const std::size_t after = point_after(wave, time);
  return {after == 0 ? 0 : after - 1, after > 0 && after < wave.points.size()};
}

double slope(const Waveform& wave, std::size_t i) {
  return (wave.points[i + 1][1] - wave.points[i][1]) / (wave.points[i + 1][0] - wave.points[i][0]);
}

// The mean of a ramp's slopes, each for as long as it lasts.
double mean_slope(const Waveform& wave, double from, double to) {
  double sum = 0;
  for (std::size_t i = piece_at(wave, from).before; i + 1 < wave.points.size(); ++i) {
    const double begin = std::max(from, wave.points[i][0]);
    const double end = std::min(to, wave.points[i + 1][0]);
    if (begin == from && end == to) return slope(wave, i);
    if (begin >= to) break;
    if (begin < end) sum += slope(wave, i) * (end - begin);
  }
  return sum / (to - from);
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

double mean_rate(const Waveform& wave, double from, double to) {
  if (wave.shape == Waveform::Shape::constant) return 0;
  if (wave.shape == Waveform::Shape::ramp) return mean_slope(wave, from, to);
  return (value_at(wave, to) - value_at(wave, from)) / (to - from);
}

double value_on_chord(const Waveform& wave, double time, double from, double to) {
  const std::size_t next = point_after(wave, from);
  const bool corner = next < wave.points.size() && wave.points[next][0] < to;
  if (!corner || time <= from || time >= to) return value_at(wave, time);
  return value_at(wave, from) + mean_rate(wave, from, to) * (time - from);
}

void append_corners(const Waveform& wave, std::vector<double>& times) {
  if (wave.shape != Waveform::Shape::ramp) return;
  double before = 0;
  for (std::size_t i = 0; i < wave.points.size(); ++i) {
    const double after = i + 1 < wave.points.size() ? slope(wave, i) : 0;
    if (after != before) times.push_back(wave.points[i][0]);
    before = after;
  }
}

}  // namespace tensio
