// How a matrix is eliminated front by front [Duff and Reid 1983]: what is known before its values.
//
// A front holds the columns of a group of nodes that are eliminated together, and the rows below
// them. What they leave over for those rows is its update, which its parent adds to its own front.
// Fronts of different subtrees have nothing in common: they can be computed side by side, and the
// order in which a front adds up its children is fixed, so that the bits are always the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/common/scalar_matrix.hpp"

namespace tensio {

struct Front {
  int column, columns;    // the first in the order of the factor, and how many
  int rows;               // below them
  int parent;             // -1: none
  std::size_t row_begin;  // in Fronts::row and Fronts::in_parent
  std::size_t value;      // where its panel begins in the factor, by columns of size() entries
  std::size_t update;     // where its update begins in the workspace
  std::size_t entry_begin, entry_end;  // of the matrix, in Fronts::entry

  int size() const { return columns + rows; }
};

/// Fronts that are computed one after the other.
using Task = std::vector<int>;

struct Fronts {
  explicit Fronts(const ScalarMatrix& matrix);

  struct Entry {
    int source;            // in the values of the matrix
    std::uint32_t target;  // in the front's panel
  };
  std::vector<int> place;      // of each column of the matrix in the factor
  std::vector<Front> front;    // each after its children
  std::vector<int> row;        // of the factor
  std::vector<int> in_parent;  // the row of the parent's front that each row is
  std::vector<Entry> entry;    // the matrix, by fronts
  std::vector<int> child_start, child;
  std::vector<Task> tasks;  // whole subtrees, which can be computed side by side
  Task last;                // what remains, after them
  std::vector<Task> parts;  // parts of the matrix that no entry joins: all fronts, side by side
  std::size_t value_count = 0, update_count = 0;
  int largest = 0;               // size of a front
  double work = 0, entries = 0;  // multiplications; entries of the factor, zeros included

 private:
  void lay_out(const std::vector<int>& node_axes, const struct EliminationOrder& order);
  void find_entries(const ScalarMatrix& matrix);
  void find_parents_rows();
  void divide_into_tasks();
  void place_updates();
};

}  // namespace tensio
