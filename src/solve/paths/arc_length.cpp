// Each Newton step solves twice with K: for the force that is left (newton_) and for the growing
// load (velocity_, the positions' change per load factor). The step is newton_ + a velocity_, with
// the a that keeps the place in its plane. K may have any signs.
#include "solve/paths/arc_length.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/index.hpp"
#include "solve/methods/newton.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

namespace {

constexpr int kMaxCorrections = 12;
/// Shifts that stand in where K is singular: at slack parts and free bodies.
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
      saved_(backend_->make_vector()) {
  std::iota(axes_.begin(), axes_.end(), 0);
  upload(growing_load_, false, growing_);
  std::vector<double> moves(growing.beginning().begin(), growing.beginning().end());
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] -= growing.position[i];
  upload(moves, true, moves_);
  supports_move_ = backend_->max_abs(moves_) > 0;
}

// The numbers of axes that are fixed, or of those that are not; zero on the others.
void ArcLength::upload(const std::vector<double>& compiled, bool constrained, VectorId to) {
  std::vector<double> user(compiled.size(), 0.0);
  const auto d = usize(net_.dimension);
  for (std::size_t i = 0; i < user.size(); ++i)
    if ((net_.constrained[i] != 0) == constrained)
      user[usize(net_.node_user[i / d]) * d + i % d] = compiled[i];
  backend_->upload(user, to);
}

PathPlace ArcLength::make_place() {
  PathPlace place;
  place.x = backend_->make_vector();
  place.along = backend_->make_vector();
  return place;
}

void ArcLength::copy(const PathPlace& from, PathPlace& to) {
  const VectorId x = to.x, along = to.along;
  backend_->copy(from.x, x);
  backend_->copy(from.along, along);
  to = from;
  to.x = x;
  to.along = along;
}

void ArcLength::set_factor(PathPlace& place, double factor) {
  backend_->axpy(factor - place.factor, moves_, place.x);
  place.factor = factor;
  set_factor(factor);
}

void ArcLength::set_factor(double factor) {
  std::vector<double> external(constant_load_.size());
  for (std::size_t i = 0; i < external.size(); ++i)
    external[i] = constant_load_[i] + factor * growing_load_[i];
  backend_->set(NodeField::external, axes_, external);
}

