// In which order the nodes of a net are eliminated, and which are eliminated together.
#pragma once

#include <vector>

namespace tensio {

/// The nodes that each node is joined with, itself excepted, and the axes of each that are
/// unknowns.
struct NodeGraph {
  std::vector<int> start, neighbour;
  std::vector<int> axes;

  int size() const { return static_cast<int>(axes.size()); }
};

/// Nodes that are eliminated together, as one dense block of columns: the nodes `first` ..
/// `first + count` of the order. Their parent is the group that contains the first row below.
struct NodeGroup {
  int first, count;
  int parent;             // -1: none
  std::size_t row_begin;  // of the nodes below, in EliminationOrder::row
  std::size_t row_end;
};

struct EliminationOrder {
  std::vector<int> place;         // of each node
  std::vector<NodeGroup> groups;  // each after those whose parent it is
  std::vector<int> row;           // places, ascending in each group
};

/// Minimum degree, or the order of the nodes themselves where that fills in less: along a strand it
/// does. Nodes with the same rows below them form a group, and small groups are merged with their
/// parents where that adds few zeros.
EliminationOrder order_elimination(const NodeGraph& graph);

}  // namespace tensio
