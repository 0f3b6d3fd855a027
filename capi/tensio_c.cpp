// The C interface: checks what it is given, and turns every exception into a status and a sentence.
#include "tensio/tensio.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "net.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/version.hpp"

using tensio::Equilibrium;
using namespace tensio::capi;

namespace {

static_assert(static_cast<int>(tensio::Law::constant_tension) == TENSIO_CONSTANT_TENSION);
static_assert(static_cast<int>(tensio::Law::table) == TENSIO_TABLE);
static_assert(static_cast<int>(tensio::Method::linear) == TENSIO_FIRST_ORDER);
static_assert(static_cast<int>(tensio::Method::lbfgs) == TENSIO_LBFGS);
static_assert(static_cast<int>(tensio::Status::interrupted) == TENSIO_INTERRUPTED);
static_assert(int{tensio::kAllAxes} == int{TENSIO_ALL} && int{tensio::kAxisZ} == int{TENSIO_Z});

// ---- from C arrays and back ----

std::vector<double> rows(const double* values, int count, int width = 1) {
  return {values, values + static_cast<std::size_t>(count) * static_cast<std::size_t>(width)};
}

std::vector<int> node_ids(const tensio_net& net, int count, const int* nodes) {
  check_count("nodes", count);
  check_array("nodes", nodes, count);
  for (int i = 0; i < count; ++i) check_node(net, "nodes", i, nodes[i]);
  return {nodes, nodes + count};
}

tensio::Column column(const double* values, int count) {
  return values == nullptr ? tensio::Column{} : rows(values, count);
}

tensio::SpringSet spring_set(const tensio_net& net, const tensio_springs& springs) {
  if (springs.law < TENSIO_LINEAR || springs.law > TENSIO_TABLE)
    refuse("there is no law {}: take one of tensio_law", springs.law);
  check_count("springs", springs.count);
  check_array("ends", springs.ends, springs.count);
  tensio::SpringSet set;
  set.law = static_cast<tensio::Law>(springs.law);
  set.ends.reserve(static_cast<std::size_t>(springs.count));
  for (std::size_t i = 0; i < static_cast<std::size_t>(springs.count); ++i) {
    const int a = springs.ends[2 * i], b = springs.ends[2 * i + 1];
    check_node(net, "ends", static_cast<int>(2 * i), a);
    check_node(net, "ends", static_cast<int>(2 * i + 1), b);
    if (a == b) refuse("spring {} of this set joins node {} to itself", i, a);
    set.ends.push_back({a, b});
  }
  set.stiffness = column(springs.stiffness, springs.count);
  set.axial_stiffness = column(springs.axial_stiffness, springs.count);
  set.rest_length = column(springs.rest_length, springs.count);
  set.pretension = column(springs.pretension, springs.count);
  set.mass_per_length = column(springs.mass_per_length, springs.count);
  set.damping = column(springs.damping, springs.count);
  set.damping_time = column(springs.damping_time, springs.count);
  if (springs.yield_strain || springs.yield_force || springs.hardening)
    set.yield = tensio::Yield{.strain = column(springs.yield_strain, springs.count),
                              .force = column(springs.yield_force, springs.count),
                              .hardening = column(springs.hardening, springs.count)};
  if (springs.break_strain || springs.break_force)
    set.breaks = tensio::Break{.strain = column(springs.break_strain, springs.count),
                               .force = column(springs.break_force, springs.count)};
  check_count("coefficients", springs.coefficient_count);
  check_array("coefficients", springs.coefficients, springs.coefficient_count);
  if (springs.coefficient_count > 0)
    set.coefficients = rows(springs.coefficients, springs.coefficient_count);
  check_count("points", springs.point_count);
  check_array("points", springs.points, springs.point_count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(springs.point_count); ++i)
    set.points.push_back({springs.points[2 * i], springs.points[2 * i + 1]});
  return set;
}

const Equilibrium& results(const tensio_net& net) {
  if (!net.rest)
    throw Refusal{TENSIO_NOT_SOLVED,
                  "there are no results: call tensio_solve after the last change"};
  return *net.rest;
}

template <typename Pick>
tensio_status read(tensio_net* net, double* buffer, std::size_t size, Pick pick) noexcept {
  return guarded(net, [&] {
    const std::vector<double>& values = pick(results(*net));
    check_buffer(buffer, size, values.size());
    for (std::size_t i = 0; i < size; ++i) buffer[i] = values[i];
    return TENSIO_OK;
  });
}

tensio_report report_of(const tensio::Report& report) {
  const tensio::Modes modes = report.modes.value_or(tensio::Modes{-1, -1, -1, -1});
  return {.ending = static_cast<tensio_ending>(report.status),
          .iterations = report.iterations,
          .residual = report.residual,
          .residual_force = report.residual_force,
          .energy = report.energy,
          .stable = report.modes ? static_cast<int>(modes.stable()) : -1,
          .negative_modes = modes.negative,
          .rigid_modes = modes.rigid,
          .mechanism_modes = modes.mechanism,
          .slack_modes = modes.slack,
          .seconds = report.seconds};
}

}  // namespace

