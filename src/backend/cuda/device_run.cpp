// Many explicit steps in one call, without leaving the device.
#include <algorithm>

#include "backend/common/velocity_forces.hpp"
#include "backend/cuda/device_backend.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "model/integrator_traits.hpp"

namespace tensio {

namespace {

/// Springs and nodes of all steps in one call: about a tenth of a second, after which a run can be
/// stopped; and most steps, since a small net takes some microseconds for each.
constexpr double kMostDeviceWork = 1e10;
constexpr double kMostDeviceSteps = 20000;
/// See kMostPasses.
constexpr std::int64_t kLeastPasses = 8;

}  // namespace

/// The steps of one call.
template <int D>
struct DeviceBackend<D>::Run {
  Run(DeviceBackend& own_backend, const Advance& what)
      : own(own_backend),
        contact(own_backend.contact_),
        steps(what),
        net(own.on_device_.view(what.strain)),
        verlet(what.integrator == Integrator::velocity_verlet),
        powers_wanted(net.damped),
        obstacles(contact.acts()),
        energy(what.dissipated ? *what.dissipated : 0.0) {
    const std::int64_t most =
        powers_wanted || obstacles ? kMostNumbers / (8 * own.blocks()) : kMostPasses;
    room = std::clamp<std::int64_t>(most, kLeastPasses, kMostPasses);
    own.flags_.resize(*own.device_, usize(room));
    if (powers_wanted) {
      own.power_.resize(*own.device_,
                        usize(net.node_count) * usize(passes_with_powers(net.node_count)));
      own.eighths_.resize(*own.device_, usize(room) * 8 * usize(own.blocks()));
    }
    begin();
  }

  /// How many steps are good.
  std::int64_t go() {
    const std::int64_t good = verlet ? take_verlet() : take_euler();
    if (good < steps.count) return good;
    own.device_->check_finite(x, v, next_flag());
    waiting.push_back({.good = 0, .times = 0});
    if (const std::int64_t left = look(); left < steps.count) return left;
    end();
    return steps.count;
  }
  void restore() {
    const std::size_t bytes = usize(net.node_count) * sizeof(Rows);
    own.device_->copy(own.before_x_.data(), own.twin_rows(steps.x).data(), bytes);
    own.device_->copy(own.before_v_.data(), own.twin_rows(steps.v).data(), bytes);
    if (more >= 0) own.device_->copy(own.before_more_.data(), own.twin_rows(more).data(), bytes);
  }

 private:
  /// What a pass left on the device: if it is flagged, `good` steps are good; its power counts
  /// `times`.
  struct Waiting {
    std::int64_t good;
    int times;
    int ends = -1;    ///< the step of the round that contact ends after it
    int begins = -1;  ///< that of the one after which it was needed if a node was near, else its
                      ///< power is that of the pass before
  };

  void keep(VectorId id, DeviceArray<Rows>& before) {
    before.resize(*own.device_, usize(net.node_count));
    own.device_->copy(own.read_here(id), before.data(), before.size() * sizeof(Rows));
  }
  Rows* spare(DeviceArray<Rows>& rows) {
    rows.resize(*own.device_, usize(net.node_count));
    return rows.data();
  }
  void begin() {
    keep(steps.x, own.before_x_);
    keep(steps.v, own.before_v_);
    x = own.read_here(steps.x);
    v = own.read_here(steps.v);
    other_x = spare(own.spare_x_);
    // Contact looks at both ends of a step.
    other_v = obstacles || (!verlet && net.dashpots) ? spare(own.spare_v_) : v;
    if (obstacles) {
      TENSIO_ASSERT(steps.contact);
      start_x = verlet ? spare(own.start_x_) : nullptr;
      contact.begin_round(static_cast<int>(room), *own.host_);
    }
    if (!verlet) return;
    if (obstacles) middle = spare(own.middle_);
    if (net.damped) {
      TENSIO_ASSERT(steps.guess >= 0);
      if (steps.guess_known) keep(more = steps.guess, own.before_more_);
      Twin& twin = own.twins_[usize(steps.guess)];
      guess = steps.guess_known ? own.read_here(steps.guess) : own.rows_of(twin);
      if (!steps.guess_known) own.device_->copy(v, guess, usize(net.node_count) * sizeof(Rows));
      other_guess = net.dashpots || obstacles ? spare(own.spare_guess_) : guess;
    } else if (steps.a >= 0) {
      if (steps.a_known) keep(more = steps.a, own.before_more_);
      a = steps.a_known ? own.read_here(steps.a) : own.rows_of(own.twins_[usize(steps.a)]);
    }
  }
  int* next_flag() { return own.flags_.data() + waiting.size(); }

