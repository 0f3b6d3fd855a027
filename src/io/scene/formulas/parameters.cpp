// The section `parameters`: numbers with names, which may be formulas of each other in any order.
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <map>

#include "core/pointer.hpp"
#include "io/json/text.hpp"
#include "io/scene/formulas/units.hpp"
#include "io/scene/formulas/values.hpp"
#include "io/scene/keys.hpp"
#include "io/text/characters.hpp"
#include "io/text/number.hpp"

namespace tensio::io {
namespace {

constexpr Measure kAnyMeasure = {Measure::Kind::any, {}, false};

// One parameter while it is computed.
struct Source {
  Parameter parameter = {};
  const Value* value = nullptr;  // in the file; nullptr where it is set from outside
  std::string pointer = {};
  std::string setting = {};  // "k=800", where it is set from outside
  std::string formula = {};
  ValueDimension dimension = {ValueDimension::Kind::unknown, {}};
  std::string given = {};  // with a unit
  Expression expression = {};
  std::vector<std::size_t> uses = {};
  std::size_t waits = 0;  // the number of those that are not known yet
  bool known = false;
  bool trusted = true;  // false: it follows from something that was reported
  const Value* min = nullptr;
  const Value* max = nullptr;
};

class ParameterReader {
 public:
  ParameterReader(Reading& reading, SceneValues& values)
      : reading_(reading), findings_(reading.findings), values_(values) {}

  void read(const Value& root, const Settings& settings) {
    if (const Value* section = root.find("parameters")) collect(*section);
    for (const auto& [name, text] : settings) set(name, text);
    for (std::size_t i = 0; i < sources_.size(); ++i) compile(sources_[i]);
    compute();
    report_circles();
    finish();
  }

 private:
  void collect(const Value& section);
  void collect_one(const Member& member, const std::string& pointer);
  void take_value(Source& source, const Value& value);
  void take_quantity(Source& source, std::string_view text);
  void read_object(Source& source, const Value& object);
  void set(const std::string& name, const std::string& text);
  std::string unknown(std::string_view name, std::string_view remedy) const;
  void compile(Source& source);
  void compute();
  void report_circles();
  void finish();
  double bound(const Source& source, const Value& value, const char* key);
  void report(Source& source, std::size_t position, const std::string& message);
  std::string given_by(const Source& source) const;

