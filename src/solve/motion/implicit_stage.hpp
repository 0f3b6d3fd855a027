// One stage of an implicit integrator, from a known position and velocity:
//
//   v = (x - from) / b,   M (v - carried) / b = force(x, v) - drag M v
//
// Its solution is the minimum of E(x) + g/2 |x - y|²_M, with g = (1 + drag b) / b² and
// y = from + b carried / (1 + drag b). Within the stage a dashpot is a spring, T = c (l - l*) / b;
// those of slack cables and struts have no force.
#pragma once

#include <optional>

#include "solve/motion/stepper.hpp"

namespace tensio {

/// Vectors of the workspace, by number.
enum StageVector : std::size_t {
  kRecord,
  kFrom,
  kY,
  kCarried,
  kStart,
  kStartV,
  kF,
  kP,
  kTrial,
  kTrialF,
  kGuess,
  kGuessV,
  kBegin,
  kStageStart,
  kSpace  // and all numbers above
};

/// Vectors of springs, by number: l* of dashpots, and lengths.
enum StageSpringVector : std::size_t { kLStar, kLengths };

struct ImplicitStage {
  double t;    ///< its end
  double b;    ///< its length
  double tau;  ///< seconds since the springs' histories were updated
  VectorId from, carried;
  /// Dashpots act exactly along the springs at the end: c (n . v) n. Otherwise they have the law
  /// T = c (l - l*) / b, with the Stepper's l*, which has an energy.
  bool exact_dashpots = false;
  /// It begins at `from`: no end has a higher energy, inertia included, than that state.
  bool lowers_energy = false;
};

/// Steps begin with the prefactored method, which needs an energy.
bool is_prefactored(const Stepper& m);
bool has_dashpots(const Stepper& m);
/// Copies x_n and v_n.
void save_start(Stepper& m, VectorId x, VectorId v);
/// Stores the state before this step for the next one.
void store_past(Stepper& m, double h, VectorId x, VectorId v);
/// l* = the springs' lengths at x.
void set_dashpot_lengths(Stepper& m, VectorId x);
/// l* = (4 l_n - l_{n-1}) / 3.
void set_dashpot_lengths(Stepper& m, VectorId x, VectorId x_past);
/// Freezes pressure and wind for the stage, at the state that extrapolation predicts `ahead`
/// seconds after t; the error is of second order in the step.
void freeze_faces(Stepper& m, double t, double h, double ahead);
/// Moves x to the start of Newton's method, `seconds` after the start of the step of h: towards the
/// last solution of the same step, or at constant velocity. In 300 random nets this saved up to
/// half an iteration per step. Not if a spring would lose half of its length along itself: a spring
/// that is turned over is in equilibrium, too, and no step should end there by chance.
void predict(Stepper& m, double seconds, double h, VectorId v);

/// Solves the stage, starting from x; x and v become those at its end.
StepResult solve_stage(Stepper& m, const ImplicitStage& stage, double h);
/// The same by one Newton step, with the matrix at x, or its projection if that is not positive
/// definite. Iterative solvers start from the displacement at constant velocity.
StepResult solve_stage_linearly(Stepper& m, const ImplicitStage& stage, double h);

/// The power of the dashpots in backward Euler. One Newton step (`once`) has them along the springs
/// at its start.
std::optional<double> euler_dashpot_power(Stepper& m, double h, bool once, VectorId start);
/// The same at the midpoint; empty if it follows from the velocities there.
std::optional<double> midpoint_dashpot_power(Stepper& m, double b, VectorId from);
/// Records the energies of a stage of b seconds that ended at t, for `weight` seconds. If the power
/// of the dashpots is given, the forces on supports include those of the stage.
void record_stage(Stepper& m, double t, double b, double weight, std::optional<double> dashpots);

}  // namespace tensio