bool ArcLength::begin(PathPlace& start, double until) {
  factor_scale_ = std::abs(until);
  // What first-order theory gives for `until`, within reason.
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

bool ArcLength::step(const PathPlace& from, double s, PathPlace& to) {
  backend_->copy(from.x, to.x);
  backend_->axpy(s, from.along, to.x);
  to.factor = from.factor + s * from.slope;
  return correct(to, &from) && aim(from, to);
}

bool ArcLength::halfway(const PathPlace& base, const PathPlace& before, const PathPlace& after,
                        PathPlace& to) {
  backend_->copy(before.x, to.x);
  backend_->axpy(-0.5, before.x, to.x);
  backend_->axpy(0.5, after.x, to.x);
  to.factor = 0.5 * (before.factor + after.factor);
  return correct(to, &base);
}

bool ArcLength::aim(const PathPlace& from, PathPlace& to) {
  if (!factorise(to.x)) return false;
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  return set_tangent(to, saved_, to.factor - from.factor);
}

bool ArcLength::aim_past(const PathPlace& place, double ahead, double way, PathPlace& to) {
  copy(place, to);
  backend_->copy(place.x, saved_);
  backend_->axpy(ahead, place.along, saved_);
  if (!factorise(saved_)) return false;
  backend_->copy(place.along, saved_);
  backend_->axpy(way - 1, place.along, saved_);
  return set_tangent(to, saved_, way * place.slope);
}

// The tangent by the matrix of the last factorise(), towards (u, a).
bool ArcLength::set_tangent(PathPlace& place, VectorId u, double a) {
  if (!velocity()) return false;
  const double norm = std::sqrt(product(velocity_, 1, velocity_, 1));
  place.slope = (product(velocity_, 1, u, a) < 0 ? -1 : 1) / norm;
  backend_->copy(velocity_, place.along);
  backend_->axpy(place.slope - 1, velocity_, place.along);
  return std::isfinite(norm);
}

bool ArcLength::correct(PathPlace& place, const PathPlace* plane) {
  for (place.iterations = 0;; ++place.iterations) {
    const ForceNorms summary = measure(place);
    if (!std::isfinite(summary.largest_force)) return false;
    if (at_rest(summary, tolerance_)) break;
    if (place.iterations == kMaxCorrections || !newton_move(place, plane)) return false;
  }
  // One step more, kept where it lowers the residual.
  const PathPlace before = place;
  backend_->copy(place.x, saved_);
  if (place.residual > 0 && newton_move(place, plane) &&
      relative_residual(measure(place)) < before.residual) {
    ++place.iterations;
    return true;
  }
  place = before;
  backend_->copy(saved_, place.x);
  set_factor(place.factor);
  return true;
}

bool ArcLength::newton_move(PathPlace& place, const PathPlace* plane) {
  if (!factorise(place.x) || !backend_->solve(force_, newton_, 1e-12)) return false;
  backend_->axpy(1, newton_, place.x);
  if (plane == nullptr) return std::isfinite(backend_->max_abs(newton_));
  if (!velocity()) return false;
  const double out = product(plane->along, plane->slope, newton_, 0);
  const double change = -out / product(plane->along, plane->slope, velocity_, 1);
  backend_->axpy(change, velocity_, place.x);
  place.factor += change;
  return std::isfinite(change);
}

ForceNorms ArcLength::measure(PathPlace& place) {
  set_factor(place.factor);
  const ForceNorms summary = backend_->force_norms(place.x, force_);
  place.residual = relative_residual(summary);
  place.residual_force = summary.largest_force;
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
    // What the springs of a moving support pull at its neighbours.
    backend_->subtract_product(moves_, pull_);
    mask(pull_);
  }
  if (!backend_->solve(pull_, velocity_, 1e-12)) return false;
  if (supports_move_) backend_->axpy(1, moves_, velocity_);
  return std::isfinite(backend_->max_abs(velocity_));
}

// Zero on axes that are no unknowns.
void ArcLength::mask(VectorId v) {
  std::vector<double> user(net_.constrained.size());
  backend_->download(v, user);
  const auto d = usize(net_.dimension);
  for (std::size_t i = 0; i < user.size(); ++i)
    if (net_.constrained[i]) user[usize(net_.node_user[i / d]) * d + i % d] = 0;
  backend_->upload(user, v);
}

double ArcLength::product(VectorId u, double a, VectorId v, double b) {
  return backend_->dot(u, v) / (length_scale_ * length_scale_) +
         a * b / (factor_scale_ * factor_scale_);
}

double ArcLength::distance(const PathPlace& from, const PathPlace& to) {
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  const double change = to.factor - from.factor;
  return std::sqrt(product(saved_, change, saved_, change));
}

double ArcLength::largest_move(const PathPlace& from, const PathPlace& to) {
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  return backend_->max_abs(saved_);
}

double ArcLength::turn(const PathPlace& from, const PathPlace& to) {
  return product(from.along, from.slope, to.along, to.slope);
}

void ArcLength::set_zero_scale(const PathPlace& place) {
  zero_scale_ = backend_->largest_eigenvalue(place.x);
}

int ArcLength::modes_below(const PathPlace& place, double zero) {
  return zero_scale_ > 0 ? backend_->negative_modes(place.x, zero * zero_scale_) : 0;
}

int ArcLength::negative_modes(const PathPlace& place, bool zeros, bool exact) {
  const SoftModes soft = soft_modes(*backend_, place.x, exact ? Balance::none : Balance::at_rest);
  if (!soft.known) return -1;
  return soft.negative + (zeros ? soft.zero : 0);
}

double ArcLength::energy(const PathPlace& place) {
  set_factor(place.factor);
  double energy = backend_->energy(place.x).value;
  for (std::size_t i = 0; i < net_.external.size(); ++i)
    energy -= net_.external[i] * net_.position[i];
  return energy;
}

}  // namespace tensio
