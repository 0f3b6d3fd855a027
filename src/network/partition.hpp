// A net divided between ranks: which rank owns which nodes, and what each rank holds.
//
// Nodes lie in a row: along Hilbert's curve through their drawn positions, or breadth-first over
// the springs where that cuts fewer springs, as in nets without useful positions. The row is cut
// into consecutive pieces of equal work, one for each rank. All of it follows from the net alone,
// by comparisons of integers with ties by node, so that every machine has the same partition.
//
// All nodes and springs here are compiled ones. A rank lists its springs in ascending order, so
// that a loop over them adds up the forces of an own node in the order of the whole net: springs
// between two ranks are computed by both, and the sums at own nodes have the serial bits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/index.hpp"
#include "network/rank_summary.hpp"

namespace tensio {

struct NetworkData;

/// What is divided. Faces join their corners as springs join their ends: who owns a corner needs
/// the others. They may be empty.
struct DividedNet {
  int dimension = 3;
  std::span<const double> position;  // [nodes x dimension]
  std::span<const int> a, b;         // ends of springs
  std::span<const int> face_start, face_nodes;

  int node_count() const { return static_cast<int>(position.size() / usize(dimension)); }
  int spring_count() const { return static_cast<int>(a.size()); }
  int face_count() const {
    return face_start.empty() ? 0 : static_cast<int>(face_start.size()) - 1;
  }
};
/// A view of the net, which must outlive it.
DividedNet divided(const NetworkData& net);

enum class NodeRow {
  fewest_cuts,    ///< the one of the two that cuts fewer springs; space_filling if equal
  space_filling,  ///< along Hilbert's curve
  breadth_first,  ///< over the springs, from a far end of each connected part
};
std::string_view to_string(NodeRow row);

/// Who owns each node. `row` numbers the nodes so that each rank has consecutive rows: those of
/// rank r are first[r] .. first[r + 1] - 1, its nodes in ascending order. These are the rows of
/// vectors and matrices that lie across ranks.
struct Partition {
  NodeRow chosen = NodeRow::space_filling;
  std::vector<int> owner;  // [nodes]
  std::vector<int> row;    // [nodes]
  std::vector<int> node;   // [rows]
  std::vector<int> first;  // [ranks + 1]

  int rank_count() const { return static_cast<int>(first.size()) - 1; }
  int own_count(int rank) const { return first[usize(rank) + 1] - first[usize(rank)]; }
};

/// Work is balanced as springs per node, plus 2 for the node itself: a spring counts at both ends.
/// Each rank has a node if there are enough; `ranks` is 1 .. kMostRanks.
Partition partition(const DividedNet& net, int ranks, NodeRow wanted = NodeRow::fewest_cuts);

/// What a rank exchanges with another one, at each exchange of node values.
struct Neighbour {
  int rank;
  std::vector<int> send;  ///< local own nodes whose values go there, ascending
  int receive_begin;      ///< local ghosts receive_begin .. receive_end - 1 come from there,
  int receive_end;        ///< in the order of that rank's `send`
};

/// What one rank holds. Local nodes are the own ones in ascending order, then the ghosts by owner,
/// each owner's ascending: ghosts ascend in their rows, too.
struct RankPart {
  int own_count = 0;
  std::vector<int> nodes;             ///< compiled node of each local one
  std::vector<int> springs;           ///< compiled springs with an own end, ascending
  std::vector<int> a, b;              ///< their ends, local
  std::vector<int> faces;             ///< faces with an own corner, ascending
  std::vector<Neighbour> neighbours;  ///< by rank

  int ghost_count() const { return static_cast<int>(nodes.size()) - own_count; }
};
RankPart part_of_rank(const DividedNet& net, const Partition& partition, int rank);

/// Counts of a RankPart.
struct RankCounts {
  std::int64_t own = 0, ghosts = 0;
  std::int64_t springs = 0;         ///< computed, border_springs among them
  std::int64_t border_springs = 0;  ///< with an end that is a ghost: computed by two ranks
  std::int64_t neighbours = 0;
  std::int64_t sent = 0;  ///< nodes sent in an exchange, each as often as it is sent
};
/// Of all ranks, without making their parts: in time and memory of the springs, however many ranks.
std::vector<RankCounts> count_ranks(const DividedNet& net, const Partition& partition);

}  // namespace tensio
