// The page that `run --page` writes.
#pragma once

#include <string>
#include <vector>

#include "args/args.hpp"
#include "commands/run_session.hpp"
#include "tensio/pictures/viewer.hpp"

namespace tensio::cli {

class RunPage {
 public:
  /// Looks at the file's place and reads the page of the viewer, before the work begins. Without
  /// --page it does nothing at all.
  explicit RunPage(const Args& args);

  /// What will run, as it is then; `count` integrators share the room.
  void take(const System& system, std::size_t count);
  /// Shows the next run to the page.
  void watch(RunSession& session);
  /// After it: its last state, and how it ended.
  void add(const RunSession& session, const RunResult& result);
  /// Writes the file; what goes wrong is a problem of the result, and what was written a sentence.
  void save(RunResult& result) const;

 private:
  std::string live_text() const;
  std::string text(std::string& about) const;

  std::string file_;  // as it was named; empty: no page is wanted
  std::string path_;
  bool live_;
  std::string page_ = {};
  System system_ = {};
  std::size_t room_ = kViewerBytes;
  std::vector<ViewedRun> runs_ = {};
};

}  // namespace tensio::cli
