#include "backend/free_parts.hpp"

#include <array>
#include <cmath>

#include "backend/loops.hpp"
#include "core/index.hpp"
#include "core/union_find.hpp"

namespace tensio {

namespace {

/// Rows shorter than this beside those before them are combinations of them.
constexpr double kDependent = 1e-9;

/// Coordinates of a rigid motion: shifts along the axes, then turns about the part's middle.
template <int D>
inline constexpr int kMotions = D == 2 ? 3 : 6;
template <int D>
using Motion = std::array<double, std::size_t{kMotions<D>}>;

template <int D>
double dot(const Motion<D>& a, const Motion<D>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Orthonormal motions, found one by one.
template <int D>
struct Basis {
  std::array<Motion<D>, std::size_t{kMotions<D>}> rows = {};
  int count = 0;

  // Adds what `row` has beside those before it, if there is anything.
  void add(Motion<D> row) {
    if (count == kMotions<D>) return;
    const double before = std::sqrt(dot<D>(row, row));
    // Twice is enough for rounding.
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < count; ++i) {
        const double share = dot<D>(row, rows[i]);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= share * rows[i][j];
      }
    const double left = std::sqrt(dot<D>(row, row));
    if (!(left > kDependent * before)) return;
    for (std::size_t j = 0; j < row.size(); ++j) rows[count][j] = row[j] / left;
    ++count;
  }
};

/// A part as it lies at x: arms from its middle, in units of its size.
template <int D>
class Body {
 public:
  Body(const FreePart& part, const double* x) : x_(x) {
    for (int node : part.nodes)
      for (int axis = 0; axis < D; ++axis) middle_[axis] += x[axis_offset<D>(node) + axis];
    for (double& each : middle_) each /= static_cast<double>(part.nodes.size());
    double largest = 0;
    for (int node : part.nodes)
      for (int axis = 0; axis < D; ++axis)
        largest = std::max(largest, std::abs(x[axis_offset<D>(node) + axis] - middle_[axis]));
    scale_ = largest > 0 ? 1 / largest : 1;
  }

  // How far each motion moves a node along an axis.
  Motion<D> row(int node, int axis) const {
    std::array<double, D> arm;
    for (int i = 0; i < D; ++i) arm[i] = (x_[axis_offset<D>(node) + i] - middle_[i]) * scale_;
    Motion<D> row = {};
    row[axis] = 1;
    if constexpr (D == 2) {
      row[2] = axis == 0 ? -arm[1] : arm[0];
    } else {
      // A turn about axis k moves axis k+1 by -arm[k+2], and axis k+2 by +arm[k+1].
      row[3 + (axis + 2) % 3] = -arm[(axis + 1) % 3];
      row[3 + (axis + 1) % 3] = arm[(axis + 2) % 3];
    }
    return row;
  }

 private:
  const double* x_;
  std::array<double, D> middle_ = {};
  double scale_ = 1;
};

// Motions that the supports allow and no load works on.
template <int D>
Basis<D> allowed_motions(const FreePart& part, const Body<D>& body) {
  Basis<D> all;
  if (part.loaded)
    for (int turn = D; turn < kMotions<D>; ++turn) {
      Motion<D> unit = {};
      unit[turn] = 1;
      all.add(unit);
    }
  for (int axis : part.constrained) all.add(body.row(axis / D, axis % D));
  // What is left beside these.
  Basis<D> allowed;
  const int hindered = all.count;
  for (int i = 0; i < kMotions<D>; ++i) {
    Motion<D> unit = {};
    unit[i] = 1;
    all.add(unit);
  }
  for (int i = hindered; i < all.count; ++i) allowed.rows[allowed.count++] = all.rows[i];
  return allowed;
}

// c with G c = r for the symmetric, positive semidefinite G of the first n rows. Motions that move
// nothing, as turns about the line on which all nodes are, have no pivot and get no share.
template <int D>
Motion<D> solve_gram(std::array<Motion<D>, std::size_t{kMotions<D>}> G, Motion<D> r, int n,
                     double least) {
  const auto pivot = [&](int i) { return G[i][i] > least ? G[i][i] : 0.0; };
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n && pivot(i) > 0.0; ++j) {
      const double factor = G[j][i] / pivot(i);
      for (int k = i; k < n; ++k) G[j][k] -= factor * G[i][k];
      r[j] -= factor * r[i];
    }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) r[i] -= G[i][k] * r[k];
    r[i] = pivot(i) > 0.0 ? r[i] / pivot(i) : 0.0;
  }
  return r;
}

}  // namespace

std::vector<FreePart> free_parts(const NetworkData& net) {
  const int d = net.dimension;
  UnionFind joined(net.node_count);
  for (std::size_t s = 0; s < net.a.size(); ++s)
    if (!net.is_broken(s)) joined.join(net.a[s], net.b[s]);
  std::vector<FreePart> parts;
  std::vector<int> place(usize(net.node_count), -1);
  for (int node = 0; node < net.node_count; ++node) {
    int& part = place[joined.find(node)];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    FreePart& own = parts[part];
    own.nodes.push_back(node);
    for (int axis = node * d; axis < node * d + d; ++axis) {
      if (net.constrained[axis])
        own.constrained.push_back(axis);
      else
        own.loaded |= net.external[axis] != 0.0;
    }
  }
  // Parts that stand firm are left out for good: nodes fixed on every axis do not move.
  const auto firm = [&](const FreePart& part) {
    if (part.constrained.empty()) return false;
    return d == 2 ? allowed_motions<2>(part, Body<2>(part, net.beginning().data())).count == 0
                  : allowed_motions<3>(part, Body<3>(part, net.beginning().data())).count == 0;
  };
  std::erase_if(parts, firm);
  return parts;
}

template <int D>
void remove_rigid(const FreePart& part, const double* x, double* p) {
  const Body<D> body(part, x);
  const Basis<D> motions = allowed_motions<D>(part, body);
  if (motions.count == 0) return;
  // How far each allowed motion moves an axis.
  const auto moved = [&](int node, int axis) {
    const Motion<D> row = body.row(node, axis);
    Motion<D> result = {};
    for (int m = 0; m < motions.count; ++m) result[m] = dot<D>(row, motions.rows[m]);
    return result;
  };
  std::array<Motion<D>, std::size_t{kMotions<D>}> gram = {};
  Motion<D> right = {};
  for (int node : part.nodes)
    for (int axis = 0; axis < D; ++axis) {
      const Motion<D> motion = moved(node, axis);
      for (int i = 0; i < motions.count; ++i) {
        right[i] += motion[i] * p[axis_offset<D>(node) + axis];
        for (int j = 0; j < motions.count; ++j) gram[i][j] += motion[i] * motion[j];
      }
    }
  const Motion<D> share = solve_gram<D>(gram, right, motions.count,
                                        kDependent * static_cast<double>(part.nodes.size()));
  for (int node : part.nodes)
    for (int axis = 0; axis < D; ++axis)
      p[axis_offset<D>(node) + axis] -= dot<D>(moved(node, axis), share);
  // Supports stay to the bit.
  for (int axis : part.constrained) p[axis] = 0.0;
}

template void remove_rigid<2>(const FreePart&, const double*, double*);
template void remove_rigid<3>(const FreePart&, const double*, double*);

}  // namespace tensio
