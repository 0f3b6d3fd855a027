// The passes that run on the device: fused steps, and what single explicit steps are made of.
#include <algorithm>

#include "backend/common/velocity_forces.hpp"
#include "backend/cuda/device_backend.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"

namespace tensio {

namespace {

/// Springs and nodes of all steps in one call: about a tenth of a second, after which a run can be
/// stopped; and most steps, since a small net takes some microseconds for each.
constexpr double kMostDeviceWork = 1e10;
constexpr double kMostDeviceSteps = 20000;
/// Passes after which flags and powers are looked at, and most numbers that wait for that.
constexpr std::int64_t kLeastPasses = 4, kMostPasses = 1024, kMostNumbers = 1 << 22;

}  // namespace

/// The steps of one call.
template <int D>
struct DeviceBackend<D>::Run {
  Run(DeviceBackend& own_backend, const Advance& what)
      : own(own_backend),
        steps(what),
        net(own.on_device_.view(what.strain)),
        verlet(what.integrator == Integrator::velocity_verlet),
        powers_wanted(net.damped),
        energy(what.dissipated ? *what.dissipated : 0.0) {
    const std::int64_t most = powers_wanted ? kMostNumbers / (8 * own.blocks()) : kMostPasses;
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
    other_v = !verlet && net.dashpots ? spare(own.spare_v_) : v;
    if (!verlet) return;
    if (net.damped) {
      TENSIO_ASSERT(steps.guess >= 0);
      if (steps.guess_known) keep(more = steps.guess, own.before_more_);
      Twin& twin = own.twins_[usize(steps.guess)];
      guess = steps.guess_known ? own.read_here(steps.guess) : own.rows_of(twin);
      if (!steps.guess_known) own.device_->copy(v, guess, usize(net.node_count) * sizeof(Rows));
      other_guess = net.dashpots ? spare(own.spare_guess_) : guess;
    } else if (steps.a >= 0) {
      if (steps.a_known) keep(more = steps.a, own.before_more_);
      a = steps.a_known ? own.read_here(steps.a) : own.rows_of(own.twins_[usize(steps.a)]);
    }
  }
  int* next_flag() { return own.flags_.data() + waiting.size(); }

  // Steps that are good if this pass is suspected of nothing, where that is wanted.
  void pass(DevicePass what, std::int64_t good, int times) {
    if (waiting.empty())
      own.device_->clear(own.flags_.data(), own.flags_.size() * sizeof(int));
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
    if (what == DevicePass::verlet_last) step.out = a;
    if (powers_wanted && times > 0)
      step.power = own.power_.data() + usize(net.node_count) * usize(powers++);
    step.suspected = next_flag();
    own.device_->take_step(step);
    waiting.push_back({good, times});
    if (powers == passes_with_powers(net.node_count)) sum_powers();
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
    const double weight = verlet ? steps.h / 2 : steps.h;
    std::int64_t good = steps.count;
    for (std::size_t i = 0; i < count && good == steps.count; ++i) {
      if (own.host_flags_[i] && steps.watched) good = std::min(good, waiting[i].good);
      if (!powers_wanted || waiting[i].times == 0) continue;
      const double power = own.power_of_blocks(own.host_eighths_.data() + i * each);
      for (int k = 0; k < waiting[i].times; ++k) energy += weight * power;
    }
    waiting.clear();
    summed = 0;
    return good;
  }
  // One place is left for the last check.
  bool is_full() const { return static_cast<std::int64_t>(waiting.size()) + 1 >= room; }

  // A pass sees the springs at the end of the step whose second half it takes.
  std::int64_t take_verlet() {
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
        if (const std::int64_t good = look(); good < steps.count) return good;
      pass(what, step == 1 ? steps.count : step - 2, 1);
    }
    if (is_full())
      if (const std::int64_t good = look(); good < steps.count) return good;
    pass(DevicePass::watch, steps.count - 1, 0);
    return steps.count;
  }
  void end() {
    const auto put = [&](VectorId id, const Rows* end, DeviceArray<Rows>& spare) {
      Twin& twin = own.twins_[usize(id)];
      if (twin.rows.data() != end) twin.rows.swap(spare);
      twin.on_device = true;
      twin.on_host = false;
    };
    put(steps.x, x, own.spare_x_);
    put(steps.v, v, own.spare_v_);
    if (guess) put(steps.guess, guess, own.spare_guess_);
    if (a) put(steps.a, a, own.before_more_);
    if (steps.dissipated) *steps.dissipated = energy;
  }

  DeviceBackend& own;
  const Advance& steps;
  const DeviceNet net;
  const bool verlet, powers_wanted;
  double energy;
  std::int64_t room = 1;
  int powers = 0, summed = 0;  // passes whose powers of nodes are there; those in eighths_
  Rows *x = nullptr, *v = nullptr, *other_x = nullptr, *other_v = nullptr;
  Rows *guess = nullptr, *other_guess = nullptr, *a = nullptr;
  VectorId more = -1;  // of which there is a copy, too
  std::vector<Waiting> waiting;
};

template <int D>
int DeviceBackend<D>::blocks() const {
  return sum_block_count(net().node_count);
}

template <int D>
bool DeviceBackend<D>::knows_net() const {
  return inertia_ == 0 && !has_frozen_ && unknown_to_devices(net()).empty();
}

