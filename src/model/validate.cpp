// Every way in which a system can be wrong, each with a pointer to its place and a remedy.
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>

#include "model/resolve.hpp"
#include "tensio/system.hpp"

namespace tensio {

namespace {

constexpr std::size_t kMaxProblems = 100;

class Validator {
 public:
  explicit Validator(const System& system) : system_(system), nodes_(system.node_count()) {}

  std::vector<Problem> run() {
    if (check_dimension()) {
      check_nodes();
      check_fixed();
      int first = 0;
      for (std::size_t s = 0; s < system_.springs.size(); ++s) {
        check_set(s, first);
        first += static_cast<int>(system_.springs[s].ends.size());
      }
      check_loads();
      check_groups("groups", system_.groups, nodes_, "node");
      check_groups("spring_groups", system_.spring_groups, system_.spring_count(), "spring");
      check_options();
    }
    return std::move(problems_);
  }

 private:
  void add(std::string pointer, std::string value, std::string message) {
    if (problems_.size() >= kMaxProblems) return;
    Problem problem;
    problem.pointer = std::move(pointer);
    problem.value = std::move(value);
    problem.message = std::move(message);
    problems_.push_back(std::move(problem));
  }
  bool full() const { return problems_.size() >= kMaxProblems; }

  bool check_dimension() {
    const int d = system_.dimension;
    if (d != 2 && d != 3) {
      add("/dimension", std::to_string(d), fmt::format("dimension is {}; it must be 2 or 3", d));
      return false;
    }
    const std::size_t numbers = system_.nodes.position.size();
    if (numbers % static_cast<std::size_t>(d) != 0) {
      add("/nodes/position", std::to_string(numbers),
          fmt::format("position holds {} numbers, not a multiple of the dimension {}", numbers, d));
      return false;
    }
    if (d == 2 && system_.gravity[2] != 0.0)
      add("/gravity", fmt::format("{}", system_.gravity[2]),
          "gravity has a z component, but the dimension is 2");
    for (double g : system_.gravity)
      if (!std::isfinite(g)) add("/gravity", fmt::format("{}", g), "gravity must be finite");
    return true;
  }

  void check_rows(const char* key, const std::vector<double>& values) {
    const int d = system_.dimension;
    for (std::size_t i = 0; i < values.size() && !full(); ++i)
      if (!std::isfinite(values[i]))
        add(fmt::format("/nodes/{}/{}", key, i / static_cast<std::size_t>(d)),
            fmt::format("{}", values[i]),
            fmt::format("the {} of node {} is {}; it must be finite", key,
                        i / static_cast<std::size_t>(d), values[i]));
  }

  // A column's length and finiteness; `items` describes what it belongs to.
  bool check_column(const std::string& pointer, const char* key, const Column& column,
                    std::size_t count, const char* items) {
    if (column.size() > 1 && column.size() != count) {
      add(pointer, std::to_string(column.size()),
          fmt::format("{} has {} values for {} {}; give one number for all, or one per item", key,
                      column.size(), count, items));
      return false;
    }
    bool good = true;
    for (std::size_t i = 0; i < column.size() && !full(); ++i)
      if (!std::isfinite(column[i])) {
        add(item(pointer, column, i), fmt::format("{}", column[i]),
            fmt::format("{} is {}; it must be finite", key, column[i]));
        good = false;
      }
    return good;
  }
  // The place of value i of a column: the column itself where one number stands for all.
  static std::string item(const std::string& pointer, const Column& column, std::size_t i) {
    return column.size() == 1 ? pointer : fmt::format("{}/{}", pointer, i);
  }

  void check_nodes() {
    const Nodes& nodes = system_.nodes;
    check_rows("position", nodes.position);
    if (!nodes.start.empty() && nodes.start.size() != nodes.position.size())
      add("/nodes/start", std::to_string(nodes.start.size()),
          fmt::format("start has {} rows for {} nodes",
                      nodes.start.size() / static_cast<std::size_t>(system_.dimension), nodes_));
    else
      check_rows("start", nodes.start);
    if (check_column("/nodes/mass", "mass", nodes.mass, static_cast<std::size_t>(nodes_), "nodes"))
      for (std::size_t i = 0; i < nodes.mass.size() && !full(); ++i)
        if (nodes.mass[i] < 0.0)
          add(item("/nodes/mass", nodes.mass, i), fmt::format("{}", nodes.mass[i]),
              fmt::format("mass is {}; it must not be negative", nodes.mass[i]));
    check_names();
  }

