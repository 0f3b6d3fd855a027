// Nearly the inverse of a step's matrix H = K + g M, from a node matrix that stays.
//
// Springs are stiff along themselves and hardly across, so that nodes of cloths and strands have
// stiff and soft directions. With Q the soft ones, node by node, P = I - Q, and B the nodes' own
// blocks of H,
//
//   H⁻¹ ~ P A⁻¹ P + Q B⁻¹ Q
//
// A has the springs' stiffness as it is at rest, whatever their directions. It stays from step to
// step, and is factorised again only where its values change; Q and B belong to a state, and cost a
// pass over the springs. Where all directions are stiff, Q is zero, and what remains is the global
// step of projective dynamics.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/node_matrix.hpp"
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
  struct Spring {
    double n[D], tangent, q;  // tangent and q are not negative
  };
  struct Node {
    Block<D> soft;     // Q
    Block<D> inverse;  // Q B⁻¹ Q
  };
  void work_out_weights(double g);
  bool factorise();
  void take_springs(const double* x, const Extras& extras, int begin, int end);
  void part_node(int node);

  const NetworkData& net_;
  ThreadPool& pool_;
  NodeMatrix matrix_;
  // Of A, as they are and as they were factorised.
  std::vector<double> weight_, diagonal_, known_weight_, known_diagonal_;
  std::vector<std::uint8_t> known_held_;
  std::vector<Spring> springs_;
  std::vector<Node> nodes_;
  std::vector<double> right_;
};

}  // namespace tensio
