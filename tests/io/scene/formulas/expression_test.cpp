// Formulas: what they mean, and what is refused where.
#include "io/scene/formulas/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

namespace tensio::io {
namespace {

// x, y, z are variables 0 to 2 with the values 2, -3, 0.5; "in" is a group that holds the item,
// "out" one that does not.
class Point : public Values {
 public:
  double variable(int index) const override {
    constexpr double kValues[] = {2, -3, 0.5};
    return kValues[index];
  }
  bool in_group(int index) const override { return index == 0; }
};

Symbol resolve(std::string_view name) {
  const std::string_view variables = "xyz";
  if (name.size() == 1 && variables.find(name) != std::string_view::npos) {
    return {Symbol::Kind::variable, static_cast<int>(variables.find(name)), {}};
  }
  if (name == "in" || name == "a.b_2" || name == "two words") return {Symbol::Kind::group, 0, {}};
  if (name == "out") return {Symbol::Kind::group, 1, {}};
  return {Symbol::Kind::unknown, 0, "unknown"};
}

double number(std::string_view text) {
  return Expression::parse(text, Expression::Result::number, resolve).number(Point());
}
bool truth(std::string_view text) {
  return Expression::parse(text, Expression::Result::truth, resolve).truth(Point());
}
std::size_t fault(std::string_view text, Expression::Result wanted = Expression::Result::truth) {
  try {
    Expression::parse(text, wanted, resolve);
  } catch (const ExpressionError& error) {
    return error.position;
  }
  return std::string_view::npos;
}

TEST(Expression, ArithmeticFollowsTheUsualOrder) {
  EXPECT_EQ(number("1 + 2 * 3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3"), 9);
  EXPECT_EQ(number("8 - 4 - 2"), 2);
  EXPECT_EQ(number("8 / 4 / 2"), 1);
  EXPECT_EQ(number("-x^2"), -4);
  EXPECT_EQ(number("(-x)^2"), 4);
  EXPECT_EQ(number("2^-3"), 0.125);
  EXPECT_EQ(number("x^0"), 1);
  EXPECT_EQ(number("--x"), 2);
  EXPECT_EQ(number("2*-y"), 6);
  EXPECT_EQ(number("min(3, x, 5) + max(1, 2)"), 4);
  EXPECT_EQ(number("abs(y) + sqrt(x * 8)"), 7);
  EXPECT_EQ(number("pi"), std::numbers::pi);
  EXPECT_EQ(number("1.5e2 + .5"), 150.5);
}

TEST(Expression, ExponentsMayBeAnyNumber) {
  const std::pair<const char*, double> formulas[] = {
      {"4^0.5", 2},     {"4^-0.5", 0.5},   {"x^x", 4},         {"x^-x", 0.25},
      {"x^(1 + 2)", 8}, {"-x^abs(y)", -8}, {"2^100", 0x1p100}, {"y^3", -27}};
  for (const auto& [formula, value] : formulas) EXPECT_EQ(number(formula), value) << formula;
  EXPECT_TRUE(std::isnan(number("y^z")));
}

TEST(Expression, FunctionsAreOurOwn) {
  EXPECT_EQ(number("sin(pi/6)"), 0.49999999999999994);
  EXPECT_EQ(number("cos(0) + exp(0)"), 2);
  EXPECT_EQ(number("exp(1)"), std::numbers::e);
  EXPECT_NEAR(number("sin(x)^2 + cos(x)^2"), 1, 1e-15);
}

TEST(Expression, ConditionsCombine) {
  EXPECT_TRUE(truth("x > 1 and not out"));
  EXPECT_TRUE(truth("in"));
  EXPECT_FALSE(truth("out or x < 1"));
  EXPECT_TRUE(truth("not out and not (x < 1)"));
  EXPECT_TRUE(truth("out and out or in"));
  EXPECT_TRUE(truth("a.b_2 and 'two words'"));
  EXPECT_TRUE(truth("x >= 2 and x <= 2 and x == 2 and x != 3"));
  EXPECT_TRUE(truth("not not in"));
  EXPECT_FALSE(truth("sqrt(y) > 0"));
  EXPECT_FALSE(truth("sqrt(y) <= 0"));
}

TEST(Expression, FaultsKnowTheirPlace) {
  EXPECT_EQ(fault("x > 1 and nowhere"), 10u);
  EXPECT_EQ(fault("x + 1"), 0u);
  EXPECT_EQ(fault("1 < x < 3"), 6u);
  EXPECT_EQ(fault("x = 1"), 2u);
  EXPECT_EQ(fault("(x > 1"), 6u);
  EXPECT_EQ(fault("x > 1)"), 5u);
  EXPECT_EQ(fault("in + 1 > 0"), 0u);
  EXPECT_EQ(fault("x > in"), 4u);
  EXPECT_EQ(fault("x^in > 0"), 2u);
  EXPECT_EQ(fault("x^ > 0"), 3u);
  EXPECT_EQ(fault("x^2^3 > 0"), 3u);
  EXPECT_EQ(fault("min(1) > 0"), 0u);
  EXPECT_EQ(fault("tan(1) > 0"), 0u);
  EXPECT_EQ(fault("1e999 > 0"), 0u);
  EXPECT_EQ(fault("'in"), 0u);
  EXPECT_EQ(fault("in", Expression::Result::number), 0u);
  EXPECT_EQ(fault(""), 0u);
}

TEST(Expression, DepthAndLengthAreBounded) {
  const auto times = [](const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
  };
  EXPECT_NE(fault(times("(", 500) + "in" + times(")", 500)), std::string_view::npos);
  EXPECT_NE(fault(times("not ", 400) + "in"), std::string_view::npos);
  EXPECT_NE(fault("x > " + times("-", 900) + "1"), std::string_view::npos);
  EXPECT_NE(fault("in" + times(" or in", 1000)), std::string_view::npos);
  // the deepest formula that is taken has an operand waiting at every level of every operator
  std::string deep = "in";
  for (int i = 0; i < Expression::kMaxDepth - 1; ++i) {
    deep = "out or in and 0 < 1 + 1 * min(1, 2) or in and (" + deep + ")";
  }
  const std::size_t place = fault(deep.substr(0, Expression::kMaxLength));
  EXPECT_NE(place, std::string_view::npos);
  std::string sums = "1";
  for (int i = 0; i < Expression::kMaxDepth - 1; ++i) sums = "1+2*(" + sums + ")";
  EXPECT_GT(number(sums), 0);
}

}  // namespace
}  // namespace tensio::io
