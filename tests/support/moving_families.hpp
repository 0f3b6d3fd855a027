// Families of random scenes on which implicit motion is judged: nets of every family of
// families.hpp, cloth, hair, shells and soft bodies, each with a random choice of damping, drag,
// yielding, creeping and breaking springs, obstacles with friction, and a first velocity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/index.hpp"
#include "core/random.hpp"
#include "support/families.hpp"
#include "tensio/scenes/bodies.hpp"
#include "tensio/scenes/parts.hpp"
#include "tensio/scenes/rods.hpp"

namespace tensio::testing {

enum class MovingKind {
  net,     ///< of one of the families of families.hpp
  convex,  ///< cables and force densities only: the energy is convex
  cloth,
  hair,
  shell,
  soft_body,
};
inline constexpr int kMovingKindCount = 6;

inline const char* to_string(MovingKind kind) {
  constexpr const char* names[] = {"net", "convex", "cloth", "hair", "shell", "soft body"};
  return names[static_cast<int>(kind)];
}

struct MovingScene {
  MovingKind kind = MovingKind::net;
  System system = {};
  bool convex = false;     ///< its energy, without obstacles
  bool autonomous = true;  ///< nothing acts that depends on the time
};

class MovingFamily {
 public:
  explicit MovingFamily(std::uint64_t seed) : random_(seed * 1000003 + 71) {
    scene_.kind = static_cast<MovingKind>(seed % kMovingKindCount);
    scene_.system = base(seed / kMovingKindCount);
  }

  MovingScene make() {
    System& net = scene_.system;
    scene_.convex = scene_.kind == MovingKind::convex;
    net.title = std::string("random motion: ") + to_string(scene_.kind);
    net.simulation.reset();
    give_mass();
    if (chance(2)) net.gravity[usize(net.dimension - 1)] = -9.81;
    if (chance(3)) net.drag = random_.uniform(0, 2);
    if (chance(2)) throw_it();
    for (SpringSet& set : net.springs) change(set);
    if (chance(3)) add_obstacles();
    return scene_;
  }

 private:
  bool chance(int one_in) { return random_.index(one_in) == 0; }
  double power_of_ten(double low, double high) {
    return std::pow(10.0, random_.uniform(low, high));
  }

  System base(std::uint64_t seed) {
    switch (scene_.kind) {
      case MovingKind::net:
        return family_net(static_cast<Family>(random_.index(kFamilyCount)), seed);
      case MovingKind::convex: return convex_net(seed);
      case MovingKind::cloth: return cloth();
      case MovingKind::hair: return hair();
      case MovingKind::shell: return shell();
      case MovingKind::soft_body: break;
    }
    return soft_body();
  }

  // Cables and springs of zero length.
  System convex_net(std::uint64_t seed) {
    System net = family_net(Family::slack, seed);
    if (chance(2)) {
      SpringSet& set = net.springs[0];
      set.law = Law::force_density;
      set.rest_length.clear();
    }
    return net;
  }

  System cloth() {
    scenes::Cloth options;
    options.columns = 4 + random_.index(8);
    options.stiffness = power_of_ten(1, 4);
    // Thin compared with its cells.
    options.bending_stiffness = chance(2) ? 1e-4 * random_.uniform() * options.stiffness / 16 : 0.0;
    System net = scenes::cloth(options);
    Fixed corners;
    for (int node : {0, options.columns})
      if (chance(2)) corners.nodes.push_back(node);
    if (!corners.nodes.empty()) net.nodes.fixed = {corners};
    return net;
  }

  System hair() {
    scenes::Hair options;
    options.dimension = 2 + random_.index(2);
    options.strands = 1 + random_.index(4);
    options.segments = 4 + random_.index(10);
    if (chance(3)) {
      options.curl_radius = 0.005;
      options.curl_pitch = 0.1;
      options.segments += 10;
    }
    System net = scenes::hair(options);
    net.nodes.fixed = {Fixed{.nodes = group(net, "roots")}};
    return net;
  }

  System shell() {
    scenes::Shell options;
    options.segments = 3 + random_.index(4);
    options.youngs_modulus = power_of_ten(5, 10);
    constexpr scenes::Shell::Bending kinds[] = {scenes::Shell::Bending::layers,
                                                scenes::Shell::Bending::hinges,
                                                scenes::Shell::Bending::none};
    options.bending = kinds[random_.index(3)];
    if (chance(2)) options.shape = scenes::Shell::Shape::cap;
    System net = scenes::shell(options);
    if (chance(2)) net.nodes.fixed = {Fixed{.nodes = group(net, "rim")}};
    return net;
  }

