// Each Newton step solves twice with K: for the residual force (newton_) and for the growing load
// (velocity_, the change of the positions per load factor). The step is newton_ + a velocity_, with
// the a for which the state stays in its plane. K may be indefinite.
#include "solve/paths/arc_length.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/index.hpp"
#include "solve/methods/constrained_axes.hpp"
#include "solve/methods/newton.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

namespace {

constexpr int kMaxCorrections = 12;
/// Shifts to try if K is singular, as with slack parts and free bodies.
constexpr double kShifts[] = {0, 1e-12, 1e-10, 1e-8};

EquilibriumOptions with_indefinite_solver(EquilibriumOptions options) {
  options.linear_solver = LinearSolver::ldlt;
  return options;
}

}  // namespace

ArcLength::ArcLength(NetworkData net, const NetworkData& growing, const EquilibriumOptions& options)
    : constant_load_(net.external),
      growing_load_(growing.external),
      tolerance_(options.tolerance),
      backend_(make_backend(std::move(net), with_indefinite_solver(options))),
      net_(backend_->net()),
      axes_(net_.external.size()),
      growing_(backend_->make_vector()),
      moves_(backend_->make_vector()),
      pull_(backend_->make_vector()),
      force_(backend_->make_vector()),
      newton_(backend_->make_vector()),
      velocity_(backend_->make_vector()),
      saved_(backend_->make_vector()),
      moved_(backend_->make_vector()) {
  std::iota(axes_.begin(), axes_.end(), 0);
  upload(growing_load_, false, growing_);
  std::vector<double> moves(growing.beginning().begin(), growing.beginning().end());
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] -= growing.position[i];
  upload(moves, true, moves_);
  supports_move_ = backend_->max_abs(moves_) > 0;
}

// Uploads the values on constrained axes, or on the others; zero elsewhere.
void ArcLength::upload(const std::vector<double>& compiled, bool constrained, VectorId to) {
  std::vector<double> user(compiled.size(), 0.0);
  for (std::size_t i = 0; i < user.size(); ++i)
    if ((net_.constrained[i] != 0) == constrained) user[user_axis(net_, i)] = compiled[i];
  backend_->upload(user, to);
}

PathState ArcLength::make_state() {
  PathState state;
  state.x = backend_->make_vector();
  state.along = backend_->make_vector();
  return state;
}

void ArcLength::copy(const PathState& from, PathState& to) {
  const VectorId x = to.x, along = to.along;
  backend_->copy(from.x, x);
  backend_->copy(from.along, along);
  to = from;
  to.x = x;
  to.along = along;
}

void ArcLength::set_factor(PathState& state, double factor) {
  backend_->axpy(factor - state.factor, moves_, state.x);
  state.factor = factor;
  set_factor(factor);
}

void ArcLength::set_factor(double factor) {
  std::vector<double> external(constant_load_.size());
  for (std::size_t i = 0; i < external.size(); ++i)
    external[i] = constant_load_[i] + factor * growing_load_[i];
  for (std::size_t i = 0; i < across_load_.size(); ++i) external[i] += across_ * across_load_[i];
  backend_->set(NodeField::external, axes_, external);
}

bool ArcLength::begin(PathState& start, double until) {
  factor_scale_ = std::abs(until);
  // The displacement of first-order theory at `until`, within limits.
  const double largest = backend_->net().length_scale * std::sqrt(net_.node_count);
  length_scale_ = largest;
  set_factor(start.factor);
  if (negative_modes(start, true) != 0 || !factorise(start.x) || !velocity()) return false;
  const double first = factor_scale_ * std::sqrt(backend_->dot(velocity_, velocity_));
  length_scale_ = std::clamp(first, 1e-6 * largest, largest);
  start.slope = until > 0 ? 1 : -1;
  backend_->axpy(-1, start.along, start.along);
  backend_->axpy(start.slope, velocity_, start.along);
  const double norm = std::sqrt(product(start.along, start.slope, start.along, start.slope));
  backend_->axpy(1 / norm - 1, start.along, start.along);
  start.slope /= norm;
  return true;
}

bool ArcLength::step(const PathState& from, double s, PathState& to) {
  backend_->copy(from.x, to.x);
  backend_->axpy(s, from.along, to.x);
  to.factor = from.factor + s * from.slope;
  return correct(to, &from) && set_tangent_from(from, to);
}

bool ArcLength::halfway(const PathState& base, const PathState& before, const PathState& after,
                        PathState& to) {
  backend_->copy(before.x, to.x);
  backend_->axpy(-0.5, before.x, to.x);
  backend_->axpy(0.5, after.x, to.x);
  to.factor = 0.5 * (before.factor + after.factor);
  return correct(to, &base);
}

bool ArcLength::set_tangent_from(const PathState& from, PathState& to) {
  if (!factorise(to.x)) return false;
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  return set_tangent(to, saved_, to.factor - from.factor);
}

