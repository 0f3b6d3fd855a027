// Changes of a scene as the studio's page asks for them: plain operations on a System.
#pragma once

#include <string>
#include <vector>

#include "lookups.hpp"
#include "tensio/model/system.hpp"
#include "values.hpp"

namespace tensio::studio {

/// What operations did to the ids, and what they added.
struct EditResult {
  bool topology = false;             ///< ids have changed, or there are more
  std::vector<int> old_node = {};    ///< for each node its id before, -1 for a new one
  std::vector<int> old_spring = {};  ///< the same for springs
  std::vector<int> added_nodes = {};
  std::vector<int> added_springs = {};
  bool moved = false;  ///< nodes were put somewhere else: see Edits::shape()
};

class Edits {
 public:
  /// `shape` is where the nodes are shown, node_count x dimension.
  Edits(System& system, std::vector<double> shape);

  /// One of the operations that change the system's own fields. False: this one needs more than
  /// the system (parameters, text, keepShape, keepMasses, paste).
  bool apply(const val& operation);

  const EditResult& result() const { return result_; }
  /// Where the nodes are shown after the operations.
  const std::vector<double>& shape() const { return shape_; }

 private:
  std::vector<int> nodes_of(const val& operation) const;
  std::vector<int> springs_of(const val& operation) const;
  int node(int id) const;
  void fix(const std::vector<int>& nodes, unsigned axes, bool fixed);
  void move(const std::vector<int>& nodes, const std::vector<double>& to);
  int add_node(const std::array<double, 3>& at);
  int add_spring(int a, int b, int like);
  void delete_nodes(std::vector<int> nodes);
  void delete_springs(std::vector<int> springs);
  void split_spring(int spring, double at);
  void weld(int node, int onto);
  void load(const std::vector<int>& nodes, const std::array<double, 3>& force);
  void spring_values(std::vector<int> springs, const val& values, bool whole_sets);
  void set_values(std::size_t set, const std::vector<std::size_t>& items, const val& values);
  void set_law(std::size_t set, Law law);
  void node_values(const std::vector<int>& nodes, const val& operation);
  void obstacle(Obstacle& obstacle, const val& values);
  void simulation(const val& values);
  void equilibrium(const val& values);
  /// Some springs of one set, by their places in it.
  struct Part {
    std::size_t set;
    std::vector<std::size_t> items;
  };
  /// The sets become these parts of the present ones, in this order.
  void rearrange_springs(const std::vector<Part>& parts);
  /// Gives some springs of a set one of their own, behind all others; the place of that set.
  std::size_t own_set(std::size_t set, const std::vector<std::size_t>& items);
  /// All that names nodes after `old` (for each node its id before) has taken effect.
  void renumber_nodes(const std::vector<int>& old);
  void renumber_springs(const std::vector<int>& old);
  void forget_formulas(bool of_all_springs);

  System& system_;
  std::vector<double> shape_;
  EditResult result_;
};

}  // namespace tensio::studio