extern "C" {

// ---- life ----

tensio_net* tensio_create(int dimension) {
  if (dimension != 2 && dimension != 3) return nullptr;
  auto* net = new (std::nothrow) tensio_net;
  if (net != nullptr) net->system.dimension = dimension;
  return net;
}

void tensio_free(tensio_net* net) { delete net; }

const char* tensio_error(const tensio_net* net) {
  if (net == nullptr)
    return "the net is NULL: tensio_create gives NULL for a dimension other than 2 or 3, or where "
           "there is no memory";
  return net->last_error();
}

const char* tensio_version(void) { return tensio::kVersion; }

// ---- the net ----

tensio_status tensio_set_nodes(tensio_net* net, int count, const double* position) {
  return changing(net, [&] {
    check_count("nodes", count);
    check_array("position", position, count);
    const int before = net->system.node_count();
    if (before != 0 && count != before)
      refuse("the net has {} nodes and is given {}: create a new net for another number", before,
             count);
    net->system.nodes.position = rows(position, count, net->system.dimension);
  });
}

tensio_status tensio_set_start(tensio_net* net, int count, const double* start) {
  return changing(net, [&] {
    check_one_per_node(*net, "start", count);
    check_array("start", start, count);
    net->system.nodes.start = rows(start, count, net->system.dimension);
  });
}

tensio_status tensio_set_masses(tensio_net* net, int count, const double* mass) {
  return changing(net, [&] {
    check_one_per_node(*net, "mass", count);
    check_array("mass", mass, count);
    net->system.nodes.mass = rows(mass, count);
  });
}

tensio_status tensio_set_velocities(tensio_net* net, int count, const double* velocity) {
  return changing(net, [&] {
    check_one_per_node(*net, "velocity", count);
    check_array("velocity", velocity, count);
    net->system.nodes.velocity = rows(velocity, count, net->system.dimension);
  });
}

tensio_status tensio_set_drag(tensio_net* net, double drag) {
  return changing(net, [&] {
    if (!(drag >= 0) || !std::isfinite(drag))
      refuse("the drag is {}; it must be finite and not negative", drag);
    net->system.drag = drag;
  });
}

tensio_status tensio_fix(tensio_net* net, int count, const int* nodes, int axes) {
  return changing(net, [&] {
    const int known = net->system.dimension == 2 ? TENSIO_X | TENSIO_Y : TENSIO_ALL;
    if (axes < 0 || axes > TENSIO_ALL || (axes & known) == 0)
      refuse("axes is {}; it must be a sum of TENSIO_X, TENSIO_Y{}, or TENSIO_ALL", axes,
             net->system.dimension == 2 ? "" : ", TENSIO_Z");
    tensio::Fixed fixed;
    fixed.nodes = node_ids(*net, count, nodes);
    fixed.axes = static_cast<std::uint8_t>(axes);
    net->system.nodes.fixed.push_back(std::move(fixed));
  });
}

tensio_status tensio_add_springs(tensio_net* net, const tensio_springs* springs) {
  return changing(net, [&] {
    if (springs == nullptr) refuse("springs is NULL");
    net->system.springs.push_back(spring_set(*net, *springs));
  });
}

tensio_status tensio_add_loads(tensio_net* net, int count, const int* nodes, const double* force) {
  return changing(net, [&] {
    tensio::Load load;
    load.nodes = node_ids(*net, count, nodes);
    check_array("force", force, count);
    if (count == 0) return;
    load.force = rows(force, count, net->system.dimension);
    net->system.loads.push_back(std::move(load));
  });
}

tensio_status tensio_set_gravity(tensio_net* net, const double* gravity) {
  return changing(net, [&] {
    check_array("gravity", gravity, 1);
    for (int axis = 0; axis < net->system.dimension; ++axis)
      net->system.gravity[axis] = gravity[axis];
  });
}

tensio_status tensio_set_method(tensio_net* net, int method) {
  return changing(net, [&] {
    if (method < TENSIO_NEWTON || method > TENSIO_LBFGS)
      refuse("there is no method {}: take one of tensio_method", method);
    net->system.equilibrium.method = static_cast<tensio::Method>(method);
  });
}

tensio_status tensio_set_tolerance(tensio_net* net, double tolerance) {
  return changing(net, [&] {
    if (!(tolerance > 0) || !std::isfinite(tolerance))
      refuse("the tolerance is {}; it must be positive and finite", tolerance);
    net->system.equilibrium.tolerance = tolerance;
  });
}

tensio_status tensio_set_relaxation(tensio_net* net, double relaxation) {
  return changing(net, [&] {
    if (!(relaxation > 0) || !(relaxation <= 1))
      refuse("the relaxation factor is {}; it must be above 0 and at most 1", relaxation);
    net->system.equilibrium.relaxation = relaxation;
  });
}

tensio_status tensio_set_max_iterations(tensio_net* net, int max_iterations) {
  return changing(net, [&] {
    check_count("iterations", max_iterations);
    net->system.equilibrium.max_iterations = max_iterations;
  });
}

tensio_status tensio_set_threads(tensio_net* net, int threads) {
  return changing(net, [&] {
    check_count("threads", threads);
    net->system.equilibrium.threads = threads;
  });
}

tensio_status tensio_load(tensio_net* net, const char* path) {
  return changing(net, [&] {
    if (path == nullptr) refuse("path is NULL");
    net->system = tensio::load_system(path);
  });
}

tensio_status tensio_load_text(tensio_net* net, const char* text) {
  return changing(net, [&] {
    if (text == nullptr) refuse("text is NULL");
    net->system = tensio::parse_system(text);
  });
}

tensio_status tensio_save(tensio_net* net, const char* path) {
  return guarded(net, [&] {
    if (path == nullptr) refuse("path is NULL");
    const std::vector<tensio::Problem> problems = tensio::validate(net->system);
    if (!problems.empty()) throw tensio::Error(problems);
    tensio::save_system(net->system, path);
    return TENSIO_OK;
  });
}

// ---- solve and read ----

tensio_status tensio_solve(tensio_net* net) {
  return guarded(net, [&] {
    net->rest = tensio::solve_equilibrium(net->system);
    if (net->rest->converged()) return TENSIO_OK;
    throw Refusal{TENSIO_NOT_CONVERGED, fmt::format("{}: {}", to_string(net->rest->report.status),
                                                    net->rest->report.reason)};
  });
}

int tensio_dimension(const tensio_net* net) { return net == nullptr ? 0 : net->system.dimension; }

int tensio_node_count(const tensio_net* net) {
  return net == nullptr ? 0 : net->system.node_count();
}

int tensio_spring_count(const tensio_net* net) {
  return net == nullptr ? 0 : net->system.spring_count();
}

tensio_status tensio_get_report(tensio_net* net, tensio_report* report) {
  return guarded(net, [&] {
    if (report == nullptr) refuse("report is NULL");
    *report = report_of(results(*net).report);
    return TENSIO_OK;
  });
}

const char* tensio_reason(const tensio_net* net) {
  return net == nullptr || !net->rest ? "" : net->rest->report.reason.c_str();
}

tensio_status tensio_get_position(tensio_net* net, double* buffer, size_t size) {
  return read(
      net, buffer, size, [](const Equilibrium& rest) -> auto& { return rest.state.position; });
}

tensio_status tensio_get_displacement(tensio_net* net, double* buffer, size_t size) {
  return read(
      net, buffer, size, [](const Equilibrium& rest) -> auto& { return rest.displacement; });
}

tensio_status tensio_get_reaction(tensio_net* net, double* buffer, size_t size) {
  return read(
      net, buffer, size, [](const Equilibrium& rest) -> auto& { return rest.reaction; });
}

tensio_status tensio_get_tension(tensio_net* net, double* buffer, size_t size) {
  return read(
      net, buffer, size, [](const Equilibrium& rest) -> auto& { return rest.tension; });
}

tensio_status tensio_get_length(tensio_net* net, double* buffer, size_t size) {
  return read(
      net, buffer, size, [](const Equilibrium& rest) -> auto& { return rest.length; });
}

tensio_status tensio_get_slack(tensio_net* net, int* buffer, size_t size) {
  return guarded(net, [&] {
    const Equilibrium& rest = results(*net);
    check_buffer(buffer, size, rest.tension.size());
    for (std::size_t i = 0; i < size; ++i) buffer[i] = 0;
    for (int spring : rest.slack) buffer[spring] = 1;
    return TENSIO_OK;
  });
}

}  // extern "C"
