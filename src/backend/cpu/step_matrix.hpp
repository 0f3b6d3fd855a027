// Nearly the inverse of a step's matrix H = K + g M, from two node matrices.
//
// Springs are stiff along themselves and hardly across, so that nodes of cloths and strands have
// stiff and soft directions. With Q the soft ones, node by node, and P = I - Q,
//
//   H⁻¹ ~ P A⁻¹ P + Q S⁻¹ Q
//
// A has the springs' stiffness as it is at rest, whatever their directions: it stays from step to
// step, and is factorised again only where its values change. S has their T/l at a state, and on
// the diagonal what they are along the soft directions of their ends; it is made anew with each
// state that is prepared. Where all directions are stiff, Q is zero, and what remains is the global
// step of projective dynamics.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/node_matrix.hpp"
#include "backend/cpu/node_pcg.hpp"
#include "backend/loops.hpp"
#include "core/parallel.hpp"

namespace tensio {

template <int D>
class StepMatrix {
 public:
  StepMatrix(const NetworkData& net, ThreadPool& pool, bool reproducible);

  /// At x, with inertia g; false where it is not positive definite.
  [[nodiscard]] bool prepare(const double* x, const Extras& extras, double g);
  /// p = nearly H⁻¹ f: a symmetric positive definite matrix times f.
  void solve(const double* f, double* p);

 private:
  void work_out_weights(double g);
  bool factorise_stiff();
  bool factorise_soft(const double* x, const Extras& extras);
  void part_node(int node);

  const NetworkData& net_;
  ThreadPool& pool_;
  NodeMatrix stiff_, soft_;
  SpringBlocks<D> springs_;
  // Of A, as they are and as they were factorised.
  std::vector<double> weight_, diagonal_, known_weight_, known_diagonal_;
  std::vector<std::uint8_t> known_held_;
  std::vector<double> soft_weight_, soft_diagonal_;
  std::vector<Block<D>> soft_part_;  // Q
  std::vector<double> stiff_right_, soft_right_;
};

}  // namespace tensio
