#include "solve/motion/contact.hpp"

#include <algorithm>

#include "network/solids.hpp"

namespace tensio {

namespace {

// Of the change in velocity that the displacement of the same step has felt.
double share_of(Integrator integrator) {
  if (integrator == Integrator::explicit_euler) return 0;
  return integrator == Integrator::symplectic_euler ? 1 : 0.5;
}

}  // namespace

Contact::Contact(const System& system, MovingNet& net, Backend& backend)
    : net_(net), backend_(backend), obstacles_(system.obstacles) {
  if (obstacles_.empty()) return;
  touched_.assign(static_cast<std::size_t>(net.data.node_count) * obstacles_.size(), 0);
  touching_ = touched_;
  shift0_.resize(3 * obstacles_.size());
  x0_ = backend.make_vector();
  v0_ = backend.make_vector();
}

StepResult Contact::step(Mover& mover, Integrator integrator, double t, double h) {
  if (obstacles_.empty()) return mover.step(integrator, t, h);
  move_solids(obstacles_, t, net_.data.solids);
  for (std::size_t i = 0; i < obstacles_.size(); ++i)
    std::copy_n(net_.data.solids[i].shift, 3, shift0_.begin() + static_cast<std::ptrdiff_t>(3 * i));
  touching_ = touched_;
  books_.clear();
  backend_.copy(mover.x, x0_);
  backend_.copy(mover.v, v0_);
  const StepResult result = explicit_step(mover, integrator, t, h);
  mover.books.dissipated += books_.dissipated;
  mover.books.work += books_.work;
  return result;
}

StepResult Contact::explicit_step(Mover& mover, Integrator integrator, double t, double h) {
  const StepResult result = mover.step(integrator, t, h);
  if (!result.good) return result;
  move_solids(obstacles_, t + mover.taken, net_.data.solids);
  backend_.stop_at_solids(
      {x0_, v0_, mover.x, mover.v, mover.taken, share_of(integrator), shift0_, touching_}, books_);
  mover.fresh = false;  // nodes may have been put elsewhere
  return result;
}

void Contact::commit(double time, std::vector<MotionEvent>& events) {
  touched_ = touching_;
  for (const Touch& touch : books_.begun) {
    const Obstacle& obstacle = obstacles_[static_cast<std::size_t>(touch.solid)];
    events.push_back(
        {.time = time,
         .kind = MotionEvent::Kind::contact,
         .node = net_.data.node_user[static_cast<std::size_t>(touch.node)],
         .value = touch.speed,
         .detail = obstacle.name.empty() ? std::to_string(touch.solid) : obstacle.name});
  }
}

std::vector<double> Contact::save() const {
  std::vector<double> saved;
  for (std::size_t i = 0; i < touched_.size(); ++i)
    if (touched_[i]) saved.push_back(static_cast<double>(i));
  return saved;
}

void Contact::restore(const std::vector<double>& saved) {
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  for (double place : saved)
    if (place < static_cast<double>(touched_.size())) touched_[static_cast<std::size_t>(place)] = 1;
}

}  // namespace tensio
