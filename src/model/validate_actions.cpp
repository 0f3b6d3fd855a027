// What can be wrong with loads, moves of supports, combinations and stages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "model/loads.hpp"
#include "model/problems.hpp"

namespace tensio {

namespace {

class ActionChecker {
 public:
  ActionChecker(const System& system, bool springs_good, Problems& problems)
      : system_(system),
        springs_good_(springs_good),
        dimension_(usize(system.dimension)),
        nodes_(system.node_count()),
        springs_(system.spring_count()),
        problems_(problems) {
    int first = 0;
    for (const SpringSet& set : system.springs) {
      first_.push_back(first);
      first += static_cast<int>(set.ends.size());
    }
  }

  void run() {
    find_fixed_axes();
    for (std::size_t i = 0; i < system_.nodes.fixed.size(); ++i) {
      const Fixed& fixed = system_.nodes.fixed[i];
      const std::string place = fmt::format("/nodes/fixed/{}/move", i);
      if (!fixed.move.empty() && !fixed.motion.empty())
        problems_.add(place, "", "both move and motion are given; give one of them");
      check_move(place, fixed.nodes, fixed.move);
      check_motion(place, fixed.nodes, fixed.motion);
    }
    for (std::size_t i = 0; i < system_.loads.size() && !problems_.full(); ++i)
      check_load(fmt::format("/loads/{}", i), system_.loads[i]);
    check_temperature();
    check_combinations();
    check_stages();
  }

 private:
  bool there(int node) const { return node >= 0 && node < nodes_; }
  // Nodes that are not there are refused elsewhere.
  bool is_fixed(int node, std::size_t axis) const {
    return !there(node) || (fixed_[node] >> axis & 1) != 0;
  }

  void find_fixed_axes() {
    fixed_.assign(usize(nodes_), 0);
    for (const Fixed& fixed : system_.nodes.fixed)
      for (int node : fixed.nodes)
        if (there(node)) fixed_[node] |= fixed.axes;
  }

  // A support can be moved on the axes that it holds, and on no other.
  void check_move(const std::string& pointer, const std::vector<int>& nodes,
                  const std::vector<double>& move) {
    if (move.empty() || !problems_.check_vector(pointer, "move", move, dimension_)) return;
    for (int node : nodes)
      for (std::size_t axis = 0; axis < dimension_ && !problems_.full(); ++axis) {
        if (move[axis] == 0.0 || is_fixed(node, axis)) continue;
        problems_.add(pointer, fmt::format("{}", move[axis]),
                      fmt::format("node {} is not fixed along {}, so it cannot be moved there by "
                                  "{}; fix that axis, or give 0 for it",
                                  node_label(system_, node), "xyz"[axis], move[axis]));
      }
  }

  void check_motion(const std::string& pointer, const std::vector<int>& nodes,
                    const std::vector<Waveform>& motion) {
    if (motion.empty() || !check_waves(pointer, "move", motion, dimension_, problems_)) return;
    for (int node : nodes)
      for (std::size_t axis = 0; axis < dimension_ && !problems_.full(); ++axis) {
        const bool moves = motion[axis].changes() || motion[axis].value != 0.0;
        if (!moves || is_fixed(node, axis)) continue;
        problems_.add(fmt::format("{}/{}", pointer, axis), "",
                      fmt::format("node {} is not fixed along {}, so it cannot be moved there; fix "
                                  "that axis, or give 0 for it",
                                  node_label(system_, node), "xyz"[axis]));
      }
  }

  void check_load(const std::string& pointer, const Load& load) {
    problems_.check_ids(pointer + "/nodes", load.nodes, nodes_, "node");
    const bool force = !load.force.empty(), wave = !load.wave.empty(), move = !load.move.empty();
    const bool warm = load.temperature.has_value(), pressure = load.pressure.has_value();
    const int kinds = force + wave + move + warm + pressure;
    const bool on_nothing = load.nodes.empty() && load.springs.empty() && load.faces.empty();
    if (kinds > 1 || (kinds == 0 && !on_nothing)) {
      problems_.add(pointer, "",
                    "a load gives one of force (on nodes), temperature (of springs), move (of "
                    "fixed nodes) and pressure (on faces)");
      return;
    }
    if (force) check_force(pointer + "/force", load);
    if (wave) check_waves(pointer + "/force", "force", load.wave, dimension_, problems_);
    if (pressure) check_wave(pointer + "/pressure", "pressure", *load.pressure, problems_);
    problems_.check_ids(pointer + "/faces", load.faces, system_.faces.count(), "face");
    if (pressure && !load.nodes.empty())
      problems_.add(pointer + "/nodes", "", "a pressure acts on faces; name `faces`");
    if (!pressure && !load.faces.empty())
      problems_.add(pointer + "/faces", "", "faces take a pressure; a force needs `nodes`");
    if (move) check_move(pointer + "/move", load.nodes, load.move);
    if (warm && !load.nodes.empty())
      problems_.add(pointer + "/nodes", "", "a temperature is one of springs; name `springs`");
    if (!warm && !load.springs.empty())
      problems_.add(pointer + "/springs", "",
                    "springs take a temperature; a force or a move needs `nodes`");
    if (warm) check_temperature(pointer, load);
  }

