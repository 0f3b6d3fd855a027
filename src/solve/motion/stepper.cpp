#include "solve/motion/stepper.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "model/integrator_traits.hpp"
#include "solve/motion/integrators.hpp"

namespace tensio {

Stepper::Stepper(DynamicNetwork& net_, const SimulationOptions& options_)
    : backend(net_.backend()),
      net(net_),
      histories(backend.histories()),
      options(options_),
      x(backend.make_vector()),
      v(backend.make_vector()) {}

VectorId Stepper::work(std::size_t i) {
  if (work_.size() <= i) work_.resize(i + 1, -1);
  return made(work_[i]);
}

VectorId Stepper::spring_work(std::size_t i) {
  if (spring_work_.size() <= i) spring_work_.resize(i + 1, -1);
  return made(spring_work_[i], Items::springs);
}

void Stepper::make_past() {
  for (VectorId* id : {&past.x, &past.v, &found.x}) made(*id);
}

VectorId Stepper::made(VectorId& id, Items items) {
  if (id < 0) id = backend.make_vector(items);
  return id;
}

void Stepper::take_forces_of(const Advance& steps) {
  fresh = steps.a >= 0;
  fresh_power = 0;
  guess.known = steps.guess >= 0 && !(steps.contact && steps.contact->last.met);
}

StepResult Stepper::step(Integrator integrator, double t, double h) {
  TENSIO_ASSERT(integrator != Integrator::automatic);
  taken = h;
  if (is_implicit(integrator)) make_past();
  // The work of supports: exact displacements times forces of second order. Integrators of higher
  // order use the velocities at the stages instead.
  stage_work_ = !is_implicit(integrator) && traits_of(integrator).order > 2;
  begin_step(t, h);
  StepResult result = kSteps[static_cast<int>(integrator)](*this, t, h);
  if (result.good) record_corners();
  step_.reset();
  if (result.good) place_supports(t + taken, x, v);
  return result;
}

void Stepper::abandon() {
  step_.reset();
  found.known = false;
  backend.set_inertia(0, x);
  release_face_forces();
  histories.prepare(0);
}

bool Stepper::forces_at(double t, VectorId position, VectorId velocity, VectorId f, bool dashpots) {
  net.set_time(t);
  if (dashpots)
    backend.motion_forces(position, velocity, f);
  else
    backend.forces(position, f, false);
  const bool faces = net.data.faces.act() && !faces_frozen_;
  if (faces) {
    backend.face_forces(position, velocity, made(face_force_));
    backend.axpy(1, face_force_, f);
  }
  return faces;
}

void Stepper::acceleration(double t, VectorId position, VectorId velocity, VectorId a,
                           double weight, std::optional<double> dashpots) {
  const bool faces = forces_at(t, position, velocity, a, !dashpots);
  if (weight != 0) {
    if (faces) balance.work += weight * backend.dot(face_force_, velocity);
    balance.dissipated +=
        weight * (dashpots ? *dashpots + 2 * net.data.drag * backend.kinetic_energy(velocity)
                           : backend.dissipated_power(position, velocity));
    balance.work += weight * (wave_power(velocity) + support_power(a, velocity));
  }
  backend.divide_by_mass(a);
}

double Stepper::acceleration_without_loads(double t, VectorId position, VectorId velocity,
                                           VectorId a, double weight) {
  forces_at(t, position, velocity, a, true);
  const double power = backend.dissipated_power(position, velocity);
  balance.dissipated += weight * power;
  balance.work += weight * support_power(a, velocity);
  backend.divide_by_mass(a);
  return power;
}

void Stepper::record_loads(VectorId velocity, double weight) {
  if (net.data.faces.act()) balance.work += weight * backend.dot(face_force_, velocity);
  balance.work += weight * wave_power(velocity);
}

void Stepper::record_supports(double t, VectorId position, VectorId velocity, double weight) {
  if (net.moving_axes().empty()) return;
  const VectorId f = work(0);
  forces_at(t, position, velocity, f, true);
  balance.work += weight * support_power(f, velocity);
}

bool Stepper::steady() const { return unchanging() && !depends_on_velocities(); }

bool Stepper::depends_on_velocities() const {
  return !net.data.damping.empty() || net.data.drag != 0 || net.data.faces.act();
}

bool Stepper::unchanging() const {
  return !net.has_waves() && net.moving_axes().empty() && net.data.parts.empty() &&
         histories.empty() && !net.data.faces.act();
}

void Stepper::record(double t, VectorId position, VectorId velocity, double weight,
                     std::optional<double> dashpots) {
  if (!steady()) acceleration(t, position, velocity, work(0), weight, dashpots);
}

void MethodOrder::take_step(bool retried) {
  constexpr std::int64_t kLongest = 1024;
  if (other_first) {
    other_first = !retried && --left > 0;
  } else if (retried) {
    other_first = true;
    left = stay;
    stay = std::min(2 * stay, kLongest);
  }
}

namespace {

// What it costs to prepare a prefactored step, in its iterations.
constexpr std::int64_t kPreparation = 4;
// The least iterations of a trial: fewer would say nothing.
constexpr double kLeastOfTrial = 3;
// The wait after a trial is this multiple of that after a failure in the middle of a run, which may
// be due to a single step.
constexpr std::int64_t kWaitAfterTrial = 4;

// Iterations of a prefactored step to the tolerance, per ten digits.
std::int64_t expected_iterations(double tolerance, Prefactoring net) {
  constexpr std::int64_t kSuited = 6, kUnknown = 25, kUnsuited = 1000;
  const std::int64_t each = net == Prefactoring::suits      ? kSuited
                            : net == Prefactoring::may_suit ? kUnknown
                                                            : kUnsuited;
  int digits = 2;
  for (double left = 100 * tolerance; left < 0.3 && digits < 15; left *= 10) ++digits;
  return each * digits / 10;
}

}  // namespace

void MethodOrder::begin(double newton_cost, double tolerance, Prefactoring net) {
  // Newton's method takes at least two iterations, and three in most steps.
  newton_work = static_cast<std::int64_t>(3 * newton_cost);
  other_work = kPreparation + expected_iterations(tolerance, net);
  // Elsewhere the first step would be a trial without a limit.
  other_first = net == Prefactoring::suits && newton_work > other_work;
}

void MethodOrder::compare(const StepResult& step, double newton_work_now) {
  constexpr std::int64_t kLongest = 1024, kMostAtOnce = 4;
  const auto change = [&](bool wait, bool after_trial = false) {
    other_first = !other_first;
    trying = !wait;
    if (!wait) return;
    left = std::min(after_trial ? kWaitAfterTrial * stay : stay, kLongest);
    stay = std::min(2 * stay, kLongest);
  };
  if (step.halve_next) return;
  std::int64_t& own = other_first ? other_work : newton_work;
  std::int64_t& rival = other_first ? newton_work : other_work;
  compared |= trying || step.retried;
  if (step.retried || (!step.good && other_first)) {
    // At least what it has cost until it was given up.
    own = std::max(own, std::min(rival, kMostAtOnce * own));
    return change(true, trying);
  }
  // The second: a net that only Newton's method suits.
  if (!step.good || step.by_newton == other_first) return;
  const bool was_tried = trying;
  const std::int64_t now =
      other_first ? kPreparation + step.iterations : static_cast<std::int64_t>(newton_work_now);
  // Single steps are hard for either method: the mean of some counts.
  own = was_tried ? now : other_first ? (3 * own + now) / 4 : (own + now) / 2;
  trying = false;
  if (was_tried && own > rival) return change(true, true);
  const bool waited = left == 1;
  left = std::max<std::int64_t>(left - 1, 0);
  // What was measured long ago is tried once more.
  if (waited) rival = std::min(rival, own / 2);
  // Where a net wrinkles, Newton's method takes more iterations than is expected of it, too.
  const std::int64_t percent = other_first && !compared ? 200 : 125;
  if (own > 4 * rival || (left == 0 && 100 * own > percent * rival)) change(false);
}

int MethodOrder::most_iterations(double cost) const {
  constexpr double kMost = 1e6;
  const double work = static_cast<double>(other_first ? newton_work : other_work) / cost;
  return static_cast<int>(std::clamp(work, kLeastOfTrial, kMost));
}

void HalvesFirst::take_whole(bool halved) {
  if (halved) {
    left = stay;
    stay = std::min(2 * stay, kLongest);
  } else {
    stay = std::max(stay / 2, kShortest);
    work = 0;
  }
}

void HalvesFirst::take_halves(std::int64_t iterations) {
  --left;
  work = iterations;
}

void Stepper::accept(Integrator integrator, double t, double h, std::vector<MotionEvent>& events) {
  if (histories.empty()) return;
  net.set_time(t);
  const std::size_t before = events.size();
  const EnergyBalance step = histories.commit({t, h, x, traits_of(integrator).backward}, events);
  if (events.size() > before) forget();
  balance.dissipated += step.dissipated;
  balance.work += step.work;
}

void Stepper::freeze_face_forces(double t, VectorId position, VectorId velocity) {
  if (!net.data.faces.act()) return;
  net.set_time(t);
  backend.face_forces(position, velocity, made(face_force_));
  backend.hold_forces(face_force_);
  faces_frozen_ = true;
}

void Stepper::release_face_forces() {
  if (!faces_frozen_) return;
  backend.hold_forces(-1);
  faces_frozen_ = false;
}

void Stepper::begin_step(double t, double h) {
  step_ = {t, t + h};
  if (net.moving_axes().empty()) return;
  if (!stage_work_) net.mean_support_velocities(*step_, mean_velocity_);
  if (net.support_corners().empty()) return;
  if (!net.data.damping.empty()) made(deviation_);
  supports_at(t);
  backend.set_entries(net.moving_axes(), support_velocity_, v);
  if (guess.known) backend.set_entries(net.moving_axes(), support_velocity_, guess.v);
}

// If the velocity of a support jumps inside the step, its dashpots dissipate more than at the mean
// velocity; the difference is also work of the support.
void Stepper::record_corners() {
  const std::vector<double>& corners = net.support_corners();
  if (net.data.damping.empty() || net.moving_axes().empty()) return;
  auto corner = std::upper_bound(corners.begin(), corners.end(), step_->begin);
  if (corner == corners.end() || *corner >= step_->end) return;
  net.mean_support_velocities(*step_, support_velocity_);
  TimeSpan piece{step_->begin, step_->begin};
  while (piece.end < step_->end) {
    piece = {piece.end, corner == corners.end() ? step_->end : std::min(*corner++, step_->end)};
    net.mean_support_velocities(piece, entries_);
    for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i] -= support_velocity_[i];
    backend.set_entries(net.moving_axes(), entries_, deviation_);
    const double lost = (piece.end - piece.begin) * backend.dissipated_power(x, deviation_);
    balance.dissipated += lost;
    balance.work += lost;
  }
  entries_.assign(entries_.size(), 0.0);
  backend.set_entries(net.moving_axes(), entries_, deviation_);
}

