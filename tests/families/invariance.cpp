// The same net in other forms: turned, mirrored, renumbered, shifted, in other units.
//
//   tensio_invariance [SCENES]
//
// Each scene that starts near a stable rest state must give the same lengths, tensions and
// reactions to 1e-9; flat, coincident and random starts must give the same verdict. Exit status 1
// where one does not; each is named.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/index.hpp"
#include "support/families.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio::testing {
namespace {

enum class Change { turn, mirror, renumber, shift, units };
constexpr int kChanges = 5;
const char* name_of(Change change) {
  constexpr const char* names[] = {"turned", "mirrored", "renumbered", "shifted", "in other units"};
  return names[static_cast<int>(change)];
}

using Matrix = std::array<std::array<double, 3>, 3>;

// A net in another form, and the map of its results to the original.
struct Transformed {
  System net = {};
  Matrix axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows: the old axes in the new ones
  std::vector<int> node = {}, spring = {};            // new index of the old one
  double length = 1, force = 1;                       // new numbers over old ones
};

// Each row of `values` turned, in place.
void turn_rows(const Matrix& axes, int d, std::vector<double>& values) {
  for (std::size_t i = 0; i + usize(d) <= values.size(); i += usize(d)) {
    std::array<double, 3> row = {};
    for (int a = 0; a < d; ++a)
      for (int b = 0; b < d; ++b) row[usize(a)] += axes[usize(a)][usize(b)] * values[i + usize(b)];
    for (int a = 0; a < d; ++a) values[i + usize(a)] = row[usize(a)];
  }
}

// A random turn from three random vectors made orthogonal; det 1 is not needed.
Matrix random_turn(Random& random, int d) {
  Matrix m = {};
  for (int i = 0; i < 3; ++i) m[usize(i)][usize(i)] = 1;
  for (int i = 0; i < d; ++i) {
    for (int j = 0; j < d; ++j) m[usize(i)][usize(j)] = random.uniform(-1, 1);
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < i; ++k) {
        double dot = 0;
        for (std::size_t j = 0; j < 3; ++j) dot += m[usize(i)][j] * m[usize(k)][j];
        for (std::size_t j = 0; j < 3; ++j) m[usize(i)][j] -= dot * m[usize(k)][j];
      }
    double norm = 0;
    for (double each : m[usize(i)]) norm += each * each;
    for (double& each : m[usize(i)]) each /= std::sqrt(norm);
  }
  return m;
}

void turn(Transformed& reported, const Matrix& axes) {
  const int d = reported.net.dimension;
  reported.axes = axes;
  turn_rows(axes, d, reported.net.nodes.position);
  turn_rows(axes, d, reported.net.nodes.start);
  for (Load& load : reported.net.loads) turn_rows(axes, d, load.force);
  std::vector<double> gravity(reported.net.gravity.begin(), reported.net.gravity.begin() + d);
  turn_rows(axes, d, gravity);
  std::copy(gravity.begin(), gravity.end(), reported.net.gravity.begin());
}

std::vector<int> shuffled(Random& random, int count) {
  std::vector<int> order(usize(count));
  std::iota(order.begin(), order.end(), 0);
  for (int i = count - 1; i > 0; --i) std::swap(order[usize(i)], order[usize(random.index(i + 1))]);
  return order;
}

