// Runs: many steps in one call, with frames, functions of Python and signals between them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion.hpp"

namespace tensio::python {
namespace {

// How many steps are taken between two looks at the clock: a few milliseconds' worth.
class Pace {
 public:
  std::int64_t steps() const { return steps_; }
  void took(std::chrono::steady_clock::duration time) {
    if (time < std::chrono::milliseconds(3) && steps_ < (std::int64_t{1} << 40))
      steps_ *= 2;
    else if (time > std::chrono::milliseconds(12))
      steps_ = std::max<std::int64_t>(1, steps_ / 2);
  }

 private:
  std::int64_t steps_ = 1;
};

// Steps without frames.
class PlainRun final : public MotionObserver, public Watch {
 public:
  void frame(const MotionFrame&) override {}
  bool wants_nodes() const override { return false; }
  bool wants_springs() const override { return false; }
  bool step(double, std::int64_t) override {
    const auto now = std::chrono::steady_clock::now();
    pace_.took(now - last_);
    last_ = now;
    return look();
  }
  std::int64_t next_step(std::int64_t step) const override { return step + pace_.steps(); }
  bool working(Activity) override { return look(); }

 private:
  Pace pace_ = {};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// All frames of a run, one behind the other.
struct Recorded {
  std::vector<double> time = {}, position = {}, velocity = {}, tension = {}, momentum = {};
  std::vector<std::int64_t> step = {};
  std::vector<double> energy[8] = {};
  std::vector<double> probes = {}, probe_time = {};

  void add(const MotionFrame& frame, int dimension) {
    time.push_back(frame.time);
    step.push_back(frame.step);
    position.insert(position.end(), frame.position.begin(), frame.position.end());
    velocity.insert(velocity.end(), frame.velocity.begin(), frame.velocity.end());
    tension.insert(tension.end(), frame.tension.begin(), frame.tension.end());
    momentum.insert(momentum.end(), frame.momentum.begin(), frame.momentum.begin() + dimension);
    const MotionEnergies& e = frame.energy;
    const double parts[8] = {e.kinetic, e.elastic,    e.gravity, e.load,
                             e.contact, e.dissipated, e.work,    e.total};
    for (int i = 0; i < 8; ++i) energy[i].push_back(parts[i]);
  }
};

class RecordedRun final : public MotionObserver, public Watch {
 public:
  RecordedRun(Motion& motion, double every, py::object observer, py::object force, bool keep,
              bool scene_probes)
      : motion_(motion),
        every_(every),
        begin_(motion.simulation().time()),
        observer_(std::move(observer)),
        force_(std::move(force)),
        keep_(keep),
        scene_probes_(scene_probes) {}

  /// The state as it is now, if it was not shown yet.
  void show() {
    if (last_shown_ == motion_.simulation().steps()) return;
    last_shown_ = motion_.simulation().steps();
    showing_ = true;
    motion_.simulation().show(*this);
    showing_ = false;
  }
  // The simulation's own output times do not count here.
  void frame(const MotionFrame& frame) override {
    if (!showing_) return;
    if (keep_) {
      recorded.add(frame, motion_.net().system().dimension);
      if (!scene_probes_) add_probes(frame.time, motion_.simulation().probe_values());
    }
    if (!observer_.is_none() && !call_observer(frame)) stopped_ = true;
  }
  void probes(const ProbeRow& row) override {
    if (keep_ && scene_probes_) add_probes(row.time, row.value);
  }
  bool wants_nodes() const override { return showing_; }
  bool wants_springs() const override { return showing_; }
  bool working(Activity) override { return look(); }
  bool step(double time, std::int64_t) override {
    if (time >= next_time() * (1 - 1e-12)) {
      while (time >= next_time() * (1 - 1e-12)) ++frames_;
      show();
    }
    const auto now = std::chrono::steady_clock::now();
    pace_.took(now - last_);
    last_ = now;
    return !stopped_ && look() && set_forces();
  }
  std::int64_t next_step(std::int64_t step) const override {
    const SimulationOptions& options = motion_.simulation().options();
    if (!force_.is_none() || options.integrator == Integrator::rk45) return step + 1;
    const double left = (next_time() - motion_.simulation().time()) / options.time_step;
    const double whole = std::clamp(std::floor(left * (1 - 1e-9)), 1.0, 1e15);
    return step + std::min(pace_.steps(), static_cast<std::int64_t>(whole));
  }
  /// The forces that Python gives for the step to come.
  bool set_forces() {
    if (force_.is_none()) return true;
    Simulation& simulation = motion_.simulation();
    State state = simulation.state();
    std::vector<double> forces;
    const bool good = guarded([&] {
      const Shape shape = motion_.net().node_shape();
      const Doubles given = force_(state.time, owned(std::move(state.position), shape),
                                   owned(std::move(state.velocity), shape))
                                .cast<Doubles>();
      forces = vector_of(given);
      return true;
    });
    if (!good) return false;
    // Only what has changed: each node costs more than a step of its springs.
    const auto d = static_cast<std::size_t>(motion_.net().system().dimension);
    if (last_forces_.empty()) last_forces_ = simulation.loads();
    std::vector<int> nodes;
    std::vector<double> changed;
    for (std::size_t i = 0; i < forces.size(); i += d) {
      const auto row = forces.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::equal(row, row + static_cast<std::ptrdiff_t>(d), last_forces_.data() + i)) continue;
      nodes.push_back(static_cast<int>(i / d));
      changed.insert(changed.end(), row, row + static_cast<std::ptrdiff_t>(d));
    }
    if (!nodes.empty()) simulation.set_load(nodes, changed);
    last_forces_ = std::move(forces);
    return true;
  }

