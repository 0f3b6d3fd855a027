// Error's messages.
#include "tensio/error.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/most_problems.hpp"

namespace tensio {

std::string to_string(const Problem& problem) {
  std::string text = problem.file;
  if (problem.line > 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(problem.line) + ':' + std::to_string(problem.column);
  }
  if (!text.empty()) text += ": ";
  return text + problem.message;
}

namespace {

std::string join(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += to_string(problem);
  }
  return text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A message with # for every number; what stands in brackets behind one, a name, is left out.
std::string without_numbers(const std::string& message) {
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    if (!is_digit(message[i])) {
      text += message[i++];
      continue;
    }
    const auto goes_on = [&](std::size_t at) {
      if (at >= message.size()) return false;
      const char c = message[at];
      const bool sign = (c == '+' || c == '-') && message[at - 1] == 'e';
      return is_digit(c) || c == '.' || sign ||
             (c == 'e' && at + 1 < message.size() &&
              (is_digit(message[at + 1]) || message[at + 1] == '-' || message[at + 1] == '+'));
    };
    while (goes_on(i)) ++i;
    text += '#';
    if (message.compare(i, 2, " (") == 0)
      i = std::min(message.find(')', i), message.size() - 1) + 1;
  }
  return text;
}

// More than this many problems that differ in numbers alone become one.
constexpr std::size_t kAlike = 3;

std::vector<Problem> grouped(std::vector<Problem> problems) {
  if (problems.size() <= kAlike) return problems;
  const bool cut = problems.size() >= kMostProblems;
  struct Group {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::map<std::string, Group> groups;
  std::vector<Group*> group_of;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto [found, is_new] = groups.try_emplace(
        problems[i].file + '\n' + without_numbers(problems[i].message), Group{i, 0});
    ++found->second.count;
    group_of.push_back(&found->second);
  }
  std::vector<Problem> result;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Group& group = *group_of[i];
    const bool many = group.count > kAlike;
    if (many && group.first != i) continue;
    result.push_back(std::move(problems[i]));
    if (many)
      result.back().message += " (and " + std::to_string(group.count - 1) +
                               (cut ? " or more" : "") + " others like this)";
  }
  return result;
}

}  // namespace

Error::Error(std::string message, ErrorKind kind)
    : std::runtime_error(message), kind_(kind), problems_(1) {
  problems_[0].message = std::move(message);
}

Error::Error(std::vector<Problem> problems, ErrorKind kind)
    : std::runtime_error(join(problems = grouped(std::move(problems)))),
      kind_(kind),
      problems_(std::move(problems)) {}

}  // namespace tensio
