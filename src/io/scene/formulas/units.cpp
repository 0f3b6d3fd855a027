// Which unit fits which key, and the conversion.
#include "io/scene/formulas/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scene/keys.hpp"
#include "io/scene/sections.hpp"
#include "io/text/characters.hpp"
#include "io/text/number.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

struct KeyDimension {
  std::string_view key;
  Dimension dimension;
};
// Of keys that are in no table of members.
constexpr KeyDimension kKeyDimensions[] = {
    {"gravity", kAcceleration}, {"position", kLength},
    {"move", kLength},          {"mass_per_area", kMassPerArea},
    {"force", kForce},          {"temperature", kTemperature},
    {"pressure", kPressure},    {"drag", kRate},
    {"point", kLength},         {"center", kLength},
    {"radius", kLength},        {"size", kLength},
    {"from", kLength},          {"to", kLength},
    {"motion", kLength},        {"total_mass", kMass},
    {"merge", kLength},         {"normal", kPlain},
};

Measure known(const Dimension& dimension, bool degrees = false) {
  return {Measure::Kind::known, dimension, degrees};
}

template <class Fields>
void find_in(const Fields& fields, std::string_view key, std::optional<Dimension>& found) {
  for (const auto& field : fields)
    if (key == field.key && !found) found = field.dimension;
}

// What a key measures is the same wherever it is used.
std::optional<Dimension> find_key(std::string_view key) {
  std::optional<Dimension> found;
  find_in(kSpringColumns, key, found);
  find_in(kNodeRows, key, found);
  find_in(kNodeValues, key, found);
  find_in(kViscousFields, key, found);
  find_in(kYieldFields, key, found);
  find_in(kBreakFields, key, found);
  find_in(kStageFields, key, found);
  find_in(kEquilibriumFields, key, found);
  find_in(kSineFields, key, found);
  find_in(kWindFields, key, found);
  find_in(kObstacleFields, key, found);
  find_in(kEventFields, key, found);
  find_in(kSimulationFields, key, found);
  find_in(kPlacementFields, key, found);
  find_in(kKeyDimensions, key, found);
  return found;
}

// "1.5e3" with the decimal point moved by `power` digits: rounded once, whatever the unit.
double shifted_number(std::string_view digits, int power) {
  if (digits[0] == '+') digits.remove_prefix(1);
  if (power == 0) return parse_number(digits);
  const std::size_t e = std::min(digits.find_first_of("eE"), digits.size());
  int exponent = 0;
  if (e < digits.size()) {
    const std::string_view written = digits.substr(e + 1);
    // longer than this it is infinity or zero in any unit
    if (written.size() > 6) return parse_number(digits);
    exponent = static_cast<int>(parse_number(written[0] == '+' ? written.substr(1) : written));
  }
  return parse_number(fmt::format("{}e{}", digits.substr(0, e), exponent + power));
}

}  // namespace

Measure measure_of(std::string_view key, std::string_view section, std::string_view parent,
                   const Measure& above) {
  const bool made = section == "generate" || section == "meshes";
  if (parent == "active" || section == "combinations") return known(kPlain);
  if (key == "sine" || key == "ramp" || key == "amplitude" || key == "offset") return above;
  if (key == "rotate") return known(kAngle, true);
  if (made && (key == "at" || key == "size")) return known(kLength);
  if (section == "simulation" && key == "start") return {};
  if (parent == "set") key = key.substr(key.rfind('.') + 1);
  if (const std::optional<Dimension> dimension = find_key(key)) return known(*dimension);
  return {made ? Measure::Kind::any : Measure::Kind::none, {}, false};
}

