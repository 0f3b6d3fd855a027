#include "output/ranks_output.hpp"

#include <cmath>

#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

// "12 to 175, mean 150.3".
std::string range_text(const OverRanks& range) {
  if (range.least == range.most) return grouped(range.least);
  return fmt::format("{} to {}, mean {:.1f}", grouped(range.least), grouped(range.most),
                     range.mean);
}

std::string range_of_bytes(const OverRanks& range) {
  const auto text = [](double bytes) { return bytes_text(static_cast<std::size_t>(bytes)); };
  const double least = static_cast<double>(range.least), most = static_cast<double>(range.most);
  if (text(least) == text(most)) return text(most);
  return fmt::format("{} to {}, mean {}", text(least), text(most), text(std::round(range.mean)));
}

std::string row_text(const std::string& row) {
  return row == "space_filling" ? "along a space-filling curve" : "breadth-first over the springs";
}

void write_range(JsonWriter& json, const char* name, const OverRanks& range) {
  json.object(name, [&] {
    json.members({{"min", range.least}, {"mean", range.mean}, {"max", range.most}});
  });
}

}  // namespace

void write_ranks_text(Output& output, const RankSummary& summary) {
  output.text(
      fact("ranks", fmt::format("{}, nodes {}", grouped(summary.ranks), row_text(summary.row))));
  output.text(fact("balance", fmt::format("{:.3f}, the most springs of a rank over their mean",
                                          summary.balance)));
  output.text(fact("nodes per rank", range_text(summary.nodes)));
  output.text(fact("springs per rank",
                   fmt::format("{}; {} computed by two ranks", range_text(summary.springs),
                               grouped(summary.computed_twice))));
  output.text(fact(
      "ghosts per rank",
      fmt::format("{}; {:.1f} % of all nodes, at most {:.1f} % of a rank's own",
                  range_text(summary.ghosts), summary.ghost_percent, summary.most_ghost_percent)));
  output.text(fact("neighbours", range_text(summary.neighbours)));
  output.text(fact("messages a step", fmt::format("{}; of a rank {}", grouped(summary.messages),
                                                  range_of_bytes(summary.sent_bytes))));
  output.text(fact("state per rank", range_of_bytes(summary.state_bytes)));
  output.text(fact("ghost memory", range_of_bytes(summary.ghost_bytes)));
  output.text(fact("matrix per rank",
                   fmt::format("{}, with {}-bit indices; if solvers divide it",
                               range_of_bytes(summary.matrix_bytes), summary.index_bits)));
  for (const std::string& warning : summary.warnings)
    output.print("{}{}\n", coloured("warning: ", Colour::yellow, 1), warning);
}

void write_ranks_json(JsonWriter& json, const RankSummary& summary) {
  json.object("ranks", [&] {
    json.members({{"count", summary.ranks},
                  {"order", summary.row},
                  {"empty", summary.empty},
                  {"balance", summary.balance}});
    write_range(json, "nodes", summary.nodes);
    write_range(json, "springs", summary.springs);
    json.member("springs_computed_twice", summary.computed_twice);
    write_range(json, "ghosts", summary.ghosts);
    json.members({{"ghost_percent", summary.ghost_percent},
                  {"ghost_percent_max", summary.most_ghost_percent}});
    write_range(json, "neighbours", summary.neighbours);
    json.member("messages_per_step", summary.messages);
    write_range(json, "sent_bytes_per_step", summary.sent_bytes);
    write_range(json, "state_bytes", summary.state_bytes);
    write_range(json, "ghost_bytes", summary.ghost_bytes);
    write_range(json, "matrix_bytes", summary.matrix_bytes);
    json.member("index_bits", summary.index_bits);
    json.texts("warnings", summary.warnings);
  });
}

}  // namespace tensio::cli
