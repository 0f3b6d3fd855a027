#include "solve/motion/contact.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "model/integrator_traits.hpp"
#include "network/solids.hpp"

namespace tensio {

namespace {

/// A step is solved again so often, with stiffer skins, planes in the way of fast nodes, and the
/// pushes that friction goes by.
constexpr int kMostSolves = 40;
/// Of these, so many for friction alone; it then agrees to this part of the largest push.
constexpr int kMostLags = 20;
constexpr double kSameRub = 1e-4;
constexpr double kStiffest = 1e12;

}  // namespace

Contact::Contact(const System& system, MovingNet& net, Backend& backend)
    : net_(net), backend_(backend), obstacles_(system.obstacles) {
  if (obstacles_.empty()) return;
  for (const Obstacle& obstacle : obstacles_) friction_ |= obstacle.friction > 0;
  last_.touching.assign(usize(net.data.node_count) * obstacles_.size(), 0);
  now_ = last_;
  shift0_.resize(3 * obstacles_.size());
  for (VectorId* id : {&x0_, &v0_, &ahead_, &past_x0_, &past_v0_}) *id = backend.make_vector();
  skin_.at_rest = false;
  skin_.x0 = x0_;
  skin_.shift0 = shift0_;
  backend.set_skin(&skin_);
}

Contact::~Contact() {
  if (!obstacles_.empty()) backend_.set_skin(nullptr);
}

StepResult Contact::step(Mover& mover, Integrator integrator, double t, double h) {
  if (obstacles_.empty()) return mover.step(integrator, t, h);
  mover.make_past();
  move_solids(obstacles_, t, net_.data.solids);
  for (std::size_t i = 0; i < obstacles_.size(); ++i)
    std::copy_n(net_.data.solids[i].shift, 3, shift0_.begin() + static_cast<std::ptrdiff_t>(3 * i));
  now_ = last_;
  books_.clear(obstacles_.size());
  keep_start(mover);
  StepResult result;
  if (is_implicit(integrator)) {
    result = implicit_step(mover, integrator, t, h);
  } else {
    result = mover.step(integrator, t, h);
    if (result.good) {
      move_solids(obstacles_, t + mover.taken, net_.data.solids);
      explicit_step(mover, integrator);
    }
  }
  if (!result.good) return result;
  mover.books.dissipated += books_.dissipated;
  mover.books.work += books_.work;
  return result;
}

void Contact::explicit_step(Mover& mover, Integrator integrator) {
  backend_.stop_at_solids({x0_, v0_, mover.x, mover.v, mover.taken,
                           traits_of(integrator).velocity_share, shift0_, now_.touching},
                          books_);
  // Places that contact changed have other forces.
  if (books_.met) mover.fresh = false;
}

void Contact::keep_start(Mover& mover) {
  backend_.copy(mover.x, x0_);
  backend_.copy(mover.v, v0_);
  backend_.copy(mover.past.x, past_x0_);
  backend_.copy(mover.past.v, past_v0_);
  past0_ = mover.past;
  books0_ = mover.books;
}

void Contact::go_back(Mover& mover) {
  backend_.copy(x0_, mover.x);
  backend_.copy(v0_, mover.v);
  backend_.copy(past_x0_, mover.past.x);
  backend_.copy(past_v0_, mover.past.v);
  mover.past = past0_;
  mover.books = books0_;
}

StepResult Contact::implicit_step(Mover& mover, Integrator integrator, double t, double h) {
  move_solids(obstacles_, t + h, net_.data.solids);
  skin_.factor = now_.factor;
  skin_.points = now_.points;
  for (SkinPoint& point : skin_.points) point.plane = false;
  skin_.reach = traits_of(integrator).reach;
  skin_.slip = friction_ ? kSlipSpeed * net_.data.length_scale * h : 0;
  backend_.copy(x0_, ahead_);
  backend_.axpy(h, v0_, ahead_);
  backend_.follow_paths(x0_, ahead_, false, skin_);
  // One Newton step does not see the skin that it is about to enter.
  if (integrator == Integrator::linearly_implicit_euler && skin_.points.empty()) {
    const StepResult once = mover.step(integrator, t, h);
    if (!once.good) return once;
    const SkinFacts facts = backend_.follow_paths(x0_, mover.x, true, skin_);
    if (!facts.caught && facts.deepest == 0) {
      settle(mover, integrator, h);
      return once;
    }
    go_back(mover);
  }
  if (integrator == Integrator::linearly_implicit_euler) integrator = Integrator::implicit_euler;
  const StepResult result = solve(mover, integrator, t, h);
  if (result.good) settle(mover, integrator, h);
  return result;
}

StepResult Contact::solve(Mover& mover, Integrator integrator, double t, double h) {
  StepResult total;
  skin_.lag = 0;
  for (int solves = 0; solves < kMostSolves; ++solves) {
    if (solves > 0) go_back(mover);
    const StepResult result = mover.step(integrator, t, h);
    mover.found.known = false;
    total.iterations += result.iterations;
    total.projected |= result.projected;
    total.good = result.good;
    total.reason = result.reason;
    if (!result.good) return total;
    const SkinFacts facts = backend_.follow_paths(x0_, mover.x, true, skin_);
    // Two states with an impact between them do not extrapolate.
    const bool anew = facts.begins && past0_.known && traits_of(integrator).states > 1;
    if (anew) past0_.known = false;
    const bool stiffer = stiffen(facts.deepest);
    if (facts.caught || stiffer || anew) continue;
    if (facts.deepest > kMostDepth) break;
    if (facts.rub_change <= kSameRub * facts.largest_push) return total;
    if (++skin_.lag > kMostLags) {
      total.friction_settled = false;
      return total;
    }
    backend_.copy(mover.x, mover.found.x);
    mover.found.known = true;
  }
  go_back(mover);
  total.good = false;
  total.reason = fmt::format(
      "an obstacle could not keep a node out in the step of {:.3g} s; take a smaller time_step, or "
      "give the obstacle a larger thickness",
      h);
  return total;
}

bool Contact::stiffen(double deepest) {
  if (deepest <= kMostDepth || skin_.factor >= kStiffest) return false;
  // Depths go with one over the stiffness: half of what is allowed, by powers of four.
  double more = 4;
  while (deepest > 0.5 * kMostDepth * more) more *= 4;
  skin_.factor *= more;
  return true;
}

void Contact::settle(Mover& mover, Integrator integrator, double h) {
  const VectorId carried = ahead_;
  backend_.copy(v0_, carried);
  double b = h;
  if (integrator == Integrator::bdf2 && past0_.known && past0_.h == h) {
    backend_.axpy(1. / 3, v0_, carried);
    backend_.axpy(-1. / 3, past_v0_, carried);
    b = 2 * h / 3;
  }
  backend_.settle_skin({x0_, v0_, mover.x, mover.v, h, carried, b, now_.touching}, skin_, books_);
  if (!books_.begun.empty()) mover.past.known = false;
  skin_.reach = 1;
  skin_.slip = 0;
  now_.energy = backend_.skin_energy(mover.x);
  books_.dissipated += last_.energy - now_.energy;
  now_.factor = skin_.factor;
  now_.points = skin_.points;
}

void Contact::commit(double time, std::vector<MotionEvent>& events) {
  if (obstacles_.empty()) return;
  std::swap(last_, now_);
  for (const Touch& touch : books_.begun) {
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
  move_solids(obstacles_, t, net_.data.solids);
  skin_.factor = last_.factor;
  skin_.points = last_.points;
  skin_.reach = 1;
  skin_.slip = 0;
}

std::vector<double> Contact::forces(double h) const {
  const auto d = usize(net_.data.dimension);
  std::vector<double> result(obstacles_.size() * d);
  if (h > 0 && !books_.impulse.empty())
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = books_.impulse[i / d * 3 + i % d] / h;
  return result;
}

std::vector<double> Contact::save() const {
  const auto count = static_cast<double>(obstacles_.size());
  std::vector<double> saved = {count, last_.factor, last_.energy,
                               static_cast<double>(last_.points.size())};
  for (const SkinPoint& point : last_.points) {
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
    SkinPoint point;
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
