// Files that a command writes beside its report: what goes wrong there does not lose the result.
#pragma once

#include <string>
#include <vector>

#include "clock.hpp"
#include "output/failure.hpp"

namespace tensio::cli {

struct SavedFiles {
  std::vector<std::string> names = {};  ///< of the files that were written
  std::vector<Problem> problems = {};   ///< why others could not be
  int code = 0;                         ///< the exit code for that
  double seconds = 0;                   ///< spent on all of them

  bool good() const { return problems.empty(); }

  /// Calls `write` where a file was asked for.
  template <class Write>
  void save(const std::string& file, const Write& write) {
    if (file.empty()) return;
    const Stopwatch watch;
    try {
      write();
      names.push_back(file);
    } catch (const Error& error) {
      const std::vector<Problem> more = listed_problems(error);
      problems.insert(problems.end(), more.begin(), more.end());
      code = exit_code(error.kind());
    }
    seconds += watch.seconds();
  }
};

/// A line "written to FILE" for each.
std::string saved_lines(const SavedFiles& files);

}  // namespace tensio::cli
