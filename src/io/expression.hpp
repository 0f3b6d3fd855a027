// Small formulas in a scene: conditions such as "z > 1 and not rim", and their arithmetic.
//
//   condition   a or b, a and b, not a, a < b (<= > >= == !=), the name of a group
//   number      + - * /, x^2 with a whole exponent, -x, min max abs sqrt, pi, a variable
//
// A formula is compiled once to a short list of operations and then evaluated for many items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

struct ExpressionError {
  std::size_t position = 0;  ///< byte in the formula
  std::string message = {};
};

/// What a name in a formula stands for.
struct Symbol {
  enum class Kind { unknown, variable, group };
  Kind kind = Kind::unknown;
  int index = 0;             ///< which variable or group
  std::string message = {};  ///< for an unknown name: what to say about it
};

/// Where the values of a formula's names come from.
class Values {
 public:
  virtual ~Values() = default;
  virtual double variable(int index) const = 0;
  virtual bool in_group(int index) const = 0;
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

  enum class Code : std::uint8_t {
    constant,
    variable,
    group,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    minimum,
    maximum,
    absolute,
    root,
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
