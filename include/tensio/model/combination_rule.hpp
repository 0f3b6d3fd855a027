// Load combinations by the rules of EN 1990, with the factors that it recommends.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// A variable load case and its factors psi0, psi1, psi2 for combination, frequent and
/// quasi-permanent values.
struct VariableCase {
  std::string name = {};
  std::array<double, 3> psi = {};
};

/// What EN 1990:2002 needs for its combinations; the factors are its recommended ones [A1.3].
struct En1990 {
  /// Ultimate limit states by expression 6.10, or by the pair 6.10a and 6.10b.
  enum class Expression { one, two };

  std::vector<std::string> permanent = {};  ///< cases
  std::vector<VariableCase> variable = {};
  std::vector<std::vector<std::string>> exclusive = {};  ///< cases of which one acts at a time
  Expression expression = Expression::one;
  double gamma_G = 1.35;       ///< permanent, unfavourable
  double gamma_G_inf = 1.0;    ///< permanent, favourable
  double gamma_Q = 1.5;        ///< variable; a favourable one does not act
  double xi = 0.85;            ///< of 6.10b
  bool ultimate = true;        ///< ULS
  bool serviceability = true;  ///< SLS: characteristic 6.14b, frequent 6.15b, quasi-permanent 6.16b
};

/// The factors psi of a kind of variable load in buildings [EN 1990, table A1.1], or nullptr:
/// A to H, snow, snow_high (above 1000 m, and in the north), wind, temperature.
const std::array<double, 3>* psi_of(const std::string& kind);
/// The kinds that psi_of() knows.
std::vector<std::string> psi_kinds();

/// The most combinations that a rule may make.
inline constexpr std::size_t kMostCombinations = 1000;

/// All combinations of permanent loads, unfavourable and favourable, with each set of variable
/// loads that may act together and each of them leading: ULS1, ULS2, ..., then C (characteristic),
/// F (frequent) and Q (quasi-permanent) for serviceability. Equal ones are made once. The note of
/// each says its expression and leading case. Throws Error for more than kMostCombinations.
std::vector<Combination> combinations_by(const En1990& rule);
/// The factors of a rule in words, for pages and reports.
std::string factors_text(const En1990& rule);

}  // namespace tensio
