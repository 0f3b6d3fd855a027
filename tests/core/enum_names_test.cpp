// Names of the values of an enumeration, read both ways.
#include "core/enum_names.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

enum class Fruit { apple, pear, plum };

TEST(EnumNames, BelongToTheValuesInTheirOrder) {
  EXPECT_STREQ(enum_name(Fruit::apple, {"apple", "pear", "plum"}), "apple");
  EXPECT_STREQ(enum_name(Fruit::plum, {"apple", "pear", "plum"}), "plum");
  EXPECT_STREQ(enum_name(static_cast<Fruit>(3), {"apple", "pear", "plum"}), "");
}

TEST(EnumNames, LeadBackToTheValues) {
  EXPECT_EQ(enum_value("pear", Fruit::apple, {"apple", "pear"}), Fruit::pear);
  EXPECT_EQ(enum_value("plum", Fruit::pear, {"pear", "plum"}), Fruit::plum);
  EXPECT_FALSE(enum_value("fig", Fruit::apple, {"apple", "pear"}));
}

}  // namespace
}  // namespace tensio
