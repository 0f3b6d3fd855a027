// System -> Network: choose the orders, pack the arrays, lay out the pattern.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/index.hpp"
#include "model/damage.hpp"
#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "network/compile_data.hpp"
#include "network/custom_springs.hpp"
#include "network/given_springs.hpp"
#include "network/network_data.hpp"
#include "network/ordering.hpp"
#include "network/size_limits.hpp"
#include "network/solids.hpp"
#include "physics/face.hpp"
#include "physics/spring.hpp"
#include "tensio/solve/network.hpp"

namespace tensio {

namespace {

NetSize size_of(const System& system) {
  NetSize size{.dimension = system.dimension};
  size.nodes = static_cast<std::int64_t>(system.nodes.position.size() / usize(system.dimension));
  for (const SpringSet& set : system.springs)
    size.springs += static_cast<std::int64_t>(set.ends.size());
  return size;
}

/// Springs in the user's order, resolved.
struct DrawnSprings {
  std::vector<Law> law;
  std::vector<int> a, b;
  std::vector<double> stiffness, rest_length;
};

DrawnSprings resolve_all(const System& system) {
  DrawnSprings springs;
  const std::size_t count = usize(system.spring_count());
  springs.law.reserve(count);
  springs.a.reserve(count);
  springs.b.reserve(count);
  springs.stiffness.reserve(count);
  springs.rest_length.reserve(count);
  const std::vector<double> temperature = temperature_changes(system);
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    for (std::size_t i = 0; i < set.ends.size(); ++i) {
      const auto [a, b] = set.ends[i];
      SpringValues value = resolve(columns, i, drawn_length(system, a, b));
      if (!temperature.empty()) value = warmed(value, columns, i, temperature[springs.law.size()]);
      springs.law.push_back(columns.law);
      springs.a.push_back(a);
      springs.b.push_back(b);
      springs.stiffness.push_back(value.stiffness);
      springs.rest_length.push_back(value.rest_length);
    }
  }
  return springs;
}

// Springs sorted by law, then by lower node, then as the user gave them: two counting sorts.
void order_springs(const DrawnSprings& springs, NetworkData& net) {
  const std::size_t count = springs.law.size();
  const auto lower_rank = [&](std::size_t s) {
    return std::min(net.node_rank[springs.a[s]], net.node_rank[springs.b[s]]);
  };
  std::vector<int> begin(usize(net.node_count) + 1, 0);
  for (std::size_t s = 0; s < count; ++s) ++begin[usize(lower_rank(s)) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<int> by_node(count);
  for (std::size_t s = 0; s < count; ++s) by_node[begin[lower_rank(s)]++] = static_cast<int>(s);

  std::vector<LawRange> laws;
  int law_begin[kLawCount + 1] = {};
  for (Law law : springs.law) ++law_begin[static_cast<int>(law) + 1];
  for (int i = 0; i < kLawCount; ++i) {
    law_begin[i + 1] += law_begin[i];
    if (law_begin[i + 1] > law_begin[i])
      laws.push_back({static_cast<Law>(i), law_begin[i], law_begin[i + 1]});
  }
  std::vector<int> spring_user(count);
  for (int s : by_node) spring_user[law_begin[static_cast<int>(springs.law[s])]++] = s;
  net.laws = std::move(laws);
  net.spring_user = std::move(spring_user);
}

void pack_springs(const DrawnSprings& springs, NetworkData& net) {
  const std::size_t count = net.spring_user.size();
  net.spring_count = static_cast<int>(count);
  std::vector<int> a(count), b(count);
  net.stiffness.resize(count);
  net.rest_length.resize(count);
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t user = usize(net.spring_user[s]);
    a[s] = net.node_rank[springs.a[user]];
    b[s] = net.node_rank[springs.b[user]];
    net.stiffness[s] = springs.stiffness[user];
    net.rest_length[s] = springs.rest_length[user];
  }
  net.a = std::move(a);
  net.b = std::move(b);
}

// The curves and functions of polynomial, table and custom springs, one for each set.
void pack_shapes(const System& system, NetworkData& net) {
  net.first_shaped = net.first_custom = net.spring_count;
  for (const LawRange& range : net.laws) {
    if (needs_more(range.law)) net.first_shaped = std::min(net.first_shaped, range.begin);
    if (range.law == Law::custom) net.first_custom = range.begin;
  }
  if (net.first_shaped == net.spring_count) return;
  std::vector<int> first_spring, shape_of_set, shape;
  std::vector<Curve> curves;
  std::vector<CustomLaw> functions;
  int first = 0;
  for (const SpringSet& set : system.springs) {
    first_spring.push_back(first);
    first += static_cast<int>(set.ends.size());
    const SpringColumns columns = columns_of(system, set);
    const bool custom = columns.law == Law::custom;
    shape_of_set.push_back(static_cast<int>(custom ? functions.size() : curves.size()));
    if (custom) functions.push_back(set.custom);
    if (has_curve(columns.law)) curves.push_back(curve_of(columns));
  }
  for (int s = net.first_shaped; s < net.spring_count; ++s) {
    const auto next =
        std::upper_bound(first_spring.begin(), first_spring.end(), net.spring_user[s]);
    shape.push_back(shape_of_set[static_cast<int>(next - first_spring.begin()) - 1]);
  }
  net.curves = std::move(curves);
  net.functions = std::move(functions);
  net.shape = std::move(shape);
}

void pack_nodes(const System& system, NetworkData& net) {
  const std::size_t n = usize(net.node_count), d = usize(net.dimension);
  net.position = compiled_order(net, system.nodes.position);
  net.mass = to_compiled_order(net.node_user, node_masses(system));
  net.fixed.assign(n * d, 0);
  for (const Fixed& fixed : system.nodes.fixed)
    for (int node : fixed.nodes)
      for (std::size_t axis = 0; axis < d; ++axis)
        if (fixed.axes >> axis & 1) net.fixed[usize(net.node_rank[node]) * d + axis] = 1;
  // A fixed axis stands where it is drawn and moved to, wherever solving begins.
  std::vector<double> move = support_moves(system);
  if (!move.empty()) move = compiled_order(net, move);
  if (move.empty() && system.nodes.start.empty()) return;
  net.start =
      system.nodes.start.empty() ? net.position.copy() : compiled_order(net, system.nodes.start);
  for (std::size_t i = 0; i < n * d; ++i)
    if (net.fixed[i]) net.start[i] = move.empty() ? net.position[i] : net.position[i] + move[i];
}

void pack_loads(const System& system, NetworkData& net) {
  const std::size_t n = usize(net.node_count), d = usize(net.dimension);
  net.load = compiled_order(net, load_forces(system));
  net.external = net.load;
  for (std::size_t axis = 0; axis < d; ++axis) {
    net.gravity[axis] = system.gravity[axis];
    for (std::size_t i = 0; i < n; ++i)
      net.external[i * d + axis] += net.mass[i] * net.gravity[axis];
  }
}

// What the springs can bear, in the user's order; nothing where no set says.
void pack_limits(const System& system, NetworkData& net) {
  std::size_t first = 0;
  std::vector<double> strength, buckling_load;
  const auto put = [&](ColumnView given, std::size_t count, std::vector<double>& all) {
    if (given.empty()) return;
    all.resize(usize(net.spring_count), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < count; ++i) all[first + i] = at(given, i);
  };
  for (const SpringSet& set : system.springs) {
    const SpringColumns columns = columns_of(system, set);
    put(columns.strength, set.ends.size(), strength);
    put(columns.buckling_load, set.ends.size(), buckling_load);
    first += set.ends.size();
  }
  net.strength = std::move(strength);
  net.buckling_load = std::move(buckling_load);
}

// Springs that are broken or permanently longer from the start.
void pack_damage(const System& system, NetworkData& net) {
  std::size_t first = 0;
  std::vector<double> plastic;  // these two in the user's order
  const std::vector<unsigned char> broken = broken_springs(system);
  for (const SpringSet& set : system.springs) {
    const ColumnView column = set.plastic_elongation;
    if (!column.empty()) plastic.resize(usize(net.spring_count));
    for (std::size_t i = 0; !column.empty() && i < set.ends.size(); ++i)
      plastic[first + i] = at(column, i);
    first += set.ends.size();
  }
  if (broken.empty() && plastic.empty()) return;
  keep_given(net);
  if (!broken.empty()) net.broken.resize(broken.size());
  for (std::size_t s = 0; s < usize(net.spring_count); ++s) {
    const std::size_t user = usize(net.spring_user[s]);
    if (!broken.empty()) net.broken[s] = broken[user];
    if (!plastic.empty()) net.given.plastic[s] = plastic[user];
    refresh_spring(net, s);
  }
}

// Springs of sets that are muscles; at first with their factors at the start time.
void pack_muscles(const System& system, NetworkData& net) {
  int first = 0;
  std::vector<int> muscle_of;  // user's order
  for (const SpringSet& set : system.springs) {
    const int count = static_cast<int>(set.ends.size());
    if (const Active* active = columns_of(system, set).active; active != nullptr && count > 0) {
      muscle_of.resize(usize(net.spring_count), -1);
      std::fill_n(muscle_of.begin() + first, count, static_cast<int>(net.muscles.size()));
      net.muscles.push_back({{}, active->stiffness, active->rest_length});
    }
    first += count;
  }
  if (net.muscles.empty()) return;
  for (int s = 0; s < net.spring_count; ++s)
    if (const int muscle = muscle_of[net.spring_user[s]]; muscle >= 0)
      net.muscles[muscle].springs.push_back(s);
  keep_given(net);
  set_muscles(net, start_time(system));
}

// Faces, what presses on them and the wind, as they are at the start time.
void pack_faces(const System& system, NetworkData& net) {
  FaceData& faces = net.faces;
  const std::size_t n = usize(net.node_count);
  if (system.faces.count() > 0) {
    std::vector<int> nodes, corner_start(n + 1, 0), corner(system.faces.nodes.size());
    for (int node : system.faces.nodes) nodes.push_back(net.node_rank[node]);
    for (int node : nodes) ++corner_start[usize(node) + 1];
    for (std::size_t i = 0; i < n; ++i) corner_start[i + 1] += corner_start[i];
    std::vector<int> next(corner_start.begin(), corner_start.end() - 1);
    for (std::size_t c = 0; c < nodes.size(); ++c) corner[next[nodes[c]]++] = static_cast<int>(c);
    faces.start = system.faces.start;
    faces.nodes = std::move(nodes);
    faces.corner_start = std::move(corner_start);
    faces.corner = std::move(corner);
  }
  std::vector<FacePressure> pressures;
  for (const Load& load : system.loads)
    if (load.pressure && !load.faces.empty()) pressures.push_back({load.faces, *load.pressure});
  if (!pressures.empty()) faces.pressure.resize(usize(faces.count()), 0.0);
  faces.pressures = std::move(pressures);
  faces.wind = system.wind;
  if (!system.nodes.area.empty()) {
    std::vector<double> area(n);
    for (std::size_t i = 0; i < n; ++i) area[i] = at(system.nodes.area, usize(net.node_user[i]));
    // Where there is a face, it stands for its corners.
    for (int face = 0; face < faces.count(); ++face) {
      const int begin = faces.start[face], end = faces.start[usize(face) + 1];
      if (!(net.dimension == 2 ? meets_wind<2>(end - begin) : meets_wind<3>(end - begin))) continue;
      for (int c = begin; c < end; ++c) area[faces.nodes[c]] = 0.0;
    }
    faces.node_area = std::move(area);
  }
  set_face_actions(faces, start_time(system));
}

// Springs that yield, creep or break.
void pack_histories(const System& system, NetworkData& net) {
  // The columns of each set, and the set of each spring.
  std::vector<SpringColumns> sets;
  std::vector<int> first;
  int count = 0;
  bool any = false;
  for (const SpringSet& set : system.springs) {
    sets.push_back(columns_of(system, set));
    first.push_back(count);
    count += static_cast<int>(set.ends.size());
    any |= sets.back().yield || sets.back().viscous || sets.back().breaks;
    any |= !sets.back().broken.empty();
  }
  if (!any) return;
  std::vector<YieldSpring> yields;
  std::vector<MaxwellSpring> maxwells;
  std::vector<BreakSpring> breaks;
  for (int s = 0; s < net.spring_count; ++s) {
    const auto next = std::upper_bound(first.begin(), first.end(), net.spring_user[s]);
    const auto number = usize(next - first.begin()) - 1;
    const SpringColumns& set = sets[number];
    const bool broken = net.is_broken(usize(s));
    const auto i = usize(net.spring_user[s] - first[number]);
    const bool kept = !net.given.stiffness.empty();
    const double k = kept ? net.given.stiffness[s] : net.stiffness[s];
    const double l0 = kept ? net.given.rest_length[s] : net.rest_length[s];
    if (const Yield* yield = set.yield)
      yields.push_back(
          {.spring = s,
           .law = set.law,
           .ratio = at(yield->hardening, i, 0),
           .first = yield->force.empty() ? k * l0 * at(yield->strain, i, 0) : at(yield->force, i),
           .hardened = at(set.hardening_force, i, 0)});
    if (const Viscous* viscous = set.viscous;
        viscous != nullptr && at(viscous->stiffness, i, 0) > 0)
      maxwells.push_back({.spring = s,
                          .stiffness = at(viscous->stiffness, i),
                          .viscosity = viscous->viscosity.empty()
                                           ? at(viscous->stiffness, i) * at(viscous->time, i, 0)
                                           : at(viscous->viscosity, i),
                          .tension = broken ? 0.0 : at(set.viscous_tension, i, 0)});
    if (const Break* limit = set.breaks)
      breaks.push_back(
          {.spring = s,
           .law = set.law,
           .limit = limit->force.empty() ? at(limit->strain, i, 0) : at(limit->force, i),
           .of_strain = limit->force.empty(),
           .compression = limit->compression});
    else if (broken)
      breaks.push_back({s, set.law, HUGE_VAL, false, false});
  }
  net.yields = std::move(yields);
  net.maxwells = std::move(maxwells);
  net.breaks = std::move(breaks);
}

}  // namespace

