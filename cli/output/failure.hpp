// What can go wrong on the command line, and how it is reported: in words, or as JSON.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tensio/error.hpp"

namespace tensio::cli {

/// A command line that makes no sense; `value` is the word that is to blame.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message, std::string value = {})
      : std::runtime_error(message), value_(std::move(value)) {}
  const std::string& value() const { return value_; }

 private:
  std::string value_;
};

/// At most this many problems are listed; a last one counts the rest.
inline constexpr std::size_t kListedProblems = 100;

/// How failures are reported: in JSON on standard output, or in words on standard error.
struct FailureStyle {
  bool json = false;
};

/// Reports what is wrong with the input and returns the exit code of its kind.
int report_error(const Error& error, const FailureStyle& style);
/// Reports what is wrong with the command line; returns the exit code for that.
int report_usage(const UsageError& error, const FailureStyle& style);
/// Reports anything else, in one sentence; returns `code`.
int report_failure(const std::string& message, int code, const FailureStyle& style);

/// The problems of an error, cut to kListedProblems; one made from what() where it has none.
std::vector<Problem> listed_problems(const Error& error);
/// Writes a line for each to standard error.
void say_errors(const std::vector<Problem>& problems);
/// The exit code for this kind of mistake.
int exit_code(ErrorKind kind);

}  // namespace tensio::cli
