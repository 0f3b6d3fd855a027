// Homework with a slip, and what its grade must say.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>

#include "solve/grade/students.hpp"

namespace tensio::testing {

struct Homework {
  const char* name;
  std::function<Grade()> graded;
  const char* slip;    ///< its name
  const char* phrase;  ///< a piece of the sentence
};

inline std::ostream& operator<<(std::ostream& out, const Homework& homework) {
  return out << homework.name;
}
inline std::string name_of(const ::testing::TestParamInfo<Homework>& info) {
  return info.param.name;
}

inline void expect_slip_is_named(const Homework& homework) {
  const Grade grade = homework.graded();
  EXPECT_FALSE(grade.passed);
  EXPECT_LT(grade.right, grade.cases);
  EXPECT_TRUE(grade.error > 1e-3 || grade.not_finite > 0) << grade.text();
  EXPECT_EQ(grade.slips, std::vector<std::string>{homework.slip}) << grade.text();
  EXPECT_TRUE(says(grade, homework.phrase)) << grade.text();
  // One slip, one sentence.
  EXPECT_EQ(grade.findings.size(), 1u) << grade.text();
}

// A gradient with the tension T(l, s) and d / l, both ends of it.
template <class Tension>
Values gradient_with(const SpringCase& s, Tension tension) {
  const Values d = minus(s.b, s.a);
  const Values f = along(tension(norm(d)), d);
  return both(negative(f), f);
}

}  // namespace tensio::testing