  void check_names() {
    const auto& names = system_.nodes.name;
    if (!names.empty() && names.size() != static_cast<std::size_t>(nodes_)) {
      add("/nodes/name", std::to_string(names.size()),
          fmt::format("name has {} labels for {} nodes; give one per node", names.size(), nodes_));
      return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size() && !full(); ++i)
      if (!names[i].empty() && !seen.insert(names[i]).second)
        add(fmt::format("/nodes/name/{}", i), names[i],
            fmt::format("the label `{}` is given to two nodes; labels must differ", names[i]));
  }

  void check_ids(const std::string& pointer, const std::vector<int>& ids, int count,
                 const char* what) {
    for (std::size_t i = 0; i < ids.size() && !full(); ++i)
      if (ids[i] < 0 || ids[i] >= count)
        add(fmt::format("{}/{}", pointer, i), std::to_string(ids[i]),
            out_of_range(what, ids[i], count));
  }
  static std::string out_of_range(const char* what, int id, int count) {
    return count == 0
               ? fmt::format("there is no {} {}: there are no {}s", what, id, what)
               : fmt::format("there is no {} {}: the {}s are 0 to {}", what, id, what, count - 1);
  }

  void check_fixed() {
    for (std::size_t f = 0; f < system_.nodes.fixed.size(); ++f) {
      const Fixed& fixed = system_.nodes.fixed[f];
      check_ids(fmt::format("/nodes/fixed/{}", f), fixed.nodes, nodes_, "node");
      const unsigned allowed = system_.dimension == 2 ? 3u : 7u;
      if ((fixed.axes & allowed) == 0)
        add(fmt::format("/nodes/fixed/{}/axes", f), std::to_string(fixed.axes),
            fmt::format("this item fixes no axis; in {} dimensions the axes are {}",
                        system_.dimension, system_.dimension == 2 ? "x and y" : "x, y and z"));
    }
  }

  void check_set(std::size_t s, int first) {
    const SpringSet& set = system_.springs[s];
    const std::string pointer = fmt::format("/springs/{}", s);
    const std::size_t count = set.ends.size();
    bool good = check_ends(pointer, set, first);
    good &= check_column(pointer + "/stiffness", "stiffness", set.stiffness, count, "springs");
    good &= check_column(pointer + "/axial_stiffness", "axial_stiffness", set.axial_stiffness,
                         count, "springs");
    good &=
        check_column(pointer + "/rest_length", "rest_length", set.rest_length, count, "springs");
    good &= check_column(pointer + "/pretension", "pretension", set.pretension, count, "springs");
    good &= check_given(pointer, set);
    good &= check_signs(pointer, set);
    good &= check_shape(pointer, set);
    if (good) check_resolved(pointer, set, first);
  }

  bool check_ends(const std::string& pointer, const SpringSet& set, int first) {
    bool good = true;
    for (std::size_t i = 0; i < set.ends.size() && !full(); ++i) {
      const auto [a, b] = set.ends[i];
      const int spring = first + static_cast<int>(i);
      const bool a_good = a >= 0 && a < nodes_, b_good = b >= 0 && b < nodes_;
      if (!a_good || !b_good) {
        const int bad = a_good ? b : a;
        add(fmt::format("{}/ends/{}", pointer, i), std::to_string(bad),
            nodes_ == 0
                ? fmt::format("spring {} joins node {}, but there are no nodes", spring, bad)
                : fmt::format("spring {} joins node {}, but the nodes are 0 to {}", spring, bad,
                              nodes_ - 1));
        good = false;
      } else if (a == b) {
        add(fmt::format("{}/ends/{}", pointer, i), fmt::format("[{}, {}]", a, b),
            fmt::format("spring {} joins node {} to itself; its ends must differ", spring, a));
        good = false;
      }
    }
    return good;
  }

