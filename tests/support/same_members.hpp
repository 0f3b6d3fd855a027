// Two objects whose members are equal.
#pragma once

#include <gtest/gtest.h>

namespace tensio::testing {

/// Compares these members of two objects.
template <class Object, class... Members>
void expect_same_members(const Object& a, const Object& b, Members... member) {
  const auto compare = [](const auto& x, const auto& y) { EXPECT_EQ(x, y); };
  (compare(a.*member, b.*member), ...);
}

/// The same for each pair of two lists.
template <class List, class... Members>
void expect_same_lists(const List& a, const List& b, Members... member) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) expect_same_members(a[i], b[i], member...);
}

}  // namespace tensio::testing
