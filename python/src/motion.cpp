// Simulations: steps, arrays, values that change between steps, saved states.
#include "motion.hpp"

#include <cmath>

namespace tensio::python {
namespace {

SimulationOptions simulation_options(const Net& options, const std::string& linear_solver,
                                     bool reproducible, int threads) {
  if (threads < 0)
    throw Error("threads is " + std::to_string(threads) + "; it must be 0 (all) or more");
  SimulationOptions result = options.system().simulation.value_or(SimulationOptions{});
  result.linear_solver = linear_solver_of(linear_solver);
  result.reproducible = reproducible;
  result.threads = threads;
  return result;
}

py::dict options_dict(const SimulationOptions& options) {
  py::dict result;
  result["integrator"] = to_string(options.integrator);
  result["time_step"] = options.time_step;
  result["start_time"] = options.start_time;
  result["duration"] = options.duration;
  result["output_every"] = options.output_every;
  result["probe_every"] = options.probe_every;
  result["start"] = to_string(options.start);
  result["blowup_strain"] = options.blowup_strain;
  result["tolerance"] = options.tolerance;
  result["max_iterations"] = options.max_iterations;
  result["substeps"] = options.substeps;
  result["warm_start"] = options.warm_start;
  result["method"] = to_string(options.method);
  result["accuracy"] = to_string(options.accuracy);
  result["precision"] = to_string(options.precision);
  result["backend"] = to_string(options.backend);
  result["linear_solver"] = to_string(options.linear_solver);
  result["reproducible"] = options.reproducible;
  result["threads"] = options.threads;
  return result;
}

// One step, or several. True where all were taken.
bool take_steps(Motion& motion, std::int64_t count) {
  if (count == 0) return true;
  if (count < 0)
    throw py::value_error("count is " + std::to_string(count) + "; it must not be negative");
  Simulation& simulation = motion.simulation();
  const SimulationOptions& options = simulation.options();
  // Many steps, and those that may take long, are watched for signals. Half a step less, so that
  // rounding of the time cannot add a step.
  if (options.integrator != Integrator::rk45 && (count > 1 || is_implicit(options.integrator))) {
    run_watched(motion, simulation.time() + (static_cast<double>(count) - 0.5) * options.time_step);
    return motion.report.status == MotionStatus::finished;
  }
  Watch watch;
  for (std::int64_t i = 0; i < count && watch.look(); ++i) {
    motion.change([&] { motion.report = simulation.step(); });
    if (motion.report.status != MotionStatus::finished) break;
  }
  watch.finish();
  return motion.report.status == MotionStatus::finished;
}

py::list events_of(Motion& motion) {
  py::list result;
  for (const MotionEvent& event : motion.read().events()) result.append(event_dict(event));
  return result;
}

void bind_values(py::class_<Motion>& type) {
  const auto spring_values = [](std::vector<double> values) { return owned(std::move(values)); };
  type.def("_rest_lengths", [=](Motion& m) { return spring_values(m.read().rest_lengths()); })
      .def("_stiffnesses", [=](Motion& m) { return spring_values(m.read().stiffnesses()); })
      .def("_loads", [](Motion& m) { return owned(m.read().loads(), m.net().node_shape()); })
      .def(
          "_set_rest_length",
          [](Motion& m, const Ints& springs, const Doubles& values) {
            m.change([&] {
              m.simulation().set_rest_length(
                  std::span(springs.data(), static_cast<std::size_t>(springs.size())),
                  numbers(values));
            });
          },
          py::arg("springs"), py::arg("values"))
      .def(
          "_set_stiffness",
          [](Motion& m, const Ints& springs, const Doubles& values) {
            m.change([&] {
              m.simulation().set_stiffness(
                  std::span(springs.data(), static_cast<std::size_t>(springs.size())),
                  numbers(values));
            });
          },
          py::arg("springs"), py::arg("values"))
      .def(
          "_set_load",
          [](Motion& m, const Ints& nodes, const Doubles& forces) {
            m.change([&] {
              m.simulation().set_load(
                  std::span(nodes.data(), static_cast<std::size_t>(nodes.size())), numbers(forces));
            });
          },
          py::arg("nodes"), py::arg("forces"))
      .def(
          "_set_fixed",
          [](Motion& m, const Ints& nodes, bool fixed) {
            m.change([&] {
              m.simulation().set_fixed(
                  std::span(nodes.data(), static_cast<std::size_t>(nodes.size())), fixed);
            });
          },
          py::arg("nodes"), py::arg("fixed"))
      .def(
          "_set_target",
          [](Motion& m, int node, const Doubles& point, double stiffness) {
            m.change([&] { m.simulation().set_target(node, numbers(point), stiffness); });
          },
          py::arg("node"), py::arg("point"), py::arg("stiffness"))
      .def(
          "_clear_target",
          [](Motion& m, int node) { m.change([&] { m.simulation().clear_target(node); }); },
          py::arg("node"))
      .def(
          "_set_state",
          [](Motion& m, const Doubles& position, const Doubles& velocity) {
            const State state{0, vector_of(position), vector_of(velocity)};
            m.change([&] { m.simulation().set_state(state); });
          },
          py::arg("position"), py::arg("velocity"));
}

void bind_saving(py::class_<Motion>& type) {
  type.def("_save", [](Motion& m) { return py::bytes(m.read().save()); })
      .def(
          "_restore",
          [](Motion& m, const py::bytes& bytes) {
            const std::string_view given = bytes;
            m.change([&] { m.simulation().restore(given); });
            m.report = {};
          },
          py::arg("saved"));
}

}  // namespace

// ---- one thread at a time ----

Motion::Motion(const Net& net, const SimulationOptions& options)
    : net_(net), simulation_([&] {
        const py::gil_scoped_release release;
        return Simulation(net_.system(), options, &start_watch_, Validated::yes);
      }()) {
  start_watch_.finish();
}

Motion::Busy::Busy(Motion& motion) : motion_(motion) {
  if (motion.owner_ == std::this_thread::get_id())
    throw std::runtime_error("an observer of a run may not change its simulation");
  if (motion.owner_ != std::thread::id())
    throw std::runtime_error(
        "another thread is running this simulation; give each thread a simulation of its own");
  motion.owner_ = std::this_thread::get_id();
}

Simulation& Motion::read() {
  if (other_thread_is_busy())
    throw std::runtime_error(
        "another thread is running this simulation; read it when that call has ended");
  return simulation_;
}

py::array Motion::position() {
  look_again(position_);
  return position_.shown(net_.node_shape(), [&] { return read().state().position; });
}
py::array Motion::velocity() {
  look_again(velocity_);
  return velocity_.shown(net_.node_shape(), [&] { return read().state().velocity; });
}
py::array Motion::tension() {
  look_again(tension_);
  return tension_.shown({net_.system().spring_count()}, [&] { return read().tensions(); });
}

void Motion::set_changed() {
  set_stale();
  if (position_.is_seen()) position_.refresh([&] { return simulation_.state().position; });
  if (velocity_.is_seen()) velocity_.refresh([&] { return simulation_.state().velocity; });
  if (tension_.is_seen()) tension_.refresh([&] { return simulation_.tensions(); });
}

// ---- dicts ----

py::dict energies_dict(const MotionEnergies& energies) {
  py::dict result;
  result["kinetic"] = energies.kinetic;
  result["elastic"] = energies.elastic;
  result["gravity"] = energies.gravity;
  result["load"] = energies.load;
  result["contact"] = energies.contact;
  result["dissipated"] = energies.dissipated;
  result["work"] = energies.work;
  result["total"] = energies.total;
  return result;
}

py::dict motion_report_dict(const MotionReport& report) {
  py::dict result;
  result["status"] = to_string(report.status);
  result["reason"] = report.reason;
  result["time"] = report.time;
  result["steps"] = report.steps;
  result["time_step"] = report.time_step;
  result["stable_time_step"] = report.stable_time_step;
  result["integrator"] = to_string(report.integrator);
  result["linear_solver"] = to_string(report.linear_solver);
  result["iterations"] = report.iterations;
  result["linear_iterations"] = report.linear_iterations;
  result["newton_steps"] = report.newton_steps;
  result["retried_steps"] = report.retried_steps;
  result["split_steps"] = report.split_steps;
  result["seconds"] = report.seconds;
  py::object blow_up = py::none();
  if (report.blow_up) {
    const BlowUpReport& what = *report.blow_up;
    blow_up = py::dict();
    blow_up["cause"] = py::str(to_string(what.cause));
    blow_up["spring"] = what.spring < 0 ? py::none() : py::object(py::int_(what.spring));
    blow_up["strain"] = py::float_(what.strain);
    blow_up["time"] = py::float_(what.time);
    blow_up["step"] = py::int_(what.step);
    blow_up["stable_time_step"] = py::cast(what.stable_time_step);
  }
  result["blow_up"] = blow_up;
  return result;
}

void bind_motion(py::module_& module) {
  py::class_<SimulationOptions>(module, "SimulationOptions")
      .def(py::init(&simulation_options), py::arg("options"), py::arg("linear_solver"),
           py::arg("reproducible"), py::arg("threads"));
  py::class_<Motion> type(module, "Simulation");
  type.def(py::init<const Net&, const SimulationOptions&>(), py::arg("net"), py::arg("options"))
      .def("_options_used", [](Motion& m) { return options_dict(m.simulation().options()); })
      .def("_choice", [](Motion& m) { return m.simulation().choice(); })
      .def("_backend_reason", [](Motion& m) { return m.simulation().backend_reason(); })
      .def("_warning_list", [](Motion& m) { return m.simulation().warnings(); })
      .def_property_readonly(
          "stable_time_step", [](Motion& m) { return m.simulation().stable_time_step(); },
          "Largest stable step at the start [s]; None where there is none.")
      .def_property_readonly(
          "time", [](Motion& m) { return m.simulation().time(); }, "[s]")
      .def_property_readonly(
          "steps", [](Motion& m) { return m.simulation().steps(); }, "Steps taken.")
      .def_property_readonly("position", &Motion::position, "After the last call [m], (n, d).")
      .def_property_readonly("velocity", &Motion::velocity, "After the last call [m/s], (n, d).")
      .def_property_readonly("tension", &Motion::tension,
                             "After the last call [N], (m,), positive in tension.")
      .def(
          "forces", [](Motion& m) { return owned(m.read().forces(), m.net().node_shape()); },
          "All forces on each node but those of supports and obstacles [N], (n, d).")
      .def("_energies", [](Motion& m) { return energies_dict(m.read().energies()); })
      .def("_momentum_list",
           [](Motion& m) {
             const auto momentum = m.read().momentum();
             return owned(std::vector<double>(momentum.begin(),
                                              momentum.begin() + m.net().system().dimension));
           })
      .def(
          "contact_forces",
          [](Motion& m) {
            std::vector<double> values = m.read().contact_forces();
            const auto axes = static_cast<py::ssize_t>(m.net().system().dimension);
            const py::ssize_t count = ssize(values.size()) / axes;
            return owned(std::move(values), {count, axes});
          },
          "The force of each obstacle on the net, as the mean over the last step [N], (obstacles, "
          "d).")
      .def(
          "probe_names", [](Motion& m) { return m.simulation().probe_names(); },
          "The columns of the probes.")
      .def("_probe_values", [](Motion& m) { return m.read().probe_values(); })
      .def("_event_list", &events_of)
      .def("_report_dict", [](Motion& m) { return motion_report_dict(m.report); })
      .def("step", &take_steps, py::arg("count") = 1,
           "Takes one step, or several; False where one failed, which `report` then explains.")
      .def("_run_until", &run_watched, py::arg("time"))
      .def("_run_recorded", &run_recorded, py::arg("until"), py::arg("every"), py::arg("observer"),
           py::arg("force"), py::arg("keep"), py::arg("scene_probes"));
  bind_values(type);
  bind_saving(type);
}

}  // namespace tensio::python