  Reading& reading_;
  Findings& findings_;
  SceneValues& values_;
  std::deque<Source> sources_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

void ParameterReader::report(Source& source, std::size_t position, const std::string& message) {
  source.trusted = false;
  values_.good = false;
  if (source.value == nullptr) {
    findings_.add_outside(source.setting, message);
  } else if (source.value->text()) {
    findings_.add_at(offset_in_string(findings_.text(), source.value->offset(), position),
                     *source.value, source.pointer, message);
  } else {
    findings_.add(*source.value, source.pointer, message);
  }
}

void ParameterReader::collect(const Value& section) {
  if (section.object() == nullptr) {
    findings_.add(section, "/parameters",
                  "`parameters` must be an object such as {\"k\": 500, \"half\": \"=k/2\"}");
    return;
  }
  for (const Member& member : *section.object()) {
    if (findings_.full()) return;
    const std::string pointer = "/parameters/" + pointer_part(member.key);
    if (member.key == "note") {
      values_.parameters_note = read_text(reading_, member.value, pointer, "note");
    } else if (index_.count(member.key) == 0) {
      collect_one(member, pointer);
    }
  }
}

void ParameterReader::collect_one(const Member& member, const std::string& pointer) {
  const std::string fault = ParameterTable::name_fault(member.key);
  if (!fault.empty()) {
    findings_.add(member.key_offset, pointer, fault);
    values_.good = false;
    return;
  }
  index_.emplace(member.key, sources_.size());
  Source& source = sources_.emplace_back();
  source.parameter.name = std::string(member.key);
  source.value = &member.value;
  source.pointer = pointer;
  if (member.value.object() == nullptr) return take_value(source, member.value);
  read_object(source, member.value);
}

void ParameterReader::read_object(Source& source, const Value& object) {
  const std::string place = source.pointer;
  check_keys(findings_, object, place, KeyPlace::parameter);
  Parameter& parameter = source.parameter;
  const std::pair<const char*, std::string*> texts[] = {
      {"unit", &parameter.unit}, {"label", &parameter.label}, {"note", &parameter.note}};
  for (const auto& [key, text] : texts) {
    const Value* given = object.find(key);
    if (given) *text = read_text(reading_, *given, fmt::format("{}/{}", place, key), key);
  }
  if (const Value* scale = object.find("scale")) {
    const std::string_view word = scale->text() ? *scale->text() : std::string_view();
    parameter.log_scale = word == "log";
    if (word != "log" && word != "linear") {
      findings_.add(*scale, place + "/scale", "`scale` must be \"linear\" or \"log\"");
    }
  }
  source.min = object.find("min");
  source.max = object.find("max");
  const bool plain = !source.min && !source.max && !parameter.log_scale && parameter.unit.empty() &&
                     parameter.label.empty() && parameter.note.empty();
  const Value* value = object.find("value");
  if (value == nullptr) {
    findings_.add_missing(object, place, "value",
                          "`value` is missing in a parameter; give a number or a formula \"=...\"");
    source.trusted = false;
    values_.good = false;
    return;
  }
  source.value = value;
  // a parameter of which only the value is known is written without an object
  if (!plain) source.pointer += "/value";
  take_value(source, *value);
}

void ParameterReader::take_value(Source& source, const Value& value) {
  source.parameter.value = kStandIn;
  if (value.number()) {
    source.parameter.value = *value.number();
  } else if (value.text() && is_formula(*value.text())) {
    source.formula = std::string(*value.text());
  } else if (value.text() && looks_like_quantity(*value.text())) {
    take_quantity(source, *value.text());
  } else {
    report(source, 0,
           fmt::format("`{}` must be a number, a formula such as \"=2*k\", a number with a unit "
                       "such as \"20 kN\", or an object with a `value`",
                       source.parameter.name));
  }
}

void ParameterReader::take_quantity(Source& source, std::string_view text) {
  try {
    source.parameter.value = quantity(text, kAnyMeasure, values_.units, source.parameter.name);
    source.dimension = {ValueDimension::Kind::known, dimension_of_quantity(text)};
    source.given = shortened(text);
  } catch (const UnitError& error) {
    report(source, error.position, error.message);
  }
}

// A value from outside takes the place of that in the file.
void ParameterReader::set(const std::string& name, const std::string& text) {
  const std::string setting = name + '=' + text;
  const auto found = index_.find(name);
  if (found == index_.end()) {
    findings_.add_outside(setting, unknown(name, "this scene has no `parameters`"));
    values_.good = false;
    return;
  }
  Source& source = sources_[found->second];
  source.value = nullptr;
  source.setting = setting;
  source.formula.clear();
  source.dimension = {ValueDimension::Kind::unknown, {}};
  source.given.clear();
  if (const std::optional<double> number = whole_text_number(text)) {
    source.parameter.value = std::isfinite(*number) ? *number : kStandIn;
    if (!std::isfinite(*number)) report(source, 0, "numbers go up to 1.797e308");
    return;
  }
  if (looks_like_quantity(text)) return take_quantity(source, text);
  source.formula = is_formula(text) ? text : '=' + text;
}

std::string ParameterReader::unknown(std::string_view name, std::string_view remedy) const {
  if (findings_.full()) return {};  // nobody will read it
  std::vector<std::string_view> names;
  for (const auto& [known, index] : index_) names.emplace_back(known);
  return undefined_name(name, "parameter", std::move(names), remedy);
}

void ParameterReader::compile(Source& source) {
  if (source.formula.empty()) return;
  const auto resolve = [&](std::string_view name) -> Symbol {
    const auto found = index_.find(name);
    if (found == index_.end()) {
      return {Symbol::Kind::unknown, 0, unknown(name, "define it in `parameters`"), 0};
    }
    source.uses.push_back(found->second);
    return {Symbol::Kind::variable, static_cast<int>(found->second), {}, 0};
  };
  try {
    source.expression = parse_formula(source.formula, resolve);
  } catch (const ExpressionError& error) {
    report(source, error.position, error.message);
    source.formula.clear();
    source.uses.clear();
  }
}

// Those that wait for nothing first, then those that waited for them.
void ParameterReader::compute() {
  class Known : public Values {
   public:
    explicit Known(const std::deque<Source>& sources) : sources_(sources) {}
    double variable(int index) const override { return sources_[index].parameter.value; }
    bool in_group(int) const override { return false; }

   private:
    const std::deque<Source>& sources_;
  };
  std::vector<std::vector<std::size_t>> users(sources_.size());
  std::deque<std::size_t> ready;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    sources_[i].waits = sources_[i].uses.size();
    for (const std::size_t used : sources_[i].uses) users[used].push_back(i);
    if (sources_[i].waits == 0) ready.push_back(i);
  }
  for (; !ready.empty(); ready.pop_front()) {
    Source& source = sources_[ready.front()];
    source.known = true;
    for (const std::size_t used : source.uses) {
      source.trusted = source.trusted && sources_[used].trusted;
    }
    if (!source.formula.empty() && source.trusted) {
      const double value = source.expression.number(Known(sources_));
      source.parameter.value = std::isfinite(value) ? value : kStandIn;
      if (!std::isfinite(value)) report(source, 0, not_finite(source.formula, value));
      source.dimension =
          source.expression.dimension([&](int index) { return sources_[index].dimension; });
      // what a number without a unit measures is not known once it has a name
      if (source.dimension.kind == ValueDimension::Kind::literal)
        source.dimension.kind = ValueDimension::Kind::unknown;
      if (source.dimension.kind == ValueDimension::Kind::known) source.given = given_by(source);
    }
    for (const std::size_t user : users[ready.front()]) {
      if (--sources_[user].waits == 0) ready.push_back(user);
    }
  }
}

// "2*k, with k = 10 N": the formula, and what it has its unit from.
std::string ParameterReader::given_by(const Source& source) const {
  std::string text = shortened(source.formula.substr(1));
  for (const std::size_t used : source.uses) {
    const Source& from = sources_[used];
    if (!from.given.empty() && text.size() < 200)
      return text + fmt::format(", with {} = {}", from.parameter.name, from.given);
  }
  return text;
}

// What still waits is in a circle, or needs one that is.
void ParameterReader::report_circles() {
  std::vector<int> walk(sources_.size(), 0);  // the path on which one was met
  for (std::size_t begin = 0; begin < sources_.size(); ++begin) {
    if (sources_[begin].known || walk[begin] != 0) continue;
    const int number = static_cast<int>(begin) + 1;
    std::size_t at = begin;
    const auto next = [&](std::size_t from) {
      for (const std::size_t used : sources_[from].uses) {
        if (!sources_[used].known) return used;
      }
      return from;
    };
    for (; walk[at] == 0; at = next(at)) walk[at] = number;
    if (walk[at] != number) continue;
    std::string chain;
    std::size_t shown = 0;
    for (std::size_t step = next(at);; step = next(step)) {
      if (++shown <= 8) chain += fmt::format(", which needs `{}`", sources_[step].parameter.name);
      if (step == at) break;
    }
    if (shown > 8) chain += ", and so on";
    report(sources_[at], 0,
           fmt::format("the parameter `{}` leads back to itself: it needs{}",
                       sources_[at].parameter.name,
                       chain.substr(std::string(", which needs").size())));
  }
  for (Source& source : sources_) source.trusted = source.trusted && source.known;
}

double ParameterReader::bound(const Source& source, const Value& value, const char* key) {
  const std::string place = fmt::format("/parameters/{}/{}", source.parameter.name, key);
  const auto refuse = [&](std::size_t position, const std::string& message) {
    values_.good = false;
    findings_.add_at(offset_in_string(findings_.text(), value.offset(), position), value, place,
                     message);
    return kStandIn;
  };
  if (value.number()) return *value.number();
  const std::string_view text = value.text() ? *value.text() : std::string_view();
  try {
    if (looks_like_quantity(text)) return quantity(text, kAnyMeasure, values_.units, key);
    if (is_formula(text)) {
      const double number = values_.table.evaluate(text);
      values_.keep(place, text);
      return number;
    }
  } catch (const ExpressionError& error) {
    return refuse(error.position, error.message);
  } catch (const UnitError& error) {
    return refuse(error.position, error.message);
  }
  values_.good = false;
  findings_.add(value, place, fmt::format("`{}` must be a number or a formula", key));
  return kStandIn;
}

void ParameterReader::finish() {
  for (const Source& source : sources_) {
    values_.table.set(source.parameter.name, source.parameter.value, source.dimension,
                      source.given);
    if (!source.trusted) values_.good = false;
    if (!source.formula.empty()) values_.keep(source.pointer, source.formula);
  }
  for (Source& source : sources_) {
    Parameter& parameter = source.parameter;
    const bool good = values_.good;
    if (source.min) parameter.min = bound(source, *source.min, "min");
    if (source.max) parameter.max = bound(source, *source.max, "max");
    const std::string place = "/parameters/" + parameter.name;
    if (good && source.min && source.max && !(*parameter.min < *parameter.max)) {
      findings_.add(*source.max, place + "/max",
                    fmt::format("the `max` of `{}`, {}, must be above its `min`, {}",
                                parameter.name, *parameter.max, *parameter.min));
    }
    const double least = parameter.min.value_or(parameter.value);
    if (good && parameter.log_scale && !(least > 0 && parameter.value > 0)) {
      report(source, 0,
             fmt::format("the `scale` of `{}` is log, so its `value` and `min` must be positive",
                         parameter.name));
    }
    values_.parameters.push_back(std::move(parameter));
  }
}

}  // namespace

void read_parameters(Reading& reading, const Value& root, const Settings& settings,
                     SceneValues& values) {
  ParameterReader(reading, values).read(root, settings);
}

}  // namespace tensio::io
