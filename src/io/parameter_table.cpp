// Names, values and formulas.
#include "io/parameter_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "io/json_text.hpp"
#include "io/scene_keys.hpp"

namespace tensio::io {
namespace {

// A formula of parameters alone has no other names.
class NoValues : public Values {
 public:
  double variable(int) const override { return 0; }
  bool in_group(int) const override { return false; }
};

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
  if (name.empty()) return "a name can not be empty";
  if (Expression::is_reserved(name)) {
    return fmt::format("`{}` is a word of formulas; choose another name", name);
  }
  if (is_word(name)) return {};
  return fmt::format(
      "`{}` can not stand in a formula; a parameter's name consists of letters, digits "
      "and _, and does not begin with a digit",
      shortened(name));
}

const double* ParameterTable::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::string ParameterTable::unknown(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& [known, value] : values_) names.emplace_back(known);
  return undefined_name(name, "parameter", std::move(names), "define it in `parameters`");
}

Symbol ParameterTable::symbol(std::string_view name) const {
  if (const double* value = find(name)) return {Symbol::Kind::constant, 0, {}, *value};
  return {Symbol::Kind::unknown, 0, unknown(name), 0};
}

double ParameterTable::evaluate(std::string_view formula) const {
  const Expression expression =
      parse_formula(formula, [this](std::string_view name) { return symbol(name); });
  const double value = expression.number(NoValues());
  if (!std::isfinite(value)) throw ExpressionError{0, not_finite(formula, value)};
  return value;
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
  return fmt::format("the formula `{}` gives {}; a scene holds finite numbers only",
                     shortened(formula),
                     std::isnan(value) ? "no number"
                     : value > 0       ? "infinity"
                                       : "minus infinity");
}

}  // namespace tensio::io
