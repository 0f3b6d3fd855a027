// What computes: whole passes over a net's data, behind one interface, so that solvers do not know
// whether a core, many cores or a GPU does the work.
//
// Vectors of node_count x dimension live on the backend, in compiled order, and are named by ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "backend/contact.hpp"
#include "network/network_data.hpp"
#include "tensio/motion.hpp"
#include "tensio/options.hpp"

namespace tensio {

using VectorId = int;

/// Potential energy relative to the drawn shape: elastic - external . (x - drawn).
struct EnergyValue {
  double value = 0;
  double magnitude = 0;  ///< sum of |terms|: rounding errors are a few ulp of it

  void add(double term) {
    value += term;
    magnitude += term < 0.0 ? -term : term;
  }
  /// Differences of two values below this are rounding.
  double noise() const { return 16 * std::numeric_limits<double>::epsilon() * magnitude; }
};

/// What a force pass tells of a state, over the axes that are unknowns.
struct ForceFacts {
  double largest_force = 0;     ///< largest |net force|
  double largest_tension = 0;   ///< over all springs
  double largest_external = 0;  ///< largest |load + weight|, fixed axes too
  /// Largest force of an obstacle or a target; in a step in time also |mass x acceleration|, drag
  /// included.
  double largest_inertia = 0;
  /// Largest |net force| in units of what rounding alone makes of the terms summed at that node.
  double largest_in_ulp = 0;
};

/// Coordinates may be this many times the length of the net's springs; further out a force counts
/// as zero to rounding as if it were here, so that at least six digits of a residual are good.
inline constexpr double kFarFromOrigin = 0x1p30;

/// What a step in time needs to know of a state.
struct StepFacts {
  EnergyValue energy;
  ForceFacts forces;  ///< without largest_in_ulp
};

/// The matrix that a Newton step uses: K, or the sum of projected blocks, plus
/// shift x (stiffness of the node's springs) on the diagonal.
struct MatrixKind {
  bool projected = false;
  double shift = 0;
};

/// What is added to the diagonal of a matrix: a number, another times each node's mass, and a third
/// times a number of each node.
struct DiagonalShift {
  double uniform = 0;
  double per_mass = 0;
  double per_node = 0;
  const double* node =
      nullptr;  ///< [node_count] in compiled order; may be null where per_node is 0
};

/// A spring's part of K: tangent n nᵀ + q (1 - n nᵀ) between its ends.
struct SpringTerm {
  double n[3] = {0, 0, 0};  ///< zero where the ends coincide
  double tangent = 0, q = 0;
  /// The angle by which one ulp of its ends' coordinates turns it.
  double rounding = 0;
};

/// The most stretched spring of a state, in compiled order; -1 where there is none.
struct StretchFacts {
  int spring = -1;
  double strain = 0;   ///< over the rest length, or over the net's mean length where it has none
  bool finite = true;  ///< every position, velocity and strain is a number
};

/// Explicit steps that are taken at once, while nothing but springs and constant loads acts.
struct Advance {
  Integrator integrator = Integrator::velocity_verlet;  ///< or symplectic_euler, explicit_euler
  double h = 0;
  std::int64_t count = 0;
  VectorId x = -1, v = -1;
  VectorId a = -1;       ///< of velocity_verlet: the acceleration at x, before where it is
  bool a_known = false;  ///< known, and after
  double strain = 0;     ///< a larger one is a blow-up
  bool watched = true;   ///< false: all steps are taken, whatever comes of them
  Precision precision = Precision::double_precision;
};

enum class Factor {
  positive_definite,
  nearly_singular,  ///< positive so far as rounding can tell
  indefinite,
  failed,  ///< a pivot of exactly zero: there is nothing to solve with
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual VectorId make_vector() = 0;
  virtual void upload(std::span<const double> user, VectorId to) = 0;
  virtual void download(VectorId from, std::span<double> user) = 0;
  virtual void set_start(VectorId x) = 0;  ///< the net's own start

  virtual void copy(VectorId from, VectorId to) = 0;
  virtual void axpy(double factor, VectorId x, VectorId y) = 0;  ///< y += factor x
  virtual double dot(VectorId x, VectorId y) = 0;
  /// The same of several vectors x and one y, together.
  virtual void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) = 0;
  /// z = x + factor y.
  virtual void combine(VectorId x, double factor, VectorId y, VectorId z) = 0;
  /// y += the sum of factors x, in their order.
  virtual void add_all(std::span<const double> factors, std::span<const VectorId> x,
                       VectorId y) = 0;
  virtual double max_abs(VectorId x) = 0;

  virtual EnergyValue energy(VectorId x) = 0;
  virtual double elastic_energy(VectorId x) = 0;  ///< of the laws alone
  /// Spring forces + external; `mask` puts zero where an axis is not an unknown.
  virtual void forces(VectorId x, VectorId f, bool mask) = 0;
  /// The same with mask, and what it tells.
  virtual ForceFacts force_facts(VectorId x, VectorId f) = 0;

