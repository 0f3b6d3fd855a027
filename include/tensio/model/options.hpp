// How a problem is to be solved; every field has the default that suits most nets.
#pragma once

namespace tensio {

/// How the equilibrium is found.
enum class Method {
  newton,           ///< Newton's method with a line search on the energy; leaves saddles
  linear,           ///< first-order theory: one linear solve about the start
  plain_newton,     ///< full Newton steps on the forces, nothing else: finds saddles as well
  per_node_newton,  ///< all nodes take a part of their own Newton steps together
  fire,             ///< damped motion that stops whenever it would go uphill
  lbfgs,            ///< quasi-Newton from the last few steps
};
inline constexpr int kMethodCount = 6;

/// How linear systems are solved.
enum class LinearSolver {
  automatic,   ///< chosen from the size by constants that were measured
  cholmod,     ///< supernodal Cholesky (SuiteSparse), where it was found
  ldlt,        ///< Eigen's sparse LDLT: everywhere, the same bits everywhere
  pcg,         ///< conjugate gradients with block Jacobi: little memory
  incomplete,  ///< conjugate gradients with incomplete Cholesky
  multilevel,  ///< conjugate gradients with a hierarchy of coarser nets
};
inline constexpr int kLinearSolverCount = 6;

/// What takes explicit steps: this machine's processor, its GPU, or the ranks of a cluster.
enum class BackendKind {
  automatic,  ///< the GPU for large nets, where this build and the machine have one
  cpu,
  cuda,
  petsc  ///< the processes that mpirun started
};

struct EquilibriumOptions {
  Method method = Method::newton;
  double tolerance = 1e-10;  ///< on the residual, see Report
  int max_iterations = 10000;
  int load_steps = 1;       ///< number of equal increments of loads, weights and moves
  double relaxation = 0.5;  ///< the part of its step that a node takes in per_node_newton, 0 to 1
  LinearSolver linear_solver = LinearSolver::automatic;
  bool reproducible = false;  ///< only solvers that give the same bits on every machine
  int threads = 0;            ///< 0: as many as the machine has; results do not depend on it
  bool stability = true;      ///< false: the verdict on stability is left out, and its time saved
};

const char* to_string(Method method);
const char* to_string(LinearSolver solver);
const char* to_string(BackendKind backend);

}  // namespace tensio
