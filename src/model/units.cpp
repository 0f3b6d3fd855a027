// The table of units, and the arithmetic of their dimensions.
#include "model/units.hpp"
#include "core/index.hpp"

#include <fmt/format.h>

#include <array>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace tensio {
namespace {

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool takes_prefix;
};

constexpr Dimension kEnergy = {1, 2, -2};
constexpr Dimension kFrequency = {0, 0, -1};
constexpr double kPound = 45359237;             // x 10^-8 kg
constexpr double kPoundForce = 44482216152605;  // x 10^-13 N
constexpr NamedUnit kUnits[] = {
    {"m", {kLength}, true},
    {"g", {kMass, 1, 1, -3}, true},
    {"s", {kTime}, true},
    {"N", {kForce}, true},
    {"Pa", {kPressure}, true},
    {"J", {kEnergy}, true},
    {"Hz", {kFrequency}, true},
    {"K", {{0, 0, 0, 1, 0}}, false},
    {"rad", {kAngle}, false},
    {"deg", {kAngle, std::numbers::pi, 180}, false},
    {"°", {kAngle, std::numbers::pi, 180}, false},
    {"%", {kPlain, 1, 1, -2}, false},
    {"in", {kLength, 254, 1, -4}, false},
    {"ft", {kLength, 3048, 1, -4}, false},
    {"t", {kMass, 1, 1, 3}, false},
    {"lb", {kMass, kPound, 1, -8}, false},
    {"kgf", {kForce, 980665, 1, -5}, false},
    {"lbf", {kForce, kPoundForce, 1, -13}, false},
    {"bar", {kPressure, 1, 1, 5}, false},
    {"mbar", {kPressure, 1, 1, 2}, false},
    {"psi", {kPressure, kPoundForce, 254.0 * 254.0, -5}, false},
    {"min", {kTime, 6, 1, 1}, false},
    {"h", {kTime, 36, 1, 2}, false},
};
constexpr std::pair<std::string_view, int> kPrefixes[] = {
    {"T", 12}, {"G", 9},  {"M", 6},  {"k", 3},  {"h", 2},  {"d", -1},
    {"c", -2}, {"m", -3}, {"u", -6}, {"µ", -6}, {"μ", -6}, {"n", -9}};

std::optional<Unit> find_unit(std::string_view name) {
  for (const NamedUnit& known : kUnits) {
    if (known.name == name) return known.unit;
  }
  for (const auto& [prefix, power] : kPrefixes) {
    if (name.substr(0, prefix.size()) != prefix) continue;
    for (const NamedUnit& known : kUnits) {
      if (!known.takes_prefix || name.substr(prefix.size()) != known.name) continue;
      Unit unit = known.unit;
      unit.power += power;
      return unit;
    }
  }
  return std::nullopt;
}

// unit^exponent, times what is there.
void multiply(Unit& product, const Unit& unit, int exponent) {
  product.dimension.mass += exponent * unit.dimension.mass;
  product.dimension.length += exponent * unit.dimension.length;
  product.dimension.time += exponent * unit.dimension.time;
  product.dimension.temperature += exponent * unit.dimension.temperature;
  product.dimension.angle += exponent * unit.dimension.angle;
  product.power += exponent * unit.power;
  for (int i = 0; i < exponent; ++i) {
    product.up *= unit.up;
    product.down *= unit.down;
  }
  for (int i = 0; i < -exponent; ++i) {
    product.up *= unit.down;
    product.down *= unit.up;
  }
}

