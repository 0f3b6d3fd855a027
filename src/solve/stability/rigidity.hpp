// Rigidity: states of self-stress and mechanisms of the springs taken as bars, by geometry alone
// [Maxwell 1864, Calladine 1978].
//
// The equilibrium matrix A has a column for each spring with an axial stiffness: its direction at
// both ends, over the unknowns. A t are the loads that the tensions t balance; Aᵀ u are the
// elongations of the springs by the motion u.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <vector>

#include "backend/backend.hpp"
#include "network/network_data.hpp"

namespace tensio {

/// Springs that resist being lengthened, at a state: not the slack ones, nor those of zero length.
struct Bars {
  std::vector<int> spring;        ///< compiled ids, ascending
  std::vector<double> direction;  ///< bars x dimension, from a to b
};
Bars bars_at(const NetworkData& net, const std::vector<double>& user_position);

struct RigidityCounts {
  int bars = 0;
  int unknowns = 0;
  int rank = 0;   ///< of A
  int rigid = 0;  ///< motions of whole parts, which lengthen nothing

  int self_stresses() const { return bars - rank; }
  int mechanisms() const { return std::max(0, unknowns - rank - rigid); }
};

/// Counts by the pivots of A Aᵀ; empty if the net is too large to factorise.
std::optional<RigidityCounts> count_rigidity(Backend& backend, const NetworkData& net,
                                             const std::vector<double>& user_position);

/// The counts with bases of the motions and tensions, orthonormal, by full matrices.
struct RigiditySpaces {
  RigidityCounts counts;
  Eigen::MatrixXd rigid;       ///< all axes (user's) x rigid
  Eigen::MatrixXd mechanisms;  ///< all axes (user's) x mechanisms
  Eigen::MatrixXd stresses;    ///< springs (user's) x self_stresses
};
RigiditySpaces rigidity_spaces(const NetworkData& net, const std::vector<double>& user_position);

}  // namespace tensio