void Stepper::supports_at(double t) {
  if (step_)
    net.supports_at(t, *step_, support_position_, support_velocity_);
  else
    net.supports_at(t, support_position_, support_velocity_);
}

void Stepper::place_supports(double t, VectorId position, VectorId velocity) {
  if (net.moving_axes().empty()) return;
  supports_at(t);
  backend.set_entries(net.moving_axes(), support_position_, position);
  backend.set_entries(net.moving_axes(), support_velocity_, velocity);
}

void Stepper::place_supports_before(double t, double b, VectorId position) {
  if (net.moving_axes().empty()) return;
  supports_at(t);
  for (std::size_t i = 0; i < support_position_.size(); ++i)
    support_position_[i] -= b * support_velocity_[i];
  backend.set_entries(net.moving_axes(), support_position_, position);
}

// The force of a support is opposite to those of the springs and loads on it.
double Stepper::support_power(VectorId force, VectorId velocity) {
  const std::vector<int>& axes = net.moving_axes();
  if (axes.empty()) return 0;
  entries_.resize(axes.size());
  backend.get_entries(axes, force, entries_);
  if (stage_work_) {
    mean_velocity_.resize(axes.size());
    backend.get_entries(axes, velocity, mean_velocity_);
  }
  double power = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) power -= entries_[i] * mean_velocity_[i];
  return power;
}

double Stepper::wave_power(VectorId velocity) {
  if (!net.has_waves()) return 0;
  entries_.resize(net.wave_axes().size());
  backend.get_entries(net.wave_axes(), velocity, entries_);
  double power = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) power += net.wave_forces()[i] * entries_[i];
  return power;
}

}  // namespace tensio
