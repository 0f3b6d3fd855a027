// JSON text to the packed tree: values, offsets, numbers to the last bit, and the cost of odd
// input.
#include "io/json/value.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "io/json/text.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "io/text/number.hpp"

namespace tensio::io {
namespace {

std::uint64_t bits(double value) {
  std::uint64_t result = 0;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

TEST(JsonValue, ListsOfNumbersArePacked) {
  const std::string text =
      R"({"a": [1, -2.5, 3e2], "b": [[1, 2], [3, 4]], "c": [], "d": [[], []]})";
  const Document document = parse_json(text);
  ASSERT_TRUE(document.syntax.empty());
  const PackedNumbers* a = document.root.find("a")->packed();
  ASSERT_NE(a, nullptr);
  EXPECT_FALSE(a->is_rows);
  EXPECT_EQ(a->values, (std::vector<double>{1, -2.5, 300}));
  const PackedNumbers* b = document.root.find("b")->packed();
  ASSERT_NE(b, nullptr);
  EXPECT_TRUE(b->is_rows);
  EXPECT_FALSE(b->ragged());
  EXPECT_EQ(b->count, 2u);
  EXPECT_EQ(b->width, 2u);
  EXPECT_EQ(document.root.find("c")->size(), 0u);
  EXPECT_EQ(document.root.find("d")->packed()->count, 2u);
}

TEST(JsonValue, RaggedRowsKnowTheirWidths) {
  const Document document = parse_json("[[1], [2, 3], [], [4]]");
  const PackedNumbers* rows = document.root.packed();
  ASSERT_NE(rows, nullptr);
  ASSERT_TRUE(rows->ragged());
  EXPECT_EQ(rows->row_width(0), 1u);
  EXPECT_EQ(rows->row_width(1), 2u);
  EXPECT_EQ(rows->row_width(2), 0u);
  EXPECT_EQ(rows->row_width(3), 1u);
}

TEST(JsonValue, AMixedListHasItemsThatKnowTheirPlace) {
  const std::string text = "[10, /* \"]\" */ 20 , // ]\n \"rim\", [1, 2], {\"where\": \"x\"}, 5]";
  const Document document = parse_json(text);
  ASSERT_TRUE(document.syntax.empty());
  const List* items = document.root.list();
  ASSERT_NE(items, nullptr);
  ASSERT_EQ(items->size(), 6u);
  EXPECT_EQ((*items)[0].offset(), text.find("10"));
  EXPECT_EQ((*items)[1].offset(), text.find("20"));
  EXPECT_EQ((*items)[2].offset(), text.find("\"rim\""));
  EXPECT_EQ((*items)[3].offset(), text.find("[1, 2]"));
  EXPECT_EQ((*items)[4].offset(), text.find("{"));
  EXPECT_EQ((*items)[5].offset(), text.find("5]"));
  EXPECT_EQ(*(*items)[1].number(), 20);
  EXPECT_EQ((*items)[3].packed()->values, (std::vector<double>{1, 2}));
}

TEST(JsonValue, RowsBeforeSomethingElseBecomeItems) {
  const std::string text = "[[1, 2], [3], \"a\"]";
  const Document document = parse_json(text);
  const List* items = document.root.list();
  ASSERT_NE(items, nullptr);
  EXPECT_EQ((*items)[1].offset(), text.find("[3]"));
  EXPECT_EQ((*items)[1].packed()->values, (std::vector<double>{3}));
  EXPECT_EQ((*items)[0].packed()->count, 2u);
}

TEST(JsonValue, EscapesAreDecoded) {
  const Document document = parse_json(R"({"a\n": "\u00e9\ud83d\ude00\"", "b": "plain"})");
  ASSERT_TRUE(document.syntax.empty());
  EXPECT_EQ(*document.root.find("a\n")->text(), "\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ(*document.root.find("b")->text(), "plain");
  EXPECT_EQ(document.unescaped.size(), 2u);
}

TEST(JsonValue, DuplicateKeysAreFoundWithTheirPlace) {
  const std::string text = R"({"a": [{"x": 1, "y": 2}, {"x": 1, "x": 2}]})";
  const Document document = parse_json(text);
  ASSERT_EQ(document.duplicates.size(), 1u);
  EXPECT_EQ(document.duplicates[0].key, "x");
  EXPECT_EQ(document.duplicates[0].offset, text.rfind("\"x\""));
  EXPECT_EQ(document.duplicates[0].pointer, "/a/1/x");
}

TEST(JsonValue, DepthIsBounded) {
  const auto nested = [](int depth) {
    return std::string(usize(depth), '[') + std::string(usize(depth), ']');
  };
  EXPECT_TRUE(parse_json(nested(kMaxDepth)).syntax.empty());
  EXPECT_FALSE(parse_json(nested(kMaxDepth + 1)).syntax.empty());
  EXPECT_FALSE(parse_json(std::string(10'000'000, '[')).syntax.empty());
}

TEST(JsonValue, ColumnsDoNotCountAByteOrderMark) {
  LineCounter lines("\xEF\xBB\xBF{}\n{}");
  EXPECT_EQ(lines.at(3).column, 1);
  const LineColumn second = lines.at(7);
  EXPECT_EQ(second.line, 2);
  EXPECT_EQ(second.column, 2);
}

TEST(JsonText, ValuesAreShownOnOneShortLine) {
  EXPECT_EQ(value_as_written("[1,\n   2]  , 3", 0), "[1, 2]");
  EXPECT_EQ(value_as_written("\"a\tb\xFF\"", 0), "\"a b\xEF\xBF\xBD\"");
  EXPECT_EQ(value_as_written("{\"a\": [1, \"]}\"]}, 5", 0), "{\"a\": [1, \"]}\"]}");
  EXPECT_EQ(value_as_written("12.5e3]", 0), "12.5e3");
  EXPECT_EQ(shortened(std::string(100, 'a')), std::string(60, 'a') + "...");
  EXPECT_EQ(shortened("\xC3\xA9\xC3\xA9\xC3\xA9", 3), "\xC3\xA9\xC3\xA9...");
}

TEST(JsonText, AnEscapeCountsAsOneCharacter) {
  const std::string_view text = R"( "a\\b\u0041c")";
  EXPECT_EQ(offset_in_string(text, 1, 0), text.find('a'));
  EXPECT_EQ(offset_in_string(text, 1, 2), text.find('b'));
  EXPECT_EQ(offset_in_string(text, 1, 4), text.find('c'));
}

// Expected values: what the exact rational arithmetic of Python's fractions gives for each text.
TEST(ParseNumber, RoundsHardCasesCorrectly) {
  EXPECT_EQ(bits(parse_number("-0")), bits(-0.0));
  EXPECT_EQ(bits(parse_number("-0e99")), bits(-0.0));
  EXPECT_EQ(parse_number("0.1"), 0x1.999999999999ap-4);
  EXPECT_EQ(parse_number("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(parse_number("9007199254740993.00000000000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(parse_number("2.2250738585072011e-308"), 0x0.fffffffffffffp-1022);
  EXPECT_EQ(parse_number("2.2250738585072012e-308"), 0x1p-1022);
  EXPECT_EQ(parse_number("4.9406564584124654e-324"), 0x1p-1074);
  EXPECT_EQ(parse_number("2.4703282292062327e-324"), 0.0);
  EXPECT_EQ(parse_number("2.4703282292062328e-324"), 0x1p-1074);
  EXPECT_EQ(parse_number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_number("1.7976931348623158e308"), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::isinf(parse_number("1.7976931348623159e308")));
  EXPECT_TRUE(std::isinf(parse_number("529239293934326.1892339820535164287672e295")));
  EXPECT_EQ(parse_number("8683426786901544694e-343"), 0.0);
  EXPECT_EQ(parse_number("1e-99999999999999999999"), 0.0);
  EXPECT_TRUE(std::isinf(parse_number("1e99999999999999999999")));
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1e401"), 1.0);
  EXPECT_EQ(parse_number("1" + std::string(400, '0') + "e-400"), 1.0);
}

// A midpoint of two neighbours goes to the even one; any digit behind it, however far, decides.
TEST(ParseNumber, MidpointsGoToTheEvenNeighbour) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    // m is odd and has 54 bits: halfway between two doubles, exact as an integer
    const std::uint64_t m = (random() >> 10) | (std::uint64_t{1} << 53) | 1;
    const double even = static_cast<double>(m);
    const std::string text = std::to_string(m);
    EXPECT_EQ(parse_number(text), even) << text;
    const double above = static_cast<double>(m + 1);
    EXPECT_EQ(parse_number(text + "." + std::string(900, '0') + "1"), above) << text;
    EXPECT_EQ(parse_number(text + std::string(30, '0') + "e-30"), even) << text;
  }
}

// The C library rounds correctly; the locale of a test is its plain one.
TEST(ParseNumber, AgreesWithTheCLibrary) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 3'000; ++i) {
    std::string text = std::to_string(random() >> (random() % 60)) + "e" +
                       std::to_string(static_cast<int>(random() % 640) - 340);
    if (i % 2 == 0) text = std::to_string(random()) + "." + text;
    EXPECT_EQ(bits(parse_number(text)), bits(std::strtod(text.c_str(), nullptr))) << text;
  }
}

}  // namespace
}  // namespace tensio::io