  DeviceStep<D> step_of(DevicePass what) const {
    DeviceStep<D> step{};
    step.net = net;
    step.pass = what;
    step.h = steps.h;
    step.x = x;
    step.x_new = other_x;
    step.v = v;
    step.v_new = other_v;
    if (net.damped) step.u = verlet ? guess : v;
    step.guess = other_guess;
    step.middle = middle;
    if (what == DevicePass::verlet_last) step.out = a;
    return step;
  }
  void take(DeviceStep<D>& step, const Waiting& left) {
    if (waiting.empty()) own.device_->clear(own.flags_.data(), own.flags_.size() * sizeof(int));
    if (powers_wanted && left.times > 0)
      step.power = own.power_.data() + usize(net.node_count) * usize(powers++);
    step.suspected = next_flag();
    own.device_->take_step(step);
    waiting.push_back(left);
    if (powers == passes_with_powers(net.node_count)) sum_powers();
  }
  // Steps that are good if this pass is suspected of nothing, where that is wanted.
  void pass(DevicePass what, std::int64_t good, int times) {
    DeviceStep<D> step = step_of(what);
    take(step, {.good = good, .times = times});
    if (what == DevicePass::watch) return;
    if (what != DevicePass::verlet_last) {
      std::swap(x, other_x);
      std::swap(guess, other_guess);
    }
    std::swap(v, other_v);
  }
  // Of the last passes. The passes that leave powers come first of those that are waiting.
  void sum_powers() {
    if (powers == 0) return;
    const std::size_t each = 8 * usize(own.blocks());
    own.device_->sum_eighths({.numbers = own.power_.data(),
                              .count = net.node_count,
                              .block = kSumBlock,
                              .blocks = own.blocks(),
                              .passes = powers,
                              .sums = own.eighths_.data() + usize(summed) * each});
    summed += powers;
    powers = 0;
  }
  // Steps that are good by what the passes so far have left; all of them if no one is suspected.
  std::int64_t look() {
    sum_powers();
    const std::size_t count = waiting.size();
    own.host_flags_.resize(count);
    own.device_->to_host(own.flags_.data(), own.host_flags_.data(), count * sizeof(int));
    const std::size_t each = 8 * usize(own.blocks());
    if (powers_wanted) {
      own.host_eighths_.resize(count * each);
      own.device_->to_host(own.eighths_.data(), own.host_eighths_.data(),
                           own.host_eighths_.size() * sizeof(double));
    }
    if (obstacles) contact.look(in_round);
    const double weight = verlet ? steps.h / 2 : steps.h;
    std::int64_t good = steps.count;
    for (std::size_t i = 0; i < count && good == steps.count; ++i) {
      const Waiting& left = waiting[i];
      if (own.host_flags_[i] && steps.watched) good = std::min(good, left.good);
      if (powers_wanted && left.times > 0) {
        if (left.begins < 0 || contact.was_near(left.begins))
          power = own.power_of_blocks(own.host_eighths_.data() + i * each);
        for (int k = 0; k < left.times; ++k) energy += weight * power;
      }
      if (left.ends >= 0) count_contact(left.ends);
    }
    waiting.clear();
    summed = 0;
    // Fewer steps have fewer touches.
    if (obstacles && contact.overflowed())
      good = std::min(good, std::max<std::int64_t>(steps.count / 2, 1));
    return good;
  }
  void count_contact(int step) {
    ContactBalance& last = steps.contact->last;
    last.clear(own.net().solids.size());
    near_at_end = contact.was_near(step);
    if (!near_at_end) return;
    contact.balance_of(step, last);
    energy += last.dissipated;
    steps.contact->work += last.work;
  }
  // Places are left for the passes of one step and the last checks.
  bool is_full() const { return static_cast<std::int64_t>(waiting.size()) + 4 > room; }

