// Strings and numbers as JSON text.
#include "io/json/quote.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tensio::io {
namespace {

std::string number(double value) {
  std::string text = "x = ";
  append_json_number(text, value);
  return text.substr(4);
}

TEST(JsonQuote, StringsEscapeWhatJsonAndTerminalsWouldActOn) {
  EXPECT_EQ(json_string("a \"b\" \\ c"), R"("a \"b\" \\ c")");
  EXPECT_EQ(json_string("1\n2\t3\r4\x1b"), R"("1\n2\t3\u000d4\u001b")");
  EXPECT_EQ(json_string("\x7f"), R"("\u007f")");
  EXPECT_EQ(json_string("\xE2\x80\xAE"), R"("\u202e")");  // right to left override
  EXPECT_EQ(json_string("l\xC3\xA4nge"), "\"l\xC3\xA4nge\"");
  EXPECT_EQ(json_string("a\xFF"), "\"a\xEF\xBF\xBD\"");
}

TEST(JsonQuote, NumbersReadBackAsTheSameBits) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(1), "1");
  EXPECT_EQ(number(-0.0), "-0.0");
  EXPECT_EQ(number(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(number(std::nan("")), "null");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace tensio::io