void build_incidence(NetworkData& net) {
  const std::size_t n = usize(net.node_count), m = usize(net.spring_count);
  std::vector<int> start(n + 1, 0), incident(2 * m);
  for (std::size_t s = 0; s < m; ++s) {
    ++start[usize(net.a[s]) + 1];
    ++start[usize(net.b[s]) + 1];
  }
  for (std::size_t i = 0; i < n; ++i) start[i + 1] += start[i];
  std::vector<int> next(start.begin(), start.end() - 1);
  for (std::size_t s = 0; s < m; ++s) {
    incident[next[net.a[s]]++] = static_cast<int>(s);
    incident[next[net.b[s]]++] = static_cast<int>(s);
  }
  net.incidence_start = std::move(start);
  net.incident = std::move(incident);
}

// Row i holds the node itself and each neighbour once, however many springs lead there.
void build_pattern(NetworkData& net) {
  const std::size_t n = usize(net.node_count), m = usize(net.spring_count);
  std::vector<int> row_start(n + 1, 0), column, diagonal(n), slot_ab(m), slot_ba(m);
  column.reserve(n + 2 * m);
  std::vector<std::pair<int, int>> row;  // (neighbour, spring)
  for (std::size_t i = 0; i < n; ++i) {
    const int node = static_cast<int>(i);
    row.clear();
    row.emplace_back(node, -1);
    for (int e = net.incidence_start[i]; e < net.incidence_start[i + 1]; ++e) {
      const int s = net.incident[e];
      row.emplace_back(net.a[s] == node ? net.b[s] : net.a[s], s);
    }
    std::sort(row.begin(), row.end());
    int last = -1;
    for (const auto& [neighbour, s] : row) {
      if (neighbour != last) column.push_back(neighbour);
      last = neighbour;
      const int slot = static_cast<int>(column.size()) - 1;
      if (s < 0)
        diagonal[i] = slot;
      else if (net.a[s] == node)
        slot_ab[s] = slot;
      else
        slot_ba[s] = slot;
    }
    row_start[i + 1] = static_cast<int>(column.size());
  }
  column.shrink_to_fit();
  net.row_start = std::move(row_start);
  net.column = std::move(column);
  net.diagonal = std::move(diagonal);
  net.slot_ab = std::move(slot_ab);
  net.slot_ba = std::move(slot_ba);
}