  Recorded recorded = {};

 private:
  void add_probes(double time, std::span<const double> row) {
    recorded.probe_time.push_back(time);
    recorded.probes.insert(recorded.probes.end(), row.begin(), row.end());
  }
  double next_time() const { return begin_ + static_cast<double>(frames_) * every_; }

  bool call_observer(const MotionFrame& frame) {
    return guarded([&] {
      const Shape nodes = motion_.net().node_shape();
      const auto copy = [](std::span<const double> values, const Shape& shape) {
        return owned(std::vector<double>(values.begin(), values.end()), shape);
      };
      py::dict shown;
      shown["time"] = frame.time;
      shown["step"] = frame.step;
      shown["position"] = copy(frame.position, nodes);
      shown["velocity"] = copy(frame.velocity, nodes);
      shown["tension"] = copy(frame.tension, {ssize(frame.tension.size())});
      shown["length"] = copy(frame.length, {ssize(frame.length.size())});
      shown["strain"] = copy(frame.strain, {ssize(frame.strain.size())});
      shown["energy"] = energies_dict(frame.energy);
      return continues(observer_(shown));
    });
  }

  Motion& motion_;
  double every_, begin_;
  py::object observer_, force_;
  bool keep_, scene_probes_;
  bool showing_ = false, stopped_ = false;
  std::int64_t frames_ = 1, last_shown_ = -1;
  std::vector<double> last_forces_ = {};
  Pace pace_ = {};
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

py::dict recorded_dict(Motion& motion, Recorded& all) {
  const Shape nodes = motion.net().node_shape();
  const py::ssize_t frames = ssize(all.time.size());
  py::dict result;
  result["time"] = owned(std::move(all.time));
  result["step"] = owned(std::move(all.step));
  result["position"] = owned(std::move(all.position), {frames, nodes[0], nodes[1]});
  result["velocity"] = owned(std::move(all.velocity), {frames, nodes[0], nodes[1]});
  result["tension"] = owned(std::move(all.tension), {frames, motion.net().system().spring_count()});
  result["momentum"] = owned(std::move(all.momentum), {frames, nodes[1]});
  const char* names[8] = {"kinetic", "elastic",    "gravity", "load",
                          "contact", "dissipated", "work",    "total"};
  py::dict energy;
  for (int i = 0; i < 8; ++i) energy[names[i]] = owned(std::move(all.energy[i]));
  result["energy"] = energy;
  const auto columns = ssize(motion.simulation().probe_names().size());
  const py::ssize_t rows = ssize(all.probe_time.size());
  result["probes"] = owned(std::move(all.probes), {rows, columns});
  result["probe_time"] = owned(std::move(all.probe_time));
  return result;
}

}  // namespace

void run_watched(Motion& motion, double until) {
  PlainRun run;
  motion.change([&] { motion.report = motion.simulation().run_until(until, &run); });
  run.finish();
}

py::dict run_recorded(Motion& motion, double until, double every, const py::object& observer,
                      const py::object& force, bool keep, bool scene_probes) {
  RecordedRun run(motion, every, observer, force, keep, scene_probes);
  motion.change([&] {
    run.show();
    if (run.failed() || !run.set_forces()) return;
    motion.report = motion.simulation().run_until(until, &run);
    if (!run.failed()) run.show();
  });
  run.finish();
  return recorded_dict(motion, run.recorded);
}

}  // namespace tensio::python
