// Errors that list many problems.
#include "tensio/error.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

std::vector<std::string> listed(const std::vector<std::string>& messages) {
  std::vector<Problem> problems;
  for (const std::string& message : messages) problems.push_back({.message = message});
  std::vector<std::string> result;
  const Error error(std::move(problems));
  for (const Problem& problem : error.problems()) result.push_back(problem.message);
  return result;
}

using Messages = std::vector<std::string>;

TEST(Error, ListsMoreThanThreeProblemsThatDifferInNumbersAloneAsOne) {
  EXPECT_EQ(listed({"node 1 is bad", "node 2 is bad", "node 3 is bad"}).size(), 3u);
  EXPECT_EQ(listed({"node 1 is bad", "node 20 is bad", "a spring is bad", "node 3 is bad",
                    "node 4 (top) is bad"}),
            (Messages{"node 1 is bad (and 3 others like this)", "a spring is bad"}));
  EXPECT_EQ(listed({"k is -1.5e-3", "k is 2", "k is 1e300", "k is 0.25"}).size(), 4u);  // a sign
  EXPECT_EQ(listed({"k is 1.5e-3", "k is 2", "k is 1e300", "k is 0.25"}),
            Messages{"k is 1.5e-3 (and 3 others like this)"});
  EXPECT_EQ(listed({"a 1", "b 1", "c 1", "d 1", "e 1"}).size(), 5u);
}

TEST(Error, SaysWhereItStoppedCounting) {
  const Messages many(1000, "spring 1 is bad");
  EXPECT_EQ(listed(many), Messages{"spring 1 is bad (and 999 or more others like this)"});
}

TEST(Error, OfDifferentFilesAreListedApart) {
  std::vector<Problem> problems;
  for (int i = 0; i < 8; ++i) problems.push_back({.file = i % 2 ? "a" : "b", .message = "bad"});
  EXPECT_EQ(Error(std::move(problems)).problems().size(), 2u);
}

}  // namespace
}  // namespace tensio
