// Parts of the stiffness matrix: of single springs and single nodes, and its largest eigenvalue.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/common/small_blocks.hpp"
#include "backend/evaluation.hpp"
#include "backend/loops.hpp"
#include "core/random.hpp"

namespace tensio {

template <Law law, int D>
SpringTerm spring_term(const NetworkData& net, const double* x, int s, const Extras& extras) {
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  const Vec<D> a = load<D>(x, net.a[s]), b = load<D>(x, net.b[s]);
  const Vec<D> d = spring_vector(a, b, NoOffset{});
  const double l = length(d);
  const LawValue value = value_of<law>(net, s, l, extras);
  SpringTerm term;
  term.tangent = value.tangent;
  term.q = value.q;
  if (l == 0.0) return term;
  double coordinate = l;
  for (int axis = 0; axis < D; ++axis) {
    term.n[axis] = d[axis] / l;
    coordinate = std::max({coordinate, std::abs(a[axis]), std::abs(b[axis])});
  }
  term.rounding = ulp * coordinate / l;
  return term;
}

/// p = f divided by the diagonal block of a node.
template <int D>
void solve_node_block(const NetworkData& net, const double* K, int node, const double* f,
                      double* p) {
  const double* own = K + block_offset<D>(net.diagonal[node]);
  const std::uint8_t* constrained = net.constrained.data() + axis_offset<D>(node);
  double block[D][D];
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) {
      const bool fixed = constrained[i] || constrained[j];
      block[i][j] = !fixed ? own[i * D + j] : i == j ? net.node_stiffness[node] : 0.0;
    }
  (void)solve_pivoted(block, f + axis_offset<D>(node), p + axis_offset<D>(node));
}

/// The largest |eigenvalue| of K over the unknowns, from below and to a few per cent, which is
/// enough for a threshold. `subtract_product(u, f)`: f -= K u; `norm(u)`: the length of a vector.
template <class Product, class Norm>
double power_iteration(const NetworkData& net, Product&& subtract_product, Norm&& norm) {
  constexpr int kIterations = 30;
  std::vector<double> v(net.constrained.size()), w(v.size());
  // A start without symmetry.
  Random random(1);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = net.constrained[i] ? 0.0 : random.uniform(-1, 1);
  double size = norm(v.data()), value = 0;
  for (int iteration = 0; iteration < kIterations && size > 0; ++iteration) {
    for (double& component : v) component /= size;
    std::fill(w.begin(), w.end(), 0.0);
    subtract_product(v.data(), w.data());
    mask_forces(net, 0, static_cast<int>(w.size()), w.data());
    v.swap(w);
    value = size = norm(v.data());
  }
  return value;
}

}  // namespace tensio
