// The compiled net: packed arrays in compiled order, the pattern of its matrices, and the map back
// to the user's order.
//
// Topology, pattern and orders are SharedArrays: constant once compiled, and shared by copies of
// the net. The other arrays are values. A backend owns a copy of its net and changes values by its
// own calls; whoever needs other values before that makes a copy of the net with them.
//
// Springs are grouped by law, then follow their lower node; a node's sums run over its springs in
// ascending compiled order. Both orders are functions of the System alone.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/index.hpp"
#include "core/shared_array.hpp"
#include "network/face_data.hpp"
#include "network/user_order.hpp"
#include "physics/curve.hpp"
#include "physics/obstacle.hpp"
#include "physics/spring_part.hpp"
#include "tensio/model/system.hpp"

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

/// A spring that yields: its law in the step is bent at the yield force.
struct YieldSpring {
  int spring;
  Law law;
  double ratio;         // of the stiffness beyond the yield force
  double first;         // yield force at the start
  double hardened = 0;  // by how much it has grown at the start
};

/// A Maxwell branch beside a spring.
struct MaxwellSpring {
  int spring;
  double stiffness, viscosity;
  double tension = 0;  // at the start
};

struct BreakSpring {
  int spring;
  Law law;
  double limit;
  bool of_strain;
  bool compression;
};

/// What springs have before muscles, yielding and breaking change it; see given_springs.hpp.
struct GivenSprings {
  std::vector<double> stiffness, rest_length;
  std::vector<double> stiffness_factor, length_factor;  // of muscles
  std::vector<double> plastic;                          // what yielding added to the rest length
};

/// The symbolic part of a factorisation; each backend has its own kind.
struct CachedAnalysis {
  virtual ~CachedAnalysis() = default;
};

struct AnalysisCache {
  std::mutex lock;
  std::shared_ptr<CachedAnalysis> analysis;
};

struct NetworkData {
  int dimension = 3;
  int node_count = 0;
  int spring_count = 0;

  // Springs: [spring_count]
  SharedArray<LawRange> laws;
  SharedArray<int> a, b;
  std::vector<double> stiffness, rest_length;

  // In motion: axial damping, and what the step at hand adds to the laws; empty where none has any
  std::vector<double> damping;
  std::vector<SpringPart> parts;
  double drag = 0;  // force -drag x mass x velocity

  // At rest: the width of the kink of cables and struts over their rest length, see
  // rounded_slack.hpp
  double slack_width = 0;

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

  // Springs with a history, by ascending spring
  SharedArray<YieldSpring> yields;
  SharedArray<MaxwellSpring> maxwells;
  SharedArray<BreakSpring> breaks;

  FaceData faces;

  // What polynomial, table and custom springs need beyond k and l0: the curve or the function of
  // their set. Their laws come last, so only springs from first_shaped on have a number in shape.
  SharedArray<Curve> curves;         // of polynomial and table
  SharedArray<CustomLaw> functions;  // of custom
  int first_shaped = 0, first_custom = 0;
  SharedArray<int> shape;  // [spring_count - first_shaped] place in curves or functions

  // Nodes: [node_count x dimension], mass and node_stiffness [node_count]
  SharedArray<double> position;  // drawn
  std::vector<double> start;     // fixed axes: where their supports stand; empty: as drawn
  SharedArray<double> mass;
  std::vector<double> load;
  std::vector<double> external;  // load + weight
  std::vector<std::uint8_t> fixed;
  std::vector<std::uint8_t> constrained;  // fixed, or without any spring: not an unknown
  std::vector<double> node_stiffness;     // sum of |k| of the node's springs
  double stiffness_scale = 1;             // largest |k|, 1 where there is none
  double length_scale = 1;  // mean of the springs' drawn or rest length, whichever is longer
  double gravity[3] = {0, 0, 0};

  std::vector<Solid> solids;  // obstacles, where they are at the time at hand

  // Incidence: springs of node i are incident[incidence_start[i] .. incidence_start[i + 1])
  SharedArray<int> incidence_start, incident;

  // Blocks of K by rows, columns ascending: row i is row_start[i] .. row_start[i + 1]
  SharedArray<int> row_start, column, diagonal;
  SharedArray<int> slot_ab, slot_ba;  // [spring_count] blocks (a, b) and (b, a)

  // Largest tension and compression of each spring, in the user's order; NaN where not given, empty
  // where none is
  SharedArray<double> strength, buckling_load;

  // compiled -> user, and user -> compiled
  SharedArray<int> node_user, node_rank, spring_user;
  SharedArray<std::string> node_name;  // the user's labels, for messages; may be empty

  /// Where a backend leaves its symbolic analysis for the next one, so that it is done once per
  /// net; whoever uses it takes it out. Not part of the net's value.
  std::shared_ptr<AnalysisCache> analysis_cache = std::make_shared<AnalysisCache>();

  /// Where solving and motion begin.
  std::span<const double> beginning() const {
    return start.empty() ? std::span<const double>(position) : std::span<const double>(start);
  }
  bool is_broken(std::size_t s) const { return !broken.empty() && broken[s]; }
  int shape_of(int s) const { return shape[s - first_shaped]; }
  /// Of a polynomial or table spring.
  CurveView curve_of(int s) const { return curves[shape_of(s)].view(); }
  int block_count() const { return static_cast<int>(column.size()); }
};

/// Rows of `dimension` numbers per node, from the user's order to the compiled one, and back.
inline std::vector<double> compiled_order(const NetworkData& net, std::span<const double> user) {
  return to_compiled_order(net.node_user, user, usize(net.dimension));
}
inline std::vector<double> user_order(const NetworkData& net, std::span<const double> compiled) {
  return to_user_order(net.node_user, compiled, usize(net.dimension));
}

/// The user's number of an axis (node x dimension + axis), and back.
inline std::size_t user_axis(const NetworkData& net, std::size_t compiled) {
  return mapped_entry(net.node_user, compiled, usize(net.dimension));
}
inline std::size_t compiled_axis(const NetworkData& net, std::size_t user) {
  return mapped_entry(net.node_rank, user, usize(net.dimension));
}

}  // namespace tensio