namespace {

template <int D>
double drawn_length(const NetworkData& net, int s) {
  const double* x = net.position.data();
  return length(spring_vector(load<D>(x, net.a[s]), load<D>(x, net.b[s]), NoOffset{}));
}

// How stiff the springs from first_shaped on are about their drawn and rest lengths; |k| where
// their law has no tangent there.
std::vector<double> shaped_stiffness(const NetworkData& net) {
  std::vector<double> result;
  CustomSprings custom_springs(net);
  ThreadPool one_thread(1);
  const CustomValue* custom = custom_springs.at(net.position.data(), one_thread);
  for (int s = net.first_shaped; s < net.spring_count; ++s) {
    const double k = net.stiffness[s], l0 = net.rest_length[s];
    double largest = 0;
    const auto offer = [&](double tangent) {
      if (std::isfinite(tangent)) largest = std::max(largest, std::abs(tangent));
    };
    if (s >= net.first_custom) {
      offer(custom[s - net.first_custom].tangent);
    } else {
      const double drawn = net.dimension == 2 ? drawn_length<2>(net, s) : drawn_length<3>(net, s);
      for (double l : {drawn, l0}) offer(evaluate<Law::table>(l, k, l0, net.curve_of(s)).tangent);
    }
    result.push_back(largest > 0 ? largest : std::abs(k));
  }
  return result;
}

template <class Array>
std::size_t bytes(const Array& v) {
  return v.size() * sizeof(v[0]);
}

}  // namespace

