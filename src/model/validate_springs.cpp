// What can be wrong with materials and sets of springs.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/pointer.hpp"
#include "model/problems.hpp"
#include "model/spring_columns.hpp"

namespace tensio {

namespace {

// How a material or a set gives EA.
struct Ways {
  bool axial_stiffness, youngs_modulus, area, diameter;
};

// EA is given one way: itself, or E with one section.
bool check_ways(const std::string& pointer, const Ways& given, Problems& problems) {
  const auto refuse = [&](const char* key, const char* other) {
    problems.add(fmt::format("{}/{}", pointer, key), "",
                 fmt::format("both {} and {} are given; give one of them", other, key));
    return false;
  };
  if (given.axial_stiffness && given.youngs_modulus)
    return refuse("youngs_modulus", "axial_stiffness");
  if (given.axial_stiffness && given.area) return refuse("area", "axial_stiffness");
  if (given.axial_stiffness && given.diameter) return refuse("diameter", "axial_stiffness");
  if (given.area && given.diameter) return refuse("diameter", "area");
  return true;
}

bool check_sign(const std::string& pointer, const char* key, ColumnView column, Sign sign,
                Problems& problems, const char* remedy = "") {
  if (sign == Sign::any) return true;
  bool good = true;
  for (std::size_t i = 0; i < column.size() && !problems.full(); ++i) {
    if (column[i] > 0.0 || (column[i] == 0.0 && sign == Sign::not_negative)) continue;
    problems.add(item_pointer(pointer, column, i), fmt::format("{}", column[i]),
                 fmt::format("{} is {}; it must {}{}", key, column[i],
                             sign == Sign::positive ? "be positive" : "not be negative", remedy));
    good = false;
  }
  return good;
}

bool check_material(const Material& material, Problems& problems) {
  const std::string pointer = "/materials/" + pointer_part(material.name);
  bool good = check_ways(pointer,
                         {material.axial_stiffness.has_value(), material.youngs_modulus.has_value(),
                          material.area.has_value(), material.diameter.has_value()},
                         problems);
  for (const SpringColumn& column : kSpringColumns) {
    if (column.of_material == nullptr) continue;
    const std::optional<double>& value = material.*column.of_material;
    if (!value) continue;
    const std::string place = fmt::format("{}/{}", pointer, column.key);
    good &= problems.check_column(place, column.key, {*value}, 1, "material") &&
            check_sign(place, column.key, {&*value, 1}, column.sign, problems);
  }
  const std::size_t before = problems.count();
  check_curve_values(pointer, material.coefficients, material.points, problems);
  check_parts(pointer, material, problems);
  return good && problems.count() == before;
}

class SetChecker {
 public:
  SetChecker(const System& system, bool materials_good, std::size_t index, int first,
             Problems& problems)
      : system_(system),
        materials_good_(materials_good),
        set_(system.springs[index]),
        pointer_(fmt::format("/springs/{}", index)),
        columns_(columns_of(system, set_)),
        law_(to_string(columns_.law)),
        first_(first),
        nodes_(system.node_count()),
        problems_(problems) {}

  bool run() {
    const std::size_t before = problems_.count();
    check_ends();
    check_columns();
    check_material_name();
    check_given();
    check_signs();
    check_shape(pointer_, set_, columns_, materials_good_, problems_);
    check_parts(pointer_, set_, problems_);
    if (materials_good_) check_parts_fit(pointer_, set_, columns_, problems_);
    if (problems_.count() == before && materials_good_) {
      check_resolved();
      check_strains();
    }
    return problems_.count() == before;
  }

 private:
  std::string place(const char* key) const { return fmt::format("{}/{}", pointer_, key); }
  void add(const char* key, std::string message) {
    problems_.add(place(key), "", std::move(message));
  }

  void check_ends() {
    for (std::size_t i = 0; i < set_.ends.size() && !problems_.full(); ++i) {
      const auto [a, b] = set_.ends[i];
      const int spring = first_ + static_cast<int>(i);
      const bool a_good = a >= 0 && a < nodes_, b_good = b >= 0 && b < nodes_;
      if (!a_good || !b_good) {
        const int bad = a_good ? b : a;
        problems_.add(
            fmt::format("{}/ends/{}", pointer_, i), std::to_string(bad),
            nodes_ == 0
                ? fmt::format("spring {} joins node {}, but there are no nodes", spring, bad)
                : fmt::format("spring {} joins node {}, but the nodes are 0 to {}", spring, bad,
                              nodes_ - 1));
      } else if (a == b) {
        problems_.add(
            fmt::format("{}/ends/{}", pointer_, i), fmt::format("[{}, {}]", a, b),
            fmt::format("spring {} joins node {} to itself; its ends must differ", spring, a));
      }
    }
  }

