// Combinations of EN 1990, against its expressions written out by hand.
#include "tensio/model/combination_rule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace tensio {
namespace {

using Factors = std::map<std::string, double>;

En1990 snow_and_wind() {
  return {.permanent = {"gravity"},
          .variable = {{"snow", *psi_of("snow")}, {"wind", *psi_of("wind")}}};
}

// The combinations whose names begin with a series, by their note.
std::map<std::string, std::vector<Factors>> by_note(const En1990& rule, const std::string& series) {
  std::map<std::string, std::vector<Factors>> found;
  for (const Combination& one : combinations_by(rule))
    if (one.name.compare(0, series.size(), series) == 0)
      found[one.note].push_back({one.factors.begin(), one.factors.end()});
  return found;
}

TEST(CombinationRule, UltimateStatesBy610) {
  const auto found = by_note(snow_and_wind(), "ULS");
  // 1.35 G; 1.35 G + 1.5 Q1; 1.35 G + 1.5 Q1 + 1.5 psi0 Q2, psi0 0.5 of snow and 0.6 of wind.
  EXPECT_EQ(found.at("6.10"), (std::vector<Factors>{{{"gravity", 1.35}}}));
  EXPECT_EQ(found.at("6.10, leading snow"),
            (std::vector<Factors>{{{"gravity", 1.35}, {"snow", 1.5}},
                                  {{"gravity", 1.35}, {"snow", 1.5}, {"wind", 0.9}}}));
  EXPECT_EQ(found.at("6.10, leading wind"),
            (std::vector<Factors>{{{"gravity", 1.35}, {"wind", 1.5}},
                                  {{"gravity", 1.35}, {"snow", 0.75}, {"wind", 1.5}}}));
  // Uplift: permanent loads favourable.
  EXPECT_EQ(found.at("6.10, permanent favourable, leading wind")[0],
            (Factors{{"gravity", 1}, {"wind", 1.5}}));
  std::size_t count = 0;
  for (const auto& [note, of_note] : found) count += of_note.size();
  EXPECT_EQ(count, 10u);
}

TEST(CombinationRule, UltimateStatesBy610aAnd610b) {
  En1990 rule = snow_and_wind();
  rule.expression = En1990::Expression::two;
  const auto found = by_note(rule, "ULS");
  EXPECT_EQ(found.at("6.10a")[0], (Factors{{"gravity", 1.35}}));
  EXPECT_EQ(found.at("6.10a").back(), (Factors{{"gravity", 1.35}, {"snow", 0.75}, {"wind", 0.9}}));
  // xi gamma_G = 0.85 x 1.35.
  EXPECT_EQ(found.at("6.10b, leading snow").back(),
            (Factors{{"gravity", 1.1475}, {"snow", 1.5}, {"wind", 0.9}}));
  EXPECT_EQ(found.at("6.10b, permanent favourable, leading snow").back(),
            (Factors{{"gravity", 1}, {"snow", 1.5}, {"wind", 0.9}}));
}

TEST(CombinationRule, ServiceabilityStates) {
  En1990 rule = snow_and_wind();
  rule.variable.push_back({"crowd", *psi_of("C")});
  EXPECT_EQ(by_note(rule, "C").at("6.14b, characteristic, leading crowd").back(),
            (Factors{{"gravity", 1}, {"snow", 0.5}, {"wind", 0.6}, {"crowd", 1}}));
  // psi1 of snow 0.2, psi2 of the crowd 0.6; psi2 of wind is 0.
  EXPECT_EQ(by_note(rule, "F").at("6.15b, frequent, leading snow").back(),
            (Factors{{"gravity", 1}, {"snow", 0.2}, {"crowd", 0.6}}));
  EXPECT_EQ(by_note(rule, "Q").at("6.16b, quasi-permanent"),
            (std::vector<Factors>{{{"gravity", 1}}, {{"gravity", 1}, {"crowd", 0.6}}}));
}

TEST(CombinationRule, ExclusiveCasesNeverActTogether) {
  En1990 rule{.permanent = {"gravity"},
              .variable = {{"wind x", *psi_of("wind")},
                           {"wind y", *psi_of("wind")},
                           {"snow", *psi_of("snow")}},
              .exclusive = {{"wind x", "wind y"}}};
  bool alone = false;
  for (const Combination& one : combinations_by(rule)) {
    const Factors factors{one.factors.begin(), one.factors.end()};
    EXPECT_FALSE(factors.count("wind x") && factors.count("wind y")) << one.name;
    alone |= factors.count("wind y") && factors.count("snow");
  }
  EXPECT_TRUE(alone);
}

TEST(CombinationRule, NamesAreDistinctAndRepeatedCombinationsAreMadeOnce) {
  std::map<std::string, int> names;
  std::map<std::pair<char, std::vector<std::pair<std::string, double>>>, int> made;
  for (const Combination& one : combinations_by(snow_and_wind())) {
    EXPECT_EQ(++names[one.name], 1) << one.name;
    EXPECT_EQ((++made[{one.name[0], one.factors}]), 1) << one.name;
  }
}

TEST(CombinationRule, TooManyCombinationsAreRefused) {
  En1990 rule{.permanent = {"gravity"}};
  for (int i = 0; i < 10; ++i) rule.variable.push_back({"q" + std::to_string(i), {0.7, 0.5, 0.3}});
  EXPECT_THROW((void)combinations_by(rule), Error);
}

TEST(CombinationRule, PsiFactorsAreThoseOfTableA11) {
  EXPECT_EQ(*psi_of("A"), (std::array<double, 3>{0.7, 0.5, 0.3}));
  EXPECT_EQ(*psi_of("E"), (std::array<double, 3>{1.0, 0.9, 0.8}));
  EXPECT_EQ(*psi_of("H"), (std::array<double, 3>{0, 0, 0}));
  EXPECT_EQ(*psi_of("temperature"), (std::array<double, 3>{0.6, 0.5, 0}));
  EXPECT_EQ(psi_of("rain"), nullptr);
}

}  // namespace
}  // namespace tensio
