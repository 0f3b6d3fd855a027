// Nodes as the user authors them: where they are drawn, what they weigh, which are fixed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensio/model/springs.hpp"
#include "tensio/model/waveform.hpp"

namespace tensio {

/// Axes as bits.
enum Axes : std::uint8_t { kAxisX = 1, kAxisY = 2, kAxisZ = 4, kAllAxes = 7 };

/// Nodes that are fixed, on all or some of their axes.
struct Fixed {
  std::vector<int> nodes = {};
  std::uint8_t axes = kAllAxes;
  std::vector<double> move = {};  ///< from where they are drawn, dimension numbers [m]; empty: none
  std::vector<Waveform> motion = {};  ///< the same over time, instead of `move`
  std::string note = {};
};

struct Nodes {
  std::vector<double> position = {};  ///< the drawn shape, node_count x dimension
  std::vector<double> start = {};     ///< where solving begins; empty: the drawn shape
  std::vector<double> velocity = {};  ///< at the start of motion; empty: at rest
  Column mass = {};                   ///< [kg]; empty: weightless
  Column area = {};                   ///< [m²] that wind meets where there are no faces
  std::vector<Fixed> fixed = {};
  std::vector<std::string> name = {};  ///< labels for messages and tables; empty, or one per node
  std::string note = {};
};

}  // namespace tensio
