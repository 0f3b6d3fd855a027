// What can go wrong on the command line, and how it is reported: in words, or as JSON.
#include "output/failure.hpp"

#include <algorithm>
#include <fstream>
#include <map>

#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/output.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kLongestLine = 4096;  // longer source lines are not shown
constexpr std::size_t kExcerpt = 96;        // of a line that does not fit a terminal

// The source lines that problems point to; none for standard input and for lines too long.
std::map<int, std::string> source_lines(const std::string& file,
                                        const std::vector<Problem>& problems) {
  std::map<int, std::string> lines;
  for (const Problem& problem : problems) {
    if (problem.file == file && problem.line > 0) lines[problem.line];
  }
  std::ifstream stream(file, std::ios::binary);
  if (lines.empty() || !stream) return {};
  // Read byte by byte, so that a file of one huge line takes no memory.
  int line = 1;
  for (int c = stream.get(); c != EOF && line <= lines.rbegin()->first; c = stream.get()) {
    if (c == '\n') {
      ++line;
    } else if (const auto found = lines.find(line);
               found != lines.end() && found->second.size() <= kLongestLine) {
      found->second += static_cast<char>(c);
    }
  }
  std::erase_if(lines, [](const auto& item) { return item.second.size() > kLongestLine; });
  return lines;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80; }

// The line, or the part of it around the column, and a caret below.
std::string excerpt(std::string line, int column) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  const std::size_t at = std::min(line.size(), static_cast<std::size_t>(std::max(column, 1) - 1));
  std::size_t begin = line.size() > kExcerpt && at > kExcerpt / 2 ? at - kExcerpt / 2 : 0;
  while (begin > 0 && is_continuation(line[begin])) --begin;
  std::size_t end = std::min(line.size(), begin + kExcerpt);
  while (end < line.size() && is_continuation(line[end])) ++end;

  std::string marker;
  for (const char c : line.substr(begin, at - begin)) {
    if (!is_continuation(c)) marker += c == '\t' ? '\t' : ' ';
  }
  const std::string_view left = begin > 0 ? "..." : "";
  return fmt::format("    {}{}{}\n    {:{}}{}^\n", left, printable(line.substr(begin, end - begin)),
                     end < line.size() ? "..." : "", "", left.size(), marker);
}

void say_problems(const std::vector<Problem>& problems) {
  std::string text;
  std::map<std::string, std::map<int, std::string>> sources;
  for (const Problem& problem : problems) {
    if (!problem.file.empty() && problem.line > 0 && sources.count(problem.file) == 0) {
      sources[problem.file] = source_lines(problem.file, problems);
    }
    text += coloured("error: ", Colour::red, 2) + printable(to_string(problem)) + "\n";
    const auto& lines = sources[problem.file];
    const auto line = lines.find(problem.line);
    const bool blank =
        line == lines.end() || line->second.find_first_not_of(" \t\r") == std::string::npos;
    if (!blank) text += excerpt(line->second, problem.column);
  }
  say(text);
}

void report(const std::vector<Problem>& problems, const FailureStyle& style) {
  if (!style.json) {
    say_problems(problems);
    return;
  }
  Output output;
  JsonWriter json(output);
  json.begin_object();
  json.member("status", "error");
  write_errors(json, problems);
  json.end_object();
  output.flush();
}

}  // namespace

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::content: return kExitContent;
    case ErrorKind::io: return kExitIo;
    case ErrorKind::limit: return kExitLimit;
  }
  return kExitBug;
}

std::vector<Problem> listed_problems(const Error& error) {
  std::vector<Problem> problems = error.problems();
  if (problems.empty()) problems.push_back({.message = error.what()});
  if (problems.size() > kListedProblems) {
    const std::size_t more = problems.size() - (kListedProblems - 1);
    problems.resize(kListedProblems - 1);
    problems.push_back(
        {.file = problems.front().file, .message = fmt::format("... and {} more errors", more)});
  }
  return problems;
}

void say_errors(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    say(coloured("error: ", Colour::red, 2) + printable(to_string(problem)) + "\n");
}

int report_error(const Error& error, const FailureStyle& style) {
  report(listed_problems(error), style);
  return exit_code(error.kind());
}

int report_usage(const UsageError& error, const FailureStyle& style) {
  report({{.value = error.value(), .message = error.what()}}, style);
  return kExitUsage;
}

int report_failure(const std::string& message, int code, const FailureStyle& style) {
  report({{.message = message}}, style);
  return code;
}

}  // namespace tensio::cli
