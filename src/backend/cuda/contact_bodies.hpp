// Contact of nodes with obstacles on a device: what the passes read and write, and what they do for
// one node.
#pragma once

#include <cstdint>

#include "backend/common/node_contact.hpp"
#include "backend/cuda/device_views.hpp"

namespace tensio {

/// A touch that begins, as a device lists them, in any order.
struct DeviceTouch {
  int step, node, solid;
  double speed;
};

/// The impulses of one obstacle on one node in one step.
template <int D>
struct ContactRecord {
  int solid;  ///< -1: there is none, and no further one
  double push[D], friction[D];
};

/// The end of a step at obstacles.
template <int D>
struct DeviceStops {
  const DeviceNode* kinds;
  const int* kind;  ///< of each node
  const Solid* solids;
  int count;             ///< of solids
  const double* before;  ///< their shifts at the begin of the step, three numbers each
  double h, share;       ///< see NodeStep
  const NodeRow<D>*x0, *v0;
  NodeRow<D>*x, *v;        ///< at the end of the step; become those after contact
  std::uint8_t* touching;  ///< of nodes, `count` each
  const int* near;         ///< null, or zero where no node can meet an obstacle in this step
  int* met;                ///< set where a node met one
  int* changed;            ///< set where a touch begins or ends
  double* lost;            ///< of nodes: what contact takes, then the work of the obstacles
  int nodes;
  ContactRecord<D>* records;  ///< `most` for each node; may be null
  int most;
  DeviceTouch* begun;  ///< as many as there is room for
  int* begun_count;
  int room, step;
};

/// What a node weighs and where it is fixed.
template <int D>
TENSIO_HD inline const DeviceNode& node_of(const DeviceStops<D>& all, int node) {
  return all.kinds[all.kind[node]];
}

/// False only if the path of the step, from x0 to x, stays clear of every obstacle, which the node
/// does not touch: a path of length w that ends at the distance d stays at distances of d - w or
/// more.
template <int D>
TENSIO_HD inline bool may_meet(const DeviceStops<D>& all, const Vec<D>& x0, const Vec<D>& x,
                               int node) {
  // Of positions and sizes: more than the rounding of any distance.
  constexpr double kRounding = 1e-12;
  const std::uint8_t* touching = all.touching + static_cast<std::ptrdiff_t>(node) * all.count;
  for (int i = 0; i < all.count; ++i) {
    if (touching[i]) return true;
    const Solid& solid = all.solids[i];
    const Vec<D> shift = load<D>(solid.shift, 0);
    double size = solid.radius;
    Vec<D> path;
    for (int axis = 0; axis < D; ++axis) {
      path[axis] = x[axis] - x0[axis] - (shift[axis] - all.before[3 * i + axis]);
      size += std::fabs(x[axis]) + std::fabs(shift[axis]) + std::fabs(solid.point[axis]) +
              std::fabs(solid.axis[axis]) + solid.half[axis];
    }
    const double distance = nearest(solid, difference(x, shift)).distance;
    const double clear = distance - std::sqrt(dot(path, path)) -
                         (1 + kTouchEnds) * solid.thickness - kRounding * size;
    // Also where it is NaN.
    if (!(clear > 0)) return true;
  }
  return false;
}

/// Sets a flag where a node may meet an obstacle on the path from x0 to x.
template <int D>
struct NearCheck {
  DeviceStops<D> all;
  int* near;

  TENSIO_HD void operator()(int node) const {
    if (may_meet(all, load<D>(all.x0[node].v, 0), load<D>(all.x[node].v, 0), node)) *near = 1;
  }
};

/// Stops one node.
template <int D>
struct StopNode {
  DeviceStops<D> all;

