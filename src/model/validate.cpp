// Every way in which a system can be wrong, each with a pointer to its place and a remedy.
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>

#include "core/index.hpp"
#include "model/problems.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

namespace {

class Validator {
 public:
  explicit Validator(const System& system) : system_(system), nodes_(system.node_count()) {}

  std::vector<Problem> run() {
    if (check_dimension()) {
      check_nodes();
      check_fixed();
      const bool materials_good = check_materials(system_, problems_);
      const bool springs_good = check_springs(system_, materials_good, problems_) && materials_good;
      check_actions(system_, springs_good, problems_);
      check_faces(system_, problems_);
      check_surroundings(system_, problems_);
      check_events(system_, springs_good, problems_);
      check_probes(system_, springs_good, problems_);
      if (system_.simulation) check_simulation(*system_.simulation, problems_);
      check_groups("groups", system_.groups, nodes_, "node");
      check_groups("spring_groups", system_.spring_groups, system_.spring_count(), "spring");
      check_groups("face_groups", system_.face_groups, system_.faces.count(), "face");
      check_options();
    }
    check_units(system_.units, problems_);
    check_parameters(system_, problems_);
    return problems_.take();
  }

 private:
  bool check_dimension() {
    const int d = system_.dimension;
    if (d != 2 && d != 3) {
      problems_.add("/dimension", std::to_string(d),
                    fmt::format("dimension is {}; it must be 2 or 3", d));
      return false;
    }
    const std::size_t numbers = system_.nodes.position.size();
    if (numbers % usize(d) != 0) {
      problems_.add(
          "/nodes/position", std::to_string(numbers),
          fmt::format("position holds {} numbers, not a multiple of the dimension {}", numbers, d));
      return false;
    }
    if (d == 2 && system_.gravity[2] != 0.0)
      problems_.add("/gravity", fmt::format("{}", system_.gravity[2]),
                    "gravity has a z component, but the dimension is 2");
    for (double g : system_.gravity)
      if (!std::isfinite(g))
        problems_.add("/gravity", fmt::format("{}", g), "gravity must be finite");
    return true;
  }

  void check_rows(const char* key, const std::vector<double>& values) {
    const int d = system_.dimension;
    for (std::size_t i = 0; i < values.size() && !problems_.full(); ++i)
      if (!std::isfinite(values[i]))
        problems_.add(fmt::format("/nodes/{}/{}", key, i / usize(d)), fmt::format("{}", values[i]),
                      fmt::format("the {} of node {} is {}; it must be finite", key, i / usize(d),
                                  values[i]));
  }

  void check_nodes() {
    const Nodes& nodes = system_.nodes;
    check_rows("position", nodes.position);
    check_more_rows("start", nodes.start);
    check_more_rows("velocity", nodes.velocity);
    check_amounts("mass", nodes.mass);
    check_amounts("area", nodes.area);
    check_names();
  }

  // Rows that may be left out.
  void check_more_rows(const char* key, const std::vector<double>& values) {
    if (values.empty() || values.size() == system_.nodes.position.size())
      return check_rows(key, values);
    problems_.add(fmt::format("/nodes/{}", key), std::to_string(values.size()),
                  fmt::format("{} has {} rows for {} nodes", key,
                              values.size() / usize(system_.dimension), nodes_));
  }

  void check_amounts(const char* key, const Column& column) {
    const std::string pointer = fmt::format("/nodes/{}", key);
    if (!problems_.check_column(pointer, key, column, usize(nodes_), "nodes")) return;
    problems_.check_all_from_zero(pointer, key, column);
  }

  void check_names() {
    const auto& names = system_.nodes.name;
    if (!names.empty() && names.size() != usize(nodes_)) {
      problems_.add(
          "/nodes/name", std::to_string(names.size()),
          fmt::format("name has {} labels for {} nodes; give one per node", names.size(), nodes_));
      return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size() && !problems_.full(); ++i)
      if (!names[i].empty() && !seen.insert(names[i]).second)
        problems_.add(
            fmt::format("/nodes/name/{}", i), names[i],
            fmt::format("the label `{}` is given to two nodes; labels must differ", names[i]));
  }

  void check_fixed() {
    for (std::size_t f = 0; f < system_.nodes.fixed.size(); ++f) {
      const Fixed& fixed = system_.nodes.fixed[f];
      problems_.check_ids(fmt::format("/nodes/fixed/{}", f), fixed.nodes, nodes_, "node");
      const unsigned allowed = system_.dimension == 2 ? 3u : 7u;
      if ((fixed.axes & allowed) == 0)
        problems_.add(
            fmt::format("/nodes/fixed/{}/axes", f), std::to_string(fixed.axes),
            fmt::format("this item fixes no axis; in {} dimensions the axes are {}",
                        system_.dimension, system_.dimension == 2 ? "x and y" : "x, y and z"));
    }
  }

  void check_groups(const char* section, const std::vector<Group>& groups, int count,
                    const char* what) {
    std::set<std::string> seen;
    for (const Group& group : groups) {
      const std::string pointer = fmt::format("/{}/{}", section, group.name);
      if (group.name.empty()) problems_.add(pointer, "", "a group needs a name");
      if (!seen.insert(group.name).second)
        problems_.add(pointer, group.name,
                      fmt::format("the group `{}` is defined twice", group.name));
      problems_.check_ids(pointer, group.members, count, what);
    }
  }

  void check_options() {
    const EquilibriumOptions& options = system_.equilibrium;
    if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance))
      problems_.add("/equilibrium/tolerance", fmt::format("{}", options.tolerance),
                    fmt::format("tolerance is {}; it must be positive", options.tolerance));
    if (!(options.relaxation > 0.0) || options.relaxation > 1.0)
      problems_.add(
          "/equilibrium/relaxation", fmt::format("{}", options.relaxation),
          fmt::format("relaxation is {}; it must be above 0 and at most 1", options.relaxation));
    if (options.load_steps < 1)
      problems_.add("/equilibrium/load_steps", std::to_string(options.load_steps),
                    fmt::format("load_steps is {}; it must be at least 1", options.load_steps));
    if (options.max_iterations < 0)
      problems_.add(
          "/equilibrium/max_iterations", std::to_string(options.max_iterations),
          fmt::format("max_iterations is {}; it must not be negative", options.max_iterations));
  }

  const System& system_;
  const int nodes_;
  Problems problems_;
};

}  // namespace

std::vector<Problem> validate(const System& system) { return Validator(system).run(); }

void require_valid(const System& system) {
  if (std::vector<Problem> problems = validate(system); !problems.empty())
    throw Error(std::move(problems));
}

}  // namespace tensio
