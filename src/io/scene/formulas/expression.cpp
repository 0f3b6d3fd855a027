// Evaluating a compiled formula with a stack, whose size follows from the parser's depth limit.
#include "io/scene/formulas/expression.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"

namespace tensio::io {
namespace {

double combine(Expression::Code code, double a, double b) {
  using Code = Expression::Code;
  switch (code) {
    case Code::add: return a + b;
    case Code::subtract: return a - b;
    case Code::multiply: return a * b;
    case Code::divide: return a / b;
    case Code::general_power: return power(a, b);
    case Code::minimum: return b < a ? b : a;
    case Code::maximum: return a < b ? b : a;
    case Code::less: return a < b;
    case Code::less_equal: return a <= b;
    case Code::greater: return a > b;
    case Code::greater_equal: return a >= b;
    case Code::equal: return a == b;
    case Code::unequal: return a != b;
    case Code::logic_and: return a != 0.0 && b != 0.0;
    case Code::logic_or: return a != 0.0 || b != 0.0;
    default: return 0;
  }
}

}  // namespace

double Expression::run(const Values& values) const {
  // at each level one operand may wait for each of: or, and, a comparison, a sum, a product, a
  // power
  double waiting[6 * kMaxDepth + 1];
  int count = 0;
  double top = 0;
  const auto push = [&](double value) {
    waiting[count++] = top;
    top = value;
  };
  for (const Operation& operation : operations_) {
    switch (operation.code) {
      case Code::constant: push(operation.value); break;
      case Code::variable: push(values.variable(operation.argument)); break;
      case Code::group: push(values.in_group(operation.argument) ? 1 : 0); break;
      case Code::negate: top = -top; break;
      case Code::absolute: top = std::fabs(top); break;
      case Code::root: top = std::sqrt(top); break;
      case Code::sine: top = sine(top); break;
      case Code::cosine: top = cosine(top); break;
      case Code::exponential: top = exponential(top); break;
      case Code::logic_not: top = top == 0.0; break;
      case Code::power: top = power(top, operation.argument); break;
      default:
        if (count > 0) top = combine(operation.code, waiting[--count], top);
    }
  }
  return top;
}

}  // namespace tensio::io
