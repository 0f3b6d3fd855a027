// Motion in the C interface.
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "net.hpp"
#include "tensio/motion/simulation.hpp"

using namespace tensio::capi;

struct tensio_simulation : Handle {
  explicit tensio_simulation(const tensio::System& system, const tensio::SimulationOptions& options)
      : run(system, options),
        dimension(system.dimension),
        node_count(system.node_count()),
        spring_count(system.spring_count()) {}

  tensio::Simulation run;
  int dimension, node_count, spring_count;
};

namespace {

static_assert(static_cast<int>(tensio::Integrator::bdf2) == TENSIO_BDF2);
static_assert(static_cast<int>(tensio::MotionEvent::Kind::split) == TENSIO_EVENT_SPLIT);

tensio::SimulationOptions options_of(const tensio::System& system,
                                     const tensio_simulation_options* given) {
  tensio::SimulationOptions options = system.simulation.value_or(tensio::SimulationOptions());
  if (given == nullptr) return options;
  options = tensio::SimulationOptions();
  if (given->integrator < TENSIO_AUTOMATIC || given->integrator > TENSIO_BDF2)
    refuse("there is no integrator {}: take one of tensio_integrator", given->integrator);
  options.integrator = static_cast<tensio::Integrator>(given->integrator);
  options.time_step = given->time_step;
  options.start_time = given->start_time;
  if (given->start_at_equilibrium != 0) options.start = tensio::StartFrom::equilibrium;
  if (given->tolerance != 0) options.tolerance = given->tolerance;
  if (given->max_iterations != 0) options.max_iterations = given->max_iterations;
  if (given->blowup_strain != 0) options.blowup_strain = given->blowup_strain;
  check_count("threads", given->threads);
  options.threads = given->threads;
  return options;
}

std::vector<int> ids(const char* name, int count, const int* given, int limit) {
  check_count(name, count);
  check_array(name, given, count);
  for (int i = 0; i < count; ++i)
    if (given[i] < 0 || given[i] >= limit)
      refuse("{}[{}] is {}, but they are 0 to {}", name, i, given[i], limit - 1);
  return {given, given + count};
}

std::span<const double> numbers(const char* name, const double* given, int count, int width = 1) {
  check_array(name, given, count);
  return {given, static_cast<std::size_t>(count) * static_cast<std::size_t>(width)};
}

void check_node_of(const tensio_simulation& simulation, int node) {
  if (node < 0 || node >= simulation.node_count)
    refuse("there is no node {}; the nodes are 0 to {}", node, simulation.node_count - 1);
}

tensio_status ended(const tensio::MotionReport& report) {
  if (report.status == tensio::MotionStatus::finished) return TENSIO_OK;
  throw Refusal{TENSIO_NOT_FINISHED,
                fmt::format("{}: {}", to_string(report.status), report.reason)};
}

template <typename Pick>
tensio_status read_state(tensio_simulation* simulation, double* buffer, std::size_t size,
                         Pick pick) noexcept {
  return guarded(simulation, [&] {
    const std::vector<double> values = pick(simulation->run);
    check_buffer(buffer, size, values.size());
    for (std::size_t i = 0; i < size; ++i) buffer[i] = values[i];
    return TENSIO_OK;
  });
}

// An edit between two steps.
template <typename Body>
tensio_status editing(tensio_simulation* simulation, Body body) noexcept {
  return guarded(simulation, [&] {
    body(*simulation);
    return TENSIO_OK;
  });
}

}  // namespace

