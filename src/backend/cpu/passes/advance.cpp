// Sweeps over the ranges of a net, step by step.
#include "backend/cpu/passes/advance.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "backend/cpu/kernels/simd.hpp"
#include "backend/cpu/passes/advance_shared.hpp"
#include "backend/loops.hpp"
#include "core/assert.hpp"
#include "core/index.hpp"

namespace tensio {

namespace {

template <class Real>
void curve_q(const void* context, const int* springs, int count, const Real* l, Real* q) {
  const auto& net = *static_cast<const NetworkData*>(context);
  for (int i = 0; i < count; ++i) {
    const std::size_t s = usize(springs[i]);
    const LawValue value =
        evaluate<Law::table>(l[i], net.stiffness[s], net.rest_length[s], net.curve_of(springs[i]));
    q[i] = static_cast<Real>(value.q);
  }
}

}  // namespace

template <class Real>
bool Sweeper<Real>::is_usable() const {
  return net_.functions.empty() && net_.spring_count > 0;
}

template <class Real>
std::size_t Sweeper<Real>::rows() const {
  return layout_.axis == 1 ? usize(net_.node_count) : usize(layout_.axis) * 3 / 4;
}

template <class Real>
void Sweeper<Real>::pack(const double* from, int begin, int end, std::vector<Row>& to) const {
  const int d = net_.dimension, filled = layout_.axis == 1 ? 4 : d;
  Real* numbers = to.data()->v;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < filled; ++axis)
      numbers[layout_.at(node, axis)] =
          axis < d ? static_cast<Real>(from[wide(node) * d + axis]) : Real{0};
}

template <class Real>
void Sweeper<Real>::unpack(const Real* from, int begin, int end, double* to) const {
  const int d = net_.dimension;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < d; ++axis) to[wide(node) * d + axis] = from[layout_.at(node, axis)];
}

// velocity_verlet: x += h v + h²/2 a, v += h/2 a.
template <class Real>
void Sweeper<Real>::first_half_step(double h, const double* a, int begin, int end) {
  const int d = net_.dimension;
  const Real whole = static_cast<Real>(h), half = static_cast<Real>(h / 2);
  const Real square = static_cast<Real>(h * h / 2);
  Real *all_x = x_.data()->v, *all_v = v_.data()->v;
  for (int node = begin; node < end; ++node)
    for (int axis = 0; axis < d; ++axis) {
      const std::ptrdiff_t at = layout_.at(node, axis);
      Real &x = all_x[at], &v = all_v[at];
      const Real now = static_cast<Real>(a[wide(node) * d + axis]);
      x += whole * v;
      x += square * now;
      v += half * now;
    }
}

template <class Real>
KernelSweep<Real> Sweeper<Real>::sweep_of(Range& range) {
  KernelSweep<Real> sweep{};
  sweep.begin = range.begin;
  sweep.end = range.end;
  sweep.x = sweep.x_new = x_.data()->v;
  sweep.v = v_.empty() ? nullptr : v_.data()->v;
  sweep.f = range.f.data()->v;
  sweep.f_mask = static_cast<std::uint32_t>(range.f.size() - 1);
  sweep.beyond = range.beyond;
  sweep.kind = kind_.empty() ? nullptr : kind_.data();
  sweep.nodes = nodes_.data();
  sweep.law_count = static_cast<int>(net_.laws.size());
  sweep.curve = curve_q<Real>;
  sweep.context = &net_;
  sweep.damping = damping_of();
  return sweep;
}

template <class Real>
void Sweeper<Real>::forces(const double* x, const double* v, double* f) {
  lay_out();
  layout_ = {4, 1};
  x_.resize(rows());
  spare_.resize(rows());
  if (v) v_.resize(rows());
  const Kernel<Real>& kernel = kernel_of<Real>(simd_level());
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    pack(x, begin, end, x_);
    if (v) pack(v, begin, end, v_);
  });
  const auto body = [&](int begin, int end) {
    for (int r = begin; r < end; ++r) {
      Range& range = ranges_[r];
      KernelSweep<Real> sweep = sweep_of(range);
      sweep.scheme = Scheme::forces;
      sweep.damping.dashpots = v != nullptr;
      point_at_values(range.direct);
      sweep.laws = range.direct.data();
      sweep.out = spare_.data()->v;
      kernel.sweep(sweep);
      unpack(spare_.data()->v, range.begin, range.end, f);
    }
  };
  pool_.parallel_for(static_cast<int>(ranges_.size()), body, 2);
}

template <class Real>
bool Sweeper<Real>::is_finite(const Real* x, const Real* v, int begin, int end) const {
  // One NaN or infinity makes the sum NaN.
  double none = 0;
  for (int axis = 0; axis < net_.dimension; ++axis)
    for (int node = begin; node < end; ++node) {
      const std::ptrdiff_t at = layout_.at(node, axis);
      none += 0.0 * static_cast<double>(x[at]) + 0.0 * static_cast<double>(v[at]);
    }
  return none == 0.0;
}

/// Numbers of nodes, in their layout, with other processes.
template <class Real>
void Sweeper<Real>::exchange(const Advance& steps, Real* numbers) const {
  if (!steps.exchange) return;
  if constexpr (std::is_same_v<Real, double>)
    steps.exchange->exchange(numbers, layout_.node, layout_.axis);
}

