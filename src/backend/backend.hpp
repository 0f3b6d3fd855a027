// What computes: whole passes over a net's data, behind small interfaces, so that solvers do not
// know whether a core, many cores or a GPU does the work.
//
// A function that needs one kind of pass takes that interface alone; virtual calls cost nothing at
// the size of a pass. docs/adding_a_backend.md says what a new backend must do.
#pragma once

#include <memory>

#include "backend/contact_passes.hpp"
#include "backend/evaluation.hpp"
#include "backend/histories.hpp"
#include "backend/motion_passes.hpp"
#include "backend/solvers.hpp"
#include "backend/spectrum.hpp"
#include "backend/values.hpp"
#include "backend/vectors.hpp"

namespace tensio {

class Backend : public Vectors,
                public Values,
                public Evaluation,
                public Solvers,
                public Spectrum,
                public MotionPasses,
                public ContactPasses {
 public:
  ~Backend() override = default;
  /// Of the springs that have any; what they add to the laws begins to count with the first call.
  virtual Histories& histories() = 0;
};

/// A backend that owns its net from here on: the CPU backend, unless this thread is inside a
/// UsingBackend. Throws Error where the options ask for a solver that this build lacks.
std::unique_ptr<Backend> make_backend(NetworkData net, const EquilibriumOptions& options);
std::unique_ptr<Backend> make_cpu_backend(NetworkData net, const EquilibriumOptions& options);

using BackendFactory = std::unique_ptr<Backend> (*)(NetworkData net,
                                                    const EquilibriumOptions& options);
/// While it lives, make_backend() on this thread uses another factory. All solvers and simulations
/// make their backends that way, so none of them passes a factory on.
class UsingBackend {
 public:
  explicit UsingBackend(BackendFactory factory);
  ~UsingBackend();
  UsingBackend(const UsingBackend&) = delete;
  UsingBackend& operator=(const UsingBackend&) = delete;

 private:
  BackendFactory before_;
};
/// The linear solver make_backend() would take; never `automatic`.
LinearSolver choose_linear_solver(const NetworkData& net, const EquilibriumOptions& options);
bool built_with_cholmod();
/// Solvers that factorise; all others are conjugate gradients.
inline bool is_direct(LinearSolver solver) {
  return solver == LinearSolver::ldlt || solver == LinearSolver::cholmod;
}
/// An estimate of the iterations that conjugate gradients need in a step of h, to 1e-10, from
/// above: twice h times a bound on the largest frequency, from the stiffness, damping and mass of
/// single nodes.
double expected_pcg_iterations(const NetworkData& net, double time_step);
/// The cheapest solver for steps that need `iterations` of conjugate gradients, or `factor_work`
/// multiplications with a direct solver.
LinearSolver choose_for_steps(LinearSolver direct, double factor_work, const NetworkData& net,
                              double iterations);

}  // namespace tensio
