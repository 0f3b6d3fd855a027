#include "backend/common/spring_histories.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/assert.hpp"
#include "core/index.hpp"
#include "network/given_springs.hpp"
#include "physics/spring.hpp"

namespace tensio {

namespace {

/// Springs that pass a limit by less than this part of it are at the limit, to rounding.
constexpr double kYieldRounding = 1e-9;

// Lengths of the springs where a net starts.
template <int D>
void lengths_at(const NetworkData& net, const double* x, std::vector<double>& lengths) {
  for (std::size_t s = 0; s < lengths.size(); ++s)
    lengths[s] = length(spring_vector(load<D>(x, net.a[s]), load<D>(x, net.b[s]), NoOffset{}));
}

}  // namespace

SpringHistories::SpringHistories(NetworkData& net) : net_(net) {
  for (const YieldSpring& spring : net.yields) yields_.push_back({spring});
  for (const MaxwellSpring& spring : net.maxwells)
    maxwells_.push_back({spring, branch_kind(spring.stiffness, spring.viscosity)});
  for (const BreakSpring& spring : net.breaks) breaks_.push_back({spring});
  if (!yields_.empty() || !breaks_.empty()) keep_given(net_);
  if (!breaks_.empty()) {
    if (net_.broken.empty()) net_.broken.assign(net_.a.size(), 0);
    if (net_.faces.count() > 0) {
      net_.faces.gone.assign(usize(net_.faces.count()), 0);
      edge_faces_ = edge_faces(net_.a, net_.b, net_.faces.start, net_.faces.nodes);
    }
  }
  for (Breaking& spring : breaks_)
    if (broken(spring.spring)) break_spring(spring);
  if (!yields_.empty() || !maxwells_.empty()) net_.parts.resize(net_.a.size());
  if (!maxwells_.empty() || !net_.muscles.empty()) {
    last_.resize(net_.a.size());
    if (net_.dimension == 2)
      lengths_at<2>(net_, net_.beginning().data(), last_);
    else
      lengths_at<3>(net_, net_.beginning().data(), last_);
  }
  remember_factors();
}

int SpringHistories::branch_kind(double stiffness, double viscosity) {
  std::size_t kind = 0;
  while (kind < branch_kinds_.size() &&
         (branch_kinds_[kind].stiffness != stiffness || branch_kinds_[kind].viscosity != viscosity))
    ++kind;
  if (kind == branch_kinds_.size()) branch_kinds_.push_back({stiffness, viscosity});
  return static_cast<int>(kind);
}

void SpringHistories::set_branch_step(double h) {
  for (BranchKind& kind : branch_kinds_)
    kind.step = maxwell_step(kind.stiffness, kind.viscosity, h);
}

SpringHistories::Maxwell* SpringHistories::maxwell_of(int s) {
  const auto place =
      std::lower_bound(maxwells_.begin(), maxwells_.end(), s,
                       [](const Maxwell& branch, int spring) { return branch.spring < spring; });
  return place != maxwells_.end() && place->spring == s ? &*place : nullptr;
}

void SpringHistories::remember_factors() {
  factors_.resize(net_.muscles.size());
  for (std::size_t i = 0; i < factors_.size(); ++i)
    factors_[i] = {net_.muscles[i].stiffness_factor, net_.muscles[i].length_factor};
}

void SpringHistories::begin(std::span<const double> lengths) {
  restart(lengths);
  for (Yielding& y : yields_) {
    const std::size_t s = usize(y.spring);
    if (net_.given.plastic[s] == 0) continue;
    const double tension = spring_value(net_, y.law, y.spring, lengths[s]).tension;
    y.yielding = std::abs(tension) >= y.limit() * (1 - kYieldRounding);
  }
}

void SpringHistories::restart(std::span<const double> lengths) {
  if (!last_.empty()) std::copy(lengths.begin(), lengths.end(), last_.begin());
  remember_factors();
}

void SpringHistories::prepare(double tau, double b, std::span<const double> l_star) {
  const bool damped = !net_.damping.empty() && b != 0;
  if (!damped && yields_.empty() && maxwells_.empty()) {
    net_.parts.clear();
    return;
  }
  net_.parts.assign(net_.a.size(), {});
  if (damped) prepare_dashpots(b, l_star);
  prepare_yields();
  set_branch_step(tau);
  for (const Maxwell& m : maxwells_) {
    if (broken(m.spring)) continue;
    const MaxwellStep& step = step_of(m);
    const double stiffness = step.share * m.stiffness;
    SpringPart& part = net_.parts[m.spring];
    part.stiffness += stiffness;
    part.force += stiffness * last_[m.spring] - step.decay * m.tension;
  }
}

// Those of cables and struts act while the spring is not slack, and from where it was not.
void SpringHistories::prepare_dashpots(double b, std::span<const double> l_star) {
  for (const LawRange& range : net_.laws)
    for (std::size_t s = usize(range.begin); s < usize(range.end); ++s) {
      const double stiffness = net_.damping[s] / b;
      SpringPart& part = net_.parts[s];
      if (can_be_slack(range.law)) {
        (one_way(range.law) > 0 ? part.low : part.high) = net_.rest_length[s];
        part.damping = stiffness;
        part.from = std::clamp(l_star[s], part.low, part.high);
      } else {
        part.stiffness = stiffness;
        part.force = stiffness * l_star[s];
      }
    }
}

void SpringHistories::prepare_rest() {
  if (yields_.empty()) return;
  net_.parts.assign(net_.a.size(), {});
  prepare_yields();
}

void SpringHistories::prepare_yields() {
  for (const Yielding& y : yields_) {
    net_.parts[y.spring].yield = y.limit();
    net_.parts[y.spring].ratio = y.ratio;
  }
}

EnergyBalance SpringHistories::commit(double t, double h, std::span<const double> lengths,
                                      std::vector<MotionEvent>& events, bool backward) {
  TENSIO_ASSERT(lengths.size() == net_.a.size());
  EnergyBalance balance;
  changes_ = 0;
  balance.work += muscle_work(lengths);
  balance.dissipated += yield(t, lengths, events, h == 0);
  balance.dissipated += relax(h, lengths, backward);
  balance.dissipated += break_springs(t, lengths, events);
  if (!last_.empty()) std::copy(lengths.begin(), lengths.end(), last_.begin());
  remember_factors();
  return balance;
}

int SpringHistories::settle(std::span<const double> lengths, std::vector<MotionEvent>& events) {
  changes_ = 0;
  yield(0, lengths, events, false);
  break_springs(0, lengths, events);
  return changes_;
}

// What the change of a muscle puts in at both ends of the step, half and half: the energy of the
// law of this step, yielding included, with the new values less that with the old ones.
double SpringHistories::muscle_work(std::span<const double> lengths) {
  double work = 0;
  for (std::size_t i = 0; i < net_.muscles.size(); ++i) {
    const Muscle& muscle = net_.muscles[i];
    const Factors old = factors_[i];
    if (old.stiffness == muscle.stiffness_factor && old.length == muscle.length_factor) continue;
    const Law law = law_of(net_, muscle.springs.front());
    for (int s : muscle.springs) {
      if (broken(s)) continue;
      SpringPart part;
      if (!yields_.empty()) {
        part.yield = net_.parts[s].yield;
        part.ratio = net_.parts[s].ratio;
      }
      const double k = net_.given.stiffness[s] * old.stiffness;
      const double l0 =
          std::max(0.0, net_.given.rest_length[s] * old.length + net_.given.plastic[s]);
      for (double l : {last_[s], lengths[s]})
        work += 0.5 * (with_part(spring_value(net_, law, s, l), l, part).energy -
                       with_part(spring_value(net_, law, s, l, k, l0), l, part).energy);
    }
  }
  return work;
}

double SpringHistories::yield(double t, std::span<const double> lengths,
                              std::vector<MotionEvent>& events, bool between_steps) {
  double dissipated = 0;
  for (Yielding& y : yields_) {
    const std::size_t s = usize(y.spring);
    const double l = lengths[s], k = net_.stiffness[s], limit = y.limit();
    const double tension = spring_value(net_, y.law, y.spring, l).tension;
    const double beyond = std::abs(tension) - limit;
    const bool was_yielding = y.yielding;
    y.yielding = beyond > kYieldRounding * limit || (between_steps && was_yielding);
    if (!(beyond > 0) || !(k > 0)) continue;
    const double offset = (1 - y.ratio) * beyond / k;
    y.hardened += y.ratio * beyond;
    dissipated += 0.5 * offset * (limit + y.limit());
    net_.given.plastic[s] += tension < 0 ? -offset : offset;
    refresh_spring(net_, s);
    if (!y.yielding) continue;
    ++changes_;
    if (!was_yielding) log(MotionEvent::Kind::yield, t, y.law, y.spring, l, events);
  }
  return dissipated;
}

double SpringHistories::relax(double h, std::span<const double> lengths, bool backward) {
  double dissipated = 0;
  set_branch_step(h);
  for (Maxwell& m : maxwells_) {
    if (broken(m.spring)) continue;
    const double before = m.tension, energy = m.energy();
    const double stretch = lengths[m.spring] - last_[m.spring];
    m.tension = maxwell_tension(step_of(m), m.stiffness, before, stretch);
    if (backward && h > 0)
      dissipated += std::max(0.0, m.tension * stretch - (m.energy() - energy));
    else
      dissipated += maxwell_loss(step_of(m), m.stiffness, before, stretch);
  }
  return dissipated;
}

double SpringHistories::branch_error(double h, std::span<const Waypoint> path) {
  branch_tension_.resize(maxwells_.size());
  for (std::size_t i = 0; i < maxwells_.size(); ++i) branch_tension_[i] = maxwells_[i].tension;
  std::span<const double> from = last_;
  double part = 0;
  for (const Waypoint& point : path) {
    set_branch_step((point.part - part) * h);
    for (std::size_t i = 0; i < maxwells_.size(); ++i) {
      const Maxwell& m = maxwells_[i];
      branch_tension_[i] = maxwell_tension(step_of(m), m.stiffness, branch_tension_[i],
                                           point.lengths[m.spring] - from[m.spring]);
    }
    from = point.lengths;
    part = point.part;
  }
  set_branch_step(h);
  double largest = 0;
  for (std::size_t i = 0; i < maxwells_.size(); ++i) {
    const Maxwell& m = maxwells_[i];
    if (broken(m.spring)) continue;
    const double whole =
        maxwell_tension(step_of(m), m.stiffness, m.tension, from[m.spring] - last_[m.spring]);
    const double change = std::abs(whole - branch_tension_[i]) / m.stiffness;
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

double SpringHistories::break_springs(double t, std::span<const double> lengths,
                                      std::vector<MotionEvent>& events) {
  double dissipated = 0;
  for (Breaking& b : breaks_) {
    if (broken(b.spring)) continue;
    const double l = lengths[b.spring];
    const LawValue value = spring_value(net_, b.law, b.spring, l);
    Maxwell* maxwell = maxwell_of(b.spring);
    const double measure = b.of_strain ? strain_of(b.law, b.spring, l)
                                       : value.tension + (maxwell ? maxwell->tension : 0.0);
    if (!(measure > b.limit) && !(b.compression && measure < -b.limit)) continue;
    dissipated += value.energy;
    if (maxwell) {
      dissipated += maxwell->energy();
      maxwell->tension = 0;
    }
    log(MotionEvent::Kind::breaks, t, b.law, b.spring, l, events);
    break_spring(b);
    ++changes_;
  }
  return dissipated;
}

void SpringHistories::break_spring(Breaking& spring) {
  const std::size_t s = usize(spring.spring);
  net_.broken[s] = 1;
  refresh_spring(net_, s);
  if (!net_.damping.empty()) spring.damping = std::exchange(net_.damping[s], 0.0);
  if (edge_faces_.start.empty()) return;
  for (int i = edge_faces_.start[s]; i < edge_faces_.start[s + 1]; ++i)
    net_.faces.gone[edge_faces_.faces[i]] = 1;
}

void SpringHistories::mend_all() {
  std::fill(net_.faces.gone.begin(), net_.faces.gone.end(), std::uint8_t{0});
  for (const Breaking& spring : breaks_) {
    const std::size_t s = usize(spring.spring);
    if (!net_.is_broken(s)) continue;
    net_.broken[s] = 0;
    refresh_spring(net_, s);
    if (!net_.damping.empty()) net_.damping[s] = spring.damping;
  }
}

double SpringHistories::strain_of(Law law, int s, double l) const {
  return strain(law, l, net_.given.rest_length[s] * net_.given.length_factor[s]);
}

void SpringHistories::log(MotionEvent::Kind kind, double t, Law law, int s, double l,
                          std::vector<MotionEvent>& events) const {
  const double value = strain_of(law, s, l);
  events.push_back({.time = t,
                    .kind = kind,
                    .spring = net_.spring_user[s],
                    .value = std::isfinite(value) ? value : 0.0});
}

double SpringHistories::stored_energy() const {
  double energy = 0;
  for (const Maxwell& m : maxwells_) energy += m.energy();
  return energy;
}

void SpringHistories::add_to_tensions(std::span<double> tension) const {
  for (const Maxwell& m : maxwells_) tension[net_.spring_user[m.spring]] += m.tension;
}

void SpringHistories::add_to_energies(std::span<double> energy) const {
  for (const Maxwell& m : maxwells_) energy[net_.spring_user[m.spring]] += m.energy();
}

std::vector<double> SpringHistories::hardening_forces() const {
  std::vector<double> forces(yields_.empty() ? 0 : net_.a.size());
  for (const Yielding& y : yields_) forces[net_.spring_user[y.spring]] = y.hardened;
  return forces;
}

std::vector<double> SpringHistories::viscous_tensions() const {
  std::vector<double> tensions(maxwells_.empty() ? 0 : net_.a.size());
  for (const Maxwell& m : maxwells_) tensions[net_.spring_user[m.spring]] = m.tension;
  return tensions;
}

// ---- stopping and going on ----
//
// The number of springs, then four lists, each behind its length: yielding springs (id, plastic
// offset, hardening, whether it yielded last), Maxwell branches (id, tension), broken springs (id),
// lengths committed last (all springs, or none), factors of muscles (stiffness, length).

std::vector<double> SpringHistories::save() const {
  const auto id = [&](int s) { return static_cast<double>(net_.spring_user[s]); };
  std::vector<double> saved{static_cast<double>(net_.spring_count)};
  saved.push_back(static_cast<double>(yields_.size()));
  for (const Yielding& y : yields_)
    for (double number :
         {id(y.spring), net_.given.plastic[y.spring], y.hardened, y.yielding ? 1.0 : 0.0})
      saved.push_back(number);
  saved.push_back(static_cast<double>(maxwells_.size()));
  for (const Maxwell& m : maxwells_) {
    saved.push_back(id(m.spring));
    saved.push_back(m.tension);
  }
  const std::size_t count_place = saved.size();
  saved.push_back(0);
  for (const Breaking& b : breaks_)
    if (broken(b.spring)) saved.push_back(id(b.spring));
  saved[count_place] = static_cast<double>(saved.size() - count_place - 1);
  saved.push_back(static_cast<double>(last_.size()));
  const std::size_t lengths = saved.size();
  saved.resize(lengths + last_.size());
  for (std::size_t s = 0; s < last_.size(); ++s)
    saved[lengths + usize(net_.spring_user[s])] = last_[s];
  saved.push_back(static_cast<double>(factors_.size()));
  for (const Factors& f : factors_) {
    saved.push_back(f.stiffness);
    saved.push_back(f.length);
  }
  return saved;
}

bool SpringHistories::load(std::span<const double> saved) {
  // A list of rows, cut off the front; `good` where it was whole and its ids can be.
  bool good = !saved.empty() && saved[0] == net_.spring_count;
  if (good) saved = saved.subspan(1);
  const auto take = [&](std::size_t width, bool with_ids) {
    std::span<const double> list;
    good = good && !saved.empty() && saved[0] >= 0 &&
           saved[0] <= static_cast<double>(saved.size() - 1) / static_cast<double>(width);
    if (!good) return list;
    const std::size_t count = static_cast<std::size_t>(saved[0]) * width;
    list = saved.subspan(1, count);
    saved = saved.subspan(1 + count);
    for (std::size_t i = 0; with_ids && i < count; i += width)
      good = good && list[i] >= 0 && list[i] < net_.spring_count;
    return list;
  };
  const auto yields = take(4, true), maxwells = take(2, true), gone = take(1, true);
  const auto lengths = take(1, false), factors = take(2, false);
  const bool lengths_fit = lengths.empty() || lengths.size() == net_.a.size();
  if (!good || !saved.empty() || !lengths_fit) return false;

  std::vector<int> row(net_.a.size(), -1);  // of each spring, user's order, in the list at hand
  const auto find_rows = [&](std::span<const double> list, std::size_t width) {
    std::fill(row.begin(), row.end(), -1);
    for (std::size_t i = 0; i < list.size(); i += width)
      row[static_cast<std::size_t>(list[i])] = static_cast<int>(i);
  };
  const auto row_of = [&](int s) { return row[net_.spring_user[s]]; };
  find_rows(yields, 4);
  for (Yielding& y : yields_)
    if (const int i = row_of(y.spring); i >= 0) {
      net_.given.plastic[y.spring] = yields[usize(i) + 1];
      y.hardened = yields[usize(i) + 2];
      y.yielding = yields[usize(i) + 3] != 0;
      refresh_spring(net_, usize(y.spring));
    }
  find_rows(maxwells, 2);
  for (Maxwell& m : maxwells_)
    if (const int i = row_of(m.spring); i >= 0) m.tension = maxwells[usize(i) + 1];
  find_rows(gone, 1);
  mend_all();
  for (Breaking& b : breaks_)
    if (row_of(b.spring) >= 0) break_spring(b);
  if (!lengths.empty())
    for (std::size_t s = 0; s < last_.size(); ++s) last_[s] = lengths[net_.spring_user[s]];
  if (factors.size() == 2 * factors_.size())
    for (std::size_t i = 0; i < factors_.size(); ++i)
      factors_[i] = {factors[2 * i], factors[2 * i + 1]};
  return true;
}

}  // namespace tensio
