// A net as writers of other programs' formats see it: in space, springs and faces one by one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/draw/net_values.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

struct NetView {
  NetView(const System& net, const Snapshot& at);

  const System& system;
  const Snapshot& state;
  std::size_t node_count = 0;
  std::vector<SpringFact> springs = {};
  std::vector<std::size_t> whole = {};  ///< ids of the springs that are not broken
  std::vector<std::size_t> faces = {};  ///< ids of the faces, but those beside broken springs

  Vector point(std::size_t node) const { return row(state.position, node, dimension_); }
  Vector velocity(std::size_t node) const { return row(state.velocity, node, dimension_); }
  std::span<const int> corners(std::size_t face) const {
    return system.faces.corners(static_cast<int>(face));
  }
  std::size_t broken_count() const { return springs.size() - whole.size(); }

 private:
  void mark_gone(std::vector<bool>& gone) const;

  std::size_t dimension_;
};

/// k and l0 of each spring, warmed; NaN where its law has none.
struct SpringNumbers {
  std::vector<double> stiffness = {};
  std::vector<double> rest_length = {};

  /// Every spring has both.
  bool known() const;
};
SpringNumbers spring_numbers(const System& system);
/// With the rest lengths of the state, where it knows them.
SpringNumbers spring_numbers(const NetView& net);

/// What a spring set is called in files: its name, or "set_2".
std::string set_name(const System& system, std::size_t set);
/// The text with `_` for all that would end a word.
std::string one_word(std::string_view text);
/// The text with spaces for line ends and the like.
std::string one_line(std::string_view text);
/// The corners of a polygon as triangles: a fan from the first.
std::vector<std::array<int, 3>> triangles(std::span<const int> corners);

/// "the laws of springs are not written: 3 are cable", where some are not linear.
void note_laws(const NetView& net, std::vector<std::string>& notes);
/// "3 springs are broken and left out", where some are.
void note_broken(const NetView& net, std::vector<std::string>& notes);

}  // namespace tensio::io
