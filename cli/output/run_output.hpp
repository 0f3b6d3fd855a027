// What `tensio run` and `tensio resume` print: one JSON object, a summary for people, summary.json.
#pragma once

#include <string>

#include "commands/run_session.hpp"
#include "output/output.hpp"

namespace tensio::cli {

void write_run_json(Output& output, const RunSession& session, const RunResult& result);
void write_run_summary(Output& output, const RunSession& session, const RunResult& result);
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

}  // namespace tensio::cli