  // Which columns are given, for this law.
  bool check_given(const std::string& pointer, const SpringSet& set) {
    const bool k = !set.stiffness.empty(), ea = !set.axial_stiffness.empty();
    const bool l0 = !set.rest_length.empty(), t0 = !set.pretension.empty();
    const char* law = to_string(law_of(set));
    if (k && ea) {
      add(pointer + "/axial_stiffness", "",
          "both stiffness and axial_stiffness are given; give one of them");
      return false;
    }
    if (l0 && t0) {
      add(pointer + "/pretension", "",
          "both rest_length and pretension are given; give one of them");
      return false;
    }
    const bool from_tension =
        law_of(set) == Law::force_density || law_of(set) == Law::constant_tension;
    if (from_tension && t0 && (k || ea)) {
      add(pointer + "/pretension", "",
          fmt::format("a {} spring takes one of stiffness, axial_stiffness and pretension", law));
      return false;
    }
    if (!k && !ea && !(from_tension && t0)) {
      add(pointer, "",
          fmt::format("this set of {} springs has no stiffness; give stiffness [N/m] or "
                      "axial_stiffness [N]{}",
                      law, from_tension ? ", or pretension [N]" : ""));
      return false;
    }
    if (law_of(set) == Law::force_density && k && l0)
      for (std::size_t i = 0; i < set.rest_length.size(); ++i)
        if (set.rest_length[i] != 0.0) {
          add(item(pointer + "/rest_length", set.rest_length, i),
              fmt::format("{}", set.rest_length[i]),
              "a force_density spring has no rest length; leave rest_length out, or use the law "
              "linear");
          return false;
        }
    return true;
  }

  bool check_signs(const std::string& pointer, const SpringSet& set) {
    bool good = true;
    const auto refuse_negative = [&](const char* key, const Column& column, const char* remedy) {
      for (std::size_t i = 0; i < column.size() && !full(); ++i)
        if (column[i] < 0.0) {
          add(item(fmt::format("{}/{}", pointer, key), column, i), fmt::format("{}", column[i]),
              fmt::format("{} is {}; it must not be negative{}", key, column[i], remedy));
          good = false;
        }
    };
    if (law_of(set) != Law::force_density) {
      const char* remedy = " (the law force_density takes any sign)";
      refuse_negative("stiffness", set.stiffness, remedy);
      refuse_negative("axial_stiffness", set.axial_stiffness, remedy);
    }
    refuse_negative("rest_length", set.rest_length, "");
    const double sign = law_of(set) == Law::cable ? 1.0 : law_of(set) == Law::strut ? -1.0 : 0.0;
    for (std::size_t i = 0; i < set.pretension.size() && !full(); ++i)
      if (sign * set.pretension[i] < 0.0) {
        add(item(pointer + "/pretension", set.pretension, i), fmt::format("{}", set.pretension[i]),
            fmt::format("the pretension {} is not for a {}: it never {}", set.pretension[i],
                        to_string(law_of(set)), sign > 0 ? "pushes" : "pulls"));
        good = false;
      }
    return good;
  }

  // Coefficients, points and the function: with their own law and no other, and of good values.
  bool check_shape(const std::string& pointer, const SpringSet& set) {
    const Law law = law_of(set);
    bool good = true;
    const auto refuse = [&](const std::string& place, std::string value, std::string message) {
      add(pointer + place, std::move(value), std::move(message));
      good = false;
    };
    const struct {
      Law law;
      const char* key;
      bool given;
      const char* remedy;
    } parts[] = {{Law::polynomial, "coefficients", !set.coefficients.empty(),
                  "give the numbers c1, c2, ... of T = k (c1 e + c2 e² + ...)"},
                 {Law::table, "points", !set.points.empty(),
                  "give two or more rows [e, f], e ascending, for T = k f(e)"},
                 {Law::custom, "custom", static_cast<bool>(set.custom), "set SpringSet::custom"}};
    for (const auto& part : parts)
      if (part.given && law != part.law)
        refuse(fmt::format("/{}", part.key), "",
               fmt::format("`{}` is given for {} springs; it belongs to the law {}", part.key,
                           to_string(law), to_string(part.law)));
      else if (!part.given && law == part.law)
        refuse("", "",
               fmt::format("this set of {} springs has no {}; {}", to_string(law),
                           law == Law::custom ? "function" : part.key, part.remedy));
    if (law == Law::custom && !set.pretension.empty())
      refuse("/pretension", "",
             "custom springs take no pretension; give the rest_length that leads to it");
    if (set.points.size() == 1)
      refuse("/points", "1", "points has one row; a table needs two or more");
    for (std::size_t i = 0; i < set.coefficients.size() && !full(); ++i)
      if (!std::isfinite(set.coefficients[i]))
        refuse(fmt::format("/coefficients/{}", i), fmt::format("{}", set.coefficients[i]),
               fmt::format("coefficient {} is {}; it must be finite", i, set.coefficients[i]));
    for (std::size_t i = 0; i < set.points.size() && !full(); ++i) {
      const auto [e, f] = set.points[i];
      const std::string place = fmt::format("/points/{}", i);
      if (!std::isfinite(e) || !std::isfinite(f))
        refuse(place, fmt::format("[{}, {}]", e, f),
               fmt::format("point {} is [{}, {}]; it must be finite", i, e, f));
      else if (i > 0 && !(e > set.points[i - 1][0]))
        refuse(
            place, fmt::format("{}", e),
            fmt::format("point {} has e = {} after {}; e must ascend", i, e, set.points[i - 1][0]));
    }
    if (good && has_curve(law))
      for (double number : curve_of(set).rows)
        if (!std::isfinite(number)) {
          refuse("/points", "",
                 "the points are too far apart or too close: their slopes or their integral pass "
                 "the largest number");
          break;
        }
    return good;
  }