bool ArcLength::set_tangent_ahead(const PathState& state, double ahead, double sign,
                                  PathState& to) {
  copy(state, to);
  backend_->copy(state.x, saved_);
  backend_->axpy(ahead, state.along, saved_);
  if (!factorise(saved_)) return false;
  backend_->copy(state.along, saved_);
  backend_->axpy(sign - 1, state.along, saved_);
  return set_tangent(to, saved_, sign * state.slope);
}

// The tangent by the matrix of the last factorise(), towards (u, a).
bool ArcLength::set_tangent(PathState& state, VectorId u, double a) {
  if (!velocity()) return false;
  const double norm = std::sqrt(product(velocity_, 1, velocity_, 1));
  state.slope = (product(velocity_, 1, u, a) < 0 ? -1 : 1) / norm;
  backend_->copy(velocity_, state.along);
  backend_->axpy(state.slope - 1, velocity_, state.along);
  return std::isfinite(norm);
}

bool ArcLength::correct(PathState& state, const PathState* plane) {
  for (state.iterations = 0;; ++state.iterations) {
    const ForceNorms summary = measure(state);
    if (!std::isfinite(summary.largest_force)) return false;
    if (at_rest(summary, tolerance_)) break;
    if (state.iterations == kMaxCorrections || !newton_move(state, plane)) return false;
  }
  // One more step, accepted if it lowers the residual.
  const PathState before = state;
  backend_->copy(state.x, saved_);
  if (state.residual > 0 && newton_move(state, plane) &&
      relative_residual(measure(state)) < before.residual) {
    ++state.iterations;
    return true;
  }
  state = before;
  backend_->copy(saved_, state.x);
  set_factor(state.factor);
  return true;
}

bool ArcLength::newton_move(PathState& state, const PathState* plane) {
  if (!factorise(state.x) || !backend_->solve(force_, newton_, 1e-12)) return false;
  backend_->axpy(1, newton_, state.x);
  if (plane == nullptr) return std::isfinite(backend_->max_abs(newton_));
  if (!velocity()) return false;
  const double out = product(plane->along, plane->slope, newton_, 0);
  const double change = -out / product(plane->along, plane->slope, velocity_, 1);
  backend_->axpy(change, velocity_, state.x);
  state.factor += change;
  return std::isfinite(change);
}

ForceNorms ArcLength::measure(PathState& state) {
  set_factor(state.factor);
  const ForceNorms summary = backend_->force_norms(state.x, force_);
  state.residual = relative_residual(summary);
  state.residual_force = summary.largest_force;
  return summary;
}

bool ArcLength::factorise(VectorId x) {
  for (double shift : kShifts) {
    const Factor factor = backend_->factorise(x, {false, shift});
    if (factor == Factor::positive_definite || factor == Factor::indefinite) return true;
  }
  return false;
}

bool ArcLength::velocity() {
  backend_->copy(growing_, pull_);
  if (supports_move_) {
    // The forces that moving supports exert on their neighbours through the springs.
    backend_->subtract_product(moves_, pull_);
    clear_constrained(*backend_, net_, pull_);
  }
  if (!backend_->solve(pull_, velocity_, 1e-12)) return false;
  if (supports_move_) backend_->axpy(1, moves_, velocity_);
  return std::isfinite(backend_->max_abs(velocity_));
}

double ArcLength::product(VectorId u, double a, VectorId v, double b) {
  return backend_->dot(u, v) / (length_scale_ * length_scale_) +
         a * b / (factor_scale_ * factor_scale_);
}

double ArcLength::distance(const PathState& from, const PathState& to) {
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  const double change = to.factor - from.factor;
  return std::sqrt(product(saved_, change, saved_, change));
}

double ArcLength::largest_displacement(const PathState& from, const PathState& to) {
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  return backend_->max_abs(saved_);
}

double ArcLength::turn(const PathState& from, const PathState& to) {
  return product(from.along, from.slope, to.along, to.slope);
}

void ArcLength::set_zero_scale(const PathState& state) {
  zero_scale_ = backend_->largest_eigenvalue(state.x);
}

int ArcLength::modes_below(const PathState& state, double zero) {
  return zero_scale_ > 0 ? backend_->negative_modes(state.x, zero * zero_scale_) : 0;
}

int ArcLength::negative_modes(const PathState& state, bool zeros, bool exact) {
  const SoftModes soft = soft_modes(*backend_, state.x, exact ? Balance::none : Balance::at_rest);
  if (!soft.known) return -1;
  return soft.negative + (zeros ? soft.zero : 0);
}

double ArcLength::energy(const PathState& state) {
  set_factor(state.factor);
  double energy = backend_->energy(state.x).value;
  for (std::size_t i = 0; i < net_.external.size(); ++i)
    energy -= net_.external[i] * net_.position[i];
  return energy;
}

}  // namespace tensio
