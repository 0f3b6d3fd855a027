// Warnings before a solve, and a description of what a system consists of.
#include "tensio/model/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/enum_names.hpp"
#include "core/index.hpp"
#include "core/union_find.hpp"
#include "model/check_scale.hpp"
#include "model/integrator_traits.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "physics/spring.hpp"

#include "tensio/words.hpp"

namespace tensio {

namespace {

// "node 3" or "nodes 3, 4, 5 and 12 more".
std::string listed(const System& system, const char* what, const std::vector<int>& ids) {
  constexpr std::size_t kShown = 5;
  std::string text = fmt::format("{}{} ", what, ids.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(kShown, ids.size()); ++i) {
    if (i > 0) text += i + 1 == ids.size() ? " and " : ", ";
    text += what[0] == 'n' ? node_label(system, ids[i]) : std::to_string(ids[i]);
  }
  if (ids.size() > kShown) text += fmt::format(" and {} more", ids.size() - kShown);
  return text;
}

bool is_broken(const SpringSet& set, std::size_t i) {
  return !set.broken.empty() && at(set.broken, i) != 0;
}

struct Part {
  std::vector<int> nodes;
  std::uint8_t fixed_axes = 0;
};

std::vector<Part> parts_of(const System& system) {
  const int n = system.node_count();
  UnionFind joined(n);
  for (const SpringSet& set : system.springs)
    for (std::size_t i = 0; i < set.ends.size(); ++i)
      if (!is_broken(set, i)) joined.join(set.ends[i][0], set.ends[i][1]);
  std::vector<std::uint8_t> fixed(usize(n), 0);
  for (const Fixed& item : system.nodes.fixed)
    for (int node : item.nodes) fixed[node] |= item.axes;
  std::vector<int> place(usize(n), -1);
  std::vector<Part> parts;
  for (int node = 0; node < n; ++node) {
    int& part = place[joined.find(node)];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[part].nodes.push_back(node);
    parts[part].fixed_axes |= fixed[node];
  }
  return parts;
}

bool any_above_zero(ColumnView column) {
  return std::any_of(column.begin(), column.end(), [](double value) { return value > 0.0; });
}

bool any_changes(const std::vector<Waveform>& waves) {
  return std::any_of(waves.begin(), waves.end(), [](const Waveform& w) { return w.changes(); });
}

// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

class Checker {
 public:
  Checker(const System& system, Purpose purpose) : system_(system), purpose_(purpose) {}

  std::vector<Warning> all() {
    check_parts();
    check_springs();
    check_masses();
    if (purpose_ == Purpose::solve) check_motion();
    return before();
  }

  std::vector<Warning> before() {
    check_gravity(system_, warnings_);
    check_weight();
    check_unattached();
    check_idle_temperature();
    check_cases();
    if (purpose_ == Purpose::run) {
      check_duration();
      check_motion();
    } else {
      check_ignored();
      check_changing();
    }
    std::stable_sort(warnings_.begin(), warnings_.end(),
                     [](const Warning& a, const Warning& b) { return a.kind < b.kind; });
    return std::move(warnings_);
  }

 private:
  void check_motion() {
    check_events();
    check_wind();
    check_velocities();
  }

  void add(WarningKind kind, std::string message, std::vector<int> nodes,
           std::vector<int> springs) {
    warnings_.push_back({kind, std::move(message), std::move(nodes), std::move(springs)});
  }

  // A body without supports has no equilibrium; in a run it may well fly.
  void check_parts() {
    if (system_.simulation) return;
    const std::vector<Part> parts = parts_of(system_);
    const unsigned all = system_.dimension == 2 ? 3u : 7u;
    const bool supported = std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      return part.nodes.size() > 1 && (part.fixed_axes & all) != 0;
    });
    std::vector<int> unused;
    for (const Part& part : parts) {
      const unsigned free = all & ~static_cast<unsigned>(part.fixed_axes);
      if (part.nodes.size() == 1) {
        if (!is_unattached(part.nodes[0])) unused.push_back(part.nodes[0]);
      } else if (free == all && supported) {
        add(WarningKind::loose_part,
            fmt::format("{} form a part that is not connected to any support",
                        listed(system_, "node", part.nodes)),
            part.nodes, {});
      } else if (free != 0) {
        std::string axes;
        for (unsigned axis = 0; axis < 3; ++axis)
          if (free >> axis & 1) axes += fmt::format("{}{}", axes.empty() ? "" : ", ", "xyz"[axis]);
        add(WarningKind::free_body,
            fmt::format("{} form a body with no support along {}",
                        listed(system_, "node", part.nodes), axes),
            part.nodes, {});
      }
    }
    if (!unused.empty())
      add(WarningKind::unused_node,
          fmt::format("{} {} no spring", listed(system_, "node", unused),
                      unused.size() == 1 ? "has" : "have"),
          unused, {});
  }