  // What can only be seen once k and l0 are worked out.
  void check_resolved(const std::string& pointer, const SpringSet& set, int first) {
    const bool t0 = !set.pretension.empty(), ea = !set.axial_stiffness.empty();
    if (!t0 && !ea && law_of(set) != Law::constant_tension) return;
    for (std::size_t i = 0; i < set.ends.size() && !full(); ++i) {
      const double drawn = drawn_length(system_, set.ends[i][0], set.ends[i][1]);
      const SpringValues value = resolve(set, i, drawn);
      if (std::isfinite(value.stiffness) && std::isfinite(value.rest_length) &&
          value.rest_length >= 0.0)
        continue;
      const int spring = first + static_cast<int>(i);
      if (t0) {
        add(item(pointer + "/pretension", set.pretension, i),
            fmt::format("{}", at(set.pretension, i)),
            fmt::format(
                "the pretension {} of spring {} is out of reach: with its stiffness no rest "
                "length gives that tension at the drawn length {}",
                at(set.pretension, i), spring, drawn));
      } else {
        add(set.rest_length.empty() ? fmt::format("{}/ends/{}", pointer, i)
                                    : item(pointer + "/rest_length", set.rest_length, i),
            "0",
            fmt::format("spring {} has axial_stiffness and a rest length of zero; give stiffness "
                        "[N/m] instead, or a rest length",
                        spring));
      }
    }
  }

  void check_loads() {
    const auto d = static_cast<std::size_t>(system_.dimension);
    for (std::size_t i = 0; i < system_.loads.size() && !full(); ++i) {
      const Load& load = system_.loads[i];
      const std::string pointer = fmt::format("/loads/{}", i);
      check_ids(pointer + "/nodes", load.nodes, nodes_, "node");
      if (load.force.size() != d && load.force.size() != d * load.nodes.size())
        add(pointer + "/force", std::to_string(load.force.size()),
            fmt::format("force has {} numbers; give {} for all of its {} nodes, or {} for each",
                        load.force.size(), d, load.nodes.size(), d));
      for (double f : load.force)
        if (!std::isfinite(f))
          add(pointer + "/force", fmt::format("{}", f), "force must be finite");
    }
  }

  void check_groups(const char* section, const std::vector<Group>& groups, int count,
                    const char* what) {
    std::set<std::string> seen;
    for (const Group& group : groups) {
      const std::string pointer = fmt::format("/{}/{}", section, group.name);
      if (group.name.empty()) add(pointer, "", "a group needs a name");
      if (!seen.insert(group.name).second)
        add(pointer, group.name, fmt::format("the group `{}` is defined twice", group.name));
      check_ids(pointer, group.members, count, what);
    }
  }

  void check_options() {
    const EquilibriumOptions& options = system_.equilibrium;
    if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance))
      add("/equilibrium/tolerance", fmt::format("{}", options.tolerance),
          fmt::format("tolerance is {}; it must be positive", options.tolerance));
    if (!(options.relaxation > 0.0) || options.relaxation > 1.0)
      add("/equilibrium/relaxation", fmt::format("{}", options.relaxation),
          fmt::format("relaxation is {}; it must be above 0 and at most 1", options.relaxation));
    if (options.max_iterations < 0)
      add("/equilibrium/max_iterations", std::to_string(options.max_iterations),
          fmt::format("max_iterations is {}; it must not be negative", options.max_iterations));
  }

  const System& system_;
  const int nodes_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> validate(const System& system) { return Validator(system).run(); }

}  // namespace tensio