  void check_force(const std::string& pointer, const Load& load) {
    if (load.force.size() != dimension_ && load.force.size() != dimension_ * load.nodes.size())
      problems_.add(pointer, std::to_string(load.force.size()),
                    fmt::format("force has {} numbers; give {} for all of its {} nodes, or {} for "
                                "each",
                                load.force.size(), dimension_, load.nodes.size(), dimension_));
    for (double f : load.force)
      if (!std::isfinite(f)) problems_.add(pointer, fmt::format("{}", f), "force must be finite");
  }

  // The set of a spring, and its place there.
  std::pair<const SpringSet*, std::size_t> find(int spring) const {
    const auto next = std::upper_bound(first_.begin(), first_.end(), spring);
    const auto set = usize(next - first_.begin()) - 1;
    return {&system_.springs[set], usize(spring - first_[set])};
  }

  void check_temperature(const std::string& pointer, const Load& load) {
    if (!std::isfinite(*load.temperature))
      problems_.add(pointer + "/temperature", fmt::format("{}", *load.temperature),
                    "temperature must be finite");
    if (!problems_.check_ids(pointer + "/springs", load.springs, springs_, "spring") ||
        !springs_good_)
      return;
    for (std::size_t i = 0; i < load.springs.size() && !problems_.full(); ++i) {
      const int spring = load.springs[i];
      const SpringColumns columns = columns_of(system_, *find(spring).first);
      const std::string place = fmt::format("{}/springs/{}", pointer, i);
      // Of a shape that is to be found, it acts on the springs that are made of it.
      const bool becomes_elastic = !columns.axial_is_tension && columns.has_ea();
      if (!has_rest_length(columns.law) && !becomes_elastic)
        problems_.add(place, std::to_string(spring),
                      fmt::format("{} has the law {}, which has no rest length, so a change of "
                                  "temperature means nothing to it; give axial_stiffness or a "
                                  "material for the elastic spring that it becomes",
                                  spring_label(system_, spring), to_string(columns.law)));
      else if (columns.expansion.empty())
        problems_.add(place, std::to_string(spring),
                      fmt::format("{} has no expansion, so it is not known how much a change of "
                                  "temperature lengthens it; give expansion in its set or its "
                                  "material",
                                  spring_label(system_, spring)));
    }
  }

  // All temperatures together must leave every spring a length.
  void check_temperature() {
    if (problems_.count() > 0) return;
    const std::vector<double> change = temperature_changes(system_);
    for (std::size_t s = 0; s < change.size() && !problems_.full(); ++s) {
      if (change[s] == 0.0) continue;
      const auto [set, i] = find(static_cast<int>(s));
      const double grown = 1.0 + at(columns_of(system_, *set).expansion, i) * change[s];
      if (grown > 0.0 && std::isfinite(grown)) continue;
      problems_.add("/loads", fmt::format("{}", change[s]),
                    fmt::format("a change of temperature of {} makes {} {} times as long; its "
                                "expansion or the temperature is wrong",
                                change[s], spring_label(system_, static_cast<int>(s)), grown));
    }
  }

  void check_combinations() {
    std::set<std::string> cases{kGravityCase}, seen;
    for (const Load& load : system_.loads)
      if (!load.load_case.empty()) cases.insert(load.load_case);
    std::string known;
    for (const std::string& name : cases)
      known += fmt::format("{}`{}`", known.empty() ? "" : ", ", name);
    for (const Combination& combination : system_.combinations) {
      const std::string pointer = "/combinations/" + pointer_part(combination.name);
      if (combination.name.empty()) problems_.add(pointer, "", "a combination needs a name");
      if (combination.name == "all")
        problems_.add(pointer, combination.name,
                      "`all` means every combination; give this one another name");
      if (!seen.insert(combination.name).second)
        problems_.add(pointer, combination.name,
                      fmt::format("the combination `{}` is defined twice", combination.name));
      std::set<std::string> named;
      for (const auto& [name, factor] : combination.factors) {
        const std::string place = fmt::format("{}/{}", pointer, name);
        if (cases.count(name) == 0)
          problems_.add(place, name,
                        fmt::format("the combination `{}` names the case `{}`, which no load has; "
                                    "the cases are {}",
                                    combination.name, name, known));
        else if (!named.insert(name).second)
          problems_.add(place, name,
                        fmt::format("the combination `{}` names the case `{}` twice",
                                    combination.name, name));
        if (!std::isfinite(factor))
          problems_.add(place, fmt::format("{}", factor),
                        fmt::format("the factor of `{}` is {}; it must be finite", name, factor));
      }
    }
  }