  /// Assembles and prepares the matrix at x; identity rows stand for axes that are no unknowns.
  virtual Factor factorise(VectorId x, MatrixKind kind) = 0;
  /// Solves with the matrix of the last factorise(). Iterative solvers stop at the relative
  /// tolerance, and begin with what is in `result` where that is a guess; false where the matrix
  /// turned out not to be positive definite.
  virtual bool solve(VectorId right, VectorId result, double tolerance, bool guess = false) = 0;
  /// Prepares conjugate gradients on K at x with the node matrix (see cpu/node_pcg.hpp), for large
  /// nets whose springs pull; false elsewhere, and where another solver was asked for.
  virtual bool prepare_nodewise(VectorId x) = 0;
  /// With the last of those: to max|right - K result| <= tolerance max|right|; false where K is not
  /// positive definite or it takes too long.
  virtual bool solve_nodewise(VectorId right, VectorId result, double tolerance) = 0;
  virtual int nodewise_iterations() const = 0;  ///< of all such solves so far
  /// A large net at rest, held and moved by springs alone, whose linear solver was left open: those
  /// have ways of their own. Smaller ones do well without.
  virtual bool large_at_rest() const = 0;
  /// Factorises the node matrix whose weights are the springs' stiffnesses; false where it has no
  /// factor.
  virtual bool prepare_node_steps() = 0;
  /// v becomes the solution of that matrix for v.
  virtual void node_step(VectorId v) = 0;
  /// v divided by the stiffness of each node's springs: a step of about the right size.
  virtual void divide_by_node_stiffness(VectorId v) = 0;
  /// Takes out of p, a step from x, what moves a free part rigidly (see free_parts.hpp).
  virtual void remove_rigid_motions(VectorId x, VectorId p) = 0;
  /// p = (diagonal block of K at x)⁻¹ f, node by node; zero at nodes whose block has no inverse.
  virtual void node_newton_step(VectorId x, VectorId f, VectorId p) = 0;
  /// f - K u, unmasked, with the matrix values of the last factorise(K, shift 0).
  virtual void subtract_product(VectorId u, VectorId f) = 0;

  /// K at x as blocks by rows (block_count x dimension²), in compiled order.
  virtual std::span<const double> stiffness(VectorId x, bool projected) = 0;

  /// Largest |eigenvalue| of K at x over the unknowns, to a few per cent and from below.
  virtual double largest_eigenvalue(VectorId x) = 0;
  /// Nothing at x has a negative stiffness, so that K certainly has none either.
  virtual bool surely_semidefinite(VectorId x) = 0;
  /// Every eigenvalue of K at x is certainly above `part` of the largest; false where that takes a
  /// factorisation of K to tell.
  virtual bool surely_above(VectorId x, double part) = 0;
  /// How many eigenvalues of K + shift I at x are negative, over the unknowns; counted by the
  /// pivots of a factorisation. -1 where the net is too large to factorise.
  virtual int negative_modes(VectorId x, double shift) = 0;
  /// The same for any matrix with the pattern of K, given as stiffness() gives it.
  virtual int negative_pivots(std::span<const double> blocks, DiagonalShift shift) = 0;
  /// Whether the matrix is positive definite, by more than rounding; false where it is too large to
  /// factorise. Costs one factorisation, which solve_counted() may then use.
  virtual bool positive_definite(std::span<const double> blocks, DiagonalShift shift) = 0;
  /// K at x, spring by spring in compiled order; products with it lose nothing where stiff springs
  /// move without being stretched.
  virtual void spring_terms(VectorId x, std::vector<SpringTerm>& terms) = 0;
  /// What single nodes add to K at x, such as obstacles: [node_count x dimension²] in compiled
  /// order, empty where there is nothing.
  virtual void node_terms(VectorId x, std::vector<double>& blocks) = 0;
  virtual const NetworkData& net() const = 0;
  /// Solves with the matrix of the last negative_modes() or negative_pivots() that could count.
  virtual void solve_counted(VectorId right, VectorId result) = 0;
  /// The same in place, by axis in compiled order.
  virtual void solve_counted(std::span<double> right) = 0;
  /// v with v.(K + shift I) v < 0, from the last negative_modes() that counted any.
  virtual void negative_direction(VectorId v) = 0;

  // ---- motion ----