  void check_springs() {
    std::vector<std::pair<std::pair<int, int>, int>> pairs;
    std::vector<int> slack, coincident;
    std::vector<double> stiffness;
    const std::vector<double>& start =
        system_.nodes.start.empty() ? system_.nodes.position : system_.nodes.start;
    const std::vector<double> temperature = temperature_changes(system_);
    int spring = 0;
    for (const SpringSet& set : system_.springs) {
      const SpringColumns columns = columns_of(system_, set);
      for (std::size_t i = 0; i < set.ends.size(); ++i, ++spring) {
        if (is_broken(set, i)) {
          stiffness.push_back(0.0);
          continue;
        }
        const auto [a, b] = set.ends[i];
        pairs.push_back({{std::min(a, b), std::max(a, b)}, spring});
        const SpringValues cold = resolve(columns, i, drawn_length(system_, a, b));
        const double plastic =
            columns.plastic_elongation.empty() ? 0.0 : at(columns.plastic_elongation, i);
        const double change = temperature.empty() ? 0.0 : temperature[spring];
        const double l0 = std::max(0.0, warmed(cold, columns, i, change).rest_length + plastic);
        // constant_tension holds its tension there
        stiffness.push_back(columns.law == Law::constant_tension ? 0.0 : cold.stiffness);
        const double l = distance(start, a, b);
        if (is_slack(columns.law, l, l0)) slack.push_back(spring);
        if (l == 0.0 && l0 > 0.0 && one_way(columns.law) <= 0) coincident.push_back(spring);
      }
    }
    check_doubles(std::move(pairs));
    check_scale(system_, stiffness, warnings_);
    if (!slack.empty())
      add(WarningKind::slack_at_start,
          fmt::format("{} {} slack at the start", listed(system_, "spring", slack),
                      slack.size() == 1 ? "is" : "are"),
          {}, slack);
    if (!coincident.empty())
      add(WarningKind::coincident_ends,
          fmt::format(
              "{} {} of zero length at the start, so the direction of the force is undefined",
              listed(system_, "spring", coincident), coincident.size() == 1 ? "is" : "are"),
          {}, coincident);
  }

  void check_idle_temperature() {
    const std::vector<double> temperature = temperature_changes(system_);
    if (temperature.empty()) return;
    std::vector<int> idle;
    int spring = 0;
    for (const SpringSet& set : system_.springs) {
      const bool elastic = has_rest_length(columns_of(system_, set).law);
      for (std::size_t i = 0; i < set.ends.size(); ++i, ++spring)
        if (!elastic && temperature[usize(spring)] != 0.0) idle.push_back(spring);
    }
    if (idle.empty()) return;
    add(WarningKind::idle_temperature,
        fmt::format("the temperature of {} does not act: without a rest length {} the same force "
                    "at any temperature; `solve --redraw --materialise` makes {} elastic",
                    listed(system_, "spring", idle), idle.size() == 1 ? "it has" : "they have",
                    idle.size() == 1 ? "it" : "them"),
        {}, idle);
  }

  void check_doubles(std::vector<std::pair<std::pair<int, int>, int>> pairs) {
    std::sort(pairs.begin(), pairs.end());
    std::vector<int> doubles;
    for (std::size_t i = 1; i < pairs.size(); ++i)
      if (pairs[i].first == pairs[i - 1].first) doubles.push_back(pairs[i].second);
    if (doubles.empty()) return;
    std::sort(doubles.begin(), doubles.end());
    add(WarningKind::double_spring,
        fmt::format("{} {} nodes that another spring joins already; their stiffnesses add up",
                    listed(system_, "spring", doubles), doubles.size() == 1 ? "joins" : "join"),
        {}, doubles);
  }

