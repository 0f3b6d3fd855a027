// Steps along the curve of equilibria of a net whose load grows: predictor and corrector.
//
// The curve runs in the space of positions and load factor. There
//   <(u, a), (v, b)> = u.v / (length scale)² + a b / (factor scale)²
// and a step of length s ends where the curve meets the plane across its tangent at distance s
// [Riks 1972, Keller 1977]; that plane is met before and after a limit point alike.
#pragma once

#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"
#include "tensio/model/options.hpp"

namespace tensio {

/// A state of the curve. The positions and the tangent are vectors of the backend.
struct PathPlace {
  VectorId x = 0;
  VectorId along = 0;  ///< the tangent's positions; <tangent, tangent> = 1
  double factor = 0;   ///< the load factor
  double slope = 0;    ///< the tangent's load factor
  double residual = 0;
  double residual_force = 0;
  int iterations = 0;  ///< it took to get there
  int negative = 0;    ///< modes, where they were counted
};

class ArcLength {
 public:
  /// The external forces of `net` become those it has now plus the load factor times those of
  /// `growing`, and its supports move by the load factor times those of `growing`.
  ArcLength(NetworkData net, const NetworkData& growing, const EquilibriumOptions& options);

  Backend& backend() { return *backend_; }
  PathPlace make_place();
  void copy(const PathPlace& from, PathPlace& to);
  /// Gives the place, and what acts, this load factor.
  void set_factor(PathPlace& place, double factor);
  /// External forces as at this load factor.
  void set_factor(double factor);

  /// Takes the start as the origin of the scales and gives it the tangent along which the factor
  /// moves towards `until`. False where the matrix is singular there.
  bool begin(PathPlace& start, double until);
  /// `to` = the place at distance s from `from`, with its tangent; false where it is not found.
  bool step(const PathPlace& from, double s, PathPlace& to);
  /// `to` = the place halfway between two others in planes across the tangent at `base`, without
  /// its tangent.
  bool halfway(const PathPlace& base, const PathPlace& before, const PathPlace& after,
               PathPlace& to);
  /// Brings the place to equilibrium at its load factor.
  bool settle(PathPlace& place) { return correct(place, nullptr); }
  /// The tangent at `to`, which points away from `from`.
  bool aim(const PathPlace& from, PathPlace& to);

  /// `to` = the place itself with the tangent that K gives a little `ahead` of it, in the way
  /// (1 or -1) that continues from the old one.
  bool aim_past(const PathPlace& place, double ahead, double way, PathPlace& to);

  double distance(const PathPlace& from, const PathPlace& to);
  /// Largest change of a coordinate.
  double largest_move(const PathPlace& from, const PathPlace& to);
  /// Cosine of the angle between two tangents.
  double turn(const PathPlace& from, const PathPlace& to);
  /// Takes the largest eigenvalue of K there as the unit for what counts as zero.
  void set_zero_scale(const PathPlace& place);
  /// Eigenvalues of K below -zero, in that unit; -1 where they cannot be counted.
  int modes_below(const PathPlace& place, double zero);
  /// Negative modes; with `zeros` those that cannot be distinguished from zero too. `exact`: told
  /// by the rounding of their stiffness alone, as if forces balanced exactly.
  int negative_modes(const PathPlace& place, bool zeros = false, bool exact = false);
  /// Elastic energy - (load + weight) . position.
  double energy(const PathPlace& place);

  /// The net with the loads of the factor set last.
  const NetworkData& net() const { return net_; }

 private:
  bool correct(PathPlace& place, const PathPlace* plane);
  bool newton_move(PathPlace& place, const PathPlace* plane);
  ForceNorms measure(PathPlace& place);
  bool factorise(VectorId x);
  bool set_tangent(PathPlace& place, VectorId u, double a);
  bool velocity();  // with the matrix of the last factorise()
  void upload(const std::vector<double>& compiled, bool constrained, VectorId to);
  void mask(VectorId v);
  double product(VectorId u, double a, VectorId v, double b);

  std::vector<double> constant_load_, growing_load_;
  double tolerance_;
  std::unique_ptr<Backend> backend_;
  const NetworkData& net_;
  std::vector<int> axes_;  // all
  bool supports_move_ = false;
  VectorId growing_, moves_, pull_, force_, newton_, velocity_, saved_;
  double length_scale_ = 1;
  double factor_scale_ = 1;
  double zero_scale_ = 0;
};

}  // namespace tensio