  TENSIO_HD void operator()(int node) const {
    if (all.near && !*all.near) return;
    all.lost[node] = all.lost[all.nodes + node] = 0;
    ContactRecord<D>* const records =
        all.records ? all.records + static_cast<std::ptrdiff_t>(node) * all.most : nullptr;
    if (records) records->solid = -1;
    const DeviceNode& of = node_of(all, node);
    NodeStep<D> s{load<D>(all.x0[node].v, 0),
                  load<D>(all.v0[node].v, 0),
                  load<D>(all.x[node].v, 0),
                  load<D>(all.v[node].v, 0),
                  {},
                  all.h,
                  all.share};
    bool free = false;
    for (int i = 0; i < D; ++i) {
      s.free[i] = (of.constrained >> i & 1) ? 0 : 1;
      free |= s.free[i] != 0;
    }
    if (!free || !may_meet(all, s.x0, s.x, node)) return;
    const Vec<D> v_free = s.v;
    const ContactPoints<D> met = meet_all(s, all.solids, all.count, all.before);
    std::uint8_t* const touching = all.touching + static_cast<std::ptrdiff_t>(node) * all.count;
    const bool changed =
        update_touches<D>(all.solids, all.count, met, s.x, touching, [&](int solid, double speed) {
          begins({all.step, node, solid, speed});
        });
    if (changed) *all.changed = 1;
    if (met.count == 0) return;
    *all.met = 1;
    const ContactEnergy energy = contact_energy(of.mass, s, v_free, met);
    all.lost[node] = energy.dissipated;
    all.lost[all.nodes + node] = energy.work;
    for (int i = 0; i < D; ++i) {
      all.x[node].v[i] = s.x[i];
      all.v[node].v[i] = s.v[i];
    }
    if (records) record(of.mass, met, records);
  }

 private:
  TENSIO_HD void begins(const DeviceTouch& touch) const {
#if defined(__CUDA_ARCH__)
    const int place = atomicAdd(all.begun_count, 1);
#else
    const int place = (*all.begun_count)++;
#endif
    if (place < all.room) all.begun[place] = touch;
  }
  // Products as ContactBalance::give() has them.
  TENSIO_HD void record(double mass, const ContactPoints<D>& met, ContactRecord<D>* to) const {
    for (int i = 0; i < met.count; ++i) {
      const ContactPoint<D>& m = met.of[i];
      const double push = mass * m.push;
      to[i].solid = m.solid;
      for (int axis = 0; axis < D; ++axis) {
        to[i].push[axis] = push * m.normal[axis];
        to[i].friction[axis] = mass * m.friction_of[axis];
      }
    }
    if (met.count < all.most) to[met.count].solid = -1;
  }
};

/// The sums of what nodes lost, one of each block, in the order of the nodes: first all that
/// contact takes, then all work.
struct LostSum {
  const int* near;
  const double* lost;
  int nodes, block, blocks;
  double* sums;

  TENSIO_HD void operator()(int i) const {
    if (near && !*near) return;
    const int begin = i % blocks * block;
    const int count = nodes - begin < block ? nodes - begin : block;
    const double* const own = lost + static_cast<std::ptrdiff_t>(i / blocks) * nodes + begin;
    double sum = 0;
#if defined(__CUDACC__)
#pragma unroll 16
#endif
    for (int k = 0; k < count; ++k) sum += own[k];
    sums[i] = sum;
  }
};

/// The impulse of one obstacle along one axis in one block, in the order of nodes and contacts.
template <int D>
struct ImpulseSum {
  const ContactRecord<D>* records;
  int most, nodes, block, solids;
  double* sums;  ///< three numbers for each obstacle, for each block

  TENSIO_HD void operator()(int i) const {
    const int axis = i % D, solid = i / D % solids, of = i / (D * solids);
    const int begin = of * block, end = nodes - begin < block ? nodes : begin + block;
    double sum = 0;
    for (int node = begin; node < end; ++node) {
      const ContactRecord<D>* own = records + static_cast<std::ptrdiff_t>(node) * most;
      for (int k = 0; k < most && own[k].solid >= 0; ++k) {
        if (own[k].solid != solid) continue;
        sum += own[k].push[axis];
        sum += own[k].friction[axis];
      }
    }
    sums[(static_cast<std::ptrdiff_t>(of) * solids + solid) * 3 + axis] = sum;
  }
};

}  // namespace tensio