  /// From here on energy, forces and matrices are those of E(x) + g/2 |x - y|²_M, by which every
  /// implicit step is an equilibrium; g = 0: of E alone.
  virtual void set_inertia(double g, VectorId y) = 0;
  /// Says that implicit steps of so many seconds are to come: where the linear solver is left open,
  /// it is then chosen for K + M / h².
  virtual void expect_steps(double time_step) = 0;
  /// Energy and masked forces in one pass; for nets without solids.
  virtual StepFacts step_facts(VectorId x, VectorId f) = 0;
  /// Prepares solve_step() for x and the inertia that is set (see cpu/step_matrix.hpp): as long as
  /// two or three iterations where only x has changed since the last time. False where it is not
  /// positive definite.
  [[nodiscard]] virtual bool prepare_step(VectorId x) = 0;
  /// p = nearly (K + g M)⁻¹ f, by a symmetric positive definite matrix.
  virtual void solve_step(VectorId f, VectorId p) = 0;
  /// Says that net.held was changed: by events or by hand.
  virtual void held_changed() = 0;
  /// Single numbers, by axis in compiled order.
  virtual void set_entries(std::span<const int> axes, std::span<const double> values,
                           VectorId to) = 0;
  virtual void get_entries(std::span<const int> axes, VectorId from, std::span<double> values) = 0;
  /// f += axial damping and drag at x, v.
  virtual void add_velocity_forces(VectorId x, VectorId v, VectorId f) = 0;
  /// f = pressure and wind on faces, and wind on nodes with an area, at x, v; v = -1: no wind.
  virtual void face_forces(VectorId x, VectorId v, VectorId f) = 0;
  /// The power that damping and drag take [W].
  virtual double dissipated_power(VectorId x, VectorId v) = 0;
  /// f becomes f / mass on free axes, zero on fixed ones.
  virtual void divide_by_mass(VectorId f) = 0;
  virtual double kinetic_energy(VectorId v) = 0;                           ///< of the free axes
  virtual void spring_lengths(VectorId x, std::span<double> lengths) = 0;  ///< compiled order
  /// The springs of y measured along their directions in x; 0 where x has none.
  virtual void lengths_along(VectorId x, VectorId y, std::span<double> lengths) = 0;
  /// Dashpots T = c/b (l - n.d), d being the spring in `from`, feel the turn of n: f becomes
  /// f - c part n ((d across n).u) / l at the ends of each spring, zero where an axis is not an
  /// unknown. With part = 1/b and subtract_product() that is the whole derivative times u.
  virtual void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) = 0;
  virtual StretchFacts largest_strain(VectorId x, VectorId v) = 0;
  /// Whether advance() knows all that acts on the net as it is.
  virtual bool can_advance() const = 0;
  /// Takes the steps, with the bits of single ones. Returns how many of them are certainly good;
  /// where that is not all, one may have blown up, and x, v and a are as they were.
  virtual std::int64_t advance(const Advance& steps) = 0;
  /// Says that stiffness, rest lengths, loads or gravity were changed.
  virtual void values_changed() = 0;

  // ---- contact with the net's solids ----

  /// Stops nodes at obstacles after an explicit step.
  virtual void stop_at_solids(const ImpactStep& step, ContactBooks& books) = 0;
  /// The skin that is part of energy, forces and matrices from here on, and stays the caller's;
  /// none of it where it is null. Backends begin with that of rest.
  virtual void set_skin(const Skin* skin) = 0;
  /// Puts planes in the way of nodes that would come too deep from one vector to another; with
  /// `measure` the points become those that the second one has, with their pushes.
  virtual SkinFacts follow_paths(VectorId from, VectorId to, bool measure, Skin& skin) = 0;
  /// What the skin did in a step that is accepted. What velocity is left along the normals of nodes
  /// in it is taken out: restitution 0.
  virtual void settle_skin(const SkinStep& step, const Skin& skin, ContactBooks& books) = 0;
  virtual double skin_energy(VectorId x) = 0;

  virtual double length_scale() const = 0;  ///< the mean length of the drawn springs
  virtual LinearSolver linear_solver() const = 0;
  /// Which solver, and what it was chosen by.
  virtual std::string solver_reason() const = 0;
  /// Symbolic analyses of matrices so far: what changes of values must not cost.
  virtual std::int64_t analyses() const = 0;
};

/// The CPU backend. Throws Error where the options ask for a solver that this build lacks.
std::unique_ptr<Backend> make_backend(const NetworkData& net, const EquilibriumOptions& options);
/// The linear solver make_backend() would take; never `automatic`.
LinearSolver choose_linear_solver(const NetworkData& net, const EquilibriumOptions& options);
bool built_with_cholmod();
/// Solvers that factorise; all others are conjugate gradients.
inline bool is_direct(LinearSolver solver) {
  return solver == LinearSolver::ldlt || solver == LinearSolver::cholmod;
}
/// Conjugate gradients take at most about so many iterations in a step of h, to 1e-10: twice h
/// times a bound on the largest frequency, from the stiffness, damping and mass of single nodes.
double expected_pcg_iterations(const NetworkData& net, double time_step);
/// The cheapest solver for steps that would ask so many of them, where a direct one needs so many
/// multiplications.
LinearSolver choose_for_steps(LinearSolver direct, double factor_work, const NetworkData& net,
                              double iterations);

}  // namespace tensio
