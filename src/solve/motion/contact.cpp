#include "solve/motion/contact.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "model/integrator_traits.hpp"
#include "network/solids.hpp"

namespace tensio {

namespace {

/// A step is solved at most this often, each time with stiffer penalties, planes in the path of
/// fast nodes, and the normal forces that friction depends on.
constexpr int kMostSolves = 40;
/// Of these, solves for friction alone; it then agrees to this part of the largest normal force.
constexpr int kMostLags = 20;
/// With the accuracy preview: the work of a step is bounded.
constexpr int kPreviewLags = 2;
constexpr double kSameFriction = 1e-4;
constexpr double kStiffest = 1e12;

}  // namespace

Contact::Contact(const System& system, DynamicNetwork& net)
    : net_(net), backend_(net.backend()), obstacles_(system.obstacles) {
  if (obstacles_.empty()) return;
  for (const Obstacle& obstacle : obstacles_) friction_ |= obstacle.friction > 0;
  shift_.resize(3 * obstacles_.size());
  for (VectorId* id : {&x0_, &v0_, &ahead_, &past_x0_, &past_v0_}) *id = backend_.make_vector();
  penalty_.at_rest = false;
  penalty_.x0 = x0_;
  backend_.set_penalty(penalty_);
}

StepResult Contact::step(Stepper& stepper, Integrator integrator, double t, double h) {
  if (obstacles_.empty()) return stepper.step(integrator, t, h);
  stepper.make_past();
  move_obstacles(t);
  backend_.begin_contact();
  now_ = last_;
  balance_.clear(obstacles_.size());
  keep_start(stepper);
  StepResult result;
  if (is_implicit(integrator)) {
    result = implicit_step(stepper, integrator, t, h);
  } else {
    result = stepper.step(integrator, t, h);
    if (result.good) {
      move_obstacles(t + stepper.taken);
      explicit_step(stepper, integrator);
    }
  }
  if (!result.good) return result;
  stepper.balance.dissipated += balance_.dissipated;
  stepper.balance.work += balance_.work;
  return result;
}

void Contact::move_obstacles(double time) {
  for (std::size_t i = 0; i < obstacles_.size(); ++i)
    for (std::size_t axis = 0; axis < obstacles_[i].motion.size(); ++axis)
      shift_[3 * i + axis] = value_at(obstacles_[i].motion[axis], time);
  backend_.move_obstacles(shift_);
}

void Contact::explicit_step(Stepper& stepper, Integrator integrator) {
  backend_.stop_at_solids(
      {x0_, v0_, stepper.x, stepper.v, stepper.taken, traits_of(integrator).velocity_share},
      balance_);
  // What contact changed has other forces.
  if (balance_.met) stepper.fresh = stepper.guess.known = false;
}

void Contact::keep_start(Stepper& stepper) {
  backend_.copy(stepper.x, x0_);
  backend_.copy(stepper.v, v0_);
  backend_.copy(stepper.past.x, past_x0_);
  backend_.copy(stepper.past.v, past_v0_);
  past0_ = stepper.past;
  balance0_ = stepper.balance;
}

void Contact::go_back(Stepper& stepper) {
  backend_.copy(x0_, stepper.x);
  backend_.copy(v0_, stepper.v);
  backend_.copy(past_x0_, stepper.past.x);
  backend_.copy(past_v0_, stepper.past.v);
  stepper.past = past0_;
  stepper.balance = balance0_;
}

StepResult Contact::implicit_step(Stepper& stepper, Integrator integrator, double t, double h) {
  move_obstacles(t + h);
  penalty_.factor = now_.factor;
  penalty_.reach = traits_of(integrator).reach;
  penalty_.slip = friction_ ? kSlipSpeed * net_.data.length_scale * h : 0;
  backend_.set_penalty(penalty_);
  backend_.copy(x0_, ahead_);
  backend_.axpy(h, v0_, ahead_);
  const bool touches = backend_.follow_paths(x0_, ahead_, false).points;
  // One Newton step does not see the penalty that it is about to enter.
  if (integrator == Integrator::linearly_implicit_euler && !touches) {
    const StepResult once = stepper.step(integrator, t, h);
    if (!once.good) return once;
    const PenaltySummary summary = backend_.follow_paths(x0_, stepper.x, true);
    if (!summary.caught && summary.deepest == 0) {
      settle(stepper, integrator, h);
      return once;
    }
    go_back(stepper);
  }
  if (integrator == Integrator::linearly_implicit_euler) integrator = Integrator::implicit_euler;
  const StepResult result = solve(stepper, integrator, t, h);
  if (result.good) settle(stepper, integrator, h);
  return result;
}

StepResult Contact::solve(Stepper& stepper, Integrator integrator, double t, double h) {
  StepResult total;
  penalty_.lag = 0;
  backend_.set_penalty(penalty_);
  for (int solves = 0; solves < kMostSolves; ++solves) {
    if (solves > 0) go_back(stepper);
    const StepResult result = stepper.step(integrator, t, h);
    stepper.found.known = false;
    total.iterations += result.iterations;
    total.projected |= result.projected;
    total.good = result.good;
    total.reason = result.reason;
    total.by_newton = result.by_newton;
    total.retried |= result.retried;
    total.preview |= result.preview;
    total.halve_next = result.halve_next;
    if (!result.good) return total;
    const PenaltySummary summary = backend_.follow_paths(x0_, stepper.x, true);
    // Two states with an impact between them do not extrapolate.
    const bool again = summary.begins && past0_.known && traits_of(integrator).states > 1;
    if (again) past0_.known = false;
    const bool stiffer = stiffen(summary.deepest);
    if (summary.caught || stiffer || again) continue;
    if (summary.deepest > kMostDepth) break;
    if (summary.friction_change <= kSameFriction * summary.largest_normal_force) return total;
    const bool is_preview = stepper.options.accuracy == Accuracy::preview;
    if (++penalty_.lag > (is_preview ? kPreviewLags : kMostLags)) {
      total.friction_settled = is_preview;
      total.preview |= is_preview;
      return total;
    }
    backend_.set_penalty(penalty_);
    backend_.copy(stepper.x, stepper.found.x);
    stepper.found.known = true;
  }
  go_back(stepper);
  total.good = false;
  total.reason = fmt::format(
      "an obstacle could not stop a node from passing through it in a step of {:.3g}; use a "
      "smaller time_step, or a larger thickness of the obstacle",
      h);
  return total;
}

bool Contact::stiffen(double deepest) {
  if (deepest <= kMostDepth || penalty_.factor >= kStiffest) return false;
  // Depths go with one over the stiffness: half of what is allowed, by powers of four.
  double more = 4;
  while (deepest > 0.5 * kMostDepth * more) more *= 4;
  penalty_.factor *= more;
  backend_.set_penalty(penalty_);
  return true;
}

void Contact::settle(Stepper& stepper, Integrator integrator, double h) {
  const VectorId carried = ahead_;
  backend_.copy(v0_, carried);
  double b = h;
  if (integrator == Integrator::bdf2 && past0_.known && past0_.h == h) {
    backend_.axpy(1. / 3, v0_, carried);
    backend_.axpy(-1. / 3, past_v0_, carried);
    b = 2 * h / 3;
  }
  backend_.settle_penalty({x0_, v0_, stepper.x, stepper.v, h, carried, b}, balance_);
  if (!balance_.begun.empty()) stepper.past.known = false;
  penalty_.reach = 1;
  penalty_.slip = 0;
  backend_.set_penalty(penalty_);
  now_.energy = backend_.penalty_energy(stepper.x);
  balance_.dissipated += last_.energy - now_.energy;
  now_.factor = penalty_.factor;
}

void Contact::commit(double time, std::vector<MotionEvent>& events) {
  if (obstacles_.empty()) return;
  last_ = now_;
  backend_.accept_contact();
  for (const Touch& touch : balance_.begun) add_event(time, touch, events);
}

void Contact::add_event(double time, const Touch& touch, std::vector<MotionEvent>& events) const {
  const Obstacle& obstacle = obstacles_[touch.solid];
  events.push_back({.time = time,
                    .kind = MotionEvent::Kind::contact,
                    .node = net_.data.node_user[touch.node],
                    .value = touch.speed,
                    .detail = obstacle.name.empty() ? std::to_string(touch.solid) : obstacle.name});
}

bool Contact::rests() const {
  return std::all_of(obstacles_.begin(), obstacles_.end(),
                     [](const Obstacle& obstacle) { return obstacle.motion.empty(); });
}

AdvanceContact* Contact::begin_fused(const Stepper& stepper) {
  if (obstacles_.empty()) return nullptr;
  backend_.begin_contact();
  fused_.work = stepper.balance.work;
  fused_.begun.clear();
  return &fused_;
}

void Contact::abandon(double t) {
  if (obstacles_.empty()) return;
  move_obstacles(t);
  backend_.begin_contact();
  penalty_.factor = last_.factor;
  penalty_.reach = 1;
  penalty_.slip = 0;
  backend_.set_penalty(penalty_);
}

std::vector<double> Contact::forces(double h) const {
  const auto d = usize(net_.data.dimension);
  std::vector<double> result(obstacles_.size() * d);
  if (h > 0 && !balance_.impulse.empty())
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = balance_.impulse[i / d * 3 + i % d] / h;
  return result;
}

std::vector<double> Contact::save() const {
  std::vector<double> saved = {static_cast<double>(obstacles_.size()), last_.factor, last_.energy};
  const std::vector<double> points = backend_.save_contact();
  saved.insert(saved.end(), points.begin(), points.end());
  return saved;
}

void Contact::restore(const std::vector<double>& saved) {
  last_ = {};
  if (obstacles_.empty()) return;
  const bool known = saved.size() > 3 && saved[0] == static_cast<double>(obstacles_.size());
  if (known) {
    last_.factor = saved[1];
    last_.energy = saved[2];
  }
  backend_.load_contact(std::span(saved).subspan(known ? 3 : saved.size()));
}

}  // namespace tensio
