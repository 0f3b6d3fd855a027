// Load combinations by the rules of EN 1990.
//   6.10   sum gammaG G + gammaQ Q1 + sum gammaQ psi0 Qi
//   6.10a  sum gammaG G + sum gammaQ psi0 Qi
//   6.10b  sum xi gammaG G + gammaQ Q1 + sum gammaQ psi0 Qi
//   6.14b  sum G + Q1 + sum psi0 Qi        (characteristic)
//   6.15b  sum G + psi1 Q1 + sum psi2 Qi   (frequent)
//   6.16b  sum G + sum psi2 Qi             (quasi-permanent)
// Under favourable permanent loads the factor is gammaG,inf, without xi.
#include "tensio/model/combination_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace tensio {

namespace {

struct Kind {
  const char* name;
  std::array<double, 3> psi;
};

constexpr Kind kKinds[] = {
    {"A", {0.7, 0.5, 0.3}},            // domestic
    {"B", {0.7, 0.5, 0.3}},            // offices
    {"C", {0.7, 0.7, 0.6}},            // congregation
    {"D", {0.7, 0.7, 0.6}},            // shopping
    {"E", {1.0, 0.9, 0.8}},            // storage
    {"F", {0.7, 0.7, 0.6}},            // vehicles up to 30 kN
    {"G", {0.7, 0.5, 0.3}},            // vehicles up to 160 kN
    {"H", {0.0, 0.0, 0.0}},            // roofs
    {"snow", {0.5, 0.2, 0.0}},         // up to 1000 m above the sea
    {"snow_high", {0.7, 0.5, 0.2}},    // above, and in Finland, Iceland, Norway, Sweden
    {"wind", {0.6, 0.2, 0.0}},         //
    {"temperature", {0.6, 0.5, 0.0}},  // not in fire
};

constexpr std::size_t kMostVariable = 20;

class Maker {
 public:
  explicit Maker(const En1990& rule) : rule_(rule) {}

  std::vector<Combination> run() {
    if (rule_.variable.size() > kMostVariable)
      throw Error(fmt::format("{} variable cases are too many for a rule; at most {} are allowed",
                              rule_.variable.size(), kMostVariable));
    if (rule_.ultimate) ultimate();
    if (rule_.serviceability) {
      series(
          [&](auto set, int leading) {
            add("C", "6.14b, characteristic", 1, set, leading, {1, 0}, 1);
          },
          true);
      series(
          [&](auto set, int leading) {
            add("F", "6.15b, frequent", 1, set, leading, {2, 3}, 1);
          },
          true);
      series(
          [&](auto set, int) {
            add("Q", "6.16b, quasi-permanent", 1, set, -1, {3, 3}, 1);
          },
          false);
    }
    return std::move(made_);
  }

 private:
  // Which psi: 0 is psi0, 1 the whole value, 2 psi1, 3 psi2.
  struct Parts {
    int leading = 1, others = 0;
  };

  static double part(const VariableCase& variable, int which) {
    return which == 1 ? 1 : variable.psi[which == 0 ? 0 : which == 2 ? 1 : 2];
  }

  void ultimate() {
    const double Q = rule_.gamma_Q;
    for (const bool favourable : {false, true}) {
      if (favourable && (rule_.permanent.empty() || rule_.gamma_G_inf == rule_.gamma_G)) break;
      const double G = favourable ? rule_.gamma_G_inf : rule_.gamma_G;
      const char* kind = favourable ? ", permanent favourable" : "";
      if (rule_.expression == En1990::Expression::one) {
        series(
            [&](auto set, int leading) {
              add("ULS", fmt::format("6.10{}", kind), G, set, leading, {1, 0}, Q);
            },
            true);
        continue;
      }
      series(
          [&](auto set, int) {
            add("ULS", fmt::format("6.10a{}", kind), G, set, -1, {0, 0}, Q);
          },
          false);
      series(
          [&](auto set, int leading) {
            add("ULS", fmt::format("6.10b{}", kind), favourable ? G : rule_.xi * G, set, leading,
                {1, 0}, Q);
          },
          true);
    }
  }

