// Parts of a net that nothing keeps from moving as a whole, and how a step is kept from doing so.
//
// A part can be shifted along an axis on which none of its nodes is held; its loads there balance,
// or there is no equilibrium. Without supports and loads it can be turned, too. Such motions change
// nothing, so steps leave them out: free bodies neither drift nor turn.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec.hpp"
#include "network/network_data.hpp"

namespace tensio {

struct FreePart {
  std::vector<int> nodes;  // compiled order
  std::uint8_t axes = 0;   // it can be shifted along these
  bool turns = false;      // it can be turned
};

std::vector<FreePart> free_parts(const NetworkData& net);

/// Takes the part's shifts and turns out of the step p from x.
template <int D>
void remove_rigid(const FreePart& part, const double* x, double* p);

}  // namespace tensio