template <class Real>
typename Sweeper<Real>::Outcome Sweeper<Real>::run(const Advance& steps, Range& range,
                                                   Shared& shared) {
  const Kernel<Real>& kernel = kernel_of<Real>(simd_level());
  const bool verlet = steps.integrator == Integrator::velocity_verlet;
  // One range may move its nodes where they are; others still read them.
  Real *x = x_.data()->v, *other = ranges_.size() > 1 ? spare_.data()->v : x;
  int round = 0;
  const auto any = [&](bool mine) { return shared.any(round++, mine && steps.watched); };
  any(false);
  KernelSweep<Real> sweep = sweep_of(range);
  KernelRunSweep<Real> runs = run_sweep_of(range);
  sweep.laws = range.laws.data();
  sweep.h = runs.h = steps.h;
  Real* out = spare_.empty() ? nullptr : spare_.data()->v;
  const auto move = [&](Scheme scheme) {
    if (ranges_.size() > 1) out = other;
    sweep.scheme = runs.scheme = scheme;
    sweep.x = runs.x = x;
    sweep.x_new = runs.x_new = other;
    sweep.out = runs.out = out;
    const bool suspected = by_runs_ ? kernel.sweep_runs(runs) : kernel.sweep(sweep);
    if (scheme != Scheme::verlet_last) {
      std::swap(x, other);
      exchange(steps, x);
    }
    return suspected;
  };
  // Several processes all take all steps, and agree at the end.
  std::int64_t good = steps.count;
  const auto ends = [&](bool suspected, std::int64_t before) {
    if (any(suspected)) good = std::min(good, before);
    return good < steps.count && !steps.exchange;
  };
  if (verlet) {
    if (steps.a_known) exchange(steps, x);
    // A sweep sees the springs at the end of the step whose second half it takes.
    if (!steps.a_known) {
      move(Scheme::verlet_first);
      any(false);
    }
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      const Scheme scheme = step < steps.count ? Scheme::verlet : Scheme::verlet_last;
      if (ends(move(scheme), step - 1)) return {good, nullptr, nullptr, nullptr};
    }
  } else {
    const Scheme scheme = steps.integrator == Integrator::symplectic_euler
                              ? Scheme::symplectic_euler
                              : Scheme::explicit_euler;
    // A sweep sees the springs at the beginning of its step; where all begins has been looked at.
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      const bool suspected = move(scheme) && step > 1;
      if (ends(suspected, step - 2)) return {good, nullptr, nullptr, nullptr};
    }
    sweep.x = runs.x = x;
    const bool suspected = by_runs_ ? kernel.watch_runs(runs) : kernel.watch(sweep);
    if (ends(suspected, steps.count - 1)) return {good, nullptr, nullptr, nullptr};
  }
  const Real* const v = v_.data()->v;
  ends(!is_finite(x, v, range.begin, range.end), 0);
  if (steps.exchange) good = steps.exchange->least(good);
  if (good < steps.count) return {good, nullptr, nullptr, nullptr};
  return {steps.count, x, v, verlet ? out : nullptr};
}

template <class Real>
void Sweeper<Real>::make_room(const Advance& steps) {
  const bool verlet = steps.integrator == Integrator::velocity_verlet;
  layout_ = by_runs_ ? Layout{1, axis_distance()} : Layout{4, 1};
  x_.resize(rows());
  v_.resize(rows());
  if (verlet || ranges_.size() > 1) spare_.resize(rows());
  if (!by_damped_run()) return;
  const bool contact = !net_.solids.empty();
  if (verlet) guess_.resize(rows());
  if (verlet && ranges_.size() > 1) spare_guess_.resize(rows());
  middle_.resize(verlet && contact ? rows() : 0);
  if (contact) spare_.resize(rows());
  if (contact || (!verlet && ranges_.size() > 1)) spare_v_.resize(rows());
  if (contact)
    for (Range& range : ranges_) range.near.reserve(usize(range.end - range.begin));
  for (int parity : {0, 1}) {
    power_[parity].resize(usize(net_.node_count) + kKernelPad);
    block_power_[parity].resize(usize(sum_block_count(net_.node_count)));
  }
  for (Range& range : ranges_) range.p.resize(net_.damping.empty() ? 0 : range.f.size());
}

template <class Real>
std::int64_t Sweeper<Real>::advance(const Advance& steps, double* x, double* v, double* a,
                                    double* guess, NodeStops* stops) {
  stops_ = stops;
  lay_out();
  TENSIO_ASSERT(!steps.exchange || (ranges_.size() == 1 && net_.solids.empty() &&
                                    std::is_same_v<Real, double>));
  take_values();
  suspect_beyond(steps.strain);
  make_room(steps);
  const bool known = steps.integrator == Integrator::velocity_verlet && !by_damped_run();
  Shared shared(static_cast<int>(ranges_.size()));
  Outcome first{};
  const auto body = [&](int begin, int end_range) {
    for (int r = begin; r < end_range; ++r) {
      Range& range = ranges_[r];
      pack(x, range.begin, range.end, x_);
      pack(v, range.begin, range.end, v_);
      if (!guess_.empty())
        pack(guess && steps.guess_known ? guess : v, range.begin, range.end, guess_);
      if (known && steps.a_known) first_half_step(steps.h, a, range.begin, range.end);
      const Outcome end =
          by_damped_run() ? run_damped(steps, range, shared) : run(steps, range, shared);
      if (r == 0) first = end;
      if (end.good < steps.count) continue;
      unpack(end.x, range.begin, range.end, x);
      unpack(end.v, range.begin, range.end, v);
      if (known) unpack(end.a, range.begin, range.end, a);
      if (guess && end.guess) unpack(end.guess, range.begin, range.end, guess);
    }
  };
  pool_.parallel_for(static_cast<int>(ranges_.size()), body, 2);
  if (by_damped_run() && steps.dissipated && first.good == steps.count)
    *steps.dissipated = first.dissipated;
  return first.good;
}

#ifndef TENSIO_GROUPED
template class Sweeper<double>;
template class Sweeper<float>;
#endif

}  // namespace tensio
