// Sweeps with drag and dashpots. Velocity Verlet needs the forces at the end of a step at two
// velocities: at the guess v + h a, which ends the step, and at the velocity that this gives, which
// begins the next. With drag alone both follow from one sum of the springs.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "backend/common/velocity_forces.hpp"
#include "backend/cpu/kernels/simd.hpp"
#include "backend/cpu/passes/advance_shared.hpp"
#include "core/index.hpp"

namespace tensio {

/// The energy that drag and dashpots take in the steps of one call, as one thread sees it. Sweeps
/// write powers of nodes; once all threads have, each adds those of blocks that begin in its range;
/// once all have, the first one adds the blocks.
template <class Real>
class Sweeper<Real>::Powers {
 public:
  Powers(Sweeper& sweeper, const Range& range, double weight, const Advance& steps)
      : sweeper_(sweeper),
        range_(range),
        weight_(weight),
        energy_(steps.dissipated ? *steps.dissipated : 0.0),
        exchange_(steps.exchange) {}

  /// Where the next sweep writes them; they are added N times, N = `times`.
  Real* of_sweep(int times) {
    times_[parity_] = times;
    written_ = true;
    return sweeper_.power_[parity_].data();
  }
  /// All threads are here.
  void meet() {
    if constexpr (std::is_same_v<Real, double>)
      if (exchange_ && written_) {
        exchange_->take_powers(sweeper_.power_[parity_].data(), times_[parity_]);
        written_ = false;
      }
    if (summed_ && range_.begin == 0) add_blocks(1 - parity_);
    summed_ = written_;
    if (!written_) return;
    sum_blocks();
    written_ = false;
    parity_ = 1 - parity_;
  }
  double energy() const { return energy_; }
  /// Adds what else was lost, after what was computed up to the last but one meeting.
  void add(double energy) { energy_ += energy; }

 private:
  void sum_blocks() {
    const int nodes = sweeper_.net_.node_count;
    const Real* power = sweeper_.power_[parity_].data();
    for (int block = (range_.begin + kSumBlock - 1) / kSumBlock; block < sum_block_count(nodes);
         ++block) {
      const SumBlock items = sum_block(block, nodes);
      if (items.begin >= range_.end) break;
      BlockSum sum;
      int node = items.begin;
      for (; node + 8 <= items.end; node += 8)
        for (int i = 0; i < 8; ++i) sum.of[i] += static_cast<double>(power[node + i]);
      for (; node < items.end; ++node) sum.of[node % 8] += static_cast<double>(power[node]);
      sweeper_.block_power_[parity_][block] = sum.total();
    }
  }
  void add_blocks(int parity) {
    double total = 0;
    for (double power : sweeper_.block_power_[parity]) total += power;
    for (int i = 0; i < times_[parity]; ++i) energy_ += weight_ * total;
  }

  Sweeper& sweeper_;
  const Range& range_;
  double weight_, energy_;
  NodeExchange* exchange_;
  int parity_ = 0, times_[2] = {0, 0};
  bool written_ = false, summed_ = false;
};

template <class Real>
KernelDamping<Real> Sweeper<Real>::damping_of() {
  KernelDamping<Real> damping{};
  damping.drag = net_.drag;
  damping.u = damping.v_new = numbers(v_);
  return damping;
}

/// The steps of one call, as one thread takes them.
template <class Real>
class Sweeper<Real>::DampedRun {
 public:
  DampedRun(Sweeper& own, const Advance& steps, Range& range, Shared& shared)
      : own_(own),
        steps_(steps),
        range_(range),
        shared_(shared),
        verlet_(steps.integrator == Integrator::velocity_verlet),
        dashpots_(!own.net_.damping.empty()),
        powers_wanted_(own.damped()),
        contact_(!own.net_.solids.empty()),
        powers_(own, range, verlet_ ? steps.h / 2 : steps.h, steps),
        good_(steps.count),
        sweep_(own.sweep_of(range)),
        runs_(own.run_sweep_of(range)) {
    // One range may change its nodes where they are; others still read them. Contact looks at both
    // ends of a step. With velocity_verlet others read guesses and no velocities; half a step on
    // stands in their place, unless contact needs both.
    const bool several = own.ranges_.size() > 1;
    x_ = numbers(own.x_);
    v_ = numbers(own.v_);
    other_x_ = several || contact_ ? numbers(own.spare_) : x_;
    other_v_ = (several && !verlet_) || contact_ ? numbers(own.spare_v_) : v_;
    middle_ = contact_ ? numbers(own.middle_) : v_;
    guess_ = numbers(own.guess_);
    other_guess_ = several ? numbers(own.spare_guess_) : guess_;
    sweep_.laws = range.laws.data();
    sweep_.h = runs_.h = steps.h;
  }

  Outcome go() {
    any(false);
    if (verlet_)
      verlet();
    else
      euler();
    if (!ended()) at_most(0, any(!own_.is_finite(x_, v_, range_.begin, range_.end)));
    if (steps_.exchange) good_ = steps_.exchange->least(good_);
    if (good_ < steps_.count) return {good_, nullptr, nullptr, nullptr};
    return {steps_.count, x_, v_, nullptr, verlet_ ? guess_ : nullptr, powers_.energy()};
  }

