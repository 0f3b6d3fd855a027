// Contact with obstacles that rest, in fused steps: nodes that may meet one in a step are found
// from their paths, and those alone are stopped, by the pass that stops all nodes after single
// steps.
#include <algorithm>
#include <cmath>

#include "backend/common/host_contact.hpp"
#include "backend/cpu/passes/advance.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

/// Nodes whose clearances are computed together.
constexpr int kNearChunk = 64;
/// Of positions and sizes: more than the rounding of any distance.
constexpr double kDistanceRounding = 1e-12;

/// Where p is seen from the solid as it is drawn.
struct Seen {
  double from[3], size;

  explicit Seen(const Solid& solid) : size(solid.radius) {
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = solid.point[axis] + solid.shift[axis];
      size += std::fabs(from[axis]);
    }
  }
};

}  // namespace

template <class Real>
bool Sweeper<Real>::knows_solids() const {
  return std::all_of(net_.solids.begin(), net_.solids.end(), [](const Solid& solid) {
    return solid.kind == Solid::Kind::plane || solid.kind == Solid::Kind::sphere;
  });
}

/// A path of length w that ends at the distance d stays at distances of d - w or more. Where that
/// is above the distance at which a touch ends, the node cannot meet the solid.
template <class Real>
void Sweeper<Real>::clearances(const Solid& solid, const Real* x0, const Real* x, int begin,
                               int count, double* least) const {
  const Seen seen(solid);
  const int d = net_.dimension;
  const bool plane = solid.kind == Solid::Kind::plane;
  const double enough = (1 + kTouchEnds) * solid.thickness + kDistanceRounding * seen.size;
  for (int i = 0; i < count; ++i) {
    double distance = 0, way = 0, sizes = 0;
    for (int axis = 0; axis < d; ++axis) {
      const std::ptrdiff_t at = layout_.at(begin + i, axis);
      const double end = x[at], part = end - seen.from[axis], moved = end - x0[at];
      distance += plane ? part * solid.axis[axis] : part * part;
      way += moved * moved;
      sizes += std::fabs(end);
    }
    if (!plane) distance = std::sqrt(distance) - solid.radius;
    const double clear = distance - std::sqrt(way) - kDistanceRounding * sizes - enough;
    // Also where it is NaN.
    if (!(clear >= least[i])) least[i] = clear;
  }
}

template <class Real>
void Sweeper<Real>::find_near(Range& range, const Real* x0, const Real* x) const {
  range.near.clear();
  const std::uint8_t* touching = stops_->touching();
  const std::size_t solids = net_.solids.size();
  for (int begin = range.begin; begin < range.end; begin += kNearChunk) {
    const int count = std::min(kNearChunk, range.end - begin);
    double least[kNearChunk];
    std::fill_n(least, count, 1.0);
    for (const Solid& solid : net_.solids) clearances(solid, x0, x, begin, count, least);
    for (int i = 0; i < count; ++i) {
      bool near = !(least[i] > 0);
      for (std::size_t solid = 0; solid < solids; ++solid)
        near |= touching[usize(begin + i) * solids + solid] != 0;
      if (near) range.near.push_back(begin + i);
    }
  }
}

/// Sums are those of blocks of nodes, added in order; blocks without contact add nothing.
template <class Real>
void Sweeper<Real>::stop_near(const Real* x0, const Real* v0, Real* x, Real* v,
                              ContactBalance& balance) {
  const int d = net_.dimension;
  int block = -1;
  const auto add_block = [&] {
    if (block >= 0) add_balance(block_balance_, balance);
    block_balance_.clear(net_.solids.size());
  };
  for (const Range& range : ranges_)
    for (int node : range.near) {
      if (node / kSumBlock != block) {
        add_block();
        block = node / kSumBlock;
      }
      double numbers[4][3] = {};
      const Real* from[] = {x0, v0, x, v};
      for (int i = 0; i < 4; ++i)
        for (int axis = 0; axis < d; ++axis) numbers[i][axis] = from[i][layout_.at(node, axis)];
      stops_->stop(node, numbers[0], numbers[1], numbers[2], numbers[3], block_balance_);
      for (int axis = 0; axis < d; ++axis) {
        x[layout_.at(node, axis)] = static_cast<Real>(numbers[2][axis]);
        v[layout_.at(node, axis)] = static_cast<Real>(numbers[3][axis]);
      }
    }
  add_block();
}

#ifndef TENSIO_GROUPED
template class Sweeper<double>;
template class Sweeper<float>;
#endif

}  // namespace tensio