  void check_cases() {
    if (system_.combinations.empty()) return;
    std::set<std::string> unused;
    for (const Load& load : system_.loads)
      if (!load.load_case.empty()) unused.insert(load.load_case);
    if (system_.gravity != std::array<double, 3>{}) unused.insert(kGravityCase);
    for (const Combination& combination : system_.combinations)
      for (const auto& [name, factor] : combination.factors) unused.erase(name);
    for (const std::string& name : unused)
      add(WarningKind::unused_case,
          fmt::format("the case `{}` is in no combination, so it never acts", name), {}, {});
  }

  bool has_mass() const {
    if (any_above_zero(system_.nodes.mass)) return true;
    if (system_.faces.count() > 0 && any_above_zero(system_.faces.mass_per_area)) return true;
    return std::any_of(system_.springs.begin(), system_.springs.end(), [&](const SpringSet& set) {
      return !set.ends.empty() && any_above_zero(columns_of(system_, set).mass_per_length);
    });
  }

  void check_weight() {
    if (system_.gravity == std::array<double, 3>{} || has_mass()) return;
    add(WarningKind::weightless,
        "gravity acts on nothing: no node, spring or face has mass; give `mass` in `nodes`, or "
        "`mass_per_length` to springs",
        {}, {});
  }

  // Nodes that no spring ends at, though they are free and have mass or a load. A system without
  // springs is one of particles, where that is the point.
  void find_unattached() {
    if (unattached_) return;
    unattached_.emplace(usize(system_.node_count()), false);
    if (system_.spring_count() == 0) return;
    std::vector<bool> joined(unattached_->size(), false);
    for (const SpringSet& set : system_.springs)
      for (const auto& [a, b] : set.ends) joined[a] = joined[b] = true;
    if (std::find(joined.begin(), joined.end(), false) == joined.end()) return;
    const std::vector<unsigned char> constrained = fixed_axes(system_);
    const auto all = static_cast<unsigned char>((1u << system_.dimension) - 1);
    const std::vector<double> mass = node_masses(system_);
    std::vector<bool> loaded(joined.size(), false);
    for (const Load& load : system_.loads)
      if (!load.force.empty() || !load.wave.empty())
        for (int node : load.nodes) loaded[node] = true;
    for (std::size_t i = 0; i < joined.size(); ++i)
      (*unattached_)[i] = !joined[i] && constrained[i] != all && (mass[i] > 0.0 || loaded[i]);
  }

  bool is_unattached(int node) {
    find_unattached();
    return (*unattached_)[node];
  }

  void check_unattached() {
    find_unattached();
    std::vector<int> nodes;
    for (int node = 0; node < system_.node_count(); ++node)
      if (is_unattached(node)) nodes.push_back(node);
    if (nodes.empty()) return;
    const bool one = nodes.size() == 1;
    add(WarningKind::unattached_mass,
        fmt::format("{} {} free and {} mass or a load but no spring: {}",
                    listed(system_, "node", nodes), one ? "is" : "are", one ? "has" : "have",
                    purpose_ == Purpose::run
                        ? (one ? "it moves by itself" : "they move by themselves")
                        : (one ? "nothing holds it" : "nothing holds them")),
        nodes, {});
  }

  // What a run takes into account and a solve ignores.
  void check_ignored() {
    std::vector<std::string> ignored;
    if (system_.wind) ignored.emplace_back("the wind");
    const auto rough = std::count_if(system_.obstacles.begin(), system_.obstacles.end(),
                                     [](const Obstacle& o) { return o.friction > 0.0; });
    if (rough > 0)
      ignored.push_back("the friction of " + counted(usize(rough), "obstacle", "obstacles"));
    if (!system_.events.empty())
      ignored.push_back(counted(system_.events.size(), "event", "events"));
    if (ignored.empty()) return;
    add(WarningKind::not_in_solve,
        fmt::format("`solve` ignores {}: only `run` takes such things into account",
                    joined(ignored)),
        {}, {});
  }

