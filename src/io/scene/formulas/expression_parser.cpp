// Compiling a formula: a recursive descent whose depth and length are bounded.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

#include "io/json/value.hpp"
#include "io/scene/formulas/expression.hpp"
#include "io/text/characters.hpp"
#include "io/text/number.hpp"

namespace tensio::io {
namespace {

using Code = Expression::Code;
using Result = Expression::Result;

struct Token {
  enum class Kind { end, number, name, quoted, sign };
  Kind kind = Kind::end;
  std::string_view text = {};
  std::size_t position = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Function {
  std::string_view name;
  Code code;
  bool several;  // takes two numbers or more
};
constexpr Function kFunctions[] = {{"min", Code::minimum, true},     {"max", Code::maximum, true},
                                   {"abs", Code::absolute, false},   {"sqrt", Code::root, false},
                                   {"sin", Code::sine, false},       {"cos", Code::cosine, false},
                                   {"exp", Code::exponential, false}};

const Function* find_function(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  Token next() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) {
      ++position_;
    }
    const std::size_t begin = position_;
    if (begin == text_.size()) return {Token::Kind::end, {}, begin};
    const char c = text_[begin];
    Token::Kind kind = Token::Kind::sign;
    if (is_digit(c) || (c == '.' && begin + 1 < text_.size() && is_digit(text_[begin + 1]))) {
      kind = Token::Kind::number;
      skip_number();
    } else if (begins_name(c)) {
      kind = Token::Kind::name;
      while (position_ < text_.size() && (begins_name(text_[position_]) ||
                                          is_digit(text_[position_]) || text_[position_] == '.')) {
        ++position_;
      }
    } else if (c == '\'') {
      const std::size_t close = text_.find('\'', begin + 1);
      if (close == std::string_view::npos) {
        throw ExpressionError{begin, "this quoted name has no closing quote"};
      }
      position_ = close + 1;
      return {Token::Kind::quoted, text_.substr(begin + 1, close - begin - 1), begin};
    } else {
      const bool two = position_ + 1 < text_.size() && text_[position_ + 1] == '=' &&
                       (c == '<' || c == '>' || c == '=' || c == '!');
      position_ += two ? 2 : 1;
    }
    return {kind, text_.substr(begin, position_ - begin), begin};
  }

 private:
  void skip_digits() {
    while (position_ < text_.size() && is_digit(text_[position_])) ++position_;
  }
  void skip_number() {
    skip_digits();
    if (position_ < text_.size() && text_[position_] == '.') {
      ++position_;
      skip_digits();
    }
    if (position_ < text_.size() && (text_[position_] == 'e' || text_[position_] == 'E')) {
      std::size_t digits = position_ + 1;
      if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
      if (digits == text_.size() || !is_digit(text_[digits])) return;
      position_ = digits;
      skip_digits();
    }
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

class Parser {
 public:
  Parser(std::string_view text, const std::function<Symbol(std::string_view)>& resolve)
      : scanner_(text), resolve_(resolve) {
    advance();
  }

  std::vector<Expression::Operation> parse(Result wanted) {
    const std::size_t begin = token_.position;
    const Result result = disjunction();
    if (token_.kind != Token::Kind::end) fail_here("expected an operator or the end");
    expect(wanted, result, begin);
    return std::move(operations_);
  }

 private:
  // Counts how deep the descent is while it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > Expression::kMaxDepth) {
        throw ExpressionError{parser_.token_.position, "the formula is nested too deeply"};
      }
    }
    ~Level() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  void advance() { token_ = scanner_.next(); }
  bool is(std::string_view text) const {
    return (token_.kind == Token::Kind::sign || token_.kind == Token::Kind::name) &&
           token_.text == text;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    advance();
    return true;
  }
  void emit(Code code, int argument = 0, double value = 0) {
    operations_.push_back({code, argument, value});
  }
  [[noreturn]] void fail_here(const std::string& message) const {
    const std::string found = token_.kind == Token::Kind::end
                                  ? "the end of the formula"
                                  : fmt::format("`{}`", shortened(token_.text));
    throw ExpressionError{token_.position, fmt::format("{}, not {}", message, found)};
  }
  static void expect(Result wanted, Result found, std::size_t position) {
    if (wanted == found) return;
    throw ExpressionError{position, wanted == Result::truth
                                        ? "a condition is expected here, such as `z > 1` or the "
                                          "name of a group, not a number"
                                        : "a number is expected here, not a condition"};
  }

