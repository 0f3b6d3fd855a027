// The quantities that define a mass-spring net, each on its own: energies, forces, matrices.
// K = +d²E/dx² throughout: the force changes by -K dx.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {

/// A sparse matrix as compressed rows, columns ascending.
struct CompressedRows {
  int rows = 0;
  int columns = 0;
  std::vector<int> row_start = {};  ///< rows + 1
  std::vector<int> column = {};
  std::vector<double> value = {};
};

/// y = A x.
std::vector<double> multiply(const CompressedRows& matrix, std::span<const double> x);

/// The matrix as text in the Matrix Market exchange format, coordinates counted from 1, each line
/// of `comment` behind a %. A symmetric matrix is reported as its lower half; entries that are
/// exactly 0 stay. Throws Error where `symmetric` is asked for and it is not, to the bit.
std::string matrix_market_text(const CompressedRows& matrix, bool symmetric,
                               std::string_view comment = {});

// ---- one node ----

/// m v.v / 2.
double kinetic_energy(double mass, std::span<const double> velocity);
/// -m g.x: negative g is down, so the energy grows with height on both sides of the origin.
double gravity_energy(double mass, std::span<const double> gravity,
                      std::span<const double> position);
/// Its gradient, -m g: the weight is +m g.
std::vector<double> gravity_gradient(double mass, std::span<const double> gravity);

// ---- one spring; a and b are its ends, of 2 or 3 numbers each ----

struct Spring {
  Law law = Law::linear;
  double stiffness = 0;                            ///< k [N/m]
  double rest_length = 0;                          ///< l0 [m]
  std::vector<double> coefficients = {};           ///< of the law polynomial
  std::vector<std::array<double, 2>> points = {};  ///< of the law table
  bool of_strain = false;  ///< polynomial and table: T = k l0 f(strain), not k f(l - l0)
  CustomLaw custom = {};   ///< of the law custom
};

double spring_energy(const Spring& spring, std::span<const double> a, std::span<const double> b);
/// dU/d(a,b), 2 dimension numbers; the forces on the ends are its negative.
std::vector<double> spring_gradient(const Spring& spring, std::span<const double> a,
                                    std::span<const double> b);
/// d²U/d(a,b)², (2 dimension)² numbers by rows. `projected`: the nearest positive semidefinite one.
std::vector<double> spring_hessian(const Spring& spring, std::span<const double> a,
                                   std::span<const double> b, bool projected = false);
/// Tension, positive in tension.
double spring_tension(const Spring& spring, double length);

// ---- the whole net; positions and velocities are node_count x dimension in the user's order ----

struct Energies {
  double kinetic = 0;
  double elastic = 0;
  double gravity = 0;  ///< -sum of m g.x
  double load = 0;     ///< -sum of f.x
  double total = 0;
};

/// The springs at a state, one value for each in the user's order.
struct SpringStates {
  std::vector<double> length = {};
  std::vector<double> tension = {};      ///< [N], positive in tension
  std::vector<double> strain = {};       ///< NaN where there is no rest length
  std::vector<double> energy = {};       ///< [J]
  std::vector<double> tangent = {};      ///< dT/dl, the stiffness along the spring [N/m]
  std::vector<double> stiffness = {};    ///< k [N/m]
  std::vector<double> rest_length = {};  ///< l0 [m], with permanent elongations
  std::vector<int> slack = {};           ///< cables and struts that carry nothing, ascending
};
SpringStates spring_states(const Network& network, std::span<const double> position);
/// Of each spring under these tensions, as Equilibrium::utilisation.
std::vector<double> utilisation(const Network& network, std::span<const double> tension);

/// `velocity` may be empty: at rest.
Energies energies(const Network& network, std::span<const double> position,
                  std::span<const double> velocity = {});
/// Spring forces + loads + weights on every node, fixed ones too.
std::vector<double> forces(const Network& network, std::span<const double> position);
/// K over all nodes, fixed ones too; entries where springs are, and on the diagonal blocks.
CompressedRows stiffness_matrix(const Network& network, std::span<const double> position);
/// The diagonal matrix of masses.
CompressedRows mass_matrix(const Network& network);

// ---- fixed points: q = Pᵀ q̂ + b ----

/// Selects the free axes.
struct Selection {
  CompressedRows P = {};       ///< free axes x all axes, one 1 in each row
  std::vector<double> b = {};  ///< where the fixed axes stand, 0 elsewhere
};
Selection free_selection(const Network& network);

/// P A Pᵀ: fixed points by elimination.
CompressedRows eliminate_fixed(const CompressedRows& matrix, const Network& network);
/// Rows and columns of fixed axes replaced by those of the identity times `scale`.
CompressedRows identity_on_fixed(const CompressedRows& matrix, const Network& network,
                                 double scale = 1);

/// Nodes within `tolerance` of the lowest coordinate along `axis` (0, 1, 2), by drawn position.
std::vector<int> lowest_nodes(const System& system, int axis, double tolerance);

}  // namespace tensio
