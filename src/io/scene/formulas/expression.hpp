// Small formulas in a scene: conditions such as "z > 1 and not rim", and their arithmetic.
//
//   condition   a or b, a and b, not a, a < b (<= > >= == !=), the name of a group
//   number      + - * / ^, -x, min max abs sqrt sin cos exp, pi, a variable, a parameter
//
// A formula is compiled once to a short list of operations and then evaluated for many items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/units.hpp"

namespace tensio::io {

struct ExpressionError {
  std::size_t position = 0;  ///< byte in the formula
  std::string message = {};
};

/// What a name in a formula means.
struct Symbol {
  enum class Kind { unknown, variable, group, constant };
  Kind kind = Kind::unknown;
  int index = 0;             ///< which variable or group
  std::string message = {};  ///< for an unknown name: what to say about it
  double value = 0;          ///< of a constant
};

/// Where the values of a formula's names come from.
class Values {
 public:
  virtual ~Values() = default;
  virtual double variable(int index) const = 0;
  virtual bool in_group(int index) const = 0;
};

/// What the value of a formula measures, as far as units say it.
struct ValueDimension {
  enum class Kind {
    literal,  ///< a number in the formula: fits any sum, and is a plain factor in a product
    unknown,  ///< follows from numbers that were given without a unit
    known,
  };
  Kind kind = Kind::literal;
  Dimension dimension = {};
};

class Expression {
 public:
  enum class Result { number, truth };
  static constexpr std::size_t kMaxLength = 2000;
  static constexpr int kMaxDepth = 32;

  /// Compiles a formula with the result wanted. `resolve` is asked for every name that is not part
  /// of the language. Throws ExpressionError.
  static Expression parse(std::string_view text, Result wanted,
                          const std::function<Symbol(std::string_view)>& resolve);

  double number(const Values& values) const { return run(values); }
  bool truth(const Values& values) const { return run(values) != 0.0; }

  /// What the number measures, from what its variables measure.
  ValueDimension dimension(const std::function<ValueDimension(int)>& of_variable) const;

  /// Whether a name is a word of the language, which nothing else can be called.
  static bool is_reserved(std::string_view name);

  enum class Code : std::uint8_t {
    constant,
    variable,
    group,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,          // of a whole exponent that is written as a number
    general_power,  // of any other
    minimum,
    maximum,
    absolute,
    root,
    sine,
    cosine,
    exponential,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    unequal,
    logic_and,
    logic_or,
    logic_not,
  };
  struct Operation {
    Code code = Code::constant;
    int argument = 0;  ///< index of a name, or a whole exponent
    double value = 0;
  };

 private:
  double run(const Values& values) const;

  std::vector<Operation> operations_;
};

}  // namespace tensio::io