 private:
  // Waits for the others; true for all where it is for one.
  bool any(bool mine) {
    const bool one = shared_.any(round_++, mine && steps_.watched);
    powers_.meet();
    return one;
  }
  // Where a step is suspected, only those before it are good. Several processes all take all steps,
  // and agree at the end.
  void at_most(std::int64_t good, bool suspected) {
    if (suspected) good_ = std::min(good_, good);
  }
  bool ended() const { return good_ < steps_.count && !steps_.exchange; }
  // Powers are added N times, N = `times`.
  bool move(Scheme scheme, int times) {
    KernelDamping<Real> damping = own_.damping_of();
    damping.dashpots = dashpots_;
    damping.u = verlet_ ? guess_ : v_;
    damping.v_new = other_v_;
    damping.keeps_v = contact_;
    damping.middle = middle_;
    damping.guess = other_guess_;
    damping.power = powers_wanted_ ? powers_.of_sweep(times) : nullptr;
    sweep_.damping = runs_.damping = damping;
    sweep_.p = dashpots_ ? range_.p.data() : nullptr;
    sweep_.scheme = runs_.scheme = scheme;
    sweep_.x = runs_.x = x_;
    sweep_.x_new = runs_.x_new = other_x_;
    sweep_.v = runs_.v = v_;
    const bool suspected = own_.by_runs_ ? kernel_.sweep_runs(runs_) : kernel_.sweep(sweep_);
    if (scheme != Scheme::damped_end) {
      std::swap(x_, other_x_);
      std::swap(guess_, other_guess_);
    }
    if (scheme != Scheme::damped_begin) std::swap(v_, other_v_);
    if (scheme != Scheme::damped_end) {
      own_.exchange(steps_, x_);
      if (dashpots_) own_.exchange(steps_, verlet_ ? guess_ : v_);
    }
    return suspected;
  }
  // After the sweep that moved the nodes, with its outcome: true where one is suspected.
  bool any_and_look(bool suspected) {
    if (!contact_) return any(suspected);
    own_.find_near(range_, other_x_, x_);
    std::atomic<bool>& flag = shared_.near[looks_ % 3];
    if (!range_.near.empty()) flag = true;
    const bool one = any(suspected);
    near_ = flag;
    // All have read the one before.
    if (range_.begin == 0) shared_.near[(looks_ + 2) % 3] = false;
    ++looks_;
    return one;
  }
  // Stops nodes at the end of a step, whose powers have been computed.
  void stop(std::int64_t step) {
    any(false);
    if (range_.begin == 0) {
      AdvanceContact& all = *steps_.contact;
      all.last.clear(own_.net_.solids.size());
      own_.stop_near(other_x_, other_v_, x_, v_, all.last);
      powers_.add(all.last.dissipated);
      all.work += all.last.work;
      for (const Touch& touch : all.last.begun) all.begun.push_back({step, touch});
    }
    any(false);
  }
  void nothing_met() {
    if (contact_ && range_.begin == 0) steps_.contact->last.clear(own_.net_.solids.size());
  }
  void verlet() {
    move(Scheme::damped_begin, 1);
    any_and_look(false);
    for (std::int64_t step = 1; step <= steps_.count && !ended(); ++step) {
      const bool last = step == steps_.count;
      at_most(step - 1, near_ ? !end_with_contact(step, last) : !end_freely(last));
    }
  }
  // The end of a step and the begin of the next one.
  bool end_freely(bool last) {
    nothing_met();
    return !(last ? any(move(Scheme::damped_end, 1))
                  : any_and_look(move(Scheme::damped_between, 2)));
  }
  // Obstacles change velocities once the step has ended, and positions.
  bool end_with_contact(std::int64_t step, bool last) {
    if (any(move(Scheme::damped_end, 1))) return false;
    stop(step);
    // Springs may be longer where obstacles have put their ends.
    if (last) return !any(watch());
    if (steps_.contact->last.met) {
      for (int node = range_.begin; node < range_.end; ++node)
        for (int axis = 0; axis < own_.net_.dimension; ++axis)
          guess_[own_.layout_.at(node, axis)] = v_[own_.layout_.at(node, axis)];
      any(false);
    }
    return !any_and_look(move(Scheme::damped_begin, 1));
  }
  bool watch() {
    sweep_.x = runs_.x = x_;
    return own_.by_runs_ ? kernel_.watch_runs(runs_) : kernel_.watch(sweep_);
  }
  void euler() {
    const Scheme scheme = steps_.integrator == Integrator::symplectic_euler
                              ? Scheme::damped_symplectic_euler
                              : Scheme::damped_explicit_euler;
    // A sweep sees the springs at the beginning of its step; where all begins has been looked at.
    for (std::int64_t step = 1; step <= steps_.count; ++step) {
      const bool suspected = move(scheme, 1) && step > 1;
      at_most(step - 2, any_and_look(suspected));
      if (ended()) return;
      if (near_)
        stop(step);
      else
        nothing_met();
    }
    at_most(steps_.count - 1, any(watch()));
  }

  Sweeper& own_;
  const Advance& steps_;
  Range& range_;
  Shared& shared_;
  const Kernel<Real>& kernel_ = kernel_of<Real>(simd_level());
  bool verlet_, dashpots_, powers_wanted_, contact_;
  Powers powers_;
  std::int64_t good_;  // steps
  KernelSweep<Real> sweep_;
  KernelRunSweep<Real> runs_;
  Real *x_, *v_, *other_x_, *other_v_;
  Real *middle_, *guess_, *other_guess_;
  int round_ = 0, looks_ = 0;
  bool near_ = false;  // some node may meet an obstacle in the step at hand
};

template <class Real>
typename Sweeper<Real>::Outcome Sweeper<Real>::run_damped(const Advance& steps, Range& range,
                                                          Shared& shared) {
  return DampedRun(*this, steps, range, shared).go();
}

#ifndef TENSIO_GROUPED
template class Sweeper<double>;
template class Sweeper<float>;
#endif

}  // namespace tensio