template <int D>
double DeviceBackend<D>::power_of_blocks(const double* eighths) const {
  double total = 0;
  for (int block = 0; block < blocks(); ++block) {
    BlockSum sum;
    std::copy_n(eighths + 8 * wide(block), 8, sum.of);
    total += sum.total();
  }
  return total;
}

template <int D>
std::int64_t DeviceBackend<D>::most_steps(double work) const {
  if (!knows_net()) return host_->most_steps(work);
  return static_cast<std::int64_t>(std::clamp(kMostDeviceWork / work, 1.0, kMostDeviceSteps));
}

template <int D>
std::int64_t DeviceBackend<D>::advance(const Advance& steps) {
  if (!knows_net() || steps.precision == Precision::single_precision) {
    for (VectorId id : {steps.x, steps.v, steps.a, steps.guess}) changed(id);
    return host_->advance(steps);
  }
  Run run(*this, steps);
  const std::int64_t good = run.go();
  if (good < steps.count) run.restore();
  return good;
}

// ---- what single steps are made of ----

template <int D>
void DeviceBackend<D>::take_entries(std::span<const int> places, std::span<const double> values) {
  places_.fill(*device_, places);
  values_.fill(*device_, values);
}

template <int D>
void DeviceBackend<D>::set_entries(std::span<const int> places, std::span<const double> values,
                                   VectorId to) {
  if (!is_here(to)) return host_->set_entries(places, values, changed(to));
  if (places.empty()) return;
  take_entries(places, values);
  device_->set_places(places_.data(), values_.data(), static_cast<int>(places.size()),
                      changed_here(to));
}

template <int D>
void DeviceBackend<D>::get_entries(std::span<const int> places, VectorId from,
                                   std::span<double> values) {
  if (twins_[usize(from)].on_host) return host_->get_entries(places, from, values);
  if (places.empty()) return;
  places_.fill(*device_, places);
  values_.resize(*device_, places.size());
  device_->get_places(places_.data(), read_here(from), static_cast<int>(places.size()),
                      values_.data());
  device_->to_host(values_.data(), values.data(), values.size_bytes());
}

template <int D>
void DeviceBackend<D>::copy(VectorId from, VectorId to) {
  if (!is_here(from)) return host_->copy(from, overwritten(to));
  if (from == to) return;
  const Rows* const rows = read_here(from);
  device_->copy(rows, overwritten_here(to), usize(net().node_count) * sizeof(Rows));
}

template <int D>
void DeviceBackend<D>::axpy(double factor, VectorId x, VectorId y) {
  if (!is_here(x) && !is_here(y)) return host_->axpy(factor, read(x), changed(y));
  const Rows* const from = read_here(x);
  constexpr int kNumbers = sizeof(Rows) / sizeof(double);
  device_->add(factor, from->v, changed_here(y)->v, kNumbers * net().node_count);
}

template <int D>
StateValue DeviceBackend<D>::evaluate(VectorId x, VectorId f, Want want) {
  return host_->evaluate(read(x), changed(f), want);
}

template <int D>
void DeviceBackend<D>::motion_forces(VectorId x, VectorId v, VectorId f) {
  if (!knows_net()) return host_->motion_forces(read(x), read(v), changed(f));
  DeviceStep<D> step{};
  step.net = on_device_.view();
  step.pass = DevicePass::forces;
  step.x = read_here(x);
  if (step.net.damped) step.u = read_here(v);
  step.out = overwritten_here(f);
  device_->take_step(step);
}

template <int D>
double DeviceBackend<D>::dissipated_power(VectorId x, VectorId v) {
  if (!is_damped(net())) return 0;
  if (!knows_net()) return host_->dissipated_power(read(x), read(v));
  DeviceStep<D> step{};
  step.net = on_device_.view();
  step.pass = DevicePass::power;
  step.x = read_here(x);
  step.u = read_here(v);
  power_.resize(*device_, usize(net().node_count));
  eighths_.resize(*device_, 8 * usize(blocks()));
  step.power = power_.data();
  device_->take_step(step);
  device_->sum_eighths({.numbers = power_.data(),
                        .count = net().node_count,
                        .block = kSumBlock,
                        .blocks = blocks(),
                        .passes = 1,
                        .sums = eighths_.data()});
  host_eighths_.resize(eighths_.size());
  device_->to_host(eighths_.data(), host_eighths_.data(), eighths_.size() * sizeof(double));
  return power_of_blocks(host_eighths_.data());
}

template <int D>
void DeviceBackend<D>::divide_by_mass(VectorId f) {
  if (!is_here(f) || !knows_net()) return host_->divide_by_mass(changed(f));
  const DeviceNet view = on_device_.view();
  device_->divide_by_mass(view, changed_here(f));
}

template <int D>
bool DeviceBackend<D>::surely_sound(VectorId x, VectorId v, double strain) {
  if (!knows_net() || !is_here(x) || !is_here(v)) return false;
  DeviceStep<D> step{};
  step.net = on_device_.view(strain);
  step.pass = DevicePass::watch;
  step.x = read_here(x);
  flags_.resize(*device_, 1);
  device_->clear(flags_.data(), sizeof(int));
  step.suspected = flags_.data();
  device_->take_step(step);
  device_->check_finite(step.x, read_here(v), flags_.data());
  int flag = 1;
  device_->to_host(flags_.data(), &flag, sizeof(int));
  return flag == 0;
}

// Where the sources are compiled as one (TENSIO_GROUPED), the members of all of them.
template class DeviceBackend<2>;
template class DeviceBackend<3>;

}  // namespace tensio
