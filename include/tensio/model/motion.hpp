// What a scene says about motion: integrator, obstacles, events and probes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tensio/model/options.hpp"
#include "tensio/model/waveform.hpp"

namespace tensio {

/// How positions and velocities continue from one time to the next.
enum class Integrator {
  automatic,                ///< velocity_verlet or implicit_euler, by the stable step
  explicit_euler,           ///< order 1; without damping the energy grows
  symplectic_euler,         ///< order 1; keeps the energy near its value
  velocity_verlet,          ///< order 2; keeps the energy near its value
  rk4,                      ///< order 4, four force passes a step
  rk45,                     ///< order 5; chooses its own steps
  linearly_implicit_euler,  ///< order 1: one Newton step
  implicit_euler,           ///< order 1: stable at any step, loses energy
  implicit_midpoint,        ///< order 2: stable at large steps, keeps energy
  bdf2,                     ///< order 2: stable at any step, loses little energy
};
inline constexpr int kIntegratorCount = 10;

const char* to_string(Integrator integrator);
bool is_implicit(Integrator integrator);

/// How implicit steps are solved.
enum class StepMethod {
  automatic,    ///< each step by what was cheaper in the steps before it
  newton,       ///< Newton's method
  prefactored,  ///< quasi-Newton iterations: more, and far cheaper ones
};
const char* to_string(StepMethod method);

/// How far implicit steps are solved: to the tolerance, or by a few iterations for interaction.
enum class Accuracy { full, preview };
const char* to_string(Accuracy accuracy);

/// Of the state in explicit steps.
enum class Precision { double_precision, single_precision };
const char* to_string(Precision precision);

enum class StartFrom { drawn, equilibrium };
const char* to_string(StartFrom start);

struct SimulationOptions {
  Integrator integrator = Integrator::automatic;
  double time_step = 0;     ///< [s]; 0: chosen from the stable step
  double start_time = 0;    ///< of the first state [s]: where waveforms and events begin
  double duration = 0;      ///< [s] from the start time on
  double output_every = 0;  ///< [s] between frames; 0: a hundredth of the duration
  double probe_every = 0;   ///< [s] between rows of probes; 0: as output_every
  StartFrom start = StartFrom::drawn;
  double blowup_strain = 100;  ///< a larger strain ends the run
  double tolerance = 1e-10;    ///< of an implicit step, on its residual; of rk45, relative error
  int max_iterations = 50;     ///< of an implicit step
  /// An implicit step that does not converge is solved by the other method, and then in halves,
  /// down to 1/64 of it.
  bool substeps = true;
  bool warm_start = true;  ///< implicit steps start at x + h v; if false, at x
  StepMethod method = StepMethod::automatic;
  Accuracy accuracy = Accuracy::full;                 ///< of implicit steps
  Precision precision = Precision::double_precision;  ///< of explicit steps
  /// Of explicit steps; results do not depend on it.
  BackendKind backend = BackendKind::automatic;
  LinearSolver linear_solver = LinearSolver::automatic;
  bool reproducible = false;  ///< only solvers that give the same bits on every machine
  int threads = 0;            ///< 0: as many as the machine has; results do not depend on it
  std::string note = {};

  double end_time() const { return start_time + duration; }
};

/// Surfaces without stiffness, which carry mass, pressure and wind. Corners in order around each.
struct Faces {
  std::vector<int> start = {};  ///< where the corners of each begin, and the end; or empty
  std::vector<int> nodes = {};  ///< corners, one face after the other
  std::vector<double> mass_per_area = {};  ///< [kg/m²]: none, one for all, or one per face
  std::string note = {};

  int count() const { return start.empty() ? 0 : static_cast<int>(start.size()) - 1; }
  std::span<const int> corners(int face) const {
    const auto f = static_cast<std::size_t>(face);
    return {nodes.data() + start[f], static_cast<std::size_t>(start[f + 1] - start[f])};
  }
};

/// Moving air: a force on faces along their normals, or on nodes with an area if there are no
/// faces.
struct Wind {
  std::vector<Waveform> velocity = {};  ///< dimension of them [m/s]
  double density = 1.2;                 ///< [kg/m³]
  double drag_coefficient = 1;
  std::string note = {};
};

/// A solid body that nodes do not enter.
struct Obstacle {
  enum class Kind { plane, sphere, box, capsule };
  Kind kind = Kind::plane;
  std::string name = {};
  std::vector<double> point = {};    ///< on the plane; centre of sphere and box; end of the capsule
  std::vector<double> normal = {};   ///< of the plane, away from the solid side
  std::vector<double> point_b = {};  ///< other end of the capsule
  double radius = 0;                 ///< of sphere and capsule
  std::vector<double> size = {};     ///< of the box: whole lengths along its axes
  std::vector<double> rotate = {};   ///< of the box: degrees about x, y, z in turn; 2D: one angle
  double friction = 0;               ///< Coulomb's coefficient
  double restitution = 0;            ///< of explicit integrators, 0 to 1
  double thickness = 0;              ///< nodes keep this distance; 0: 1 % of the mean spring length
  std::vector<Waveform> motion = {};  ///< displacement over time, dimension of them; or empty
  std::string note = {};
};
const char* to_string(Obstacle::Kind kind);

/// What happens at a time: supports taken away or put in, values changed.
struct Event {
  double at = 0;  ///< [s]
  std::vector<int> free = {};
  std::vector<int> fix = {};  ///< fixed where they are then
  /// A name of a value and its new numbers: "gravity", "drag", "wind.velocity", "wind.density",
  /// "wind.drag_coefficient", and for a named spring set SET ("SET.stiffness", "SET.rest_length",
  /// "SET.damping").
  std::vector<std::pair<std::string, std::vector<double>>> set = {};
  std::string note = {};
};

/// What is watched during a run.
struct Probe {
  enum class Reduce { none, sum, mean, min, max };
  std::string name = {};
  std::vector<int> nodes = {};    ///< either these
  std::vector<int> springs = {};  ///< or these
  /// Of nodes: position, displacement, velocity, force, reaction, each with .x .y .z or as a length
  /// without; energy. Of springs: tension, strain, length, energy, stress, broken.
  std::string quantity = {};
  Reduce reduce = Reduce::none;  ///< none: one column for each node or spring
  std::string note = {};
};
const char* to_string(Probe::Reduce reduce);

}  // namespace tensio
