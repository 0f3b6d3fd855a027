// What `tensio run` and `tensio resume` print: one JSON object, a summary for people, summary.json.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/run_session.hpp"
#include "output/output.hpp"

namespace tensio::cli {

/// One of several runs that are compared.
struct ComparedRun {
  std::unique_ptr<RunSession> session = {};
  RunResult result = {};
};

void write_run_json(Output& output, const RunSession& session, const RunResult& result);
void write_runs_json(Output& output, const std::vector<ComparedRun>& runs);
void write_run_summary(Output& output, const RunSession& session, const RunResult& result);
int run_exit_code(const RunResult& result);
/// The status, the time and the reason in one line, with a newline.
std::string run_status_line(const RunResult& result, int stream);
/// All that is not the same from run to run: version, options, times; and hashes.
std::string run_summary_file(const RunSession& session, const RunResult& result, const Args& args,
                             const std::string& begun);

/// Above this number of nodes --json leaves arrays out.
inline constexpr int kListedNodes = 100000;

/// The date and time in UTC, as 2026-01-31T12:00:00Z.
std::string date_text();

/// Writes summary.json, reports the run as the command line asks, and gives the exit code.
int report_run(const RunSession& session, RunResult& result, const Args& args,
               const std::string& begun);

/// Reports them together; problems with files are in the last.
int report_runs(std::vector<ComparedRun>& runs, const Args& args);

}  // namespace tensio::cli
