// Tables hold every number to the bit, and names with anything in them.
#include "tensio/files/table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// Reads CSV as RFC 4180 has it.
Rows read_csv(const std::string& text) {
  Rows rows;
  std::vector<std::string> row;
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\n') {
      row.push_back(field);
      field.clear();
      if (c == '\n') {
        rows.push_back(row);
        row.clear();
      }
    } else {
      field += c;
    }
  }
  EXPECT_TRUE(row.empty() && field.empty()) << "the last line has no end";
  return rows;
}

std::size_t column(const Rows& rows, const std::string& heading) {
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    if (rows[0][i] == heading) return i;
  }
  ADD_FAILURE() << "there is no column " << heading;
  return 0;
}

double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

System net_of_all_laws() {
  Random random(3);
  return testing::random_net(random, {.nodes = 15, .chords = 20, .all_laws = true});
}

TEST(TableCsv, SpringsHaveEveryNumberToTheBit) {
  const System net = net_of_all_laws();
  Equilibrium rest = solve_equilibrium(net);
  const Rows rows = read_csv(table_csv(net, rest, Table::springs));
  ASSERT_EQ(rows.size(), rest.tension.size() + 1);
  for (std::size_t i = 0; i < rest.tension.size(); ++i) {
    const std::vector<std::string>& row = rows[i + 1];
    ASSERT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(row[column(rows, "spring")], std::to_string(i));
    EXPECT_EQ(number(row[column(rows, "tension [N]")]), rest.tension[i]);
    EXPECT_EQ(number(row[column(rows, "length [m]")]), rest.length[i]);
    const std::string& strain = row[column(rows, "strain [1]")];
    if (std::isnan(rest.strain[i])) {
      EXPECT_EQ(strain, "");
    } else {
      EXPECT_EQ(number(strain), rest.strain[i]);
    }
  }
}

TEST(TableCsv, TheUnstressedLengthIsTheOneOfTheStrain) {
  const System net = net_of_all_laws();
  const Equilibrium rest = solve_equilibrium(net);
  const Rows rows = read_csv(table_csv(net, rest, Table::springs));
  std::size_t compared = 0;
  for (std::size_t i = 0; i < rest.tension.size(); ++i) {
    const std::string& unstressed = rows[i + 1][column(rows, "unstressed length [m]")];
    const std::string& law = rows[i + 1][column(rows, "law")];
    EXPECT_EQ(unstressed.empty(), law == "force_density" || law == "constant_tension");
    if (unstressed.empty()) continue;
    EXPECT_NEAR(rest.length[i] / number(unstressed) - 1, rest.strain[i], 1e-12);
    ++compared;
  }
  EXPECT_GT(compared, 10u);
}

TEST(TableCsv, UtilisationThatIsNotGivenIsEmpty) {
  const System net = testing::springsys();
  Equilibrium rest = solve_equilibrium(net);
  rest.utilisation.clear();
  Rows rows = read_csv(table_csv(net, rest, Table::springs));
  EXPECT_EQ(rows[1][column(rows, "utilisation [1]")], "");
  rest.utilisation = {0.5, 0.25, 0, 0, 0};
  rows = read_csv(table_csv(net, rest, Table::springs));
  EXPECT_EQ(rows[1][column(rows, "utilisation [1]")], "0.5");
}

TEST(TableCsv, NodesAndReactionsHaveARowEach) {
  System net = net_of_all_laws();
  net.nodes.fixed.push_back({.nodes = {9}, .axes = kAxisX | kAxisZ});
  const Equilibrium rest = solve_equilibrium(net);
  const Rows nodes = read_csv(table_csv(net, rest, Table::nodes));
  ASSERT_EQ(nodes.size(), 16u);
  for (std::size_t i = 0; i < 15; ++i) {
    EXPECT_EQ(number(nodes[i + 1][column(nodes, "z [m]")]), rest.state.position[3 * i + 2]);
    EXPECT_EQ(number(nodes[i + 1][column(nodes, "displacement x [m]")]), rest.displacement[3 * i]);
  }
  const Rows reactions = read_csv(table_csv(net, rest, Table::reactions));
  ASSERT_EQ(reactions.size(), 5u);
  EXPECT_EQ(reactions[4][column(reactions, "node")], "9");
  EXPECT_EQ(reactions[4][column(reactions, "fixed axes")], "xz");
  EXPECT_EQ(number(reactions[4][column(reactions, "reaction z [N]")]), rest.reaction[29]);
}

TEST(TableCsv, NamesComeBackAsTheyWere) {
  System net = testing::springsys();
  net.nodes.name = {"plain", "a,b", "say \"no\"", "two\nlines", "\r", "=1+1"};
  net.springs[0].name = "set, \"one\"";
  const Equilibrium rest = solve_equilibrium(net);
  const Rows nodes = read_csv(table_csv(net, rest, Table::nodes));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(csv_text(nodes[i + 1][1]), net.nodes.name[i]);
  EXPECT_EQ(nodes[6][1], "'=1+1");  // which a spreadsheet does not run
  const Rows springs = read_csv(table_csv(net, rest, Table::springs));
  EXPECT_EQ(springs[1][column(springs, "set")], net.springs[0].name);
}

TEST(TableCsv, NetsWithoutSpringsOrSupportsHaveTheHeadingAlone) {
  const System net{.dimension = 2, .nodes = {.position = {1, 2}}};
  const Equilibrium rest = solve_equilibrium(net);
  EXPECT_EQ(read_csv(table_csv(net, rest, Table::springs)).size(), 1u);
  EXPECT_EQ(read_csv(table_csv(net, rest, Table::reactions)).size(), 1u);
  EXPECT_EQ(read_csv(table_csv(net, rest, Table::nodes)).size(), 2u);
}

}  // namespace
}  // namespace tensio
