// The values of a scene's parameters, and what formulas make of them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "io/expression.hpp"

namespace tensio::io {

class ParameterTable {
 public:
  void set(std::string_view name, double value) { values_[std::string(name)] = value; }
  /// The value of a parameter, or nullptr.
  const double* find(std::string_view name) const;
  /// What to say about a name that no parameter has.
  std::string unknown(std::string_view name) const;
  /// What a name in a formula stands for.
  Symbol symbol(std::string_view name) const;

  /// The number that a formula gives, "=2*k": finite, or an ExpressionError, whose position counts
  /// from the `=`.
  double evaluate(std::string_view formula) const;

  /// Why a parameter can not have this name, or an empty text.
  static std::string name_fault(std::string_view name);

 private:
  std::map<std::string, double, std::less<>> values_;
};

/// True for a string that is a formula.
inline bool is_formula(std::string_view text) { return !text.empty() && text[0] == '='; }

/// Compiles a formula that gives a number; errors count from its `=`.
Expression parse_formula(std::string_view formula,
                         const std::function<Symbol(std::string_view)>& resolve);

/// What to say about a formula whose number is not finite.
std::string not_finite(std::string_view formula, double value);

}  // namespace tensio::io
