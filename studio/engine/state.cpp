// The state: where the net is, as a run, a rest state or the scene gives it, and states kept.
#include <algorithm>
#include <cmath>

#include "engine.hpp"

namespace tensio::studio {

namespace {

// Nodes without mass swing with about this frequency on their own springs [1/time unit].
constexpr double kAssumedFrequency = 60;

// Copies a run's moment.
class Copy final : public MotionObserver {
 public:
  explicit Copy(Reading& reading) : reading_(reading) {}
  void frame(const MotionFrame& frame) override {
    const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
    reading_.time = frame.time;
    reading_.step = frame.step;
    copy(reading_.position, frame.position);
    copy(reading_.velocity, frame.velocity);
    copy(reading_.length, frame.length);
    copy(reading_.tension, frame.tension);
    copy(reading_.strain, frame.strain);
    copy(reading_.energy, frame.spring_energy);
    copy(reading_.broken, frame.broken);
    copy(reading_.plastic, frame.plastic_elongation);
    copy(reading_.hardening, frame.hardening_force);
    copy(reading_.viscous, frame.viscous_tension);
    reading_.events_applied = frame.events_applied;
    reading_.energies = frame.energy;
    reading_.moving = true;
  }

 private:
  Reading& reading_;
};

}  // namespace

System Engine::started(const Snapshot& state) const {
  System system = with_snapshot(document(), state);
  if (state.rest_length.empty()) return system;
  // Stages have changed rest lengths of some sets.
  std::size_t first = 0;
  for (SpringSet& set : system.springs) {
    const std::size_t count = set.ends.size();
    const auto built = std::span(state.rest_length).subspan(first, count);
    first += count;
    if (count == 0 || std::isnan(built[0])) continue;
    set.rest_length = Column(built.begin(), built.end());
    set.pretension.clear();
  }
  system.stages.clear();
  return system;
}

System Engine::at_now() {
  return simulation_ && simulation_->steps() > 0 ? started(now()) : base();
}

const System& Engine::base() {
  if (!initial_) return document();
  if (!base_) {
    base_ = started(*initial_);
    if (base_->simulation) {
      base_->simulation->start = StartFrom::drawn;
      base_->simulation->start_time = initial_->time;
    } else {
      base_->simulation.emplace();
      base_->simulation->start_time = initial_->time;
    }
  }
  return *base_;
}

const Network& Engine::network() {
  if (!network_) network_ = compile(base(), Validated::yes);
  return *network_;
}

std::vector<double> Engine::still_positions() {
  const System& system = base();
  std::vector<double> x = system.nodes.start.empty() ? system.nodes.position : system.nodes.start;
  if (x.empty()) return x;
  // Fixed axes are where their supports are.
  const Selection selection = free_selection(network());
  std::vector<char> free(x.size(), 0);
  for (const int axis : selection.P.column) free[usize(axis)] = 1;
  const std::vector<unsigned char> fixed = fixed_axes(system);
  const auto d = usize(system.dimension);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!free[i] && (fixed[i / d] & (1U << (i % d)))) x[i] = selection.b[i];
  return x;
}

Reading Engine::read_run() {
  Reading reading;
  Copy copy(reading);
  simulation_->show(copy);
  return reading;
}

Snapshot Engine::now() {
  if (simulation_) {
    Reading reading = read_run();
    Snapshot state;
    state.time = reading.time;
    state.position = std::move(reading.position);
    state.velocity = std::move(reading.velocity);
    state.tension = std::move(reading.tension);
    state.broken = std::move(reading.broken);
    state.plastic_elongation = std::move(reading.plastic);
    state.hardening_force = std::move(reading.hardening);
    state.viscous_tension = std::move(reading.viscous);
    state.events_applied = reading.events_applied;
    if (initial_) state.rest_length = initial_->rest_length;
    return state;
  }
  if (initial_) return *initial_;
  Snapshot state = start_snapshot(document());
  state.position = still_positions();
  return state;
}

Reading Engine::read() {
  if (simulation_ && shown_.empty()) return read_run();
  Reading reading;
  reading.position = !shown_.empty() ? shown_ : rest_ ? rest_->state.position : still_positions();
  reading.time = !shown_.empty() && recording_ ? shown_time_
                 : initial_                    ? initial_->time
                                               : options_of(document()).start_time;
  if (shown_.empty() && !base().nodes.velocity.empty()) reading.velocity = base().nodes.velocity;
  if (reading.velocity.empty()) reading.velocity.assign(reading.position.size(), 0.0);
  if (document().node_count() == 0) return reading;
  SpringStates states = spring_states(network(), reading.position);
  reading.length = std::move(states.length);
  reading.tension = std::move(states.tension);
  reading.strain = std::move(states.strain);
  reading.energy = std::move(states.energy);
  if (rest_ && shown_.empty()) {
    reading.tension = rest_->tension;
    reading.length = rest_->length;
    reading.strain = rest_->strain;
  }
  for (const SpringSet& set : base().springs)
    for (std::size_t i = 0; i < set.ends.size(); ++i)
      reading.broken.push_back(
          set.broken.empty() ? 0 : (set.broken.size() == 1 ? set.broken[0] : set.broken[i]) != 0);
  const tensio::Energies e = tensio::energies(network(), reading.position, reading.velocity);
  reading.energies.kinetic = e.kinetic;
  reading.energies.elastic = e.elastic;
  reading.energies.gravity = e.gravity;
  reading.energies.load = e.load;
  reading.energies.total = e.total;
  return reading;
}

