// What a state of a net has: energy, forces and their norms, stiffness, lengths of springs.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "backend/vectors.hpp"

namespace tensio {

/// Potential energy relative to the drawn shape: elastic - external . (x - drawn).
struct EnergyValue {
  double value = 0;
  double magnitude = 0;  ///< sum of |terms|: rounding errors are a few ulp of it

  void add(double term) {
    value += term;
    magnitude += term < 0.0 ? -term : term;
  }
  void add(const EnergyValue& other) {
    value += other.value;
    magnitude += other.magnitude;
  }
  /// Differences of two values below this are rounding.
  double noise() const { return 16 * std::numeric_limits<double>::epsilon() * magnitude; }
};

/// Norms of the forces at a state, over the axes that are unknowns.
struct ForceNorms {
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

/// What evaluate() computes. Norms with rounding cost a second pass over the springs.
enum class Want {
  energy,
  forces,           ///< spring forces + external
  free_forces,      ///< the same, zero where an axis is not an unknown
  norms,            ///< free_forces, and their norms with rounding
  energy_and_norms  ///< in one pass, without rounding
};

struct StateValue {
  EnergyValue energy = {};
  ForceNorms norms = {};
};

/// A spring's part of K: tangent n nᵀ + q (1 - n nᵀ) between its ends.
struct SpringTerm {
  double n[3] = {0, 0, 0};  ///< zero where the ends coincide
  double tangent = 0, q = 0;
  /// The angle by which one ulp of its ends' coordinates turns it.
  double rounding = 0;
};

/// The most stretched spring of a state, in compiled order; -1 where there is none.
struct LargestStrain {
  int spring = -1;
  double strain = 0;   ///< over the rest length, or over the net's mean length where it has none
  bool finite = true;  ///< no position, velocity or strain is NaN or infinite
};

class Evaluation {
 public:
  virtual ~Evaluation() = default;

  /// At x; forces are written to f, unless only the energy is wanted.
  virtual StateValue evaluate(VectorId x, VectorId f, Want want) = 0;
  virtual double elastic_energy(VectorId x) = 0;  ///< of the laws alone
  /// K at x as blocks by rows (block_count x dimension²), in compiled order.
  virtual std::span<const double> stiffness(VectorId x, bool projected) = 0;
  /// f - K u, unmasked, with the K that was computed last.
  virtual void subtract_product(VectorId u, VectorId f) = 0;
  /// K at x, spring by spring in compiled order; products with it lose nothing where stiff springs
  /// move without being stretched.
  virtual void spring_terms(VectorId x, std::vector<SpringTerm>& terms) = 0;
  /// What single nodes add to K at x, such as obstacles: [node_count x dimension²] in compiled
  /// order, empty where there is nothing.
  virtual void node_terms(VectorId x, std::vector<double>& blocks) = 0;
  /// Takes out of p, a step from x, what moves a free part rigidly (see free_parts.hpp).
  virtual void remove_rigid_motions(VectorId x, VectorId p) = 0;

  /// What a step from x to y makes of the springs' stiffness across (see MatrixKind), into vectors
  /// of springs; returns the largest angle by which a spring turns that carries a force.
  ///   predicted: q at y, with the tension that the tangent at x predicts for the stretch along x
  ///   needed: the larger of itself and of what a spring lacks beyond max(q, 0) for its quadratic
  ///   energy at x not to be below its energy at y; not computed if -1
  virtual double predict_across(VectorId x, VectorId y, VectorId predicted, VectorId needed) = 0;

  /// Lengths of the springs at x, into a vector of springs.
  virtual void lengths(VectorId x, VectorId lengths) = 0;
  /// The springs of y measured along their directions in x; 0 where x has none.
  virtual void lengths_along(VectorId x, VectorId y, VectorId lengths) = 0;
  /// Whether some spring of y has less than `part` of its length in x, along its direction there.
  virtual bool shortens(VectorId x, VectorId y, double part) = 0;
  virtual LargestStrain largest_strain(VectorId x, VectorId v) = 0;
  /// Certainly all numbers are finite and no strain is larger; false where largest_strain() must
  /// decide. Optional.
  virtual bool surely_sound(VectorId /*x*/, VectorId /*v*/, double /*strain*/) { return false; }

  EnergyValue energy(VectorId x) { return evaluate(x, -1, Want::energy).energy; }
  void forces(VectorId x, VectorId f, bool mask) {
    evaluate(x, f, mask ? Want::free_forces : Want::forces);
  }
  ForceNorms force_norms(VectorId x, VectorId f) { return evaluate(x, f, Want::norms).norms; }
};

}  // namespace tensio
