// The caller's mistakes: what is wrong, where it is, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tensio {

/// One thing that is wrong with the input.
struct Problem {
  std::string file = {};  ///< file name as the caller gave it; empty for data made in code
  int line = 0;           ///< 1-based; 0 where there is no text
  int column = 0;         ///< 1-based, in bytes
  std::string pointer =
      {};  ///< where it stands in the scene, as a JSON pointer: "/springs/0/ends/12"
  std::string value = {};    ///< the offending value as written
  std::string message = {};  ///< what is wrong and what is allowed, one sentence
};

/// What kind of mistake an Error reports; the command line makes its exit code from it.
enum class ErrorKind {
  content,  ///< readable input with bad content
  io,       ///< a file cannot be read or written
  limit,    ///< more memory, items or time needed than allowed
};

/// Thrown by load, compile and option checks only; numerical outcomes are in Report.
class Error : public std::runtime_error {
 public:
  explicit Error(std::string message, ErrorKind kind = ErrorKind::content);
  /// All problems of one input; what() lists them, one per line.
  explicit Error(std::vector<Problem> problems, ErrorKind kind = ErrorKind::content);

  ErrorKind kind() const { return kind_; }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  ErrorKind kind_;
  std::vector<Problem> problems_;
};

/// "file:line:column: message", with the parts that are known.
std::string to_string(const Problem& problem);

}  // namespace tensio