void renumber(Transformed& reported, Random& random) {
  System& net = reported.net;
  const System old = net;
  const std::size_t d = usize(net.dimension);
  reported.node = shuffled(random, net.node_count());
  for (int i = 0; i < net.node_count(); ++i)
    for (std::size_t axis = 0; axis < d; ++axis) {
      net.nodes.position[usize(reported.node[usize(i)]) * d + axis] =
          old.nodes.position[usize(i) * d + axis];
      if (!old.nodes.start.empty())
        net.nodes.start[usize(reported.node[usize(i)]) * d + axis] =
            old.nodes.start[usize(i) * d + axis];
    }
  for (Fixed& fixed : net.nodes.fixed)
    for (int& node : fixed.nodes) node = reported.node[usize(node)];
  for (Load& load : net.loads)
    for (int& node : load.nodes) node = reported.node[usize(node)];
  // Springs within their sets, ends swapped now and then.
  int first = 0;
  for (std::size_t s = 0; s < net.springs.size(); ++s) {
    SpringSet& set = net.springs[s];
    const SpringSet& before = old.springs[s];
    const int count = static_cast<int>(set.ends.size());
    const std::vector<int> order = shuffled(random, count);
    for (int i = 0; i < count; ++i) {
      const std::size_t to = usize(order[usize(i)]);
      set.ends[to] = {reported.node[usize(before.ends[usize(i)][0])],
                      reported.node[usize(before.ends[usize(i)][1])]};
      if (random.index(2)) std::swap(set.ends[to][0], set.ends[to][1]);
      if (set.stiffness.size() > 1) set.stiffness[to] = before.stiffness[usize(i)];
      if (set.rest_length.size() > 1) set.rest_length[to] = before.rest_length[usize(i)];
      reported.spring[usize(first + i)] = first + order[usize(i)];
    }
    first += count;
  }
}

void other_units(Transformed& reported, double length, double force) {
  System& net = reported.net;
  reported.length = length;
  reported.force = force;
  for (double& x : net.nodes.position) x *= length;
  for (double& x : net.nodes.start) x *= length;
  for (Load& load : net.loads)
    for (double& f : load.force) f *= force;
  for (double& m : net.nodes.mass) m *= force;
  for (SpringSet& set : net.springs) {
    for (double& k : set.stiffness) k *= force / length;
    for (double& l : set.rest_length) l *= length;
    double power = 1;
    for (double& c : set.coefficients) {
      c *= power;
      power /= length;
    }
    for (auto& point : set.points)
      for (double& each : point) each *= length;
  }
}

Transformed report(const System& net, Change change, Random& random) {
  Transformed reported{.net = net};
  reported.node.resize(usize(net.node_count()));
  std::iota(reported.node.begin(), reported.node.end(), 0);
  reported.spring.resize(usize(net.spring_count()));
  std::iota(reported.spring.begin(), reported.spring.end(), 0);
  switch (change) {
    case Change::turn: turn(reported, random_turn(random, net.dimension)); break;
    case Change::mirror: {
      Matrix axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
      const std::size_t axis = usize(random.index(net.dimension));
      axes[axis][axis] = -1;
      turn(reported, axes);
      break;
    }
    case Change::renumber: renumber(reported, random); break;
    case Change::shift:
      for (double& x : reported.net.nodes.position) x += 1000;
      for (double& x : reported.net.nodes.start) x += 1000;
      break;
    case Change::units: other_units(reported, 1000, 0.01); break;
  }
  return reported;
}

double largest(const std::vector<double>& values) {
  double result = 0;
  for (double value : values) result = std::max(result, std::abs(value));
  return result;
}

// The largest difference of lengths, tensions and reactions: of lengths in units of the largest, of
// forces in units of the largest tension or, in nets without stress, of a softest spring's k l.
double difference(const Equilibrium& a, const Equilibrium& b, const Transformed& reported) {
  double worst = 0;
  double softest = std::numeric_limits<double>::infinity();
  for (const SpringSet& set : reported.net.springs)
    for (double k : set.stiffness)
      softest = std::min(softest, k * reported.length / reported.force);
  const double length = largest(a.length), tension = std::max(largest(a.tension), softest * length);
  for (std::size_t s = 0; s < a.length.size(); ++s) {
    const std::size_t to = usize(reported.spring[s]);
    worst = std::max(worst, std::abs(b.length[to] / reported.length - a.length[s]) / length);
    worst = std::max(worst, std::abs(b.tension[to] / reported.force - a.tension[s]) / tension);
  }
  const int d = reported.net.dimension;
  std::vector<double> reaction = a.reaction;
  turn_rows(reported.axes, d, reaction);
  for (std::size_t i = 0; i < reaction.size(); ++i) {
    const std::size_t to = usize(reported.node[i / usize(d)]) * usize(d) + i % usize(d);
    worst = std::max(worst, std::abs(b.reaction[to] / reported.force - reaction[i]) / tension);
  }
  return worst;
}

