#include "network/rank_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "network/network_data.hpp"
#include "network/partition.hpp"

namespace tensio {

namespace {

// A warning follows from these.
constexpr double kUnbalanced = 1.2, kMostlyGhosts = 50;

template <class Number>
OverRanks over(const std::vector<RankCounts>& counts, const Number& number) {
  OverRanks result{.least = number(counts.front()), .most = 0, .mean = 0};
  double sum = 0;
  for (const RankCounts& count : counts) {
    const std::int64_t value = number(count);
    result.least = std::min(result.least, value);
    result.most = std::max(result.most, value);
    sum += static_cast<double>(value);
  }
  result.mean = sum / static_cast<double>(counts.size());
  return result;
}

// Drawn position, mass, load, external force, supports, stiffness, where its springs begin; x, v,
// f.
std::int64_t node_bytes(const NetworkData& net) {
  const std::int64_t d = net.dimension, vectors = net.start.empty() ? 6 : 7;
  return 8 * d * vectors + 2 * d + 2 * 8 + 4;
}

// Ends, stiffness, rest length, its places in the lists of both ends; damping, changes.
std::int64_t spring_bytes(const NetworkData& net) {
  std::int64_t bytes = 2 * 4 + 2 * 8 + 2 * 4;
  const GivenSprings& given = net.given;
  for (const std::vector<double>* column :
       {&net.damping, &given.stiffness, &given.rest_length, &given.stiffness_factor,
        &given.length_factor, &given.plastic})
    if (!column->empty()) bytes += 8;
  return bytes;
}

// Entries of the rows of K that each rank has.
std::vector<std::int64_t> matrix_entries(const NetworkData& net, const Partition& partition) {
  std::vector<std::int64_t> entries(usize(partition.rank_count()), 0);
  const std::int64_t block = std::int64_t{net.dimension} * net.dimension;
  for (int node = 0; node < net.node_count; ++node)
    entries[partition.owner[node]] +=
        block * (net.row_start[usize(node) + 1] - net.row_start[usize(node)]);
  return entries;
}

void summarise_matrix(const NetworkData& net, const Partition& partition, RankSummary& summary) {
  const std::vector<std::int64_t> entries = matrix_entries(net, partition);
  const std::int64_t rows = std::int64_t{net.node_count} * net.dimension;
  const std::string overflow = why_64_bits(rows, *std::max_element(entries.begin(), entries.end()));
  if (!overflow.empty()) {
    summary.index_bits = 64;
    summary.warnings.push_back(overflow);
  }
  // Value and column of each entry, and where each row begins.
  const std::int64_t index = summary.index_bits / 8;
  std::vector<RankCounts> bytes(entries.size());
  for (std::size_t r = 0; r < entries.size(); ++r)
    bytes[r].own =
        entries[r] * (8 + index) + index * net.dimension * partition.own_count(static_cast<int>(r));
  summary.matrix_bytes = over(bytes, [](const RankCounts& rank) { return rank.own; });
}

void add_warnings(RankSummary& summary) {
  std::vector<std::string>& warnings = summary.warnings;
  if (summary.empty > 0)
    warnings.push_back(fmt::format("{} of {} ranks have no node: use at most {}", summary.empty,
                                   summary.ranks, summary.ranks - summary.empty));
  if (summary.balance > kUnbalanced)
    warnings.push_back(
        fmt::format("one rank computes {:.2f} times the mean number of springs, and "
                    "the others wait for it: use fewer ranks",
                    summary.balance));
  if (summary.ghost_percent > kMostlyGhosts)
    warnings.push_back(
        fmt::format("there are {:.0f} ghosts for 100 own nodes; "
                    "springs to them are computed twice: use fewer ranks",
                    summary.ghost_percent));
}

}  // namespace

std::string why_64_bits(std::int64_t rows, std::int64_t entries) {
  if (rows > kMostIndices)
    return fmt::format(
        "the matrix has {} rows, more than 32-bit indices reach ({}): use a PETSc "
        "with 64-bit indices",
        rows, kMostIndices);
  if (entries > kMostIndices)
    return fmt::format(
        "one rank has {} entries of the matrix, more than 32-bit indices reach ({})"
        ": use more ranks, or a PETSc with 64-bit indices",
        entries, kMostIndices);
  return {};
}

RankSummary summarise_ranks(const Network& network, int ranks) {
  const NetworkData& net = network.data();
  const DividedNet view = divided(net);
  const Partition division = partition(view, ranks);
  const std::vector<RankCounts> counts = count_ranks(view, division);

  RankSummary summary;
  summary.ranks = ranks;
  summary.row = to_string(division.chosen);
  summary.nodes = over(counts, [](const RankCounts& rank) { return rank.own; });
  summary.springs = over(counts, [](const RankCounts& rank) { return rank.springs; });
  summary.ghosts = over(counts, [](const RankCounts& rank) { return rank.ghosts; });
  summary.neighbours = over(counts, [](const RankCounts& rank) { return rank.neighbours; });
  if (summary.springs.mean > 0)
    summary.balance = static_cast<double>(summary.springs.most) / summary.springs.mean;
  if (net.node_count > 0)
    summary.ghost_percent = 100 * summary.ghosts.mean * ranks / net.node_count;
  for (const RankCounts& rank : counts) {
    summary.empty += rank.own == 0;
    summary.computed_twice += rank.border_springs;
    summary.messages += rank.neighbours;
    if (rank.own > 0)
      summary.most_ghost_percent =
          std::max(summary.most_ghost_percent,
                   100 * static_cast<double>(rank.ghosts) / static_cast<double>(rank.own));
  }
  summary.computed_twice /= 2;

  const std::int64_t node = node_bytes(net), spring = spring_bytes(net), row = 8 * net.dimension;
  summary.sent_bytes = over(counts, [&](const RankCounts& rank) { return row * rank.sent; });
  summary.state_bytes =
      over(counts, [&](const RankCounts& rank) { return node * rank.own + spring * rank.springs; });
  summary.ghost_bytes = over(counts, [&](const RankCounts& rank) { return node * rank.ghosts; });
  summarise_matrix(net, division, summary);
  add_warnings(summary);
  return summary;
}

}  // namespace tensio
