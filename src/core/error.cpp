// Error's messages.
#include "tensio/error.hpp"

#include <utility>

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

}  // namespace

Error::Error(std::string message, ErrorKind kind)
    : std::runtime_error(message), kind_(kind), problems_(1) {
  problems_[0].message = std::move(message);
}

Error::Error(std::vector<Problem> problems, ErrorKind kind)
    : std::runtime_error(join(problems)), kind_(kind), problems_(std::move(problems)) {}

}  // namespace tensio
