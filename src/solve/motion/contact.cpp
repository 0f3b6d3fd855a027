#include "solve/motion/contact.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "model/integrator_traits.hpp"
#include "network/solids.hpp"

namespace tensio {

namespace {

/// A step is solved again so often, with stiffer penalties, planes in the way of fast nodes, and
/// the pushes that friction goes by.
constexpr int kMostSolves = 40;
/// Of these, so many for friction alone; it then agrees to this part of the largest push.
constexpr int kMostLags = 20;
constexpr double kSameFriction = 1e-4;
constexpr double kStiffest = 1e12;

}  // namespace

Contact::Contact(const System& system, DynamicNetwork& net)
    : net_(net), backend_(net.backend()), obstacles_(system.obstacles) {
  if (obstacles_.empty()) return;
  for (const Obstacle& obstacle : obstacles_) friction_ |= obstacle.friction > 0;
  last_.touching.assign(usize(net.data.node_count) * obstacles_.size(), 0);
  now_ = last_;
  shift_.resize(3 * obstacles_.size());
  shift0_ = shift_;
  for (VectorId* id : {&x0_, &v0_, &ahead_, &past_x0_, &past_v0_}) *id = backend_.make_vector();
  penalty_.at_rest = false;
  penalty_.x0 = x0_;
  penalty_.shift0 = shift0_;
  backend_.set_penalty(&penalty_);
}

Contact::~Contact() {
  if (!obstacles_.empty()) backend_.set_penalty(nullptr);
}

StepResult Contact::step(Stepper& stepper, Integrator integrator, double t, double h) {
  if (obstacles_.empty()) return stepper.step(integrator, t, h);
  stepper.make_past();
  move_obstacles(t);
  shift0_ = shift_;
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
  backend_.stop_at_solids({x0_, v0_, stepper.x, stepper.v, stepper.taken,
                           traits_of(integrator).velocity_share, shift0_, now_.touching},
                          balance_);
  // Places that contact changed have other forces.
  if (balance_.met) stepper.fresh = false;
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
  penalty_.points = now_.points;
  for (PenaltyPoint& point : penalty_.points) point.plane = false;
  penalty_.reach = traits_of(integrator).reach;
  penalty_.slip = friction_ ? kSlipSpeed * net_.data.length_scale * h : 0;
  backend_.copy(x0_, ahead_);
  backend_.axpy(h, v0_, ahead_);
  backend_.follow_paths(x0_, ahead_, false, penalty_);
  // One Newton step does not see the penalty that it is about to enter.
  if (integrator == Integrator::linearly_implicit_euler && penalty_.points.empty()) {
    const StepResult once = stepper.step(integrator, t, h);
    if (!once.good) return once;
    const PenaltySummary summary = backend_.follow_paths(x0_, stepper.x, true, penalty_);
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
  for (int solves = 0; solves < kMostSolves; ++solves) {
    if (solves > 0) go_back(stepper);
    const StepResult result = stepper.step(integrator, t, h);
    stepper.found.known = false;
    total.iterations += result.iterations;
    total.projected |= result.projected;
    total.good = result.good;
    total.reason = result.reason;
    if (!result.good) return total;
    const PenaltySummary summary = backend_.follow_paths(x0_, stepper.x, true, penalty_);
    // Two states with an impact between them do not extrapolate.
    const bool again = summary.begins && past0_.known && traits_of(integrator).states > 1;
    if (again) past0_.known = false;
    const bool stiffer = stiffen(summary.deepest);
    if (summary.caught || stiffer || again) continue;
    if (summary.deepest > kMostDepth) break;
    if (summary.friction_change <= kSameFriction * summary.largest_normal_force) return total;
    if (++penalty_.lag > kMostLags) {
      total.friction_settled = false;
      return total;
    }
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
  backend_.settle_penalty({x0_, v0_, stepper.x, stepper.v, h, carried, b, now_.touching}, penalty_,
                          balance_);
  if (!balance_.begun.empty()) stepper.past.known = false;
  penalty_.reach = 1;
  penalty_.slip = 0;
  now_.energy = backend_.penalty_energy(stepper.x);
  balance_.dissipated += last_.energy - now_.energy;
  now_.factor = penalty_.factor;
  now_.points = penalty_.points;
}

void Contact::commit(double time, std::vector<MotionEvent>& events) {
  if (obstacles_.empty()) return;
  std::swap(last_, now_);
  for (const Touch& touch : balance_.begun) {
    const Obstacle& obstacle = obstacles_[touch.solid];
    events.push_back(
        {.time = time,
         .kind = MotionEvent::Kind::contact,
         .node = net_.data.node_user[touch.node],
         .value = touch.speed,
         .detail = obstacle.name.empty() ? std::to_string(touch.solid) : obstacle.name});
  }
}

void Contact::abandon(double t) {
  if (obstacles_.empty()) return;
  move_obstacles(t);
  penalty_.factor = last_.factor;
  penalty_.points = last_.points;
  penalty_.reach = 1;
  penalty_.slip = 0;
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
  const auto count = static_cast<double>(obstacles_.size());
  std::vector<double> saved = {count, last_.factor, last_.energy,
                               static_cast<double>(last_.points.size())};
  for (const PenaltyPoint& point : last_.points) {
    saved.insert(saved.end(),
                 {static_cast<double>(point.node), static_cast<double>(point.solid), point.push});
    saved.insert(saved.end(), point.normal, point.normal + 3);
    saved.insert(saved.end(), point.slide, point.slide + 3);
    saved.push_back(point.slid);
  }
  for (std::size_t i = 0; i < last_.touching.size(); ++i)
    if (last_.touching[i]) saved.push_back(static_cast<double>(i));
  return saved;
}

void Contact::restore(const std::vector<double>& saved) {
  last_ = {.touching = std::vector<std::uint8_t>(last_.touching.size(), 0)};
  if (saved.size() < 4 || saved[0] != static_cast<double>(obstacles_.size())) return;
  last_.factor = saved[1];
  last_.energy = saved[2];
  std::size_t at = 4;
  for (double i = 0; i < saved[3] && at + 10 <= saved.size(); ++i, at += 10) {
    PenaltyPoint point;
    point.node = static_cast<int>(saved[at]);
    point.solid = static_cast<int>(saved[at + 1]);
    point.push = saved[at + 2];
    std::copy_n(saved.begin() + static_cast<std::ptrdiff_t>(at) + 3, 3, point.normal);
    std::copy_n(saved.begin() + static_cast<std::ptrdiff_t>(at) + 6, 3, point.slide);
    point.slid = saved[at + 9];
    last_.points.push_back(point);
  }
  for (; at < saved.size(); ++at)
    if (saved[at] < static_cast<double>(last_.touching.size()))
      last_.touching[static_cast<std::size_t>(saved[at])] = 1;
}

}  // namespace tensio