void derive_scales(NetworkData& net) {
  const std::size_t n = usize(net.node_count), d = usize(net.dimension);
  const std::vector<double> shaped = shaped_stiffness(net);
  net.node_stiffness.assign(n, 0.0);
  double largest = 0.0;
  for (std::size_t s = 0; s < usize(net.spring_count); ++s) {
    const double k = static_cast<int>(s) < net.first_shaped ? std::abs(net.stiffness[s])
                                                            : shaped[s - usize(net.first_shaped)];
    net.node_stiffness[net.a[s]] += k;
    net.node_stiffness[net.b[s]] += k;
    largest = std::max(largest, k);
  }
  net.stiffness_scale = largest > 0.0 ? largest : 1.0;
  double total = 0.0;
  for (std::size_t s = 0; s < usize(net.spring_count); ++s) {
    double squared = 0.0;
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double along =
          net.position[usize(net.b[s]) * d + axis] - net.position[usize(net.a[s]) * d + axis];
      squared += along * along;
    }
    total += std::max(std::sqrt(squared), net.rest_length[s]);
  }
  if (total > 0.0) net.length_scale = total / net.spring_count;
  net.constrained = net.fixed;
  for (std::size_t i = 0; i < n; ++i) {
    if (net.node_stiffness[i] == 0.0) net.node_stiffness[i] = net.stiffness_scale;
    bool joined = false;
    for (int e = net.incidence_start[i]; !joined && e < net.incidence_start[i + 1]; ++e)
      joined = !net.is_broken(usize(net.incident[e]));
    if (!joined)
      for (std::size_t axis = 0; axis < d; ++axis) net.constrained[i * d + axis] = 1;
  }
}