  // Lengths and finite numbers; signs too, but for those that depend on the law.
  void check_columns() {
    for (const SpringColumn& column : kSpringColumns) {
      const Column& values = set_.*column.of_set;
      const bool good = problems_.check_column(place(column.key), column.key, values,
                                               set_.ends.size(), "springs");
      if (!good || column.kind == ColumnKind::law) continue;
      if (column.of_set == &SpringSet::broken) {
        check_broken();
      } else {
        check_sign(place(column.key), column.key, values, column.sign, problems_);
      }
    }
    check_history();
  }

  void check_broken() {
    for (std::size_t i = 0; i < set_.broken.size() && !problems_.full(); ++i)
      if (set_.broken[i] != 0.0 && set_.broken[i] != 1.0)
        problems_.add(item_pointer(place("broken"), set_.broken, i),
                      fmt::format("{}", set_.broken[i]),
                      fmt::format("broken is {}; it is 1 for a spring that is broken, 0 for one "
                                  "that is whole",
                                  set_.broken[i]));
  }

  // What has happened before the start fits the law and the parts of the springs.
  void check_history() {
    if (!materials_good_) return;
    if (!set_.plastic_elongation.empty() && !has_rest_length(columns_.law))
      add("plastic_elongation",
          fmt::format("a {} spring has no rest length, which a plastic_elongation would add to",
                      law_));
    if (!set_.hardening_force.empty() && columns_.yield == nullptr)
      add("hardening_force", "hardening_force is for springs that yield; give `yield` too");
    if (!set_.viscous_tension.empty() && columns_.viscous == nullptr)
      add("viscous_tension", "viscous_tension is for springs with a `viscous` part; give it too");
  }

  void check_material_name() {
    if (set_.material.empty() || find_material(system_, set_.material) != nullptr) return;
    std::string known;
    for (const Material& material : system_.materials)
      known += fmt::format("{}`{}`", known.empty() ? "" : ", ", material.name);
    problems_.add(place("material"), set_.material,
                  known.empty() ? fmt::format("there is no material `{}`: none is defined; define "
                                              "it under `materials`",
                                              set_.material)
                                : fmt::format("there is no material `{}`; the materials are {}",
                                              set_.material, known));
  }

  // Which columns are given, for this law.
  bool check_given() {
    const bool k = !set_.stiffness.empty();
    const bool l0 = !set_.rest_length.empty(), t0 = !set_.pretension.empty();
    const bool elastic = has_rest_length(columns_.law);
    const Ways ways{!set_.axial_stiffness.empty(), !set_.youngs_modulus.empty(), !set_.area.empty(),
                    !set_.diameter.empty()};
    if (!check_ways(pointer_, ways, problems_)) return false;
    if (k && elastic) {
      const char* other = ways.axial_stiffness  ? "axial_stiffness"
                          : ways.youngs_modulus ? "youngs_modulus"
                          : ways.area           ? "area"
                          : ways.diameter       ? "diameter"
                                                : nullptr;
      if (other) {
        add(other, fmt::format("both stiffness and {} are given; give one of them", other));
        return false;
      }
    }
    if (l0 && t0) {
      add("pretension", "both rest_length and pretension are given; give one of them");
      return false;
    }
    return elastic ? check_elasticity(k) : check_tension(k, l0, t0);
  }

  bool check_elasticity(bool k) {
    if (k || columns_.has_ea()) return true;
    const bool section = !columns_.area.empty() || !columns_.diameter.empty();
    if (!columns_.youngs_modulus.empty() || section) {
      problems_.add(pointer_, "",
                    fmt::format("this set of {} springs has {}, but no {}; EA needs both", law_,
                                section ? "a section" : "a youngs_modulus",
                                section ? "youngs_modulus" : "area or diameter"));
      return false;
    }
    problems_.add(pointer_, "",
                  fmt::format("this set of {} springs has no stiffness; give stiffness [N/m] or "
                              "axial_stiffness [N]",
                              law_));
    return false;
  }

  // The laws force_density and constant_tension need a tension or a force density.
  bool check_tension(bool k, bool l0, bool t0) {
    if (t0 && k) {
      add("pretension",
          fmt::format("a {} spring takes one of stiffness, axial_stiffness and pretension", law_));
      return false;
    }
    if (!k && !t0 && !columns_.axial_is_tension) {
      problems_.add(pointer_, "",
                    fmt::format("this set of {} springs has no stiffness; give stiffness [N/m] or "
                                "axial_stiffness [N], or pretension [N]",
                                law_));
      return false;
    }
    if (columns_.law == Law::force_density && k && l0)
      for (std::size_t i = 0; i < set_.rest_length.size(); ++i)
        if (set_.rest_length[i] != 0.0) {
          problems_.add(item_pointer(place("rest_length"), set_.rest_length, i),
                        fmt::format("{}", set_.rest_length[i]),
                        "a force_density spring has no rest length; leave rest_length out, or use "
                        "the law linear");
          return false;
        }
    return true;
  }

