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
/// The linear solver make_backend() begins with; never `automatic`. If the options leave it open,
/// the backend may change it when it knows the work of a factorisation.
LinearSolver choose_linear_solver(const EquilibriumOptions& options);
bool built_with_cholmod();
/// Solvers that factorise; all others are conjugate gradients.
inline bool is_direct(LinearSolver solver) {
  return solver == LinearSolver::ldlt || solver == LinearSolver::cholmod;
}
/// An estimate of the iterations that conjugate gradients need in a step of h, to 1e-10, from
/// above: twice h times a bound on the largest frequency, from the stiffness, damping and mass of
/// single nodes.
double expected_pcg_iterations(const NetworkData& net, double time_step);
/// Matrices with fewer columns are factorised by single entries, larger ones by dense blocks, and
/// which solver is the cheapest is decided from the work that this takes.
inline constexpr int kSmallForBlocks = 300;
/// Nets of up to this many unknowns choose between pcg and a factorisation, with no regard to
/// multilevel.
inline constexpr int kSmallForMultilevel = 1000;

/// Columns of a matrix, multiplications of its factorisation, and entries of its factor.
struct FactorSize {
  int columns = 0;
  double work = 0, entries = 0;
};
/// Small nets: whether that many iterations of pcg cost less than a factorisation.
bool is_pcg_cheaper(LinearSolver direct, const FactorSize& factor, const NetworkData& net,
                    double iterations);
/// Whether CHOLMOD needs less time than a factorisation by blocks.
bool is_cholmod_cheaper(const FactorSize& blocks);
/// Nanoseconds of one factorisation and one solve, on one core of some machine, for each block of
/// the matrix.
double factor_time(const FactorSize& factor, LinearSolver direct, const NetworkData& net);
/// The iterations of conjugate gradients that cost as much as one factorisation and one solve, with
/// diagonal blocks and with `multilevel`; none where its set-up alone costs more.
struct AffordableIterations {
  double pcg, multilevel;
};
AffordableIterations affordable_iterations(const FactorSize& factor, LinearSolver direct,
                                           const NetworkData& net);

}  // namespace tensio
