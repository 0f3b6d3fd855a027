// Parts of a net that nothing keeps from moving as a whole, and how a step is kept from doing so.
//
// The rigid motions of a part that its supports allow change nothing where no load works on them:
// shifts along an axis on which none of its nodes is fixed (its loads there balance, or there is no
// equilibrium), and without loads turns about its supports, too. Steps leave them out: free bodies
// neither drift nor turn, and the rounding of forces moves nothing.
#pragma once

#include <vector>

#include "network/network_data.hpp"

namespace tensio {

struct FreePart {
  std::vector<int> nodes;        // compiled order
  std::vector<int> constrained;  // axes of the part that are fixed
  bool loaded = false;           // turns do work
};

/// Parts that may have such motions.
std::vector<FreePart> free_parts(const NetworkData& net);

/// Takes the part's rigid motions out of the step p from x.
template <int D>
void remove_rigid(const FreePart& part, const double* x, double* p);

}  // namespace tensio
