// Orders of the user and of the compiled network, there and back.
#include "network/user_order.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

// Compiled item i is the user's item kUserOf[i].
const std::vector<int> kUserOf = {2, 0, 3, 1};

TEST(UserOrder, CompiledItemIsTheUsersItemOfItsNumber) {
  const std::vector<double> user = {10, 11, 12, 13};
  EXPECT_EQ(to_compiled_order(kUserOf, user), (std::vector<double>{12, 10, 13, 11}));
}

TEST(UserOrder, RowsStayWhole) {
  const std::vector<int> user = {0, 1, 10, 11, 20, 21, 30, 31};
  EXPECT_EQ(to_compiled_order(kUserOf, user, 2), (std::vector<int>{20, 21, 0, 1, 30, 31, 10, 11}));
}

TEST(UserOrder, BackAgainGivesTheSameRows) {
  const std::vector<double> user = {0, 1, 10, 11, 20, 21, 30, 31};
  EXPECT_EQ(to_user_order(kUserOf, to_compiled_order(kUserOf, user, 2), 2), user);
}

TEST(UserOrder, RanksAreTheInversePermutation) {
  EXPECT_EQ(compiled_of(kUserOf), (std::vector<int>{1, 3, 0, 2}));
}

}  // namespace
}  // namespace tensio
