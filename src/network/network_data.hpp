// The compiled net: packed arrays in compiled order, the pattern of its matrices, and the way back
// to the user's order.
//
// Springs are grouped by law, then follow their lower node; a node's sums run over its springs in
// ascending compiled order. Both orders are functions of the System alone.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/index.hpp"
#include "network/face_data.hpp"
#include "network/user_order.hpp"
#include "physics/curve.hpp"
#include "physics/obstacle.hpp"
#include "physics/spring_part.hpp"
#include "tensio/system.hpp"

namespace tensio {

/// Springs begin .. end - 1 share a law.
struct LawRange {
  Law law;
  int begin;
  int end;
};

/// Springs with the same factors on stiffness and rest length over time.
struct Muscle {
  std::vector<int> springs;  // ascending
  std::optional<Waveform> stiffness, rest_length;
  double stiffness_factor = 1, length_factor = 1;  // now
};

/// What springs have before muscles, yielding and breaking change it; see given_springs.hpp.
struct GivenSprings {
  std::vector<double> stiffness, rest_length;
  std::vector<double> stiffness_factor, length_factor;  // of muscles
  std::vector<double> plastic;                          // what yielding added to the rest length
};

struct NetworkData {
  int dimension = 3;
  int node_count = 0;
  int spring_count = 0;

  // Springs: [spring_count]
  std::vector<LawRange> laws;
  std::vector<int> a, b;
  std::vector<double> stiffness, rest_length;

  // In motion: axial damping, and what the step at hand adds to the laws; empty where none has any
  std::vector<double> damping;
  std::vector<SpringPart> parts;
  double drag = 0;  // force -drag x mass x velocity

  // Springs of zero length from nodes to points, set by hand
  struct Target {
    int node;
    double stiffness;
    double point[3];
  };
  std::vector<Target> targets;

  // Springs that change: all arrays empty where none does, `broken` where none can break
  GivenSprings given;
  std::vector<Muscle> muscles;
  std::vector<std::uint8_t> broken;

  FaceData faces;

  // What polynomial, table and custom springs need beyond k and l0: the curve or the function of
  // their set. Their laws come last, so only springs from first_shaped on have a number in shape.
  std::vector<Curve> curves;         // of polynomial and table
  std::vector<CustomLaw> functions;  // of custom
  int first_shaped = 0, first_custom = 0;
  std::vector<int> shape;  // [spring_count - first_shaped] place in curves or functions

  // Nodes: [node_count x dimension], mass and node_stiffness [node_count]
  std::vector<double> position;  // drawn
  std::vector<double> start;     // fixed axes: where their supports stand; empty: as drawn
  std::vector<double> mass;
  std::vector<double> load;
  std::vector<double> external;  // load + weight
  std::vector<std::uint8_t> fixed;
  std::vector<std::uint8_t> held;      // fixed, or without any spring: not an unknown
  std::vector<double> node_stiffness;  // sum of |k| of the node's springs
  double stiffness_scale = 1;          // largest |k|, 1 where there is none
  double length_scale = 1;  // mean of the springs' drawn or rest length, whichever is longer
  double gravity[3] = {0, 0, 0};

  std::vector<Solid> solids;  // obstacles, where they are at the time at hand

  // Incidence: springs of node i are incident[incidence_start[i] .. incidence_start[i + 1])
  std::vector<int> incidence_start, incident;

  // Blocks of K by rows, columns ascending: row i is row_start[i] .. row_start[i + 1]
  std::vector<int> row_start, column, diagonal;
  std::vector<int> slot_ab, slot_ba;  // [spring_count] blocks (a, b) and (b, a)

  // Largest tension and compression of each spring, in the user's order; NaN where not given, empty
  // where none is
  std::vector<double> strength, buckling_load;

  // compiled -> user, and user -> compiled
  std::vector<int> node_user, node_rank, spring_user;
  std::vector<std::string> node_name;  // the user's labels, for messages; may be empty

  /// A place where a backend leaves its symbolic analysis for the next one, so that it is done once
  /// per net; whoever uses it takes it out. Not part of the net's value.
  struct Shelf {
    std::mutex lock;
    std::shared_ptr<void> analysis;
  };
  std::shared_ptr<Shelf> shelf = std::make_shared<Shelf>();

  /// Where solving and motion begin.
  const std::vector<double>& beginning() const { return start.empty() ? position : start; }
  bool is_broken(std::size_t s) const { return !broken.empty() && broken[s]; }
  int shape_of(int s) const { return shape[s - first_shaped]; }
  /// Of a polynomial or table spring.
  CurveView curve_of(int s) const { return curves[shape_of(s)].view(); }
  int block_count() const { return static_cast<int>(column.size()); }
};

/// Rows of `dimension` numbers per node, from the user's order to the compiled one.
inline std::vector<double> compiled_order(const NetworkData& net, const std::vector<double>& user) {
  return to_compiled_order(net.node_user, user, usize(net.dimension));
}

}  // namespace tensio
