// The section `combinations` with a rule: which cases are permanent or variable, and factors.
#include "tensio/model/combination_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/pointer.hpp"
#include "io/scene/reader.hpp"

namespace tensio::io {
namespace {

class RuleReader {
 public:
  RuleReader(SceneReading& scene, const Value& section)
      : scene_(scene), reading_(scene.reading), section_(section), cases_{kGravityCase} {
    for (const Load& load : scene.system.loads)
      if (!load.load_case.empty()) cases_.insert(load.load_case);
  }

  void read() {
    check_keys(reading_.findings, section_, kAt, KeyPlace::combination_rule);
    (void)word_of(reading_, section_, kAt, "rule", {"EN 1990"}, KeyPlace::combination_rule);
    En1990 rule;
    if (const Value* list = section_.find("permanent"))
      rule.permanent = names(*list, at("permanent"));
    if (const Value* variable = section_.find("variable")) read_variable(*variable, rule);
    if (const Value* groups = section_.find("exclusive")) read_exclusive(*groups, rule);
    const auto expression = word_of(reading_, section_, kAt, "expression", {"6.10", "6.10a/b"},
                                    KeyPlace::combination_rule);
    if (expression == 1) rule.expression = En1990::Expression::two;
    rule.gamma_G = factor("gamma_G", rule.gamma_G);
    rule.gamma_G_inf = factor("gamma_G_inf", rule.gamma_G_inf);
    rule.gamma_Q = factor("gamma_Q", rule.gamma_Q);
    rule.xi = factor("xi", rule.xi);
    rule.ultimate = truth_of(reading_, section_, kAt, "ultimate", rule.ultimate);
    rule.serviceability = truth_of(reading_, section_, kAt, "serviceability", rule.serviceability);
    const std::string note = text_of(reading_, section_, kAt, "note");
    if (reading_.findings.concerns(kAt)) return;
    finish(rule, note);
  }

 private:
  static constexpr const char* kAt = "/combinations";
  static std::string at(std::string_view key) { return fmt::format("{}/{}", kAt, key); }

  void finish(const En1990& rule, const std::string& note) {
    try {
      scene_.system.combinations = combinations_by(rule);
    } catch (const Error& error) {
      reading_.findings.add(section_, kAt, error.what());
      return;
    }
    if (scene_.system.combinations.empty())
      reading_.findings.add(section_, kAt,
                            "the rule makes no combination: name cases in `permanent` or "
                            "`variable`, and leave one of `ultimate` and `serviceability` true");
    scene_.system.combinations_note = factors_text(rule) + (note.empty() ? "" : ". " + note);
  }

  double factor(std::string_view key, double usual) {
    const auto number = number_of(reading_, section_, kAt, key, "a factor: a number above 0");
    if (!number) return usual;
    if (!(*number > 0))
      reading_.findings.add(*section_.find(key), at(key),
                            fmt::format("`{}` must be a factor: a number above 0", key));
    return *number;
  }

  // The name of a case that loads have, and that has not been said before.
  void know(const Value& value, const std::string& pointer, const std::string& name) {
    if (cases_.count(name) == 0) {
      if (!reading_.findings.concerns("/loads"))
        reading_.findings.add(
            value, pointer,
            undefined_name(name, "load case", {cases_.begin(), cases_.end()}, "name it in a load"));
    } else if (!named_.insert(name).second) {
      reading_.findings.add(value, pointer,
                            fmt::format("the case `{}` is named twice; it is permanent or "
                                        "variable, once",
                                        name));
    }
  }

  std::vector<std::string> texts(const Value& value, const std::string& pointer) {
    std::vector<std::string> found;
    const List* items = value.list();
    const bool empty = value.packed() != nullptr && value.packed()->count == 0;
    if (items == nullptr && !empty)
      reading_.findings.add(value, pointer, "must be a list of load cases, such as [\"gravity\"]");
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
      found.push_back(read_text(reading_, (*items)[i], fmt::format("{}/{}", pointer, i), "case"));
    return found;
  }

  std::vector<std::string> names(const Value& value, const std::string& pointer) {
    std::vector<std::string> found = texts(value, pointer);
    for (const std::string& name : found) know(value, pointer, name);
    return found;
  }

  // {"snow": "snow", "crowd": [0.7, 0.7, 0.6]}
  void read_variable(const Value& value, En1990& rule) {
    const std::string pointer = at("variable");
    if (value.object() == nullptr) {
      reading_.findings.add(value, pointer,
                            "`variable` must be an object with the kind of each case, or its psi0, "
                            "psi1 and psi2: {\"snow\": \"snow\", \"crowd\": [0.7, 0.7, 0.6]}");
      return;
    }
    for (const Member& member : *value.object()) {
      const std::string place = pointer + '/' + pointer_part(member.key);
      VariableCase variable{std::string(member.key), {}};
      know(member.value, place, variable.name);
      const PackedNumbers* numbers = member.value.packed();
      const std::array<double, 3>* psi =
          member.value.text() ? psi_of(std::string(*member.value.text())) : nullptr;
      if (psi != nullptr) {
        variable.psi = *psi;
      } else if (numbers != nullptr && !numbers->is_rows && numbers->count == 3 &&
                 std::all_of(numbers->values.begin(), numbers->values.end(),
                             [](double x) { return x >= 0 && x <= 1; })) {
        std::copy(numbers->values.begin(), numbers->values.end(), variable.psi.begin());
      } else {
        reading_.findings.add(
            member.value, place,
            fmt::format("a variable case needs its kind, one of {}, or three numbers from 0 to 1: "
                        "[psi0, psi1, psi2]",
                        fmt::join(psi_kinds(), ", ")));
      }
      rule.variable.push_back(std::move(variable));
    }
  }

  void read_exclusive(const Value& value, En1990& rule) {
    const std::string pointer = at("exclusive");
    const List* groups = value.list();
    if (groups == nullptr) {
      reading_.findings.add(value, pointer,
                            "`exclusive` must be a list of lists of variable cases, such as "
                            "[[\"wind x\", \"wind y\"]]");
      return;
    }
    for (std::size_t i = 0; i < groups->size(); ++i) {
      const std::string place = fmt::format("{}/{}", pointer, i);
      rule.exclusive.push_back(texts((*groups)[i], place));
      for (const std::string& name : rule.exclusive.back())
        if (std::none_of(rule.variable.begin(), rule.variable.end(),
                         [&](const VariableCase& variable) { return variable.name == name; }))
          reading_.findings.add((*groups)[i], place,
                                fmt::format("`{}` is not one of the variable cases", name));
    }
  }

  SceneReading& scene_;
  Reading& reading_;
  const Value& section_;
  std::set<std::string, std::less<>> cases_, named_;
};

}  // namespace

void read_combination_rule(SceneReading& scene, const Value& section) {
  RuleReader(scene, section).read();
}

}  // namespace tensio::io