extern "C" {

tensio_simulation* tensio_simulate(tensio_net* net, const tensio_simulation_options* options) {
  tensio_simulation* simulation = nullptr;
  guarded(net, [&] {
    simulation = new tensio_simulation(net->system, options_of(net->system, options));
    return TENSIO_OK;
  });
  return simulation;
}

void tensio_simulation_free(tensio_simulation* simulation) { delete simulation; }

const char* tensio_simulation_error(const tensio_simulation* simulation) {
  if (simulation == nullptr)
    return "the simulation is NULL: where tensio_simulate gave that, tensio_error of the net says "
           "why";
  return simulation->last_error();
}

tensio_status tensio_step(tensio_simulation* simulation, int count) {
  return guarded(simulation, [&] {
    check_count("steps", count);
    for (int i = 0; i < count; ++i) ended(simulation->run.step());
    return TENSIO_OK;
  });
}

tensio_status tensio_run_until(tensio_simulation* simulation, double time) {
  return guarded(simulation, [&] { return ended(simulation->run.run_until(time)); });
}

double tensio_time(const tensio_simulation* simulation) {
  return simulation == nullptr ? 0 : simulation->run.time();
}

long long tensio_steps(const tensio_simulation* simulation) {
  return simulation == nullptr ? 0 : simulation->run.steps();
}

double tensio_time_step(const tensio_simulation* simulation) {
  return simulation == nullptr ? 0 : simulation->run.options().time_step;
}

double tensio_stable_time_step(const tensio_simulation* simulation) {
  return simulation == nullptr ? 0 : simulation->run.stable_time_step().value_or(0);
}

// ---- edits ----

tensio_status tensio_fix_nodes(tensio_simulation* simulation, int count, const int* nodes) {
  return editing(simulation, [&](tensio_simulation& of) {
    of.run.set_fixed(ids("nodes", count, nodes, of.node_count), true);
  });
}

tensio_status tensio_free_nodes(tensio_simulation* simulation, int count, const int* nodes) {
  return editing(simulation, [&](tensio_simulation& of) {
    of.run.set_fixed(ids("nodes", count, nodes, of.node_count), false);
  });
}

tensio_status tensio_set_target(tensio_simulation* simulation, int node, const double* point,
                                double stiffness) {
  return editing(simulation, [&](tensio_simulation& of) {
    check_node_of(of, node);
    of.run.set_target(node, numbers("point", point, 1, of.dimension), stiffness);
  });
}

tensio_status tensio_clear_target(tensio_simulation* simulation, int node) {
  return editing(simulation, [&](tensio_simulation& of) {
    check_node_of(of, node);
    of.run.clear_target(node);
  });
}

tensio_status tensio_change_stiffness(tensio_simulation* simulation, int count, const int* springs,
                                      const double* stiffness) {
  return editing(simulation, [&](tensio_simulation& of) {
    of.run.set_stiffness(ids("springs", count, springs, of.spring_count),
                         numbers("stiffness", stiffness, count));
  });
}

tensio_status tensio_change_rest_length(tensio_simulation* simulation, int count,
                                        const int* springs, const double* rest_length) {
  return editing(simulation, [&](tensio_simulation& of) {
    of.run.set_rest_length(ids("springs", count, springs, of.spring_count),
                           numbers("rest_length", rest_length, count));
  });
}

tensio_status tensio_change_loads(tensio_simulation* simulation, int count, const int* nodes,
                                  const double* force) {
  return editing(simulation, [&](tensio_simulation& of) {
    of.run.set_load(ids("nodes", count, nodes, of.node_count),
                    numbers("force", force, count, of.dimension));
  });
}

tensio_status tensio_set_state(tensio_simulation* simulation, const double* position,
                               const double* velocity, size_t size) {
  return editing(simulation, [&](tensio_simulation& of) {
    tensio::State state = of.run.state();
    if (size != state.position.size())
      refuse("positions and velocities are said to be {} numbers; they are {}", size,
             state.position.size());
    for (std::size_t i = 0; i < size; ++i) {
      if (position != nullptr) state.position[i] = position[i];
      if (velocity != nullptr) state.velocity[i] = velocity[i];
    }
    of.run.set_state(state);
  });
}

// ---- the state ----

tensio_status tensio_state_position(tensio_simulation* simulation, double* buffer, size_t size) {
  return read_state(simulation, buffer, size,
                    [](const tensio::Simulation& run) { return run.state().position; });
}

tensio_status tensio_state_velocity(tensio_simulation* simulation, double* buffer, size_t size) {
  return read_state(simulation, buffer, size,
                    [](const tensio::Simulation& run) { return run.state().velocity; });
}

tensio_status tensio_state_force(tensio_simulation* simulation, double* buffer, size_t size) {
  return read_state(simulation, buffer, size,
                    [](const tensio::Simulation& run) { return run.forces(); });
}

tensio_status tensio_state_tension(tensio_simulation* simulation, double* buffer, size_t size) {
  return read_state(simulation, buffer, size,
                    [](const tensio::Simulation& run) { return run.tensions(); });
}

tensio_status tensio_state_rest_length(tensio_simulation* simulation, double* buffer, size_t size) {
  return read_state(simulation, buffer, size,
                    [](const tensio::Simulation& run) { return run.rest_lengths(); });
}

tensio_status tensio_state_energies(tensio_simulation* simulation, tensio_energies* energies) {
  return guarded(simulation, [&] {
    if (energies == nullptr) refuse("energies is NULL");
    const tensio::MotionEnergies now = simulation->run.energies();
    *energies = {now.kinetic, now.elastic,    now.gravity, now.load,
                 now.contact, now.dissipated, now.work,    now.total};
    return TENSIO_OK;
  });
}

int tensio_event_count(const tensio_simulation* simulation) {
  if (simulation == nullptr) return 0;
  const std::size_t count = simulation->run.events().size();
  constexpr int kMost = std::numeric_limits<int>::max();
  return count > static_cast<std::size_t>(kMost) ? kMost : static_cast<int>(count);
}

tensio_status tensio_get_event(tensio_simulation* simulation, int index, tensio_event* event) {
  return guarded(simulation, [&] {
    const std::vector<tensio::MotionEvent>& events = simulation->run.events();
    if (index < 0 || static_cast<std::size_t>(index) >= events.size())
      refuse("there is no event {}; there are {}", index, events.size());
    if (event == nullptr) refuse("event is NULL");
    const tensio::MotionEvent& found = events[static_cast<std::size_t>(index)];
    *event = {found.time, static_cast<tensio_event_kind>(found.kind), found.node, found.spring,
              found.value};
    return TENSIO_OK;
  });
}

// ---- stopping and continuing ----

tensio_status tensio_save_state(tensio_simulation* simulation, void* buffer, size_t capacity,
                                size_t* size) {
  return guarded(simulation, [&] {
    if (size == nullptr) refuse("size is NULL");
    const std::string bytes = simulation->run.save();
    if (buffer != nullptr && capacity < bytes.size())
      refuse("the buffer is said to hold {} bytes; the state has {}", capacity, bytes.size());
    *size = bytes.size();
    if (buffer != nullptr) bytes.copy(static_cast<char*>(buffer), bytes.size());
    return TENSIO_OK;
  });
}

tensio_status tensio_restore_state(tensio_simulation* simulation, const void* bytes, size_t size) {
  return guarded(simulation, [&] {
    if (bytes == nullptr) refuse("bytes is NULL");
    simulation->run.restore({static_cast<const char*>(bytes), size});
    return TENSIO_OK;
  });
}

}  // extern "C"