  // An operator between two operands.
  struct Operator {
    std::string_view sign;
    Code code;
  };
  // Operands that are joined by these operators, evaluated from left to right.
  Result chain(Result (Parser::*operand)(), Result kind, std::initializer_list<Operator> operators);
  Result disjunction();
  Result conjunction();
  Result negation();
  Result comparison();
  Result sum();
  Result product();
  Result signed_power();
  Result primary();
  Result name();
  void call(std::string_view name, std::size_t position);
  void exponent();

  Scanner scanner_;
  const std::function<Symbol(std::string_view)>& resolve_;
  Token token_ = {};
  int depth_ = 0;
  std::vector<Expression::Operation> operations_;
};

Result Parser::chain(Result (Parser::*operand)(), Result kind,
                     std::initializer_list<Operator> operators) {
  const auto next = [&] {
    return std::find_if(operators.begin(), operators.end(),
                        [&](const Operator& candidate) { return is(candidate.sign); });
  };
  std::size_t begin = token_.position;
  const Result result = (this->*operand)();
  for (const Operator* found = next(); found != operators.end(); found = next()) {
    expect(kind, result, begin);
    advance();
    begin = token_.position;
    expect(kind, (this->*operand)(), begin);
    emit(found->code);
  }
  return result;
}

Result Parser::disjunction() {
  const Level level(*this);
  return chain(&Parser::conjunction, Result::truth, {{"or", Code::logic_or}});
}

Result Parser::conjunction() {
  return chain(&Parser::negation, Result::truth, {{"and", Code::logic_and}});
}

Result Parser::negation() {
  if (!is("not")) return comparison();
  const Level level(*this);
  advance();
  const std::size_t begin = token_.position;
  expect(Result::truth, negation(), begin);
  emit(Code::logic_not);
  return Result::truth;
}

Result Parser::comparison() {
  static constexpr std::pair<std::string_view, Code> kSigns[] = {
      {"<", Code::less},           {"<=", Code::less_equal}, {">", Code::greater},
      {">=", Code::greater_equal}, {"==", Code::equal},      {"!=", Code::unequal}};
  const auto sign = [this]() -> const std::pair<std::string_view, Code>* {
    for (const auto& candidate : kSigns) {
      if (is(candidate.first)) return &candidate;
    }
    return nullptr;
  };
  std::size_t begin = token_.position;
  const Result left = sum();
  if (is("=")) {
    throw ExpressionError{token_.position, "write `==` to compare two numbers"};
  }
  const auto* found = sign();
  if (found == nullptr) return left;
  expect(Result::number, left, begin);
  advance();
  begin = token_.position;
  expect(Result::number, sum(), begin);
  emit(found->second);
  if (sign() != nullptr) {
    throw ExpressionError{token_.position,
                          "comparisons do not chain; write `0 < x and x < 1` for `0 < x < 1`"};
  }
  return Result::truth;
}

Result Parser::sum() {
  return chain(&Parser::product, Result::number, {{"+", Code::add}, {"-", Code::subtract}});
}

Result Parser::product() {
  return chain(&Parser::signed_power, Result::number, {{"*", Code::multiply}, {"/", Code::divide}});
}

Result Parser::signed_power() {
  if (is("-")) {
    const Level level(*this);
    advance();
    const std::size_t begin = token_.position;
    expect(Result::number, signed_power(), begin);
    emit(Code::negate);
    return Result::number;
  }
  const std::size_t begin = token_.position;
  const Result result = primary();
  if (!is("^")) return result;
  expect(Result::number, result, begin);
  advance();
  exponent();
  if (is("^")) throw ExpressionError{token_.position, "powers do not chain; use parentheses"};
  return Result::number;
}

// A whole number is kept as one; anything else that is a number will do too.
void Parser::exponent() {
  constexpr double kMaxWhole = 64;
  const bool minus = accept("-");
  const double value = token_.kind == Token::Kind::number ? parse_number(token_.text) : 0.5;
  if (value == std::floor(value) && value <= kMaxWhole) {
    advance();
    return emit(Code::power, static_cast<int>(minus ? -value : value));
  }
  const std::size_t begin = token_.position;
  expect(Result::number, primary(), begin);
  if (minus) emit(Code::negate);
  emit(Code::general_power);
}

Result Parser::primary() {
  if (token_.kind == Token::Kind::number) {
    const double value = parse_number(token_.text);
    if (!std::isfinite(value)) fail_here("numbers go up to 1.797e308");
    emit(Code::constant, 0, value);
    advance();
    return Result::number;
  }
  if (token_.kind == Token::Kind::name || token_.kind == Token::Kind::quoted) return name();
  if (!accept("(")) fail_here("expected a number, a name or `(`");
  const Result result = disjunction();
  if (!accept(")")) fail_here("expected `)`");
  return result;
}

Result Parser::name() {
  const Token found = token_;
  advance();
  if (found.kind == Token::Kind::name) {
    if (found.text == "and" || found.text == "or" || found.text == "not") {
      throw ExpressionError{found.position,
                            fmt::format("`{}` needs a condition before it", found.text)};
    }
    if (found.text == "pi") {
      emit(Code::constant, 0, std::numbers::pi);
      return Result::number;
    }
    if (is("(")) {
      call(found.text, found.position);
      return Result::number;
    }
  }
  const Symbol symbol = resolve_(found.text);
  if (symbol.kind == Symbol::Kind::unknown) throw ExpressionError{found.position, symbol.message};
  if (symbol.kind == Symbol::Kind::constant) {
    emit(Code::constant, 0, symbol.value);
    return Result::number;
  }
  const bool variable = symbol.kind == Symbol::Kind::variable;
  emit(variable ? Code::variable : Code::group, symbol.index);
  return variable ? Result::number : Result::truth;
}

void Parser::call(std::string_view name, std::size_t position) {
  const Level level(*this);
  const Function* function = find_function(name);
  if (function == nullptr) {
    throw ExpressionError{position, fmt::format("`{}` is not a function; there are min, max, abs, "
                                                "sqrt, sin, cos and exp",
                                                shortened(name))};
  }
  int arguments = 0;
  do {
    advance();
    const std::size_t begin = token_.position;
    expect(Result::number, disjunction(), begin);
    if (++arguments > 1) emit(function->code);
  } while (is(",") && function->several);
  if (!accept(")")) fail_here(function->several ? "expected `,` or `)`" : "expected `)`");
  if (function->several && arguments < 2) {
    throw ExpressionError{position, fmt::format("`{}` takes two numbers or more", name)};
  }
  if (!function->several) emit(function->code);
}

}  // namespace

bool Expression::is_reserved(std::string_view name) {
  return name == "and" || name == "or" || name == "not" || name == "pi" ||
         find_function(name) != nullptr;
}

Expression Expression::parse(std::string_view text, Result wanted,
                             const std::function<Symbol(std::string_view)>& resolve) {
  if (text.size() > kMaxLength) {
    throw ExpressionError{0, fmt::format("the formula has {} characters; at most {} are allowed",
                                         text.size(), kMaxLength)};
  }
  Expression expression;
  expression.operations_ = Parser(text, resolve).parse(wanted);
  return expression;
}

}  // namespace tensio::io