const Masses& Engine::masses() {
  if (masses_) return *masses_;
  Masses result;
  const System& system = base();
  const std::vector<double> own = node_masses(system);
  const std::vector<unsigned char> fixed = fixed_axes(system);
  const auto all = static_cast<unsigned char>((1U << system.dimension) - 1);
  result.of_node.assign(own.size(), 0.0);
  // A node that something frees later needs a mass too.
  std::vector<char> freed(own.size(), 0);
  for (const Event& event : system.events)
    for (const int node : event.free) freed[usize(node)] = 1;
  bool missing = false;
  for (std::size_t i = 0; i < own.size(); ++i)
    missing |= own[i] == 0 && (fixed[i] != all || freed[i]);
  if (missing) {
    const SpringStates states = spring_states(network(), still_positions());
    std::vector<double> stiffness(own.size(), 0.0);
    std::size_t s = 0;
    for (const SpringSet& set : system.springs)
      for (const auto& ends : set.ends) {
        const double k =
            std::max({std::abs(states.tangent[s]), std::abs(states.stiffness[s]),
                      std::abs(states.tension[s]) / std::max(states.length[s], 1e-300)});
        if (std::isfinite(k))
          for (const int end : ends) stiffness[usize(end)] += k;
        ++s;
      }
    const double w = 2 * 3.14159265358979323846 * kAssumedFrequency;
    double sum = 0;
    int stiff = 0;
    for (const double k : stiffness)
      if (k > 0) {
        sum += k;
        ++stiff;
      }
    const double usual = stiff > 0 ? sum / stiff : w * w;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] != 0 || (fixed[i] == all && !freed[i])) continue;
      const double mass = 2 * (stiffness[i] > 0 ? stiffness[i] : usual) / (w * w);
      result.of_node[i] = mass;
      result.smallest = result.count == 0 ? mass : std::min(result.smallest, mass);
      result.largest = std::max(result.largest, mass);
      ++result.count;
    }
  }
  masses_ = std::move(result);
  return *masses_;
}

System Engine::with_masses(const System& given) {
  const Masses& assumed = masses();
  System system = given;
  if (assumed.count == 0) return system;
  Column mass = system.nodes.mass;
  if (mass.size() <= 1) mass.assign(usize(system.node_count()), mass.empty() ? 0.0 : mass[0]);
  const bool gravity =
      std::any_of(system.gravity.begin(), system.gravity.end(), [](double g) { return g != 0; });
  Load lift;  // they have no weight
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (assumed.of_node[i] > 0) {
      mass[i] = assumed.of_node[i];
      if (!gravity) continue;
      lift.nodes.push_back(static_cast<int>(i));
      for (int axis = 0; axis < system.dimension; ++axis)
        lift.force.push_back(-mass[i] * system.gravity[usize(axis)]);
    }
  system.nodes.mass = std::move(mass);
  if (!lift.nodes.empty()) system.loads.push_back(std::move(lift));
  return system;
}

int Engine::keep_state() {
  Kept kept{initial_, {}, rest_, pull_};
  if (simulation_) kept.run = simulation_->save();
  states_[next_state_] = std::move(kept);
  return next_state_++;
}

void Engine::drop_state(int handle) { states_.erase(handle); }

double Engine::state_bytes(int handle) const {
  const auto found = states_.find(handle);
  if (found == states_.end()) return 0;
  const Kept& kept = found->second;
  double bytes = static_cast<double>(kept.run.size()) + 200;
  // What the present has too is not counted.
  if (kept.initial && kept.initial != initial_)
    bytes += 24.0 * static_cast<double>(kept.initial->position.size());
  if (kept.rest && kept.rest != rest_)
    bytes += 24.0 * static_cast<double>(kept.rest->tension.size() + kept.rest->reaction.size());
  return bytes;
}

val Engine::use_state(int handle) {
  return guarded([&] {
    const auto found = states_.find(handle);
    if (found == states_.end()) throw Refused{"That moment is gone."};
    const Kept& kept = found->second;
    if (kept.initial != initial_) {
      simulation_.reset();
      initial_ = kept.initial;
      forget_derived();
    }
    shown_.clear();
    pull_ = kept.pull;
    if (kept.run.empty()) {
      simulation_.reset();
    } else {
      if (!simulation_)
        simulation_.emplace(with_masses(base()), options_of(base()), nullptr, Validated::yes);
      simulation_->restore(kept.run);
    }
    rest_ = kept.rest;
    return val::object();
  });
}

}  // namespace tensio::studio
