// Rows and cells of CSV text: quotes, separators, comments, and faults with their lines.
#include "io/text/csv_rows.hpp"

#include <gtest/gtest.h>

namespace tensio::io {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

Rows read(std::string_view text, std::string_view separators = ",",
          CsvRows::Comments comments = CsvRows::Comments::none) {
  CsvRows rows(text, separators, comments);
  Rows found;
  while (rows.next()) {
    found.emplace_back();
    for (const CsvCell& cell : rows.cells()) found.back().push_back(cell.text());
  }
  EXPECT_EQ(rows.fault().message, "");
  return found;
}

TEST(CsvRows, CellsAreTrimmedAndEmptyLinesSkipped) {
  EXPECT_EQ(read("\xEF\xBB\xBF a , b\r\n\r\n  \n1,,2\n3,4,"),
            (Rows{{"a", "b"}, {"1", "", "2"}, {"3", "4", ""}}));
  EXPECT_EQ(read(""), Rows{});
  EXPECT_EQ(read("\n \n"), Rows{});
}

TEST(CsvRows, QuotedCellsContainSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(read("\"a,b\" ,\"say \"\"hi\"\"\"\n\"two\nlines\",c\n"),
            (Rows{{"a,b", "say \"hi\""}, {"two\nlines", "c"}}));
  EXPECT_EQ(read("\"\",x\"y\"\n"), (Rows{{"", "x\"y\""}}));
  // the apostrophe that keeps spreadsheets from running a text
  EXPECT_EQ(read("\"'=1+1\"\n"), (Rows{{"=1+1"}}));
}

TEST(CsvRows, SeparatorsAndCommentsAreChosen) {
  EXPECT_EQ(read("1;2\t3,4\n", ",;\t"), (Rows{{"1", "2", "3", "4"}}));
  EXPECT_EQ(read("1;2,3\n"), (Rows{{"1;2", "3"}}));
  EXPECT_EQ(read("# a\n1\n", ",", CsvRows::Comments::skipped), (Rows{{"1"}}));
  EXPECT_EQ(read("# a\n1\n"), (Rows{{"# a"}, {"1"}}));
}

TEST(CsvRows, ARowIsSplitAgainAtOtherSeparators) {
  CsvRows rows("a;b,c\nd;e,f\n", ",", CsvRows::Comments::none);
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.cells().size(), 2u);
  ASSERT_TRUE(rows.separate_by(";"));
  EXPECT_EQ(rows.cells()[1].text(), "b,c");
  EXPECT_EQ(rows.row(), "a;b,c");
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.cells()[1].text(), "e,f");
  EXPECT_EQ(rows.line(), 2);
}

TEST(CsvRows, FaultsSayWhereTheyAre) {
  CsvRows open("a\n\"b\nc\n", ",", CsvRows::Comments::none);
  EXPECT_TRUE(open.next());
  EXPECT_FALSE(open.next());
  EXPECT_EQ(open.fault().message, "a quote is opened and not closed");
  EXPECT_EQ(open.fault().place, "\"b");
  EXPECT_EQ(open.line(), 2);
  EXPECT_FALSE(open.next());
  CsvRows behind("\"a\"b,c\n", ",", CsvRows::Comments::none);
  EXPECT_FALSE(behind.next());
  EXPECT_EQ(behind.fault().message, "there is text after a closing quote");
  EXPECT_EQ(behind.fault().place, "b");
}

}  // namespace
}  // namespace tensio::io
