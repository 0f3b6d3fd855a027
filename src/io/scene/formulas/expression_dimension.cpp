// What the value of a formula measures, computed along with its operations.
#include "io/scene/formulas/expression.hpp"

namespace tensio::io {
namespace {

using Kind = ValueDimension::Kind;

constexpr ValueDimension kUnknown = {Kind::unknown, {}};

// a + times b, power by power.
Dimension sum(const Dimension& a, const Dimension& b, int times) {
  return {a.mass + times * b.mass, a.length + times * b.length, a.time + times * b.time,
          a.temperature + times * b.temperature, a.angle + times * b.angle};
}

// Terms of a sum measure the same; where two that are known do not, nothing is said.
ValueDimension of_sum(const ValueDimension& a, const ValueDimension& b) {
  if (a.kind == Kind::known && b.kind == Kind::known)
    return a.dimension == b.dimension ? a : kUnknown;
  return a.kind > b.kind ? a : b;
}

ValueDimension of_product(const ValueDimension& a, const ValueDimension& b, int sign) {
  if (a.kind == Kind::unknown || b.kind == Kind::unknown) return kUnknown;
  if (a.kind == Kind::literal && b.kind == Kind::literal) return {};
  return {Kind::known, sum(a.dimension, b.dimension, sign)};
}

ValueDimension of_power(const ValueDimension& a, int exponent) {
  return {a.kind, sum({}, a.dimension, exponent)};
}

ValueDimension of_root(const ValueDimension& a) {
  const Dimension& d = a.dimension;
  const bool even = d.mass % 2 == 0 && d.length % 2 == 0 && d.time % 2 == 0 &&
                    d.temperature % 2 == 0 && d.angle % 2 == 0;
  if (!even) return kUnknown;
  return {a.kind, {d.mass / 2, d.length / 2, d.time / 2, d.temperature / 2, d.angle / 2}};
}

ValueDimension combined(Expression::Code code, const ValueDimension& a, const ValueDimension& b) {
  using Code = Expression::Code;
  switch (code) {
    case Code::add:
    case Code::subtract:
    case Code::minimum:
    case Code::maximum: return of_sum(a, b);
    case Code::multiply: return of_product(a, b, 1);
    case Code::divide: return of_product(a, b, -1);
    case Code::general_power:
      return a.kind == Kind::literal && b.kind == Kind::literal ? a : kUnknown;
    default: return kUnknown;
  }
}

}  // namespace

ValueDimension Expression::dimension(const std::function<ValueDimension(int)>& of_variable) const {
  std::vector<ValueDimension> stack;
  for (const Operation& operation : operations_) {
    switch (operation.code) {
      case Code::constant: stack.emplace_back(); continue;
      case Code::variable: stack.push_back(of_variable(operation.argument)); continue;
      case Code::group: stack.push_back(kUnknown); continue;
      default: break;
    }
    if (stack.empty()) return kUnknown;
    ValueDimension& top = stack.back();
    switch (operation.code) {
      case Code::negate:
      case Code::absolute: continue;
      case Code::root: top = of_root(top); continue;
      case Code::power: top = of_power(top, operation.argument); continue;
      case Code::sine:
      case Code::cosine:
      case Code::exponential: top = {}; continue;
      case Code::logic_not: top = kUnknown; continue;
      default: break;
    }
    if (stack.size() < 2) return kUnknown;
    const ValueDimension b = stack.back();
    stack.pop_back();
    stack.back() = combined(operation.code, stack.back(), b);
  }
  return stack.empty() ? kUnknown : stack.back();
}

}  // namespace tensio::io