// Rollers hold an axis of the drawing, which a turn would take along.
void drop_rollers(System& net) {
  std::erase_if(net.nodes.fixed, [](const Fixed& fixed) { return fixed.axes != kAllAxes; });
}

// Whether a rest state is firm: elsewhere lengths depend on the last digits of the forces.
bool is_firm(const Equilibrium& rest) {
  if (!rest.converged() || !rest.report.modes->stable() || rest.report.modes->neutral())
    return false;
  // Springs pulled to a point show it only by their point's size.
  for (double length : rest.length)
    if (length < 1e-3) return false;
  return rest.report.lowest_stiffness.value_or(1) >= 1e-4;
}

// A scene that starts near a firm rest state; false where the family's net has none. The start may
// lead to another one, where more cables are slack: that must be firm too.
bool near_rest(Family family, std::uint64_t seed, System& net) {
  net = family_net(family, seed);
  drop_rollers(net);
  const Equilibrium rest = solve_equilibrium(net);
  if (!is_firm(rest)) return false;
  Random random(seed);
  net.nodes.start = rest.state.position;
  for (double& x : net.nodes.start) x += random.uniform(-1e-3, 1e-3);
  return is_firm(solve_equilibrium(net));
}

int run(int scenes) {
  constexpr Family near[] = {Family::near,      Family::random,  Family::frustrated,
                             Family::loaded,    Family::slack,   Family::tensegrity,
                             Family::free_body, Family::all_laws};
  constexpr Family any[] = {Family::flat, Family::coincident, Family::random};
  int failed = 0, compared = 0, judged = 0;
  double worst = 0;
  EquilibriumOptions options;
  options.threads = 1;
  for (std::uint64_t seed = 0; compared < scenes; ++seed) {
    const Family family = near[seed % std::size(near)];
    System net = {};
    if (!near_rest(family, seed + 5000, net)) continue;
    const auto change = static_cast<Change>(compared++ % kChanges);
    Random random(seed + 99);
    const Transformed reported = report(net, change, random);
    const Equilibrium a = solve_equilibrium(net, options),
                      b = solve_equilibrium(reported.net, options);
    const double off = difference(a, b, reported);
    worst = std::max(worst, off);
    if (a.converged() && b.converged() && off <= 1e-9) continue;
    ++failed;
    fmt::print("{} {}, {}: differs by {:.2g} ({}, {})\n", to_string(family), seed + 5000,
               name_of(change), off, tensio::to_string(a.report.status),
               tensio::to_string(b.report.status));
  }
  for (std::uint64_t seed = 0; judged < scenes; ++seed, ++judged) {
    const Family family = any[seed % std::size(any)];
    System net = family_net(family, seed);
    drop_rollers(net);
    Random random(seed + 99);
    const auto change = static_cast<Change>(seed / std::size(any) % kChanges);
    const Transformed reported = report(net, change, random);
    const Equilibrium a = solve_equilibrium(net, options),
                      b = solve_equilibrium(reported.net, options);
    const auto verdict = [](const Equilibrium& rest) {
      return std::pair(rest.report.status, rest.report.modes && rest.report.modes->stable());
    };
    if (verdict(a) == verdict(b)) continue;
    ++failed;
    fmt::print("{} {}, {}: {} and {}\n", to_string(family), seed, name_of(change),
               tensio::to_string(a.report.status), tensio::to_string(b.report.status));
  }
  fmt::print("{} scenes near rest differ by {:.2g} at most; {} verdicts compared; {} failed\n",
             compared, worst, judged, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tensio::testing

int main(int count, char** words) {
  return tensio::testing::run(count > 1 ? std::atoi(words[1]) : 1000);
}
