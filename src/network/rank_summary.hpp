// What the ranks of a cluster run would hold and exchange, without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensio/solve/network.hpp"

namespace tensio {

/// The largest number of ranks.
inline constexpr int kMostRanks = 1 << 20;

/// Of a number that each rank has.
struct OverRanks {
  std::int64_t least = 0, most = 0;
  double mean = 0;
};

struct RankSummary {
  int ranks = 1;
  std::string row;     ///< how the nodes lie in a row: "space_filling" or "breadth_first"
  int empty = 0;       ///< ranks without a node
  OverRanks nodes;     ///< own ones
  OverRanks springs;   ///< computed: those with an own end
  double balance = 1;  ///< the most springs of a rank over their mean; 1 without springs
  std::int64_t computed_twice = 0;  ///< springs between two ranks
  OverRanks ghosts;
  double ghost_percent = 0;       ///< all ghosts, of all nodes
  double most_ghost_percent = 0;  ///< of a rank's own nodes, where that is the most
  OverRanks neighbours;
  std::int64_t messages = 0;  ///< of all ranks in one exchange, which is one explicit step
  OverRanks sent_bytes;       ///< by a rank in one exchange: the positions of border nodes
  OverRanks state_bytes;      ///< own nodes and springs: the net and vectors x, v and f
  OverRanks ghost_bytes;      ///< the same numbers of ghosts
  OverRanks matrix_bytes;     ///< of the rows of K, for solvers that divide it
  int index_bits = 32;        ///< of rows and entries; 64 where 32 would overflow
  std::vector<std::string> warnings;
};

/// Of a net compiled with its matrices. `ranks` is 1 .. kMostRanks.
RankSummary summarise_ranks(const Network& network, int ranks);

/// Why indices of 32 bits would overflow; empty where they are enough. `rows` of the whole matrix,
/// `entries` of the rank that has most.
std::string why_64_bits(std::int64_t rows, std::int64_t entries);

}  // namespace tensio
