// What can be wrong with values that change with time.
#include <fmt/format.h>

#include <cmath>

#include "model/problems.hpp"

namespace tensio {

namespace {

bool check_ramp(const std::string& pointer, const char* key, const Waveform& wave,
                Problems& problems) {
  if (wave.points.empty()) {
    problems.add(pointer, "", fmt::format("the ramp of {} has no points; give [time, value]", key));
    return false;
  }
  const std::size_t before = problems.count();
  for (std::size_t i = 0; i < wave.points.size() && !problems.full(); ++i) {
    const auto [time, value] = wave.points[i];
    const std::string place = fmt::format("{}/{}", pointer, i);
    if (!std::isfinite(time) || !std::isfinite(value))
      problems.add(place, fmt::format("[{}, {}]", time, value),
                   fmt::format("point {} of the ramp of {} is [{}, {}]; it must be finite", i, key,
                               time, value));
    else if (i > 0 && !(time > wave.points[i - 1][0]))
      problems.add(place, fmt::format("{}", time),
                   fmt::format("point {} of the ramp of {} has the time {} after {}; times must "
                               "ascend",
                               i, key, time, wave.points[i - 1][0]));
  }
  return problems.count() == before;
}

bool check_sine(const std::string& pointer, const char* key, const Waveform& wave,
                Problems& problems) {
  const std::pair<const char*, double> numbers[] = {{"amplitude", wave.amplitude},
                                                    {"frequency", wave.frequency},
                                                    {"phase", wave.phase},
                                                    {"offset", wave.offset}};
  bool good = true;
  for (const auto& [name, number] : numbers) {
    if (std::isfinite(number)) continue;
    problems.add(fmt::format("{}/{}", pointer, name), fmt::format("{}", number),
                 fmt::format("the {} of {} is {}; it must be finite", name, key, number));
    good = false;
  }
  if (good && wave.frequency < 0.0) {
    problems.add(pointer + "/frequency", fmt::format("{}", wave.frequency),
                 fmt::format("the frequency of {} is {}; it must not be negative (the phase turns "
                             "a sine about)",
                             key, wave.frequency));
    good = false;
  }
  return good;
}

}  // namespace

bool check_wave(const std::string& pointer, const char* key, const Waveform& wave,
                Problems& problems) {
  if (wave.shape == Waveform::Shape::ramp)
    return check_ramp(pointer + "/ramp", key, wave, problems);
  if (wave.shape == Waveform::Shape::sine)
    return check_sine(pointer + "/sine", key, wave, problems);
  if (std::isfinite(wave.value)) return true;
  problems.add(pointer, fmt::format("{}", wave.value),
               fmt::format("{} is {}; it must be finite", key, wave.value));
  return false;
}

bool check_waves(const std::string& pointer, const char* key, const std::vector<Waveform>& waves,
                 std::size_t width, Problems& problems) {
  if (waves.size() != width) {
    problems.add(pointer, std::to_string(waves.size()),
                 fmt::format("{} has {} entries; give {}", key, waves.size(), width));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < width; ++i)
    good &= check_wave(fmt::format("{}/{}", pointer, i), key, waves[i], problems);
  return good;
}

}  // namespace tensio
