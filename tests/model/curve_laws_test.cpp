// The laws polynomial, table and custom: what is refused, and what a pretension comes to.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/resolve.hpp"
#include "physics/spring_law.hpp"
#include "support/nets.hpp"
#include "support/refusals.hpp"
#include "tensio/model/check.hpp"
#include "tensio/model/system.hpp"

namespace tensio {
namespace {

System one_spring(SpringSet set) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 2, 0};
  net.nodes.fixed = {{.nodes = {0}}};
  set.ends = {{0, 1}};
  net.springs = {set};
  return net;
}

SpringSet polynomial(std::vector<double> coefficients) {
  SpringSet set;
  set.law = Law::polynomial;
  set.stiffness = {10};
  set.coefficients = std::move(coefficients);
  return set;
}

SpringSet table(std::vector<std::array<double, 2>> points) {
  SpringSet set;
  set.law = Law::table;
  set.stiffness = {10};
  set.points = std::move(points);
  return set;
}

void expect_problem(const SpringSet& set, const std::string& pointer, const std::string& words) {
  testing::expect_problem(one_spring(set), pointer, words);
}

TEST(CurveLaws, GoodOnesAreAccepted) {
  EXPECT_TRUE(validate(one_spring(polynomial({1, 0, 2}))).empty());
  EXPECT_TRUE(validate(one_spring(table({{-1, -1}, {1, 2}}))).empty());
  SpringSet custom;
  custom.law = Law::custom;
  custom.stiffness = {1};
  custom.custom = testing::hardening();
  EXPECT_TRUE(validate(one_spring(custom)).empty());
  EXPECT_TRUE(check(one_spring(custom)).size() <= 1);  // nothing but the node that is free to turn
}

TEST(CurveLaws, BadOnesAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_problem(polynomial({}), "/springs/0", "has no coefficients");
  expect_problem(polynomial({1, nan}), "/springs/0/coefficients/1", "must be finite");
  expect_problem(table({}), "/springs/0", "has no points");
  expect_problem(table({{0, 0}}), "/springs/0/points", "two or more");
  expect_problem(table({{0, 0}, {1, nan}}), "/springs/0/points/1", "must be finite");
  expect_problem(table({{0, 0}, {1, 1}, {1, 2}}), "/springs/0/points/2", "e must ascend");
  expect_problem(table({{0, 0}, {1e-300, 1e300}}), "/springs/0/points", "integral overflow");
  SpringSet custom;
  custom.law = Law::custom;
  custom.stiffness = {1};
  expect_problem(custom, "/springs/0", "has no function");
  custom.custom = testing::hardening();
  custom.pretension = {1};
  expect_problem(custom, "/springs/0/pretension", "take no pretension");
}

TEST(CurveLaws, WhatBelongsToAnotherLawIsRefused) {
  SpringSet set = polynomial({1});
  set.law = Law::cable;
  expect_problem(set, "/springs/0/coefficients", "belongs to the law polynomial");
  set = table({{0, 0}, {1, 1}});
  set.law = {};
  expect_problem(set, "/springs/0/points", "belongs to the law table");
  set = polynomial({1});
  set.custom = testing::hardening();
  expect_problem(set, "/springs/0/custom", "belongs to the law custom");
}

// The tension at the drawn length is the pretension, in both forms of stiffness.
TEST(CurveLaws, PretensionIsTheTensionAtTheDrawnLength) {
  for (SpringSet set : {polynomial({1, 0.5, 3}), table({{-1, -2}, {0, 0}, {0.1, 0.5}, {3, 4}})})
    for (bool axial : {false, true})
      for (double pretension : {-3.0, 0.0, 0.4, 12.0}) {
        set.stiffness.clear();
        set.axial_stiffness.clear();
        (axial ? set.axial_stiffness : set.stiffness) = {10};
        set.pretension = {pretension};
        ASSERT_TRUE(validate(one_spring(set)).empty());
        const SpringValues value = resolve(SpringColumns(set), 0, 2.0);
        const Curve curve = curve_of(SpringColumns(set));
        EXPECT_EQ(curve.of_strain, axial);
        const double tension =
            evaluate<Law::table>(2.0, value.stiffness, value.rest_length, curve.view()).tension;
        EXPECT_NEAR(tension, pretension, 1e-13);
        EXPECT_DOUBLE_EQ(value.stiffness * (axial ? value.rest_length : 1), 10);
        // Written out, it compiles to the same numbers.
        const System net = with_explicit_rest_lengths(one_spring(set));
        EXPECT_TRUE(net.springs[0].pretension.empty());
        EXPECT_EQ(resolve(SpringColumns(net.springs[0]), 0, 2.0).rest_length, value.rest_length);
        EXPECT_EQ(resolve(SpringColumns(net.springs[0]), 0, 2.0).stiffness, value.stiffness);
      }
}

TEST(CurveLaws, APretensionOutOfReachNamesTheSpring) {
  SpringSet flat = table({{-1, -1}, {0, 0}, {1, 1}, {2, 1}, {3, 1}});
  flat.pretension = {10.5};
  expect_problem(flat, "/springs/0/pretension", "spring 0 is out of reach");
  // Within the curve, but only at a stretch longer than the spring itself.
  SpringSet long_stretch = polynomial({1});
  long_stretch.pretension = {30};
  expect_problem(long_stretch, "/springs/0/pretension", "spring 0 is out of reach");
}

TEST(CurveLaws, InfoCountsThem) {
  const Info info = describe(one_spring(polynomial({1})));
  ASSERT_EQ(info.springs_by_law.size(), usize(kLawCount));
  EXPECT_EQ(info.springs_by_law[usize(Law::polynomial)], 1);
}

}  // namespace
}  // namespace tensio
