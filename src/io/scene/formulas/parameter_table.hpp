// The values of a scene's parameters, and what formulas make of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/scene/formulas/expression.hpp"

namespace tensio::io {

class ParameterTable {
 public:
  /// `given` is the text of a value with a unit, for messages.
  void set(std::string_view name, double value, const ValueDimension& dimension = kNotSaid,
           std::string_view given = {}) {
    entries_[std::string(name)] = {value, dimension, std::string(given)};
  }
  /// The value of a parameter, or nullptr.
  const double* find(std::string_view name) const;
  /// What to say about a name that no parameter has.
  std::string unknown(std::string_view name) const;
  /// The number that a formula gives, "=2*k": finite, or an ExpressionError, whose position counts
  /// from the `=`.
  double evaluate(std::string_view formula) const;

  /// Why a formula that evaluate() takes cannot be used for `what`, which measures `wanted`, or an
  /// empty text: "`stiffness` is a force per length; `=k` is a force, with k = 10 N". Angles in
  /// formulas are radians, which do not fit where `degrees` are wanted.
  std::string dimension_fault(std::string_view formula, std::string_view what,
                              const Dimension& wanted, bool degrees = false) const;

  /// Why a parameter cannot have this name, or an empty text.
  static std::string name_fault(std::string_view name);

 private:
  static constexpr ValueDimension kNotSaid = {ValueDimension::Kind::unknown, {}};
  struct Entry {
    double value = 0;
    ValueDimension dimension = {};
    std::string given = {};
  };
  // A formula, and the parameters that are its variables.
  struct Compiled {
    Expression expression = {};
    std::vector<std::pair<std::string_view, const Entry*>> variables = {};
  };
  Compiled compile(std::string_view formula) const;

  std::map<std::string, Entry, std::less<>> entries_;
};

/// True for a string that is a formula.
inline bool is_formula(std::string_view text) { return !text.empty() && text[0] == '='; }

/// Compiles a formula that gives a number; errors count from its `=`.
Expression parse_formula(std::string_view formula,
                         const std::function<Symbol(std::string_view)>& resolve);

/// What to say about a formula whose number is not finite.
std::string not_finite(std::string_view formula, double value);

}  // namespace tensio::io
