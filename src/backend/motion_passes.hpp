// Passes that motion needs: inertia, forces that depend on velocities, faces, fused explicit steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/contact_passes.hpp"
#include "backend/vectors.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

/// Whether steps in single precision are part of this build. The studio's page cannot ask for them,
/// and what it loads first should be small.
#if defined(TENSIO_WITHOUT_SINGLE_PRECISION)
inline constexpr bool kHasSinglePrecision = false;
#else
inline constexpr bool kHasSinglePrecision = true;
#endif

/// Dashpots of an implicit stage of b seconds: T = c (l - l*) / b.
struct Dashpot {
  double b = 0;          ///< 0: none
  VectorId l_star = -1;  ///< of springs
};

/// The power of the dashpots as a stage has them: force times rate, c ((l - l*) / b)².
struct DashpotPower {
  Dashpot dashpot = {};
  VectorId lengths = -1;   ///< l
  VectorId slack_by = -1;  ///< the lengths that say which cables and struts are slack
};

/// A touch that began in a step of one call; the first step has the number 1.
struct StepTouch {
  std::int64_t step;
  Touch touch;
};

/// What contact did in the steps of one call.
struct AdvanceContact {
  ContactBalance last = {};  ///< in the last step
  double work = 0;           ///< of all steps; added to what it is before
  std::vector<StepTouch> begun = {};
};

/// Of a part of a net whose other parts other processes have: brings them what this one computes,
/// and the other way round, while steps are taken.
class NodeExchange {
 public:
  virtual ~NodeExchange() = default;
  /// The numbers of nodes that others have become theirs. Axis i of a node stands at
  /// numbers[node * node_stride + i * axis_stride].
  virtual void exchange(double* numbers, std::ptrdiff_t node_stride,
                        std::ptrdiff_t axis_stride) = 0;
  /// The least number that one of them has.
  virtual std::int64_t least(std::int64_t number) = 0;
  /// Powers of the nodes by dashpots and drag, in the order of the steps; each counts N times,
  /// N = `times`.
  virtual void take_powers(const double* of_nodes, int times) = 0;
};

/// Explicit steps that are taken in one call, while only springs, dashpots, drag, constant loads
/// and obstacles that rest act.
struct Advance {
  Integrator integrator = Integrator::velocity_verlet;  ///< or symplectic_euler, explicit_euler
  double h = 0;
  std::int64_t count = 0;
  VectorId x = -1, v = -1;
  VectorId a = -1;       ///< of velocity_verlet without dashpots and drag: the acceleration at x,
  bool a_known = false;  ///< before where it is known, and after
  /// Of velocity_verlet with dashpots or drag: the velocities of the forces at x, before where they
  /// are known (else these are v), and after, unless a node met an obstacle in the last step.
  VectorId guess = -1;
  bool guess_known = false;
  double strain = 0;    ///< a larger one is a blow-up
  bool watched = true;  ///< false: all steps are taken, whatever comes of them
  Precision precision = Precision::double_precision;
  /// The energy that dashpots and drag take is added to this, where all steps are good.
  double* dissipated = nullptr;
  AdvanceContact* contact = nullptr;  ///< in nets with obstacles
  /// Of a part of a net: in double precision, without obstacles, on one thread. `dissipated` is
  /// left alone then.
  NodeExchange* exchange = nullptr;
};

class MotionPasses {
 public:
  virtual ~MotionPasses() = default;

  /// From here on energy, forces and matrices are those of E(x) + g/2 |x - y|²_M, by which every
  /// implicit step is an equilibrium; g = 0: of E alone.
  virtual void set_inertia(double g, VectorId y) = 0;
  /// f = springs with their dashpots, external forces, targets, and drag at x, v, added in this
  /// order.
  virtual void motion_forces(VectorId x, VectorId v, VectorId f) = 0;
  /// The power that damping and drag take [W].
  virtual double dissipated_power(VectorId x, VectorId v) = 0;
  virtual double dashpot_power(const DashpotPower& stage) = 0;
  /// Dashpots T = c/b (l - n.d), d being the spring in `from`, feel the turn of n: f becomes
  /// f - c part n ((d across n).u) / l at the ends of each spring, zero where an axis is not an
  /// unknown. With part = 1/b and subtract_product() that is the whole derivative times u.
  virtual void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) = 0;
  /// f = pressure and wind on faces, and wind on nodes with an area, at x, v; v = -1: no wind.
  virtual void face_forces(VectorId x, VectorId v, VectorId f) = 0;
  /// From here on the external forces contain f, until this is called with -1: implicit steps know
  /// no derivative of the forces on faces.
  virtual void hold_forces(VectorId f) = 0;
  /// f becomes f / mass on free axes, zero on fixed ones.
  virtual void divide_by_mass(VectorId f) = 0;
  virtual double kinetic_energy(VectorId v) = 0;  ///< of the free axes
  /// The sum of mass times velocity over all nodes: one number for each axis.
  virtual void momentum(VectorId v, std::span<double> sum) = 0;
  /// Whether advance() knows all forces on the net as it is. Optional: without it integrators take
  /// single steps.
  virtual bool can_advance() const { return false; }
  /// Most steps in one call of advance(), after which a run can be stopped; `work`: springs and nodes
  /// of each.
  virtual std::int64_t most_steps(double work) const {
    // About a third of a second on one core.
    constexpr double kMostWork = 6e7;
    return work < kMostWork ? static_cast<std::int64_t>(kMostWork / work) : 1;
  }
  /// Takes the steps, with the bits of single ones. Returns how many of them are certainly good;
  /// where that is not all, one may have blown up, and x, v and a are as they were.
  virtual std::int64_t advance(const Advance& /*steps*/) { return 0; }
};

}  // namespace tensio
