// The system as it is at a step of one of its stages.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

class Building {
 public:
  /// `system` has its rest lengths written out; it becomes what is there before the first stage.
  Building(const System& system, System& built);

  /// Begins the next stage, at these positions.
  void begin(const Stage& stage, System& built);
  /// Makes `built` what it is at a step of the stage that was begun last.
  void set(System& built, int step) const;
  /// Makes `built` what it was before that stage.
  void undo(System& built) const;
  /// Without the supports of nodes at which no spring is there.
  void leave_loose(System& built) const { show_supports(built, false); }

 private:
  struct Changed {
    std::size_t set, index;
    double before;
  };
  struct Supports {
    std::vector<int> fix = {}, free = {};
    std::vector<double> position = {};
  };

  void show(System& built) const;
  void show_supports(System& built, bool with_loose) const;
  void act_at(System& built, double part) const;
  std::vector<int> loose_nodes() const;

  System whole_;  // all springs and loads, the supports as drawn
  std::vector<std::pair<std::size_t, std::size_t>> location_;  // of each spring: set, index
  std::vector<char> absent_, absent_before_;
  std::map<std::string, double> factor_, factor_before_;  // of load cases
  std::vector<Supports> supports_;
  const Stage* stage_ = nullptr;
  std::vector<Changed> lengths_;
  bool builds_ = false;  // a stage does more than change lengths
};

}  // namespace tensio
