// A grade as lines to print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensio/grade.hpp"

namespace tensio {

namespace {

// Breaks a sentence between words; further lines begin with blanks.
std::string wrapped(const std::string& begin, const std::string& sentence) {
  constexpr std::size_t kColumns = 100;
  std::string text, line = begin;
  std::size_t at = 0;
  while (at < sentence.size()) {
    const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
    const std::string word = sentence.substr(at, end - at);
    const bool first = line.size() == begin.size();
    if (!first && line.size() + 1 + word.size() > kColumns) {
      text += line + "\n";
      line = std::string(begin.size(), ' ') + word;
    } else {
      line += (first ? "" : " ") + word;
    }
    at = end + 1;
  }
  return text + line + "\n";
}

}  // namespace

std::string Grade::text() const {
  std::string counts = fmt::format("{} of {} cases right", right, cases);
  if (std::isfinite(error)) counts += fmt::format(", largest relative error {:.2g}", error);
  if (not_finite > 0)
    counts += fmt::format(", {} {} NaN or infinite", not_finite,
                          not_finite == 1 ? "answer is" : "answers are");
  std::string text = wrapped("", subject + (passed ? ": passed" : ": not passed"));
  text += wrapped("    ", counts);
  for (const std::string& finding : findings) text += wrapped("  - ", finding);
  return text;
}

}  // namespace tensio
