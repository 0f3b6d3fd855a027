// What passes on a device read and write, as plain pointers: the net by rows of half-springs, and
// the vectors of a step. docs/gpu.md says why they are laid out so.
#pragma once

#include <cstdint>

namespace tensio {

/// The numbers of a node, in one or two loads of 16 bytes; the last one of four is not used.
template <int D>
struct alignas(16) NodeRow {
  double v[D == 2 ? 2 : 4];
};

/// What springs with the same values share.
struct alignas(16) DeviceMaterial {
  double stiffness, rest_length;
  double longest;  ///< a longer one may have blown up
  double damping;
  int law;    ///< Law, polynomials as tables
  int curve;  ///< of table
};

/// See CurveView; its rows begin at `first`.
struct DeviceCurve {
  std::int64_t first;
  int pieces, degree;
  bool of_strain;
};

/// What nodes with the same values share.
struct DeviceNode {
  double mass;
  double external[3];
  int constrained;  ///< one bit for each axis
};

/// A spring as one of its ends sees it.
struct HalfSpring {
  std::uint32_t node, material;
};

/// The half-springs of node i are start[i] .. start[i + 1] - 1, in ascending spring order.
struct DeviceNet {
  int node_count;
  const int* start;
  const std::uint32_t* packed;  ///< material, then `node_bits` bits of the other node; or null,
  const HalfSpring* unpacked;   ///< and these are given
  int node_bits;
  const DeviceMaterial* materials;
  const DeviceCurve* curves;
  const double* curve_rows;
  const DeviceNode* kinds;
  const int* kind;  ///< of each node
  double drag;
  bool all_linear;
  bool dashpots;  ///< some spring has one
  bool damped;    ///< dashpots or drag act
};

enum class DevicePass {
  forces,        ///< out = all forces at x, u
  power,         ///< what dashpots and drag take at x, u
  verlet_first,  ///< the begin of a step, with the forces at x, u
  verlet,        ///< the end of a step, and the begin of the next unless a node may meet obstacles
  verlet_last,   ///< the end of a step; out = the acceleration
  symplectic_euler,
  explicit_euler,
  watch  ///< looks at the springs alone
};

/// One pass over all nodes. Where others read what a node writes, the two are different vectors.
template <int D>
struct DeviceStep {
  DeviceNet net;
  DevicePass pass;
  double h;
  const NodeRow<D>* x;
  NodeRow<D>* x_new;
  const NodeRow<D>* v;
  NodeRow<D>* v_new;
  const NodeRow<D>* u;  ///< the velocities of dashpots and drag; read in damped nets only
  NodeRow<D>* guess;    ///< those of the next forces; may be null
  NodeRow<D>* out;      ///< may be null
  NodeRow<D>* middle;   ///< in nets with obstacles: velocities half a step on, which else are v
  /// In nets with obstacles, else null: whether nodes may meet them in the step that ends. With
  /// verlet_first the pass does nothing where none may.
  const int* near;
  double* power;   ///< of nodes; may be null
  int* suspected;  ///< set where a spring is too long; may be null
};

/// Numbers of nodes, `count` for each pass, and eight sums of each block of `block` nodes: in each
/// pass, of every eighth number.
struct EighthSums {
  const double* numbers;
  int count, block, blocks, passes;
  double* sums;
};

}  // namespace tensio