std::optional<Measure> measure_of_option(const Generator& kind, std::string_view name) {
  for (const GeneratorOption& option : kind.options) {
    if (option.name != name) continue;
    const bool number = option.type == OptionType::number || option.type == OptionType::vector;
    if (option.type == OptionType::whole_number || (number && option.unit.empty())) {
      return known(kPlain);
    }
    if (!number) break;
    if (option.unit == "degrees") return known(kAngle, true);
    try {
      return known(parse_unit(option.unit).dimension);
    } catch (const UnitError&) {
      return Measure{Measure::Kind::any, {}, false};
    }
  }
  return std::nullopt;
}

Units read_units(Reading& reading, const Value& root) {
  Units units;
  const Value* section = root.find("units");
  if (section == nullptr) return units;
  if (section->object() == nullptr) {
    reading.findings.add(
        *section, "/units",
        "`units` must be an object such as {\"length\": \"mm\", \"force\": \"N\"}");
    return units;
  }
  check_keys(reading.findings, *section, "/units", KeyPlace::units);
  const struct {
    const char* key;
    Dimension dimension;
    std::string* target;
    const char* example;
  } parts[] = {{"length", kLength, &units.length, "m, mm or ft"},
               {"force", kForce, &units.force, "N, kN or lbf"},
               {"time", kTime, &units.time, "s, ms or h"}};
  for (const auto& part : parts) {
    const Value* value = section->find(part.key);
    if (value == nullptr) continue;
    const std::string pointer = fmt::format("/units/{}", part.key);
    const std::string fault =
        value->text() ? unit_fault(*value->text(), part.dimension) : "it is in quotes";
    if (fault.empty()) {
      *part.target = std::string(*value->text());
    } else {
      reading.findings.add(*value, pointer,
                           fmt::format("the unit of `{}` must be one such as {}; {}", part.key,
                                       part.example, fault));
    }
  }
  if (const Value* note = section->find("note")) {
    units.note = read_text(reading, *note, "/units/note", "note");
  }
  return units;
}

bool looks_like_quantity(std::string_view text) {
  std::size_t i = number_length(text);
  if (i == 0) return false;
  while (i < text.size() && text[i] == ' ') ++i;
  if (i == text.size()) return false;
  const auto c = static_cast<unsigned char>(text[i]);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c >= 0x80 ||
         text.substr(i, 2) == "1/";
}

Dimension dimension_of_quantity(std::string_view text) {
  text.remove_prefix(number_length(text));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return parse_unit(text).dimension;
}

double quantity(std::string_view text, const Measure& measure, const Units& units,
                std::string_view what) {
  const std::size_t digits = number_length(text);
  std::size_t begin = digits;
  while (begin < text.size() && text[begin] == ' ') ++begin;
  Unit unit;
  try {
    unit = parse_unit(text.substr(begin));
  } catch (UnitError& error) {
    error.position += begin;
    throw;
  }
  if (measure.kind == Measure::Kind::known && !(unit.dimension == measure.dimension)) {
    throw UnitError{begin, fmt::format("`{}` is {}; `{}` is {}", what, name_of(measure.dimension),
                                       shortened(text), name_of(unit.dimension))};
  }
  Unit target = unit_of_scene(units, unit.dimension);
  if (measure.degrees) target = parse_unit("deg");
  const double up = unit.up * target.down, down = unit.down * target.up;
  double value = shifted_number(text.substr(0, digits), unit.power - target.power);
  if (up != down) value = value * up / down;
  if (!std::isfinite(value)) throw UnitError{0, "numbers go up to 1.797e308"};
  return value;
}

}  // namespace tensio::io

namespace tensio {

double time_in(const Units& units, const std::string& text) {
  try {
    if (io::looks_like_quantity(text)) {
      const Dimension found = io::dimension_of_quantity(text);
      if (!(found == kTime)) throw Error(fmt::format("`{}` is {}", text, name_of(found)));
      return io::quantity(text, {io::Measure::Kind::known, kTime, false}, units, "time");
    }
  } catch (const UnitError& error) {
    throw Error(error.message);
  }
  throw Error(fmt::format("`{}` is not a number with a unit of time, such as 1 ms", text));
}

}  // namespace tensio
