// The system as it is at a step of one of its stages. Springs that are not there are broken ones
// without mass; nodes at which no spring is there are supported where they are.
#include "solve/paths/building.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/index.hpp"
#include "model/damage.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"

namespace tensio {

namespace {

bool only_lengths(const Stage& stage) {
  return stage.add.empty() && stage.remove.empty() && stage.fix.empty() && stage.free.empty() &&
         stage.loads.empty();
}

double distance(const System& system, const std::vector<double>& position,
                std::array<int, 2> ends) {
  const auto d = usize(system.dimension);
  double square = 0;
  for (std::size_t i = 0; i < d; ++i) {
    const double along = position[usize(ends[1]) * d + i] - position[usize(ends[0]) * d + i];
    square += along * along;
  }
  return std::sqrt(square);
}

}  // namespace

Building::Building(const System& system, System& built) : whole_(built) {
  for (std::size_t s = 0; s < whole_.springs.size(); ++s)
    for (std::size_t i = 0; i < whole_.springs[s].ends.size(); ++i) location_.emplace_back(s, i);
  absent_.assign(location_.size(), 0);
  for (const Stage& stage : system.stages) {
    builds_ |= !only_lengths(stage);
    for (const int spring : stage.add) absent_[usize(spring)] = 1;
    for (const auto& [name, factor] : stage.loads) factor_[name] = 0;
  }
  if (!builds_) return;
  act_at(built, 1);
  show(built);
}

void Building::begin(const Stage& stage, System& built) {
  stage_ = &stage;
  absent_before_ = absent_;
  factor_before_ = factor_;
  const std::vector<double>& position =
      built.nodes.start.empty() ? built.nodes.position : built.nodes.start;
  for (const int spring : stage.add) {
    absent_[usize(spring)] = 0;
    const auto [s, i] = location_[usize(spring)];
    SpringSet& set = built.springs[s];
    if (!stage.fit || set.rest_length.empty()) continue;
    if (set.rest_length.size() != set.ends.size())
      set.rest_length = Column(set.ends.size(), set.rest_length[0]);
    set.rest_length[i] = distance(built, position, set.ends[i]);
  }
  for (const int spring : stage.remove) absent_[usize(spring)] = 1;
  for (const auto& [name, factor] : stage.loads) factor_[name] = factor;
  if (!stage.fix.empty() || !stage.free.empty())
    supports_.push_back({stage.fix, stage.free, position});
  lengths_.clear();
  for (const int spring : stage.springs) {
    const auto [s, i] = location_[usize(spring)];
    SpringSet& set = built.springs[s];
    if (set.rest_length.size() != set.ends.size())
      set.rest_length = Column(set.ends.size(), set.rest_length[0]);
    lengths_.push_back({s, i, set.rest_length[i]});
  }
}

void Building::set(System& built, int step) const {
  const double part = static_cast<double>(step) / stage_->steps;
  for (const Changed& spring : lengths_)
    built.springs[spring.set].rest_length[spring.index] =
        spring.before + part * stage_->rest_length_change;
  if (!builds_) return;
  if (step == 1) show(built);
  act_at(built, part);
}

void Building::undo(System& built) const {
  for (const Changed& spring : lengths_)
    built.springs[spring.set].rest_length[spring.index] = spring.before;
}

// The springs and supports that are there.
void Building::show(System& built) const {
  std::size_t first = 0;
  for (std::size_t s = 0; s < whole_.springs.size(); ++s) {
    const SpringSet& set = whole_.springs[s];
    SpringSet& target = built.springs[s];
    const std::size_t count = set.ends.size();
    target.broken = set.broken;
    target.mass_per_length = set.mass_per_length;
    const auto absent = absent_.begin() + static_cast<std::ptrdiff_t>(first);
    first += count;
    if (std::none_of(absent, absent + static_cast<std::ptrdiff_t>(count),
                     [](char is) { return is != 0; }))
      continue;
    const SpringColumns columns = columns_of(whole_, set);
    target.broken.assign(count, 0);
    if (!columns.mass_per_length.empty()) target.mass_per_length.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const bool gone = absent[static_cast<std::ptrdiff_t>(i)] != 0;
      target.broken[i] = gone || (!set.broken.empty() && at(set.broken, i) != 0) ? 1 : 0;
      if (!columns.mass_per_length.empty() && !gone)
        target.mass_per_length[i] = at(columns.mass_per_length, i);
    }
  }
  show_supports(built, true);
}

void Building::show_supports(System& built, bool with_loose) const {
  const std::vector<double> position =
      built.nodes.start.empty() ? built.nodes.position : built.nodes.start;
  built.nodes.fixed = whole_.nodes.fixed;
  built.events.clear();
  for (const Supports& change : supports_) {
    built.events = {Event{.free = change.free, .fix = change.fix}};
    apply_events(built, 1, change.position);
  }
  if (const std::vector<int> loose = loose_nodes(); with_loose && !loose.empty()) {
    built.events = {Event{.fix = loose}};
    apply_events(built, 1, position);
  }
  built.events = whole_.events;
}

// Free nodes at which no spring is there, though there will be or was one.
std::vector<int> Building::loose_nodes() const {
  std::vector<char> springs(usize(whole_.node_count()), 0);  // 1: absent ones, 2: one is there
  for (std::size_t s = 0; s < location_.size(); ++s)
    for (const int node : whole_.springs[location_[s].first].ends[location_[s].second]) {
      char& state = springs[usize(node)];
      state = std::max<char>(state, absent_[s] != 0 ? 1 : 2);
    }
  const std::vector<unsigned char> fixed = fixed_axes(whole_);
  std::vector<int> loose;
  for (std::size_t node = 0; node < springs.size(); ++node)
    if (springs[node] == 1 && fixed[node] == 0) loose.push_back(static_cast<int>(node));
  return loose;
}

// Loads and gravity, with the factors of the cases that stages name part of the way to new ones.
void Building::act_at(System& built, double part) const {
  Combination acting;
  const auto name = [&](const std::string& load_case) {
    for (const auto& [known, factor] : acting.factors)
      if (known == load_case) return;
    const auto found = factor_.find(load_case);
    if (found == factor_.end()) {
      acting.factors.emplace_back(load_case, 1);
      return;
    }
    const auto before = factor_before_.find(load_case);
    const double from = before == factor_before_.end() ? 0 : before->second;
    acting.factors.emplace_back(load_case, from + part * (found->second - from));
  };
  name(kGravityCase);
  for (const Load& load : whole_.loads)
    if (!load.load_case.empty()) name(load.load_case);
  act(whole_, acting, 1, built);
}

}  // namespace tensio
