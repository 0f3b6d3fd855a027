// Four methods as one loop each, over the backend's operations.
//
//   plain_newton      x += K⁻¹ f, whatever K is: finds the nearest equilibrium, saddles included
//   per_node_newton   x_i += r B_i⁻¹ f_i with B_i the node's own diagonal block, all nodes together
//   fire              damped motion, stopped whenever the energy rises [Bitzek et al. 2006]
//   lbfgs             quasi-Newton with the last 10 steps [Nocedal 1980]
#include "solve/methods/other_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "solve/methods/recent_steps.hpp"

namespace tensio {

namespace {

/// A method other than the default one.
class OtherMethod : public Iteration {
 public:
  OtherMethod(Backend& backend, VectorId x, const EquilibriumOptions& options, int done = 0)
      : Iteration(backend, x, {options.tolerance, options.max_iterations, done},
                  make_scratch(backend)),
        options_(options) {
    limits_.count_modes = options.stability;
  }

 protected:
  const EquilibriumOptions& options_;

 private:
  // They stop at any equilibrium; its negative modes are only counted.
  bool leave_saddle() override {
    (void)negative_modes();
    return false;
  }
  std::string no_step() const override {
    return fmt::format("{} finds no further step", to_string(options_.method));
  }
  std::string advice() const override { return "; the method newton may do better"; }
};

class PlainNewton final : public OtherMethod {
 public:
  using OtherMethod::OtherMethod;

 private:
  bool step() override {
    // K may be indefinite; only a singular matrix stops it.
    const Factor factor = backend_.factorise(x_, {});
    if (factor == Factor::failed || factor == Factor::nearly_singular) return false;
    if (!backend_.solve(f_, p_, 1e-12) || !std::isfinite(backend_.max_abs(p_))) return false;
    backend_.remove_rigid_motions(x_, p_);
    backend_.axpy(1, p_, x_);
    shown_.length = 1;
    return true;
  }
};

class PerNodeNewton final : public OtherMethod {
 public:
  using OtherMethod::OtherMethod;

 private:
  bool step() override {
    LinearSystem& blocks = *backend_.solver(SolverKind::node_blocks);
    (void)blocks.prepare(x_, {});
    blocks.solve(f_, p_, 0);
    backend_.remove_rigid_motions(x_, p_);
    if (backend_.max_abs(p_) == 0) return false;
    backend_.axpy(options_.relaxation, p_, x_);
    shown_.length = options_.relaxation;
    return true;
  }
};

class Fire final : public OtherMethod {
 public:
  Fire(Backend& backend, VectorId x, const EquilibriumOptions& options)
      : OtherMethod(backend, x, options), v_(backend.make_vector()) {}

 private:
  // The masses are the nodes' stiffnesses, so no frequency is above 1.5 and a step of 1 is stable.
  static constexpr double kLongest = 1.0, kFirst = 0.1, kMixing = 0.1;
  static constexpr int kPatience = 5;

  bool step() override {
    backend_.copy(f_, p_);
    backend_.divide_by_node_stiffness(p_);  // the acceleration
    backend_.remove_rigid_motions(x_, p_);
    if (backend_.dot(f_, v_) > 0) {
      if (++downhill_ > kPatience) {
        h_ = std::min(1.1 * h_, kLongest);
        mixing_ *= 0.99;
      }
      // Turn the velocity towards the force without changing its size.
      const double ratio = std::sqrt(backend_.dot(v_, v_) / backend_.dot(p_, p_));
      backend_.axpy(-mixing_, v_, v_);
      backend_.axpy(mixing_ * ratio, p_, v_);
    } else {
      downhill_ = 0;
      h_ *= 0.5;
      mixing_ = kMixing;
      backend_.axpy(-1, v_, v_);
    }
    backend_.axpy(h_, p_, v_);
    backend_.axpy(h_, v_, x_);
    shown_.length = h_;
    return true;
  }

  VectorId v_;
  double h_ = kFirst, mixing_ = kMixing;
  int downhill_ = 0;
};

class Lbfgs final : public OtherMethod {
 public:
  Lbfgs(Backend& backend, VectorId x, const EquilibriumOptions& options, FirstMatrix first,
        int done)
      : OtherMethod(backend, x, options, done),
        first_matrix_(first),
        first_iteration_(done),
        old_x_(backend.make_vector()),
        old_f_(backend.make_vector()) {
    for (int i = 0; i < kStored; ++i) {
      const VectorId s = backend.make_vector();
      recent_.set_vectors(i, s, backend.make_vector());
    }
    limits_.shown = first != FirstMatrix::node_stiffness;
  }

