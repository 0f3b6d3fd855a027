// What one rank has of a net: its own nodes, and as ghosts the nodes at the other ends of its
// springs. All springs with an own end are in it, so those between two ranks are in both.
//
// Nodes and springs keep the order of the whole net, so that each own node adds its springs up in
// the same order, and springs still follow their lower node.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/network_data.hpp"

namespace tensio {

/// Places of nodes in a share, in the order in which both sides have them.
struct ShareNeighbour {
  int rank = 0;
  std::vector<int> sent;      ///< own nodes, whose numbers go there
  std::vector<int> received;  ///< ghosts, whose numbers come from there
};

struct Share {
  NetworkData net;
  std::vector<int> nodes;                  ///< of the whole net, ascending
  std::vector<int> own;                    ///< places of own nodes, ascending
  std::vector<ShareNeighbour> neighbours;  ///< by rank
};

/// The share of a rank in a net whose nodes have these owners. The net has springs, dashpots, drag
/// and external forces only. `matrices`: with the pattern of K.
Share share_of(const NetworkData& net, std::span<const int> owner, int rank, bool matrices);

/// As bytes and back.
std::string packed(const Share& share);
Share unpacked(std::string_view bytes);

}  // namespace tensio