  System soft_body() {
    scenes::SoftBody options;
    options.size = {random_.uniform(0.3, 0.8), 0.3, 0.3};
    options.cell = random_.uniform(0.12, 0.15);
    options.youngs_modulus = power_of_ten(3, 7);
    return scenes::soft_body(options);
  }

  static std::vector<int> group(const System& net, const char* name) {
    for (const Group& each : net.groups)
      if (each.name == name) return each.members;
    return {};
  }

  // Nets of families.hpp may be weightless.
  void give_mass() {
    System& net = scene_.system;
    if (scene_.kind != MovingKind::net && scene_.kind != MovingKind::convex) return;
    net.nodes.mass.clear();
    const bool uneven = chance(3);
    for (int i = 0; i < net.node_count(); ++i)
      net.nodes.mass.push_back(uneven ? power_of_ten(-3, 0) : 0.05);
  }

  // A first velocity that makes the net move by about its size in ten steps or more.
  void throw_it() {
    System& net = scene_.system;
    const double speed = power_of_ten(-1, 1);
    net.nodes.velocity.clear();
    std::vector<double> common;
    for (int axis = 0; axis < net.dimension; ++axis)
      common.push_back(random_.uniform(-speed, speed));
    for (int i = 0; i < net.node_count(); ++i)
      for (int axis = 0; axis < net.dimension; ++axis)
        net.nodes.velocity.push_back(common[usize(axis)] + 0.1 * random_.uniform(-speed, speed));
  }

  void change(SpringSet& set) {
    const Law law = set.law.value_or(Law::linear);
    if (chance(3) && law != Law::constant_tension) set.damping_time = {power_of_ten(-4, -1)};
    const bool elastic = law == Law::linear || law == Law::cable || law == Law::strut;
    const bool has_length = set.rest_length.empty() ||
                            *std::min_element(set.rest_length.begin(), set.rest_length.end()) > 0;
    // What has a memory is not the same energy in the next step.
    if (scene_.kind == MovingKind::convex || !elastic || !has_length) return;
    if (chance(6)) set.viscous = Viscous{.stiffness = {power_of_ten(-1, 2)}, .time = {0.01}};
    if (chance(4))
      set.yield =
          Yield{.strain = {random_.uniform(0.02, 0.3)}, .hardening = {random_.uniform(0, 0.5)}};
    if (chance(4))
      set.breaks = Break{.strain = {random_.uniform(0.05, 1)}, .compression = chance(3)};
  }

  // A plane or a ball near the lower end of the net.
  void add_obstacles() {
    System& net = scene_.system;
    const int d = net.dimension;
    std::vector<double> low(usize(d), std::numeric_limits<double>::infinity()),
        high(usize(d), -low[0]);
    const std::vector<double>& x = net.nodes.start.empty() ? net.nodes.position : net.nodes.start;
    for (std::size_t i = 0; i < x.size(); ++i) {
      low[i % usize(d)] = std::min(low[i % usize(d)], x[i]);
      high[i % usize(d)] = std::max(high[i % usize(d)], x[i]);
    }
    double size = 0;
    for (int axis = 0; axis < d; ++axis)
      size = std::max(size, high[usize(axis)] - low[usize(axis)]);
    // All nodes may start on one point.
    if (size == 0) size = 1;
    Obstacle obstacle;
    obstacle.friction = chance(2) ? random_.uniform(0, 1) : 0.0;
    for (int axis = 0; axis < d; ++axis)
      obstacle.point.push_back((low[usize(axis)] + high[usize(axis)]) / 2);
    if (chance(2)) {
      obstacle.kind = Obstacle::Kind::sphere;
      obstacle.radius = size * random_.uniform(0.1, 0.5);
      obstacle.point.back() = low.back() - obstacle.radius - 0.05 * size;
    } else {
      obstacle.normal.assign(usize(d), 0.0);
      obstacle.normal[0] = random_.uniform(-0.3, 0.3);
      obstacle.normal.back() = 1;
      obstacle.point.back() = low.back() - 0.3 * size;
    }
    net.obstacles = {obstacle};
  }

  Random random_;
  MovingScene scene_;
};

inline MovingScene moving_scene(std::uint64_t seed) { return MovingFamily(seed).make(); }

}  // namespace tensio::testing
