// What `tensio follow` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "output/output.hpp"
#include "output/saved_files.hpp"
#include "tensio/pictures/plot.hpp"
#include "tensio/solve/follow.hpp"

namespace tensio::cli {

/// A curve and all that is reported about it.
struct FollowResult {
  const System& system;
  const FollowOptions& options;
  const LoadPath& path;
  SavedFiles files = {};
};

void write_follow_json(Output& output, const FollowResult& result);
void write_follow_summary(Output& output, const FollowResult& result);
/// The status and the reason in one line, with a newline.
std::string follow_status_line(const LoadPath& path, int stream);

/// The points as lines of numbers under a heading.
std::string follow_csv(const System& system, const LoadPath& path);
/// The load factor over the probes; unstable stretches dashed, special points marked.
Plot follow_plot(const System& system, const LoadPath& path);

/// "7.z", or "tip.z" where node 7 has a label.
std::string probe_name(const System& system, const PathProbe& probe);

}  // namespace tensio::cli
