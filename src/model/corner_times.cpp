#include "model/corner_times.hpp"

#include <algorithm>

#include "model/resolve.hpp"
#include "physics/waveform.hpp"

namespace tensio {

std::vector<double> corner_times(const System& system) {
  std::vector<double> times;
  const auto add = [&](const auto& waves) {
    for (const Waveform& wave : waves) append_corners(wave, times);
  };
  const auto add_one = [&](const std::optional<Waveform>& wave) {
    if (wave) append_corners(*wave, times);
  };
  for (const Fixed& fixed : system.nodes.fixed) add(fixed.motion);
  for (const Load& load : system.loads) {
    add(load.wave);
    add_one(load.pressure);
  }
  if (system.wind) add(system.wind->velocity);
  for (const SpringSet& set : system.springs)
    if (const Active* active = columns_of(system, set).active) {
      add_one(active->rest_length);
      add_one(active->stiffness);
    }
  for (const Obstacle& obstacle : system.obstacles) add(obstacle.motion);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace tensio