  // Waveforms, of which a solve takes the values at the start time.
  void check_changing() {
    std::size_t loads = 0, supports = 0, obstacles = 0, springs = 0;
    for (const Load& load : system_.loads)
      loads += any_changes(load.wave) || (load.pressure && load.pressure->changes());
    for (const Fixed& fixed : system_.nodes.fixed) supports += any_changes(fixed.motion);
    for (const Obstacle& obstacle : system_.obstacles) obstacles += any_changes(obstacle.motion);
    for (const SpringSet& set : system_.springs) {
      const Active* active = columns_of(system_, set).active;
      springs += active != nullptr && ((active->rest_length && active->rest_length->changes()) ||
                                       (active->stiffness && active->stiffness->changes()));
    }
    std::vector<std::string> changing;
    if (loads > 0) changing.push_back(counted(loads, "load", "loads"));
    if (supports > 0)
      changing.push_back(counted(supports, "entry of `fixed`", "entries of `fixed`"));
    if (obstacles > 0) changing.push_back(counted(obstacles, "obstacle", "obstacles"));
    if (springs > 0) changing.push_back(counted(springs, "spring set", "spring sets"));
    if (changing.empty()) return;
    const bool one = loads + supports + obstacles + springs == 1;
    add(WarningKind::value_at_zero,
        fmt::format("{} {} with time: `solve` takes {} at time {}", joined(changing),
                    one ? "changes" : "change", one ? "its value" : "their values",
                    start_time(system_)),
        {}, {});
  }

  void check_duration() {
    if (!system_.simulation) return;
    const SimulationOptions& options = *system_.simulation;
    if (options.duration == 0.0)
      add(WarningKind::no_duration,
          "the simulation has no duration, so nothing moves until one is given", {}, {});
    else if (options.time_step > options.duration && !traits_of(options.integrator).own_step)
      add(WarningKind::long_step,
          fmt::format("the time step {} is longer than the duration {}: the run is one step, which "
                      "ends at {}",
                      options.time_step, options.duration, options.start_time + options.time_step),
          {}, {});
  }

  void check_masses() {
    if (!system_.simulation) return;
    const std::vector<double> mass = node_masses(system_);
    const std::vector<unsigned char> constrained = fixed_axes(system_);
    const auto all = static_cast<unsigned char>((1u << system_.dimension) - 1);
    std::vector<int> massless;
    for (int node = 0; node < system_.node_count(); ++node)
      if (mass[node] == 0.0 && constrained[node] != all) massless.push_back(node);
    if (!massless.empty())
      add(WarningKind::massless_node,
          fmt::format("{} {} free and {} no mass, which a simulation refuses",
                      listed(system_, "node", massless), massless.size() == 1 ? "is" : "are",
                      massless.size() == 1 ? "has" : "have"),
          massless, {});
  }

  // What events do to supports, in the order in which they happen.
  void check_events() {
    std::vector<const Event*> events;
    for (const Event& event : system_.events) events.push_back(&event);
    std::stable_sort(events.begin(), events.end(),
                     [](const Event* a, const Event* b) { return a->at < b->at; });
    const auto all = static_cast<unsigned char>((1u << system_.dimension) - 1);
    std::vector<unsigned char> constrained = fixed_axes(system_);
    const auto change = [&](const Event& event, const std::vector<int>& nodes, bool fix) {
      std::vector<int> idle;
      for (int node : nodes) {
        if (constrained[node] == (fix ? all : 0)) idle.push_back(node);
        constrained[node] = fix ? all : static_cast<unsigned char>(0);
      }
      if (idle.empty()) return;
      add(WarningKind::idle_event,
          fmt::format("the event at {} {} {}, which {} {} already", event.at,
                      fix ? "fixes" : "frees", listed(system_, "node", idle),
                      idle.size() == 1 ? "is" : "are", fix ? "fixed" : "free"),
          idle, {});
    };
    for (const Event* event : events) {
      change(*event, event->free, false);
      change(*event, event->fix, true);
      if (system_.simulation && system_.simulation->duration > 0.0 &&
          event->at > system_.simulation->end_time())
        add(WarningKind::late_event,
            fmt::format("the event at {} comes after the end of the simulation at {}", event->at,
                        system_.simulation->end_time()),
            {}, {});
    }
  }

