// Names, values and formulas.
#include "io/scene/formulas/parameter_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "io/scene/keys.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

bool is_word(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return !name.empty();
}

}  // namespace

std::string ParameterTable::name_fault(std::string_view name) {
  if (name.empty()) return "a name cannot be empty";
  if (Expression::is_reserved(name)) {
    return fmt::format("`{}` is a word of formulas; choose another name", name);
  }
  if (is_word(name)) return {};
  return fmt::format(
      "`{}` cannot be used in a formula; a parameter's name consists of letters, digits "
      "and _, and does not begin with a digit",
      shortened(name));
}

const double* ParameterTable::find(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.value;
}

std::string ParameterTable::unknown(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& [known, entry] : entries_) names.emplace_back(known);
  return undefined_name(name, "parameter", std::move(names), "define it in `parameters`");
}

ParameterTable::Compiled ParameterTable::compile(std::string_view formula) const {
  Compiled compiled;
  compiled.expression = parse_formula(formula, [&](std::string_view name) -> Symbol {
    const auto found = entries_.find(name);
    if (found == entries_.end()) return {Symbol::Kind::unknown, 0, unknown(name), 0};
    compiled.variables.emplace_back(found->first, &found->second);
    return {Symbol::Kind::variable, static_cast<int>(compiled.variables.size()) - 1, {}, 0};
  });
  return compiled;
}

double ParameterTable::evaluate(std::string_view formula) const {
  class Given : public Values {
   public:
    explicit Given(const Compiled& compiled) : compiled_(compiled) {}
    double variable(int index) const override { return compiled_.variables[index].second->value; }
    bool in_group(int) const override { return false; }

   private:
    const Compiled& compiled_;
  };
  const Compiled compiled = compile(formula);
  const double value = compiled.expression.number(Given(compiled));
  if (!std::isfinite(value)) throw ExpressionError{0, not_finite(formula, value)};
  return value;
}

std::string ParameterTable::dimension_fault(std::string_view formula, std::string_view what,
                                            const Dimension& wanted, bool degrees) const {
  const Compiled compiled = compile(formula);
  const ValueDimension found = compiled.expression.dimension(
      [&](int index) { return compiled.variables[index].second->dimension; });
  if (found.kind != ValueDimension::Kind::known) return {};
  const bool fits = found.dimension == wanted;
  if (fits && !degrees) return {};
  std::string text =
      fits ? fmt::format("`{}` is in degrees; `{}` is in radians", what, shortened(formula))
           : fmt::format("`{}` is {}; `{}` is {}", what, name_of(wanted), shortened(formula),
                         name_of(found.dimension));
  for (const auto& [name, entry] : compiled.variables)
    if (!entry->given.empty()) {
      text += fmt::format(", with {} = {}", name, entry->given);
      break;
    }
  if (fits) text += "; give the parameter as a plain number of degrees";
  return text;
}

Expression parse_formula(std::string_view formula,
                         const std::function<Symbol(std::string_view)>& resolve) {
  try {
    return Expression::parse(formula.substr(1), Expression::Result::number, resolve);
  } catch (ExpressionError& error) {
    ++error.position;
    throw;
  }
}

std::string not_finite(std::string_view formula, double value) {
  return fmt::format("the formula `{}` gives {}; numbers in a scene must be finite",
                     shortened(formula),
                     std::isnan(value) ? "no number"
                     : value > 0       ? "infinity"
                                       : "minus infinity");
}

}  // namespace tensio::io
