#include "solve/methods/rest_on_obstacles.hpp"

namespace tensio {

namespace {

/// The penalty's stiffness goes in powers of four.
constexpr double kStiffer = 4;
constexpr double kStiffest = 1e12;

// A state that was found with a stiffer penalty is at rest with that alone.
void begin_stiff(Backend& backend, VectorId x, double tolerance, Penalty& penalty) {
  if (backend.follow_paths(x, x, true).deepest == 0) return;
  const VectorId f = backend.make_vector();
  for (; penalty.factor < kStiffest; penalty.factor *= kStiffer) {
    backend.set_penalty(penalty);
    if (at_rest(backend.force_norms(x, f), tolerance)) return;
  }
  penalty.factor = 1;
  backend.set_penalty(penalty);
}

}  // namespace

NewtonResult solve_on_obstacles(Backend& backend, VectorId x, double tolerance, Penalty& penalty,
                                const std::function<NewtonResult()>& solve) {
  backend.set_penalty(penalty);
  begin_stiff(backend, x, tolerance, penalty);
  NewtonResult total;
  for (;;) {
    const int iterations = total.iterations, projected = total.projected_iterations;
    total = solve();
    total.iterations += iterations;
    total.projected_iterations += projected;
    if (total.status != Status::converged || penalty.factor >= kStiffest) return total;
    const double deepest = backend.follow_paths(x, x, true).deepest;
    if (deepest <= kMostDepth) return total;
    // Depths go with one over the stiffness.
    for (double left = deepest; left > 0.5 * kMostDepth; left /= kStiffer)
      penalty.factor *= kStiffer;
    backend.set_penalty(penalty);
  }
}

std::vector<double> pushes_of_obstacles(Backend& backend, VectorId x, const Penalty& penalty,
                                        const std::vector<double>& force) {
  const VectorId f = backend.make_vector();
  std::vector<double> pushes(force.size());
  backend.set_penalty(std::nullopt);
  backend.forces(x, f, false);
  backend.download(f, pushes);
  backend.set_penalty(penalty);
  for (std::size_t i = 0; i < pushes.size(); ++i) pushes[i] = force[i] - pushes[i];
  return pushes;
}

}  // namespace tensio