  void check_stages() {
    std::map<int, double> lengths;  // rest lengths so far, of the springs that stages change
    std::set<int> added;
    for (std::size_t i = 0; i < system_.stages.size() && !problems_.full(); ++i) {
      const Stage& stage = system_.stages[i];
      const std::string pointer = fmt::format("/stages/{}", i);
      if (stage.steps < 1)
        problems_.add(pointer + "/steps", std::to_string(stage.steps),
                      fmt::format("steps is {}; it must be at least 1", stage.steps));
      if (!std::isfinite(stage.rest_length_change)) {
        problems_.add(pointer + "/rest_length_change", fmt::format("{}", stage.rest_length_change),
                      "rest_length_change must be finite");
        continue;
      }
      check_building(pointer, stage, added);
      if (problems_.check_ids(pointer + "/springs", stage.springs, springs_, "spring") &&
          springs_good_)
        check_stage(pointer, stage, lengths);
    }
  }

  void check_building(const std::string& pointer, const Stage& stage, std::set<int>& added) {
    (void)problems_.check_ids(pointer + "/remove", stage.remove, springs_, "spring");
    (void)problems_.check_ids(pointer + "/fix", stage.fix, nodes_, "node");
    (void)problems_.check_ids(pointer + "/free", stage.free, nodes_, "node");
    for (const auto& [name, factor] : stage.loads)
      if (!std::isfinite(factor))
        problems_.add(pointer + "/loads", fmt::format("{}", factor),
                      fmt::format("the factor of `{}` is {}; it must be finite", name, factor));
    if (!problems_.check_ids(pointer + "/add", stage.add, springs_, "spring")) return;
    for (std::size_t i = 0; i < stage.add.size() && !problems_.full(); ++i)
      if (!added.insert(stage.add[i]).second)
        problems_.add(fmt::format("{}/add/{}", pointer, i), std::to_string(stage.add[i]),
                      fmt::format("{} is added twice; it is there from its first stage on",
                                  spring_label(system_, stage.add[i])));
  }

  void check_stage(const std::string& pointer, const Stage& stage, std::map<int, double>& lengths) {
    std::set<int> named;
    for (std::size_t i = 0; i < stage.springs.size() && !problems_.full(); ++i) {
      const int spring = stage.springs[i];
      const auto [set, index] = find(spring);
      const SpringColumns columns = columns_of(system_, *set);
      const std::string place = fmt::format("{}/springs/{}", pointer, i);
      if (!named.insert(spring).second) {
        problems_.add(place, std::to_string(spring),
                      fmt::format("spring {} is named twice in one stage", spring));
      } else if (!has_rest_length(columns.law)) {
        problems_.add(place, std::to_string(spring),
                      fmt::format("{} has the law {}, which has no rest length that a stage could "
                                  "change",
                                  spring_label(system_, spring), to_string(columns.law)));
      } else {
        const auto [a, b] = set->ends[index];
        const double drawn = drawn_length(system_, a, b);
        double& l0 =
            lengths.try_emplace(spring, resolve(columns, index, drawn).rest_length).first->second;
        const double before = l0;
        l0 += stage.rest_length_change;
        if (l0 > 0.0 || (l0 == 0.0 && !columns.has_ea())) continue;
        problems_.add(pointer + "/rest_length_change", fmt::format("{}", stage.rest_length_change),
                      fmt::format("this stage changes the rest length of {} by {}, but it is only "
                                  "{} long",
                                  spring_label(system_, spring), stage.rest_length_change, before));
      }
    }
  }

  const System& system_;
  const bool springs_good_;
  const std::size_t dimension_;
  const int nodes_, springs_;
  Problems& problems_;
  std::vector<int> first_;           // the first spring of each set
  std::vector<std::uint8_t> fixed_;  // axes of each node, as bits
};

}  // namespace

void check_actions(const System& system, bool springs_good, Problems& problems) {
  ActionChecker(system, springs_good, problems).run();
}

}  // namespace tensio