  void check_signs() {
    const bool any_sign = columns_.law == Law::force_density;
    const char* remedy = " (the law force_density takes any sign)";
    const auto sign = [](bool any) { return any ? Sign::any : Sign::not_negative; };
    check_sign(place("stiffness"), "stiffness", set_.stiffness, sign(any_sign), problems_, remedy);
    check_sign(place("axial_stiffness"), "axial_stiffness", set_.axial_stiffness,
               sign(any_sign && columns_.axial_is_tension), problems_, any_sign ? "" : remedy);
    check_sign(place("rest_length"), "rest_length", set_.rest_length, Sign::not_negative,
               problems_);
    const int way = one_way(columns_.law);
    for (std::size_t i = 0; i < set_.pretension.size() && !problems_.full(); ++i)
      if (way * set_.pretension[i] < 0.0)
        problems_.add(item_pointer(place("pretension"), set_.pretension, i),
                      fmt::format("{}", set_.pretension[i]),
                      fmt::format("the pretension {} is not for a {}: it never {}",
                                  set_.pretension[i], law_, way > 0 ? "pushes" : "pulls"));
  }

  // Checks that need the computed k and l0.
  void check_resolved() {
    const bool t0 = !set_.pretension.empty();
    if (!t0 && !columns_.has_ea() && columns_.law != Law::constant_tension) return;
    for (std::size_t i = 0; i < set_.ends.size() && !problems_.full(); ++i) {
      const double drawn = drawn_length(system_, set_.ends[i][0], set_.ends[i][1]);
      const SpringValues value = resolve(columns_, i, drawn);
      if (std::isfinite(value.stiffness) && std::isfinite(value.rest_length) &&
          value.rest_length >= 0.0)
        continue;
      const int spring = first_ + static_cast<int>(i);
      if (t0) {
        problems_.add(item_pointer(place("pretension"), set_.pretension, i),
                      fmt::format("{}", at(set_.pretension, i)),
                      fmt::format("the pretension {} of spring {} is out of reach: with its "
                                  "stiffness no rest length gives that tension at the drawn "
                                  "length {}",
                                  at(set_.pretension, i), spring, drawn));
      } else {
        problems_.add(
            set_.rest_length.empty() ? fmt::format("{}/ends/{}", pointer_, i)
                                     : item_pointer(place("rest_length"), set_.rest_length, i),
            "0",
            fmt::format("spring {} has axial_stiffness and a rest length of zero; give stiffness "
                        "[N/m] instead, or a rest length",
                        spring));
      }
    }
  }

  // A strain and a damping time only mean something to springs with a rest length and a stiffness.
  void check_strains() {
    const bool by_strain = (columns_.yield && !columns_.yield->strain.empty()) ||
                           (columns_.breaks && !columns_.breaks->strain.empty());
    const bool by_time = !columns_.damping_time.empty() && columns_.law == Law::force_density;
    if (!by_strain && !by_time) return;
    for (std::size_t i = 0; i < set_.ends.size() && !problems_.full(); ++i) {
      const double drawn = drawn_length(system_, set_.ends[i][0], set_.ends[i][1]);
      const SpringValues value = resolve(columns_, i, drawn);
      const int spring = first_ + static_cast<int>(i);
      if (by_strain && value.rest_length == 0.0)
        problems_.add(fmt::format("{}/ends/{}", pointer_, i), "0",
                      fmt::format("spring {} has a rest length of zero, so it has no strain; let "
                                  "it yield or break at a force",
                                  spring));
      if (by_time && value.stiffness < 0.0)
        problems_.add(fmt::format("{}/damping_time", pointer_), fmt::format("{}", value.stiffness),
                      fmt::format("spring {} has the negative stiffness {}, which a damping_time "
                                  "would make a negative damping of; give damping",
                                  spring, value.stiffness));
    }
  }

  const System& system_;
  const bool materials_good_;
  const SpringSet& set_;
  const std::string pointer_;
  const SpringColumns columns_;
  const char* law_;
  const int first_;
  const int nodes_;
  Problems& problems_;
};

}  // namespace

bool check_materials(const System& system, Problems& problems) {
  bool good = true;
  std::set<std::string> seen;
  for (const Material& material : system.materials) {
    if (problems.full()) return false;
    const std::string pointer = "/materials/" + pointer_part(material.name);
    if (material.name.empty()) {
      problems.add(pointer, "", "a material needs a name");
      good = false;
    } else if (!seen.insert(material.name).second) {
      problems.add(pointer, material.name,
                   fmt::format("the material `{}` is defined twice", material.name));
      good = false;
    }
    good &= check_material(material, problems);
  }
  return good;
}

bool check_springs(const System& system, bool materials_good, Problems& problems) {
  bool good = true;
  int first = 0;
  for (std::size_t s = 0; s < system.springs.size(); ++s) {
    good &= SetChecker(system, materials_good, s, first, problems).run();
    first += static_cast<int>(system.springs[s].ends.size());
  }
  return good;
}

}  // namespace tensio