// Reads factors with exponents, parted by spaces, *, · and /.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}

  Unit read() {
    Unit product;
    constexpr std::size_t kLongest = 60;
    if (text_.size() > kLongest) fail("this is too long for a unit");
    int sign = 1;
    if (text_.substr(0, 2) == "1/") {
      sign = -1;
      at_ = 2;
    }
    for (;;) {
      const std::size_t begin = at_;
      const std::optional<Unit> unit = find_unit(name());
      if (!unit) unknown(begin);
      multiply(product, *unit, sign * exponent());
      skip_spaces();
      if (at_ == text_.size()) return product;
      sign = 1;
      if (accept("/")) {
        sign = -1;
      } else if (!accept("*")) {
        accept("·");
      }
      skip_spaces();
    }
  }

 private:
  [[noreturn]] void fail(std::string message) const { throw UnitError{at_, std::move(message)}; }
  [[noreturn]] void unknown(std::size_t begin) {
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != ' ' && text_[end] != '/' && text_[end] != '*') ++end;
    at_ = begin;
    if (begin < text_.size() && text_[begin] == '(') {
      fail("a unit has no parentheses; write kg/m/s^2 for kg/(m s^2)");
    }
    const std::string name(text_.substr(begin, end - begin));
    fail(
        name.empty() || name.size() > 20
            ? "a unit is expected here, such as mm, kN, GPa or kg/m"
            : fmt::format("`{}` is not a known unit; known are m, N, Pa, g, s, J and Hz with "
                          "prefixes, and in, ft, t, lb, kgf, lbf, bar, psi, min, h, K, deg, rad, %",
                          name));
  }
  bool accept(std::string_view sign) {
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }
  void skip_spaces() {
    while (accept(" ")) continue;
  }
  std::string_view name() {
    constexpr std::string_view kEnds = " */^0123456789-+()";
    const std::size_t begin = at_;
    while (at_ < text_.size() && kEnds.find(text_[at_]) == std::string_view::npos &&
           text_.substr(at_, 2) != "²" && text_.substr(at_, 2) != "³" &&
           text_.substr(at_, 2) != "·") {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  int exponent() {
    if (accept("²")) return 2;
    if (accept("³")) return 3;
    if (!accept("^")) return 1;
    const bool minus = accept("-");
    if (at_ == text_.size() || text_[at_] < '1' || text_[at_] > '9') {
      fail("an exponent from 1 to 9 is expected here");
    }
    const int value = text_[at_++] - '0';
    return minus ? -value : value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Powers of the scene's own units of force, length and time.
struct Powers {
  int force;
  int length;
  int time;
};

Powers powers_of(const Dimension& d) { return {d.mass, d.length - d.mass, d.time + 2 * d.mass}; }

const std::string& or_usual(const std::string& name, const std::string& usual) {
  return name.empty() ? usual : name;
}

constexpr Dimension kDimensions[] = {kLength,    kForce,     kTime,     kMass,
                                     {1, 0, -2}, kPressure,  kEnergy,   kEnergy,
                                     {0, 1, -1}, {0, 1, -2}, kFrequency};

// Units that have a name of their own when they are a power of ten of one.
std::string short_name(UnitKind quantity, const Unit& unit) {
  if (unit.up != unit.down) return {};
  const auto one_of = [&](std::initializer_list<std::pair<int, const char*>> names) -> std::string {
    for (const auto& [power, name] : names) {
      if (unit.power == power) return name;
    }
    return {};
  };
  switch (quantity) {
    case UnitKind::mass: return one_of({{0, "kg"}, {3, "t"}, {-3, "g"}});
    case UnitKind::stress: return one_of({{0, "Pa"}, {3, "kPa"}, {6, "MPa"}, {9, "GPa"}});
    case UnitKind::energy: return one_of({{0, "J"}, {-3, "mJ"}, {3, "kJ"}, {6, "MJ"}});
    case UnitKind::frequency: return one_of({{0, "Hz"}, {3, "kHz"}});
    default: return {};
  }
}

}  // namespace

std::string name_of(const Dimension& dimension) {
  static const std::pair<Dimension, const char*> kNames[] = {
      {kPlain, "a plain number"},
      {kLength, "a length"},
      {{0, 2, 0}, "an area"},
      {{0, 3, 0}, "a volume"},
      {kTime, "a time"},
      {kFrequency, "one over a time"},
      {{0, 1, -1}, "a length per time"},
      {{0, 1, -2}, "an acceleration"},
      {kMass, "a mass"},
      {{1, -1, 0}, "a mass per length"},
      {{1, -2, 0}, "a mass per area"},
      {{1, -3, 0}, "a mass per volume"},
      {kForce, "a force"},
      {{1, 0, -2}, "a force per length"},
      {kPressure, "a force per area"},
      {{1, 0, -1}, "a force times time per length"},
      {kEnergy, "an energy"},
      {{1, 3, -2}, "a force times an area"},
      {{0, 0, 0, 1, 0}, "a temperature"},
      {{0, 0, 0, -1, 0}, "one over a temperature"},
      {kAngle, "an angle"}};
  for (const auto& [known, name] : kNames) {
    if (known == dimension) return name;
  }
  return "something else";
}

Unit parse_unit(std::string_view text) { return UnitReader(text).read(); }

std::string unit_fault(std::string_view text, const Dimension& dimension) {
  try {
    const Unit unit = parse_unit(text);
    if (unit.dimension == dimension) return {};
    return fmt::format("`{}` is {}, not {}", text, name_of(unit.dimension), name_of(dimension));
  } catch (const UnitError& error) {
    return error.message;
  }
}

Unit unit_of_scene(const Units& units, const Dimension& dimension) {
  const Powers powers = powers_of(dimension);
  Unit product;
  multiply(product, parse_unit(or_usual(units.force, "N")), powers.force);
  multiply(product, parse_unit(or_usual(units.length, "m")), powers.length);
  multiply(product, parse_unit(or_usual(units.time, "s")), powers.time);
  product.dimension = dimension;
  return product;
}

std::string unit_name(const Units& units, UnitKind quantity) {
  const Dimension& dimension = kDimensions[usize(quantity)];
  try {
    const std::string name = short_name(quantity, unit_of_scene(units, dimension));
    if (!name.empty()) return name;
  } catch (const UnitError&) {
    // a name that no file can have: it is shown as it is
  }
  const Powers powers = powers_of(dimension);
  const std::pair<std::string, int> parts[] = {{or_usual(units.force, "N"), powers.force},
                                               {or_usual(units.length, "m"), powers.length},
                                               {or_usual(units.time, "s"), powers.time}};
  static constexpr std::array kExponents = {"", "", "²", "³"};
  std::string above, below;
  for (const auto& [name, power] : parts) {
    const auto exponent = usize(power < 0 ? -power : power);
    if (power > 0) above += (above.empty() ? "" : " ") + name + kExponents[exponent];
    if (power < 0) below += '/' + name + kExponents[exponent];
  }
  return (above.empty() ? "1" : above) + below;
}

std::string unit_after_number(const Units& units, UnitKind quantity) {
  return gives_units(units) ? " " + unit_name(units, quantity) : std::string();
}

std::string unit_after_heading(const Units& units, UnitKind quantity) {
  return gives_units(units) ? " [" + unit_name(units, quantity) + "]" : std::string();
}

}  // namespace tensio