 private:
  static constexpr int kStored = 10;
  /// A factor of the projected K is used for kReuse steps, or until one is shorter than kShort; a
  /// factorisation costs as much as ten steps. The shift resists modes without stiffness.
  static constexpr int kReuse = 20;
  static constexpr double kShort = 0.1;
  static constexpr MatrixKind kProjected = {true, 1e-4};

  bool step() override {
    if (shown_.iteration != first_iteration_) recent_.remember(backend_, old_x_, x_, old_f_, f_);
    if (first_matrix_ == FirstMatrix::projected && !renew()) return false;
    direction();
    double slope = backend_.dot(f_, p_);
    if (!(slope > 0)) {
      // The stored steps mislead: begin again from the force.
      recent_.forget();
      direction();
      slope = backend_.dot(f_, p_);
    }
    return line_search(slope);
  }

  bool renew() {
    const int taken = shown_.iteration - first_iteration_;
    if (taken % kReuse != 0 && !(shown_.length < kShort)) return true;
    const Factor factor = backend_.factorise(x_, kProjected);
    return factor == Factor::positive_definite || factor == Factor::nearly_singular;
  }

  void direction() {
    recent_.apply(backend_, f_, p_, [&](VectorId p) {
      switch (first_matrix_) {
        case FirstMatrix::node_stiffness: backend_.divide_by_node_stiffness(p); break;
        case FirstMatrix::scalar_laplacian:
          backend_.solver(SolverKind::laplacian)->solve(p, p, 0);
          break;
        case FirstMatrix::projected:
          if (backend_.solve(p, trial_, 1e-6)) backend_.copy(trial_, p);
      }
    });
    backend_.remove_rigid_motions(x_, p_);
  }

  // The factor by which a rejected step t is shortened: to the minimum of the parabola through the
  // energy and slope at 0 and the energy at t.
  double shortened(double t, double slope, double fall) const {
    if (first_matrix_ == FirstMatrix::node_stiffness || !std::isfinite(fall)) return 0.5;
    return std::clamp(0.5 * t * slope / (t * slope - fall), 0.1, 0.6);
  }

  bool line_search(double slope) {
    backend_.copy(x_, old_x_);
    backend_.copy(f_, old_f_);
    const double noise = energy_.noise();
    double part = 0.5;
    for (double t = 1; t > 1e-12; t *= part) {
      backend_.copy(x_, trial_);
      backend_.axpy(t, p_, trial_);
      const EnergyValue energy = backend_.energy(trial_);
      const double fall = energy_.value - energy.value;
      part = shortened(t, slope, fall);
      if (!(fall >= 1e-4 * t * slope) && !(t * slope <= noise)) continue;
      backend_.copy(trial_, x_);
      known_energy_ = energy;
      shown_.length = t;
      return true;
    }
    return false;
  }

  FirstMatrix first_matrix_;
  int first_iteration_;
  VectorId old_x_, old_f_;
  RecentSteps<kStored> recent_;
};

std::unique_ptr<OtherMethod> make(Backend& backend, VectorId x, const EquilibriumOptions& options) {
  switch (options.method) {
    case Method::plain_newton: return std::make_unique<PlainNewton>(backend, x, options);
    case Method::per_node_newton: return std::make_unique<PerNodeNewton>(backend, x, options);
    case Method::fire: return std::make_unique<Fire>(backend, x, options);
    default: return std::make_unique<Lbfgs>(backend, x, options, FirstMatrix::node_stiffness, 0);
  }
}

}  // namespace

NewtonResult other_method(Backend& backend, VectorId x, const EquilibriumOptions& options,
                          const Watch& watch) {
  return make(backend, x, options)->run(watch);
}

NewtonResult lbfgs_warm_start(Backend& backend, VectorId x, const EquilibriumOptions& options,
                              FirstMatrix first, int done, const Watch& watch) {
  return Lbfgs(backend, x, options, first, done).run(watch);
}

}  // namespace tensio
