// Nearly the inverse of a step's matrix H = K + g M: a part that stays, and a part that is cheap.
//
//   H⁻¹ ~ 0.9 A⁻¹ + 0.7 C⁻¹
//
// A is a scalar Laplacian with the springs' stiffness as it is at rest, whatever their directions:
// the global step of projective dynamics. It knows how forces go through the whole net along stiff
// springs, and nothing of directions; it is factorised once, and again only where its values
// change. C, incomplete factors of H at a state, know the directions in which neighbours are stiff
// and soft to each other, and nothing of what is far; they cost a few passes over the springs.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/solvers/incomplete.hpp"
#include "backend/cpu/solvers/scalar_laplacian.hpp"

namespace tensio {

template <int D>
class StepMatrix {
 public:
  StepMatrix(const NetworkData& net, ThreadPool& pool, bool reproducible);

  /// With inertia g and the springs' blocks, none of which may be less than semidefinite; false
  /// where H is not positive definite.
  [[nodiscard]] bool prepare(double g, const SpringStiffness<D>* springs);
  /// p = nearly H⁻¹ f: a symmetric positive definite matrix times f.
  void solve(const double* f, double* p);

 private:
  void compute_weights(double g);
  bool factorise();
  Precision precision() const;

  const NetworkData& net_;
  ThreadPool& pool_;
  ScalarLaplacian matrix_;  // A
  // Of A, as they are and as they were factorised.
  std::vector<double> weight_, diagonal_, known_weight_, known_diagonal_;
  std::vector<std::uint8_t> known_fixed_;
  std::vector<int> place_;  // of each incident spring's block in the node's row of C
  Incomplete<D> factors_;   // C
  std::vector<double> near_;
};

}  // namespace tensio
