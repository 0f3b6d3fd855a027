// Away from a bifurcation: the directions in which K has no stiffness there, and states at a
// distance along one of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/methods/newton.hpp"
#include "solve/paths/arc_length.hpp"

namespace tensio {

namespace {

constexpr int kInverseIterations = 4;
constexpr int kMostCorrections = 20;

}  // namespace

// Inverse iteration from random vectors, all of them together.
bool ArcLength::softest(const PathState& state, const PathState& path,
                        std::vector<PathState>& directions) {
  if (!factorise(state.x)) return false;
  Random random(11);
  std::vector<double> user(net_.constrained.size());
  for (PathState& direction : directions) {
    for (double& entry : user) entry = random.uniform(-1, 1);
    backend_->upload(user, direction.along);
    direction.slope = 0;
  }
  for (int iteration = 0; iteration < kInverseIterations; ++iteration) {
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const VectorId along = directions[i].along;
      if (!backend_->solve(along, newton_, 1e-12)) return false;
      backend_->copy(newton_, along);
      for (std::size_t j = 0; j < i; ++j) remove_part(directions[j], directions[i]);
      if (!normalise(directions[i])) return false;
    }
  }
  // Without the direction of the path itself, which another curve must leave.
  for (std::size_t i = 0; i < directions.size(); ++i) {
    remove_part(path, directions[i]);
    for (std::size_t j = 0; j < i; ++j) remove_part(directions[j], directions[i]);
    if (!normalise(directions[i])) return false;
  }
  return true;
}

// `from` -= its part along the unit tangent `part`.
void ArcLength::remove_part(const PathState& part, PathState& from) {
  const double along = turn(part, from);
  backend_->axpy(-along, part.along, from.along);
  from.slope -= along * part.slope;
}

bool ArcLength::normalise(PathState& tangent) {
  const double norm = std::sqrt(turn(tangent, tangent));
  if (!(norm > 0) || !std::isfinite(norm)) return false;
  backend_->axpy(1 / norm - 1, tangent.along, tangent.along);
  tangent.slope /= norm;
  return true;
}

void ArcLength::combine(const std::vector<PathState>& directions, const std::vector<double>& parts,
                        PathState& to) {
  backend_->axpy(-1, to.along, to.along);
  to.slope = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    backend_->axpy(parts[i], directions[i].along, to.along);
    to.slope += parts[i] * directions[i].slope;
  }
}

void ArcLength::set_secant(const PathState& from, const PathState& to, PathState& secant) {
  backend_->copy(to.x, secant.along);
  backend_->axpy(-1, from.x, secant.along);
  secant.slope = to.factor - from.factor;
  (void)normalise(secant);
}

double ArcLength::advance(const PathState& from, const PathState& along, const PathState& to) {
  backend_->copy(to.x, saved_);
  backend_->axpy(-1, from.x, saved_);
  return product(along.along, along.slope, saved_, to.factor - from.factor);
}

// Newton's method for the positions, the load factor and the force along the second direction. With
// one direction this is step() along it.
bool ArcLength::step_across(const PathState& from, const std::vector<PathState>& directions,
                            double s, PathState& to, double& across, double& noise) {
  const bool two = directions.size() > 1;
  backend_->copy(from.x, to.x);
  backend_->axpy(s, directions[0].along, to.x);
  to.factor = from.factor + s * directions[0].slope;
  const VectorId second = two ? directions[1].along : 0;
  if (two) {
    std::vector<double> user(net_.constrained.size());
    backend_->download(second, user);
    across_load_.resize(user.size());
    for (std::size_t i = 0; i < user.size(); ++i) across_load_[i] = user[user_axis(net_, i)];
  }
  across_ = 0;
  const auto finish = [&](bool found) {
    across = across_ * (two ? backend_->max_abs(second) : 0);
    across_load_.clear();
    across_ = 0;
    return found;
  };
  double before = 0;
  bool at_rest_before = false;
  for (to.iterations = 0; to.iterations < kMostCorrections; ++to.iterations) {
    const ForceNorms summary = measure(to);
    if (!std::isfinite(summary.largest_force)) return finish(false);
    // Two more steps at rest lower the residual to rounding.
    noise = summary.largest_force;
    if (at_rest_before && noise >= 0.5 * before) return finish(true);
    at_rest_before = at_rest(summary, tolerance_);
    before = noise;
    if (!factorise(to.x) || !backend_->solve(force_, newton_, 1e-12) || !velocity())
      return finish(false);
    double a = 0, b = 0;
    const auto along = [&](std::size_t i, VectorId u, double factor) {
      return product(directions[i].along, directions[i].slope, u, factor);
    };
    if (!two) {
      a = -along(0, newton_, 0) / along(0, velocity_, 1);
    } else {
      if (!backend_->solve(second, moved_, 1e-12)) return finish(false);
      const double A = along(0, velocity_, 1), B = along(0, moved_, 0), C = along(1, velocity_, 1),
                   D = along(1, moved_, 0), p = -along(0, newton_, 0), q = -along(1, newton_, 0);
      const double determinant = A * D - B * C;
      a = (p * D - B * q) / determinant;
      b = (A * q - p * C) / determinant;
      backend_->axpy(b, moved_, newton_);
    }
    if (!std::isfinite(a) || !std::isfinite(b)) return finish(false);
    backend_->axpy(1, newton_, to.x);
    backend_->axpy(a, velocity_, to.x);
    to.factor += a;
    across_ += b;
  }
  return finish(false);
}

}  // namespace tensio