  // A pass sees the springs at the end of the step whose second half it takes.
  std::int64_t take_verlet() {
    if (obstacles) return take_verlet_at_obstacles();
    if (a && steps.a_known)
      own.device_->take_first_half(steps.h, x, v, a);
    else
      pass(DevicePass::verlet_first, steps.count, 1);
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      if (is_full())
        if (const std::int64_t good = look(); good < steps.count) return good;
      const bool last = step == steps.count;
      pass(last ? DevicePass::verlet_last : DevicePass::verlet, step - 1, last ? 1 : 2);
    }
    return steps.count;
  }
  // A pass sees the springs at the beginning of its step; where all begins has been looked at.
  std::int64_t take_euler() {
    const DevicePass what = steps.integrator == Integrator::symplectic_euler
                                ? DevicePass::symplectic_euler
                                : DevicePass::explicit_euler;
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      if (is_full())
        if (const std::int64_t good = look_between(); good < steps.count) return good;
      if (obstacles) {
        euler_at_obstacles(what, step);
        continue;
      }
      pass(what, step == 1 ? steps.count : step - 2, 1);
    }
    if (is_full())
      if (const std::int64_t good = look_between(); good < steps.count) return good;
    pass(DevicePass::watch, steps.count - 1, 0);
    return steps.count;
  }

  // ---- with obstacles ----
  //
  // Whether any node may meet one in a step is known on the device alone. If none may, the pass
  // that ends a step of velocity_verlet begins the next one, as elsewhere; else that pass ends the
  // step, nodes are stopped, and a pass of its own begins the next. All are started, and do nothing
  // where they are not needed.

  std::int64_t look_between() {
    const std::int64_t good = look();
    if (obstacles) contact.continue_round(static_cast<int>(room), *own.host_, in_round);
    in_round = 0;
    return good;
  }
  DeviceStops<D> stops_of(const Rows* x0, const Rows* v0, Rows* at, Rows* fast) const {
    DeviceStops<D> stops = contact.stops(steps.h, traits_of(steps.integrator).velocity_share);
    stops.kinds = net.kinds;
    stops.kind = net.kind;
    stops.x0 = x0;
    stops.v0 = v0;
    stops.x = at;
    stops.v = fast;
    return stops;
  }
  void euler_at_obstacles(DevicePass what, std::int64_t step) {
    DeviceStep<D> now = step_of(what);
    take(now, {.good = step == 1 ? steps.count : step - 2, .times = 1, .ends = in_round});
    const DeviceStops<D> stops = stops_of(x, v, other_x, other_v);
    contact.find_near(stops, in_round);
    contact.stop(stops, in_round, static_cast<int>(step), true, step == steps.count);
    std::swap(x, other_x);
    std::swap(v, other_v);
    ++in_round;
  }
  // From the positions of a step that has begun.
  void move_on() {
    Rows* const before = x;
    x = other_x;
    other_x = start_x;
    start_x = before;
    std::swap(guess, other_guess);
  }
  std::int64_t take_verlet_at_obstacles() {
    DeviceStep<D> first = step_of(DevicePass::verlet_first);
    take(first, {.good = steps.count, .times = 1});
    contact.find_near(stops_of(x, v, other_x, nullptr), 0);
    move_on();
    for (std::int64_t step = 1; step <= steps.count; ++step) {
      if (is_full())
        if (const std::int64_t good = look_between(); good < steps.count) return good;
      const bool last = step == steps.count;
      DeviceStep<D> end = step_of(last ? DevicePass::verlet_last : DevicePass::verlet);
      end.near = contact.near(in_round);
      take(end, {.good = step - 1, .times = 1, .ends = in_round});
      contact.stop(stops_of(start_x, v, x, other_v), in_round, static_cast<int>(step), true, last);
      std::swap(v, other_v);
      if (!last) {
        // Where a node met an obstacle, forces are those at the velocities after it.
        if (guess) own.device_->copy_if(contact.met(in_round), v, guess);
        DeviceStep<D> begin = step_of(DevicePass::verlet_first);
        begin.near = contact.near(in_round);
        take(begin, {.good = step - 1, .times = 1, .begins = in_round});
        contact.find_near(stops_of(x, v, other_x, nullptr), in_round + 1);
        move_on();
      }
      ++in_round;
    }
    if (is_full())
      if (const std::int64_t good = look_between(); good < steps.count) return good;
    // Springs may be longer where obstacles have put their ends.
    DeviceStep<D> watch = step_of(DevicePass::watch);
    take(watch, {.good = steps.count - 1, .times = 0});
    return steps.count;
  }

  void end() {
    // Each vector takes the rows that its numbers are in; the others are spare.
    std::vector<DeviceArray<Rows>*> arrays = {&own.spare_x_, &own.spare_v_, &own.spare_guess_,
                                              &own.start_x_, &own.before_more_};
    const auto put = [&](VectorId id, const Rows* end) {
      Twin& twin = own.twins_[usize(id)];
      for (DeviceArray<Rows>* array : arrays)
        if (twin.rows.data() != end && array->data() == end) twin.rows.swap(*array);
      TENSIO_ASSERT(twin.rows.data() == end);
      twin.on_device = true;
      twin.on_host = false;
    };
    put(steps.x, x);
    put(steps.v, v);
    if (guess) put(steps.guess, guess);
    if (a) put(steps.a, a);
    if (steps.dissipated) *steps.dissipated = energy;
    if (!obstacles) return;
    if (near_at_end) contact.add_impulses(steps.contact->last);
    for (const StepTouch& touch : contact.take_begun()) steps.contact->begun.push_back(touch);
  }

  DeviceBackend& own;
  DeviceContact<D>& contact;
  const Advance& steps;
  const DeviceNet net;
  const bool verlet, powers_wanted, obstacles;
  double energy, power = 0;
  std::int64_t room = 1;
  int powers = 0, summed = 0;  // passes whose powers of nodes are there; those in eighths_
  int in_round = 0;            // steps since look(), with obstacles
  bool near_at_end = false;    // in the step whose contact was counted last
  Rows *x = nullptr, *v = nullptr, *other_x = nullptr, *other_v = nullptr;
  Rows *guess = nullptr, *other_guess = nullptr, *a = nullptr;
  Rows *start_x = nullptr, *middle = nullptr;  // with obstacles: the begin of the step at hand
  VectorId more = -1;                          // of which there is a copy, too
  std::vector<Waiting> waiting;
};

template <int D>
std::int64_t DeviceBackend<D>::most_steps(double work) const {
  if (!knows_net()) return host_->most_steps(work);
  return static_cast<std::int64_t>(std::clamp(kMostDeviceWork / work, 1.0, kMostDeviceSteps));
}

template <int D>
std::int64_t DeviceBackend<D>::advance(const Advance& steps) {
  if (!knows_net() || steps.precision == Precision::single_precision) {
    for (VectorId id : {steps.x, steps.v, steps.a, steps.guess}) changed(id);
    contact_.forget();
    return host_->advance(steps);
  }
  Run run(*this, steps);
  const std::int64_t good = run.go();
  if (good < steps.count) run.restore();
  return good;
}

#ifndef TENSIO_GROUPED
template class DeviceBackend<2>;
template class DeviceBackend<3>;
#endif

}  // namespace tensio