std::shared_ptr<NetworkData> compile_data(const System& system, bool matrices,
                                          Validated validated) {
  refuse_if_too_large(size_of(system));
  if (validated == Validated::no) require_valid(system);
  auto net = std::make_shared<NetworkData>();
  net->dimension = system.dimension;
  net->node_count = system.node_count();
  net->node_name = system.nodes.name;
  {
    const DrawnSprings springs = resolve_all(system);
    net->node_user = local_node_order(net->node_count, springs.a, springs.b);
    net->node_rank = compiled_of(net->node_user);
    order_springs(springs, *net);
    pack_springs(springs, *net);
    pack_shapes(system, *net);
  }
  pack_nodes(system, *net);
  pack_loads(system, *net);
  pack_limits(system, *net);
  build_incidence(*net);
  if (matrices) build_pattern(*net);
  pack_damage(system, *net);
  derive_scales(*net);
  pack_muscles(system, *net);
  pack_histories(system, *net);
  pack_faces(system, *net);
  net->solids = solids_of(system, net->length_scale);
  return net;
}

Network compile(const System& system, Validated validated) {
  return Network(compile_data(system, true, validated));
}

Network::Network(std::shared_ptr<const NetworkData> data) : data_(std::move(data)) {}
int Network::dimension() const { return data_->dimension; }
int Network::node_count() const { return data_->node_count; }
int Network::spring_count() const { return data_->spring_count; }

std::size_t Network::memory() const {
  const NetworkData& n = *data_;
  std::size_t curves = bytes(n.curves);
  for (const Curve& curve : n.curves) curves += bytes(curve.rows);
  return bytes(n.a) + bytes(n.b) + bytes(n.stiffness) + bytes(n.rest_length) + bytes(n.position) +
         bytes(n.start) + bytes(n.mass) + bytes(n.load) + bytes(n.external) + bytes(n.fixed) +
         bytes(n.constrained) + bytes(n.node_stiffness) + bytes(n.incidence_start) +
         bytes(n.incident) + bytes(n.row_start) + bytes(n.column) + bytes(n.diagonal) +
         bytes(n.slot_ab) + bytes(n.slot_ba) + bytes(n.strength) + bytes(n.buckling_load) +
         bytes(n.node_user) + bytes(n.node_rank) + bytes(n.spring_user) + bytes(n.shape) + curves;
}

}  // namespace tensio
