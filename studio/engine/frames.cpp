// What a frame shows: positions, a quantity of the springs, flags, arrows, energies, probes.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

std::vector<double> Engine::forces_now(const Reading& reading) {
  if (reading.moving) return simulation_->forces();
  return tensio::forces(network(), reading.position);
}

void Engine::fill_arrows(const Reading& reading, int arrow, bool wants_forces) {
  net_force_ = kNaN;
  net_force_node_ = -1;
  arrows_.clear();
  const int dimension = document().dimension;
  const auto d = usize(dimension);
  if (arrow == 0) arrows_ = in_space(reading.velocity, dimension);
  if (arrow < 1 && !wants_forces) return;
  std::vector<double> force = forces_now(reading);
  const std::vector<unsigned char> fixed = fixed_axes(document());
  const auto is_fixed = [&](std::size_t i) { return (fixed[i / d] & (1U << (i % d))) != 0; };
  double largest = 0;
  for (std::size_t node = 0; node < fixed.size(); ++node) {
    double square = 0;
    for (std::size_t i = node * d; i < (node + 1) * d; ++i)
      if (!is_fixed(i)) square += force[i] * force[i];
    if (square > largest) {
      largest = square;
      net_force_node_ = static_cast<int>(node);
    }
  }
  net_force_ = std::sqrt(largest);
  if (arrow == 1) {
    for (std::size_t i = 0; i < force.size(); ++i)
      if (is_fixed(i)) force[i] = 0;
    arrows_ = in_space(force, dimension);
  }
  if (arrow == 2) {
    if (rest_ && !reading.moving && shown_.empty() && rest_->reaction.size() == force.size())
      force = rest_->reaction;
    else
      for (std::size_t i = 0; i < force.size(); ++i) force[i] = is_fixed(i) ? -force[i] : 0.0;
    arrows_ = in_space(force, dimension);
  }
}

val Engine::exact_positions() {
  return guarded([&] {
    const Reading reading = read();
    val result = val::object();
    result.set("time", reading.time);
    result.set("positions", typed(in_space_exactly(reading.position, document().dimension)));
    return result;
  });
}

void Engine::sample() {
  if (!simulation_) return;
  set_energies(simulation_->energies());
  probes_ = simulation_->probe_values();
}

void Engine::set_energies(const MotionEnergies& e) {
  energies_ = {e.kinetic, e.elastic, e.gravity, e.load, e.contact, e.dissipated, e.work, e.total};
}

std::vector<double> Engine::probes_at_rest() {
  // What a run that starts there would record first; its integrator does not matter.
  SimulationOptions options = options_of(base());
  options.integrator = Integrator::symplectic_euler;
  options.time_step = 1;
  return Simulation(with_masses(base()), options, nullptr, Validated::yes).probe_values();
}

val Engine::fill(int quantity, int arrow, bool wants_forces) {
  return guarded([&] {
    const Reading reading = read();
    positions_ = in_space(reading.position, document().dimension);
    const std::size_t springs = reading.tension.size();
    values_.resize(springs);
    const auto copy = [&](const std::vector<double>& from) {
      for (std::size_t i = 0; i < springs; ++i) values_[i] = static_cast<float>(from[i]);
    };
    switch (quantity) {
      case 1:
        for (std::size_t i = 0; i < springs; ++i)
          values_[i] = static_cast<float>(reading.tension[i] / reading.length[i]);
        break;
      case 2: copy(reading.strain); break;
      case 3: copy(reading.energy); break;
      case 4: copy(utilisation(network(), reading.tension)); break;
      default: copy(reading.tension);
    }
    flags_.assign(springs, 0);
    std::size_t s = 0;
    for (const SpringSet& set : document().springs) {
      const Law law = law_of(document(), set);
      const bool one_sided = law == Law::cable || law == Law::strut;
      for (std::size_t i = 0; i < set.ends.size() && s < springs; ++i, ++s) {
        std::uint8_t flag = 0;
        const bool broken = s < reading.broken.size() && reading.broken[s];
        if (broken) flag = 2;
        if (one_sided && !broken && reading.tension[s] == 0) flag |= 1;
        if (s < reading.plastic.size() && reading.plastic[s] != 0) flag |= 4;
        flags_[s] = flag;
      }
    }
    fill_arrows(reading, arrow, wants_forces && document().node_count() > 0);
    set_energies(reading.energies);
    if (reading.moving)
      probes_ = simulation_->probe_values();
    else if (rest_ && shown_.empty() && !document().probes.empty())
      probes_ = probes_at_rest();
    else
      std::fill(probes_.begin(), probes_.end(), kNaN);
    obstacles_.clear();
    if (std::any_of(document().obstacles.begin(), document().obstacles.end(),
                    [](const Obstacle& obstacle) { return !obstacle.motion.empty(); }))
      for (const Obstacle& obstacle : document().obstacles)
        for (std::size_t axis = 0; axis < 3; ++axis)
          obstacles_.push_back(
              axis < obstacle.motion.size()
                  ? static_cast<float>(value_at(obstacle.motion[axis], reading.time))
                  : 0.0F);
    val result = val::object();
    result.set("time", reading.time);
    result.set("step", static_cast<double>(reading.step));
    return result;
  });
}

}  // namespace tensio::studio
