// Grades a student's own functions of a mass-spring system: each is tried in many cases against
// Tensio's, and what is wrong with it is said in words.
//
// Answers are compared with every known slip, alone and up to three together: the fewest that
// explain all answers to rounding are named. Otherwise the place of the largest difference is.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tensio {

/// What was found about one function.
struct [[nodiscard]] Grade {
  std::string subject = {};  ///< what was graded: "the gradient of a spring's energy"
  bool passed = false;
  int cases = 0;       ///< tried
  int right = 0;       ///< of them, within the tolerance
  double error = 0;    ///< the largest relative error of finite answers; infinite for a wrong size
  int not_finite = 0;  ///< cases with NaN or infinity in the answer
  /// Sentences to the student: what is wrong; or of a function that passed, what was noticed.
  std::vector<std::string> findings = {};
  /// The names of the known slips that were recognised, such as "rest_length_forgotten".
  std::vector<std::string> slips = {};

  /// All of it, as lines of at most 100 columns.
  std::string text() const;
};

namespace grade {

using Numbers = std::span<const double>;
using Values = std::vector<double>;

/// One spring with its two ends; the velocities and the damping are for functions with a dashpot.
struct SpringCase {
  Numbers a = {}, b = {};                    ///< positions of the ends, 2 or 3 numbers each [m]
  double stiffness = 0;                      ///< k [N/m]
  double rest_length = 0;                    ///< l0 [m]
  Numbers velocity_a = {}, velocity_b = {};  ///< [m/s]
  double damping = 0;                        ///< c [N s/m]
};

/// A net of springs, without loads.
struct NetCase {
  int dimension = 3;
  Numbers position = {};                          ///< node_count x dimension
  std::span<const std::array<int, 2>> ends = {};  ///< the nodes of each spring
  Numbers stiffness = {}, rest_length = {};       ///< one for each spring
};

/// The start of a time step. Fixed nodes have been eliminated.
struct StepCase {
  int dimension = 3;
  double time_step = 0;
  Numbers position = {}, velocity = {};  ///< q and its rate, one number for each coordinate
  Numbers mass = {};                     ///< the diagonal of M, one for each coordinate
  std::function<Values(Numbers position, Numbers velocity)> force = {};
  /// K = df/dq = -d²E/dq², by rows.
  std::function<Values(Numbers position, Numbers velocity)> stiffness = {};
  /// The same as numbers, for forces that are computed elsewhere: the net at the start with all its
  /// nodes, gravity (`dimension` numbers), and where in net.position each coordinate is.
  NetCase net = {};
  Numbers gravity = {};
  std::span<const int> coordinate = {};
};
struct StepResult {
  Values position = {}, velocity = {};
};

struct Options {
  int dimension = 0;           ///< 2 or 3; 0: both
  double tolerance = 1e-9;     ///< relative; a right formula in doubles is within it
  bool one_stiffness = false;  ///< all springs of a net have the same k
  std::uint64_t seed = 1;      ///< of the random cases, which are the same on every machine
};

// Each function calls the student's in every case. What that throws is thrown on; an answer of the
// wrong size, NaN and infinity are findings. Options that make no sense throw Error.

using KineticEnergy = std::function<double(double mass, Numbers velocity)>;
using GravityEnergy = std::function<double(double mass, Numbers gravity, Numbers position)>;
using GravityGradient = std::function<Values(double mass, Numbers gravity)>;
using MassMatrix = std::function<Values(double mass, int dimension, int node_count)>;
using SpringEnergy = std::function<double(const SpringCase&)>;
using SpringValues = std::function<Values(const SpringCase&)>;
using NetValues = std::function<Values(const NetCase&)>;
using Step = std::function<StepResult(const StepCase&)>;

/// m v.v / 2.
Grade kinetic_energy(const KineticEnergy& yours, const Options& options = {});
/// -m g.x, from any reference height.
Grade gravity_energy(const GravityEnergy& yours, const Options& options = {});
/// -m g, `dimension` numbers.
Grade gravity_gradient(const GravityGradient& yours, const Options& options = {});
/// Of nodes with one mass: m on the diagonal, (dimension x node_count)² numbers by rows.
Grade mass_matrix(const MassMatrix& yours, const Options& options = {});

/// k (l - l0)² / 2, and any constant added to it.
Grade spring_energy(const SpringEnergy& yours, const Options& options = {});
/// dE/d(a, b), 2 dimension numbers. With your own energy it is also seen whether the one is the
/// derivative of the other, by finite differences.
Grade spring_gradient(const SpringValues& yours, const SpringEnergy& your_energy = {},
                      const Options& options = {});
/// d²E/d(a, b)², (2 dimension)² numbers by rows; `your_gradient` as above.
Grade spring_hessian(const SpringValues& yours, const SpringValues& your_gradient = {},
                     const Options& options = {});

/// The forces of a spring and its dashpot on a and b, 2 dimension numbers: on a
/// (k (l - l0) + c n.(v_b - v_a)) n with n from a to b.
Grade damped_force(const SpringValues& yours, const Options& options = {});
/// Its derivatives by position and by velocity, (2 dimension)² numbers by rows; with your own
/// force as above.
Grade force_by_position(const SpringValues& yours, const SpringValues& your_force = {},
                        const Options& options = {});
Grade force_by_velocity(const SpringValues& yours, const SpringValues& your_force = {},
                        const Options& options = {});

/// Which sign of the stiffness matrix is asked for.
enum class StiffnessSign {
  either,            ///< both pass; the findings say which one it is
  force_derivative,  ///< K = df/dq = -d²E/dq²
  energy_hessian,    ///< K = d²E/dq²
};

/// The forces of all springs on all nodes, node_count x dimension numbers.
Grade assembled_forces(const NetValues& yours, const Options& options = {});
/// The stiffness matrix over all nodes, (node_count x dimension)² numbers by rows.
Grade assembled_stiffness(const NetValues& yours, StiffnessSign sign = StiffnessSign::either,
                          const Options& options = {});

/// One linearly implicit Euler step: (M - dt² K) v' = M v + dt f(q), q' = q + dt v'.
Grade linearly_implicit_euler(const Step& yours, const Options& options = {});

}  // namespace grade
}  // namespace tensio