  void check_wind() {
    const Column& area = system_.nodes.area;
    const bool meets = system_.faces.count() > 0 ||
                       std::any_of(area.begin(), area.end(), [](double a) { return a > 0.0; });
    if (system_.wind && !meets)
      add(WarningKind::idle_wind,
          "the wind acts on nothing: there are no faces, and no node has an area", {}, {});
  }

  void check_velocities() {
    const std::vector<unsigned char> constrained = fixed_axes(system_);
    const std::vector<double>& velocity = system_.nodes.velocity;
    const std::size_t d = usize(system_.dimension);
    std::vector<int> idle;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      const int node = static_cast<int>(i / d);
      const bool fast = velocity[i] != 0.0 && (constrained[i / d] >> (i % d) & 1) != 0;
      if (fast && (idle.empty() || idle.back() != node)) idle.push_back(node);
    }
    if (!idle.empty())
      add(WarningKind::idle_velocity,
          fmt::format("{} {} a velocity on a fixed axis, which is ignored",
                      listed(system_, "node", idle), idle.size() == 1 ? "has" : "have"),
          idle, {});
  }

  double distance(const std::vector<double>& x, int a, int b) const {
    if (system_.dimension == 2)
      return length(spring_vector(load<2>(x.data(), a), load<2>(x.data(), b), NoOffset{}));
    return length(spring_vector(load<3>(x.data(), a), load<3>(x.data(), b), NoOffset{}));
  }

  const System& system_;
  const Purpose purpose_;
  std::optional<std::vector<bool>> unattached_;
  std::vector<Warning> warnings_;
};

}  // namespace

const char* to_string(WarningKind kind) {
  return enum_name(kind, {"free_body",      "loose_part",      "double_spring",   "unused_node",
                          "slack_at_start", "coincident_ends", "unused_case",     "massless_node",
                          "no_duration",    "late_event",      "idle_event",      "idle_temperature",
                          "idle_wind",
                          "idle_velocity",  "gravity_unit",    "stiffness_range", "mass_range",
                          "weightless",     "unattached_mass", "not_in_solve",    "value_at_zero",
                          "long_step",      "unstable_step"});
}

std::vector<Warning> check(const System& system) {
  require_valid(system);
  return Checker(system, system.simulation ? Purpose::run : Purpose::solve).all();
}

std::vector<Warning> check_before(const System& system, Purpose purpose) {
  return Checker(system, purpose).before();
}

Info describe(const System& system) {
  require_valid(system);
  Info info;
  const std::size_t d = usize(system.dimension);
  info.nodes = system.node_count();
  info.springs = system.spring_count();
  std::vector<std::uint8_t> fixed(usize(info.nodes), 0);
  for (const Fixed& item : system.nodes.fixed)
    for (int node : item.nodes) fixed[node] |= item.axes;
  for (std::uint8_t axes : fixed)
    for (std::size_t axis = 0; axis < d; ++axis) info.fixed_axes += axes >> axis & 1;
  info.free_axes = info.nodes * system.dimension - info.fixed_axes;
  info.components = static_cast<int>(parts_of(system).size());
  for (double mass : node_masses(system)) info.total_mass += mass;
  for (std::size_t axis = 0; axis < d && info.nodes > 0; ++axis) {
    info.lowest.push_back(system.nodes.position[axis]);
    info.highest.push_back(system.nodes.position[axis]);
    for (std::size_t i = axis; i < system.nodes.position.size(); i += d) {
      info.lowest[axis] = std::min(info.lowest[axis], system.nodes.position[i]);
      info.highest[axis] = std::max(info.highest[axis], system.nodes.position[i]);
    }
  }
  info.springs_by_law.assign(kLawCount, 0);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    info.springs_by_law[usize(columns.law)] += static_cast<int>(set.ends.size());
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      info.broken += is_broken(set, i) ? 1 : 0;
      const double k =
          resolve(columns, i, drawn_length(system, set.ends[i][0], set.ends[i][1])).stiffness;
      low = std::min(low, k);
      high = std::max(high, k);
    }
  }
  if (info.springs > 0) {
    info.stiffness_min = low;
    info.stiffness_max = high;
  }
  return info;
}

}  // namespace tensio