  // Calls make(set of variable cases, leading case) for all that may act together; without any the
  // leading case is -1.
  template <class Make>
  void series(const Make& make, bool with_leading) {
    const std::uint32_t end = 1u << rule_.variable.size();
    // Larger sets later: permanent loads alone come first.
    for (std::size_t size = 0; size <= rule_.variable.size(); ++size)
      for (std::uint32_t set = 0; set < end; ++set) {
        if (count(set) != size || !may_act_together(set)) continue;
        if (!with_leading || set == 0) {
          make(set, -1);
          continue;
        }
        for (std::size_t leading = 0; leading < rule_.variable.size(); ++leading)
          if (set >> leading & 1) make(set, static_cast<int>(leading));
      }
  }

  static std::size_t count(std::uint32_t set) {
    std::size_t bits = 0;
    for (; set != 0; set &= set - 1) ++bits;
    return bits;
  }

  bool may_act_together(std::uint32_t set) const {
    return std::all_of(rule_.exclusive.begin(), rule_.exclusive.end(), [&](const auto& group) {
      int acting = 0;
      for (std::size_t i = 0; i < rule_.variable.size(); ++i)
        if (set >> i & 1)
          acting += std::count(group.begin(), group.end(), rule_.variable[i].name) > 0;
      return acting <= 1;
    });
  }

  void add(const char* series, const std::string& expression, double G, std::uint32_t set,
           int leading, Parts parts, double Q) {
    Combination combination;
    for (const std::string& name : rule_.permanent)
      combination.factors.emplace_back(name, std::round(G * 1e9) / 1e9);
    for (std::size_t i = 0; i < rule_.variable.size(); ++i) {
      if (!(set >> i & 1)) continue;
      const VariableCase& variable = rule_.variable[i];
      const double factor =
          Q * part(variable, static_cast<int>(i) == leading ? parts.leading : parts.others);
      // A case without a part in it belongs to a smaller set.
      if (factor == 0) return;
      // 0.9 and not 0.8999999999999999.
      combination.factors.emplace_back(variable.name, std::round(factor * 1e9) / 1e9);
    }
    const std::string name = series;
    const bool repeated = std::any_of(made_.begin(), made_.end(), [&](const Combination& other) {
      return other.name.compare(0, name.size(), name) == 0 && other.factors == combination.factors;
    });
    if (repeated) return;
    if (made_.size() == kMostCombinations)
      throw Error(
          fmt::format("the rule makes more than {} combinations; name cases that do not act "
                      "together in `exclusive`",
                      kMostCombinations));
    combination.name = fmt::format("{}{}", name, ++number_[name]);
    combination.note = expression;
    if (leading >= 0) combination.note += fmt::format(", leading {}", rule_.variable[leading].name);
    made_.push_back(std::move(combination));
  }

  const En1990& rule_;
  std::vector<Combination> made_;
  std::map<std::string, int> number_ = {};  // of the last one of each series
};

}  // namespace

const std::array<double, 3>* psi_of(const std::string& kind) {
  for (const Kind& known : kKinds)
    if (kind == known.name) return &known.psi;
  return nullptr;
}

std::vector<std::string> psi_kinds() {
  std::vector<std::string> names;
  for (const Kind& known : kKinds) names.emplace_back(known.name);
  return names;
}

std::vector<Combination> combinations_by(const En1990& rule) { return Maker(rule).run(); }

std::string factors_text(const En1990& rule) {
  std::string text = "Made by EN 1990, ";
  if (rule.ultimate)
    text += fmt::format("expression {}: gamma_G {} (favourable {}), gamma_Q {}",
                        rule.expression == En1990::Expression::one ? "6.10" : "6.10a and 6.10b",
                        rule.gamma_G, rule.gamma_G_inf, rule.gamma_Q);
  if (rule.ultimate && rule.expression == En1990::Expression::two)
    text += fmt::format(", xi {}", rule.xi);
  if (rule.ultimate && rule.serviceability) text += "; ";
  if (rule.serviceability) text += "expressions 6.14b (C), 6.15b (F), 6.16b (Q)";
  for (const VariableCase& variable : rule.variable)
    text += fmt::format("; {}: psi0 {}, psi1 {}, psi2 {}", variable.name, variable.psi[0],
                        variable.psi[1], variable.psi[2]);
  return text;
}

}  // namespace tensio
