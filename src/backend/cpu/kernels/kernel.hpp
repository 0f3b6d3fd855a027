// What the kernels of explicit steps work on: plain numbers and pointers. Kernels are compiled for
// several kinds of processors, so nothing here is a function with a body: one made for a newer
// processor could be linked in for all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/host_device.hpp"
#include "tensio/model/law.hpp"

namespace tensio {

/// Springs of a block; the nodes of a block move once it is processed.
inline constexpr int kKernelBlock = 128;

/// What a sweep does with a node once its force is known.
enum class Scheme {
  forces,            ///< writes the springs' part of it to `out`
  explicit_euler,    ///< x += h v, v += h a
  symplectic_euler,  ///< v += h a, x += h v
  verlet_first,      ///< x += h v + h²/2 a, v += h/2 a: the first half of a step
  verlet,            ///< the second half of a step, v += h/2 a, and the first of the next
  verlet_last,       ///< the second half alone; a goes to `out`
  // With drag or dashpots, whose forces are those at the velocities u; powers go to `power`.
  damped_explicit_euler,    ///< u = v
  damped_symplectic_euler,  ///< u = v
  // velocity_verlet, u = guess
  damped_begin,    ///< x += h v + h²/2 a, middle = v + h/2 a, guess = v + h a
  damped_between,  ///< the end of a step and the begin of the next
  damped_end,      ///< v = middle + h/2 a
};
inline constexpr int kSchemeCount = 11;

// Real is double or float.

/// Nodes are rows of four numbers, the last ones zero. Many nodes share these.
template <class Real>
struct alignas(32) KernelNode {
  Real external[4];
  Real mass[4];
  Real free[4];  // all bits where the axis is an unknown, none elsewhere
};

template <class Real>
struct KernelMaterial {
  Real stiffness, rest_length;
};

/// The springs of one law that a sweep over some nodes needs.
template <class Real>
struct KernelSprings {
  Law law;
  int begin, end;  // those whose lower node is one of the sweep's
  const int *lower, *upper;
  // Those from lower nodes of other sweeps to nodes of this one, ascending.
  int cross_count;
  const int *cross, *cross_lower, *cross_upper;
  // Numbers of materials, of one or two bytes; or none, and values of each spring.
  const std::uint8_t* material8;
  const std::uint16_t* material16;
  const KernelMaterial<Real>* materials;
  const Real *stiffness, *rest_length;
  const Real* damping;
  // Where l - slope rest_length is above `offset`, a spring is suspected of blowing up.
  Real slope, offset;
};

/// What drag and dashpots need. Vectors are as those of positions.
template <class Real>
struct KernelDamping {
  bool dashpots;
  double drag;
  const Real* u;  // velocities at which they act
  Real* v_new;    // may be v; of the schemes that change v
  bool keeps_v;   // damped_between writes it, too
  Real* middle;
  Real* guess;  // the new one; may be u
  Real* power;  // that drag and dashpots take, one number for each node; null: not wanted
};

// Regular nets: nodes that follow each other and are alike are worked on several at a time.

/// The same for all nodes of a run, or one of each, in planes of as many numbers as it has nodes.
template <class Real>
struct KernelNumber {
  Real shared;
  int plane;  // less than zero: shared
};

/// To the node a fixed number of nodes behind each node of a run.
template <class Real>
struct KernelPatternSpring {
  int offset;
  int place;  // among the springs of a node
  KernelNumber<Real> stiffness, rest_length, damping;
  Real longest;  // longer ones are suspected of blowing up, where the rest length is shared
};

/// What the nodes of a run have in common: what they are, and the springs that begin there, the
/// farthest first.
template <class Real>
struct KernelPattern {
  KernelNumber<Real> mass, external[3];
  bool free[3];
  int begin, end;
};

struct KernelRun {
  int first, count;
  int pattern;
  std::int64_t values;  // where its planes begin
};

/// A spring from a lower node of another sweep.
template <class Real>
struct KernelCrossSpring {
  int lower, upper;
  Real stiffness, rest_length, damping;
};

/// Largest number of springs of a pattern.
inline constexpr int kMostPatternSprings = 32;
/// Nodes of a chunk of a run.
inline constexpr int kKernelChunk = 64;
/// Numbers behind the last node that may be read and are not used.
inline constexpr int kKernelPad = 16;

/// Numbers of nodes stand one axis after the other here, `axis` numbers apart.
template <class Real>
struct KernelRunSweep {
  Scheme scheme;
  Law law;
  int axes;  // 2 or 3
  int begin;
  double h;
  std::ptrdiff_t axis;
  const Real* x;
  Real* x_new;  // may be x
  Real *v, *out;
  KernelDamping<Real> damping;
  // Sums at nodes, in a window that goes with the sweep; all zero before and after. It holds
  // `window` nodes, `reach` of which stay when it moves.
  Real* f;
  int window, reach;
  const KernelPattern<Real>* patterns;
  const KernelPatternSpring<Real>* springs;
  const KernelRun* runs;
  int run_count;
  const Real* values;
  Real slope, offset;  // as KernelSprings has them
  const KernelCrossSpring<Real>* cross;
  int cross_count;
};

template <class Real>
struct KernelSweep {
  Scheme scheme;
  int begin, end;  // nodes
  double h;
  const Real* x;
  Real* x_new;  // may be x
  Real* v;
  Real* f;  // sums at nodes, node i at row i & f_mask; all zero before and after
  std::uint32_t f_mask;
  Real* p;  // as f, one number for each node: the powers of its dashpots
  KernelDamping<Real> damping;
  int beyond;                 // how many nodes behind the last one springs reach
  const std::uint16_t* kind;  // of each node among `nodes`; null: as many as there are nodes
  const KernelNode<Real>* nodes;
  Real* out;
  int law_count;
  const KernelSprings<Real>* laws;
  // q of springs whose law is a curve, at their lengths.
  void (*curve)(const void* context, const int* springs, int count, const Real* l, Real* q);
  const void* context;
};

/// All are true where a spring is suspected of blowing up.
template <class Real>
struct Kernel {
  bool (*sweep)(const KernelSweep<Real>&);
  bool (*watch)(const KernelSweep<Real>&);  // looks at the springs alone
  bool (*sweep_runs)(const KernelRunSweep<Real>&);
  bool (*watch_runs)(const KernelRunSweep<Real>&);
};

extern const Kernel<double> kBaselineKernel, kAvx2Kernel, kAvx512Kernel, kSimd128Kernel;
extern const Kernel<float> kBaselineSingleKernel, kAvx2SingleKernel, kAvx512SingleKernel;

}  // namespace tensio
