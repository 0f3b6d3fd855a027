// Steps along the curve of equilibria of a net whose load grows: predictor and corrector.
//
// The curve runs in the space of positions and load factor. There
//   <(u, a), (v, b)> = u.v / (length scale)² + a b / (factor scale)²
// and a step of length s ends where the curve meets the plane normal to its tangent at distance s
// [Riks 1972, Keller 1977]; the curve meets that plane before and after a limit point alike.
#pragma once

#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// A point of the curve. The positions and the tangent are vectors of the backend.
struct PathState {
  VectorId x = 0;
  VectorId along = 0;  ///< the tangent's positions; <tangent, tangent> = 1
  double factor = 0;   ///< the load factor
  double slope = 0;    ///< the tangent's load factor
  double residual = 0;
  double residual_force = 0;
  int iterations = 0;  ///< of Newton's method to find it
  int negative = 0;    ///< negative modes, if they were counted
};

class ArcLength {
 public:
  /// The external forces of `net` become those it has now plus the load factor times those of
  /// `growing`, and its supports move by the load factor times those of `growing`.
  ArcLength(NetworkData net, const NetworkData& growing, const EquilibriumOptions& options);

  Backend& backend() { return *backend_; }
  PathState make_state();
  void copy(const PathState& from, PathState& to);
  /// Gives the state, its supports and the loads this load factor.
  void set_factor(PathState& state, double factor);
  /// External forces as at this load factor.
  void set_factor(double factor);

  /// Takes the start as the origin of the scales and gives it the tangent along which the factor
  /// moves towards `until`. False if the matrix is singular there.
  bool begin(PathState& start, double until);
  /// `to` = the state at distance s from `from`, with its tangent; false if it is not found.
  bool step(const PathState& from, double s, PathState& to);
  /// `to` = the state halfway between two others in planes normal to the tangent at `base`, without
  /// its tangent.
  bool halfway(const PathState& base, const PathState& before, const PathState& after,
               PathState& to);
  /// Finds the equilibrium in the plane through the state perpendicular to the tangent `along`.
  bool correct_across(const PathState& along, PathState& state) { return correct(state, &along); }
  /// Finds the equilibrium at the state's load factor.
  bool settle(PathState& state) { return correct(state, nullptr); }
  /// Computes the tangent at `to`, which points away from `from`.
  bool set_tangent_from(const PathState& from, PathState& to);

  /// `to` = the state itself with the tangent that K gives a little `ahead` of it, whose sign (1 or
  /// -1) is relative to the old one.
  bool set_tangent_ahead(const PathState& state, double ahead, double sign, PathState& to);

  /// Directions in which K at the state is softest, as tangents without a load factor, orthonormal
  /// to each other and to the tangent `path`. False if there are none.
  bool softest(const PathState& state, const PathState& path, std::vector<PathState>& directions);
  /// `to` = the state at distance s from `from` along the first of one or two directions and none
  /// along the second, in equilibrium but for forces along the second; `across` becomes the largest
  /// of these, `noise` the largest of all others. False if it is not found.
  bool step_across(const PathState& from, const std::vector<PathState>& directions, double s,
                   PathState& to, double& across, double& noise);
  /// A tangent that is this combination of directions.
  void combine(const std::vector<PathState>& directions, const std::vector<double>& parts,
               PathState& to);
  /// The secant from one state to another as a tangent.
  void set_secant(const PathState& from, const PathState& to, PathState& secant);
  /// How far `to` is from `from` along this tangent.
  double advance(const PathState& from, const PathState& along, const PathState& to);

  double distance(const PathState& from, const PathState& to);
  /// Largest change of a coordinate.
  double largest_displacement(const PathState& from, const PathState& to);
  /// Cosine of the angle between two tangents.
  double turn(const PathState& from, const PathState& to);
  /// Takes the largest eigenvalue of K there as the unit for what counts as zero.
  void set_zero_scale(const PathState& state);
  /// Eigenvalues of K below -zero, in that unit; -1 if they cannot be counted.
  int modes_below(const PathState& state, double zero);
  /// Negative modes; with `zeros` those that cannot be distinguished from zero too. `exact`:
  /// decided by the rounding of their stiffness alone, as if forces balanced exactly.
  int negative_modes(const PathState& state, bool zeros = false, bool exact = false);
  /// Elastic energy - (load + weight) . position.
  double energy(const PathState& state);

  /// The net with the loads of the factor set last.
  const NetworkData& net() const { return net_; }

 private:
  bool correct(PathState& state, const PathState* plane);
  void remove_part(const PathState& part, PathState& from);
  bool normalise(PathState& tangent);
  bool newton_move(PathState& state, const PathState* plane);
  ForceNorms measure(PathState& state);
  bool factorise(VectorId x);
  bool set_tangent(PathState& state, VectorId u, double a);
  bool velocity();  // with the matrix of the last factorise()
  void upload(const std::vector<double>& compiled, bool constrained, VectorId to);
  double product(VectorId u, double a, VectorId v, double b);

  std::vector<double> constant_load_, growing_load_;
  double tolerance_;
  std::unique_ptr<Backend> backend_;
  const NetworkData& net_;
  std::vector<int> axes_;  // all
  bool supports_move_ = false;
  std::vector<double> across_load_;  // one more load, in compiled order, or empty
  double across_ = 0;                // its factor
  VectorId growing_, moves_, pull_, force_, newton_, velocity_, saved_, moved_;
  double length_scale_ = 1;
  double factor_scale_ = 1;
  double zero_scale_ = 0;
};

}  // namespace tensio
