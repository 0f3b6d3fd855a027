// Nets that many tests share.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "tensio/model/system.hpp"

namespace tensio::testing {

/// The example of SpringSys: two free masses between four fixed ones.
inline System springsys(double shift = 0) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 0, 1, 1, 1, 1, 0, -0.5, -1, 2, 2};
  for (double& x : net.nodes.position) x += shift;
  net.nodes.fixed = {{.nodes = {0, 1, 2, 3}}};
  net.springs = {
      {.ends = {{0, 4}, {1, 4}, {4, 5}, {2, 5}, {3, 5}}, .stiffness = {1}, .rest_length = {0.2}}};
  return net;
}

/// Two springs in a line in space, drawn at their rest lengths between two fixed nodes: nothing
/// resists the node between them sideways, so K is singular.
inline System unstressed_line() {
  System net;
  net.dimension = 3;
  net.nodes.position = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}};
  net.springs = {{.ends = {{0, 1}, {1, 2}}, .stiffness = {1}}};
  return net;
}

/// Two springs in a line, of 2 m and 3 m: the outer nodes are fixed, the one between them is free
/// along x. `set` says what the springs are made of.
inline System two_in_line(SpringSet set) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 2, 0, 5, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}, {.nodes = {1}, .axes = kAxisY}};
  set.ends = {{0, 1}, {1, 2}};
  net.springs = {set};
  return net;
}

/// A node of mass `mass`, 1 m along x from a fixed one, and a spring between them.
inline System mass_on_spring(double mass, SpringSet spring) {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 1, 0};
  net.nodes.mass = {mass};
  net.nodes.fixed = {{.nodes = {0}}};
  spring.ends = {{0, 1}};
  net.springs = {spring};
  return net;
}

/// 2 kg on a spring of 8 N/m and 1 m, pulled out by 0.3 m and thrown at 0.5 m/s along x. `spring`
/// says what more the spring has.
inline System oscillator(SpringSet spring = {}) {
  spring.stiffness = {8};
  spring.rest_length = {1};
  System net = mass_on_spring(2, spring);
  net.nodes.start = {0, 0, 1.3, 0};
  net.nodes.velocity = {0, 0, 0.5, 0};
  return net;
}

/// A column of springs pressed to a third of their length: K has negative eigenvalues across it,
/// and a large step leaves inertia too weak to hold them.
inline System pressed_column() {
  System net;
  net.dimension = 3;
  for (int i = 0; i < 12; ++i)
    net.nodes.position.insert(net.nodes.position.end(), {0.01 * (i % 3), 0.1 * i, 0.01 * (i % 2)});
  net.nodes.mass = {0.1};
  net.nodes.fixed = {{.nodes = {0, 11}}};
  net.springs = {{.stiffness = {400}, .rest_length = {0.3}}};
  for (int i = 0; i < 11; ++i) net.springs[0].ends.push_back({i, i + 1});
  return net;
}

/// A cloth of side x side nodes in space, 0.1 m apart and of 10 g each, a little uneven, under
/// gravity. The set `threads` joins neighbours, those along one diagonal too if asked.
inline System cloth_of_threads(int side, bool diagonals) {
  System net;
  net.dimension = 3;
  SpringSet set;
  set.name = "threads";
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int node = j * side + i;
      for (double c : {0.1 * i, 0.1 * j, 0.01 * ((i * j) % 3)}) net.nodes.position.push_back(c);
      if (i + 1 < side) set.ends.push_back({node, node + 1});
      if (j + 1 < side) set.ends.push_back({node, node + side});
      if (diagonals && i + 1 < side && j + 1 < side) set.ends.push_back({node, node + side + 1});
    }
  set.stiffness = {50};
  set.damping = {0.02};
  net.springs = {set};
  net.nodes.mass = {0.01};
  net.gravity = {0, 0, -9.81};
  return net;
}

/// Cloth of 1 m with diagonals, hung by two corners, and not quite flat: a flat one may fall to
/// either side of itself.
inline System hung_cloth(int side) {
  System net;
  net.dimension = 3;
  const double d = 1.0 / (side - 1);
  const auto id = [&](int i, int j) { return i * side + j; };
  SpringSet threads, diagonals;
  threads.name = "threads";
  threads.stiffness = {1e4};
  diagonals.stiffness = {1e3};
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const double bulge = 0.02 * std::sin(3.0 * i * d) * std::sin(2.0 * j * d);
      net.nodes.position.insert(net.nodes.position.end(), {j * d, -i * d, bulge});
      if (i + 1 < side) threads.ends.push_back({id(i, j), id(i + 1, j)});
      if (j + 1 < side) threads.ends.push_back({id(i, j), id(i, j + 1)});
      if (i + 1 == side || j + 1 == side) continue;
      diagonals.ends.push_back({id(i, j), id(i + 1, j + 1)});
      diagonals.ends.push_back({id(i + 1, j), id(i, j + 1)});
    }
  net.springs = {threads, diagonals};
  net.nodes.mass = {1.0 / (side * side)};
  net.nodes.fixed = {{.nodes = {0, side - 1}}};
  net.gravity = {0, 0, -9.81};
  return net;
}

/// A random connected net: a random tree plus chords, some of them double; random laws if asked.
struct RandomNet {
  int dimension = 3;
  int nodes = 20;
  int chords = 30;
  bool all_laws = false;
  int fixed = 3;
};

inline System random_net(Random& random, const RandomNet& wish) {
  System net;
  net.dimension = wish.dimension;
  for (int i = 0; i < wish.nodes * wish.dimension; ++i)
    net.nodes.position.push_back(random.uniform(-1, 1));
  std::vector<std::array<int, 2>> ends;
  for (int i = 1; i < wish.nodes; ++i) ends.push_back({random.index(i), i});
  for (int i = 0; i < wish.chords; ++i) {
    const int a = random.index(wish.nodes), b = random.index(wish.nodes);
    if (a != b) ends.push_back({a, b});
  }
  const int laws = wish.all_laws ? 5 : 1;  // those that need no more than k and l0
  for (int law = 0; law < laws; ++law) {
    SpringSet set;
    set.law = static_cast<Law>(law);
    for (std::size_t s = 0; s < ends.size(); ++s)
      if (static_cast<int>(s) % laws == law) {
        set.ends.push_back(ends[s]);
        set.stiffness.push_back(random.uniform(0.5, 2));
        if (set.law != Law::force_density) set.rest_length.push_back(random.uniform(0.2, 1));
      }
    if (!set.ends.empty()) net.springs.push_back(set);
  }
  Fixed fixed;
  for (int i = 0; i < wish.fixed && i < wish.nodes; ++i) fixed.nodes.push_back(i);
  if (wish.fixed > 0) net.nodes.fixed.push_back(fixed);
  return net;
}

/// T = k (e + e³), as a function.
inline CustomLaw hardening() {
  return each_spring([](double l, double k, double l0) {
    const double e = l - l0, square = e * e;
    return std::array<double, 3>{k * square * (0.5 + 0.25 * square), k * e * (1 + square),
                                 k * (1 + 3 * square)};
  });
}

/// The same with linear springs, from the first numbers of a seed.
inline System random_net(int dimension, int nodes, int chords, Random& random) {
  return random_net(random, {.dimension = dimension, .nodes = nodes, .chords = chords});
}

/// A random net of two sets of polynomial springs, two of table and two of custom ones, in both
/// forms of stiffness, and one of linear springs.
inline System curved_net(Random& random, RandomNet wish) {
  wish.all_laws = false;
  System net = random_net(random, wish);
  const SpringSet all = net.springs[0];
  net.springs.assign(7, {});
  for (std::size_t i = 0; i < all.ends.size(); ++i) {
    SpringSet& set = net.springs[i % 7];
    set.ends.push_back(all.ends[i]);
    (i % 7 == 1 || i % 7 == 3 ? set.axial_stiffness : set.stiffness).push_back(all.stiffness[i]);
    set.rest_length.push_back(all.rest_length[i]);
  }
  for (std::size_t i : {0, 1}) net.springs[i].law = Law::polynomial;
  net.springs[0].coefficients = {1, 0.2, 0.5};
  net.springs[1].coefficients = {1, 0, 0, 0, 0.3};
  for (std::size_t i : {2, 3}) net.springs[i].law = Law::table;
  net.springs[2].points = {{-0.5, -1}, {0, 0}, {0.3, 0.1}, {0.8, 2}};
  net.springs[3].points = {{-1, -0.5}, {0, 0}, {2, 3}, {3, 3}};
  for (std::size_t i : {4, 5}) net.springs[i].law = Law::custom;
  net.springs[4].custom = hardening();
  net.springs[5].custom = each_spring([](double l, double k, double l0) {
    return std::array<double, 3>{0.5 * k * (l - l0) * (l - l0), k * (l - l0), k};
  });
  return net;
}

/// A square net of side x side nodes in the plane z = 0, rim fixed, rest length = drawn x `slack`.
inline System square_net(int side, int dimension, double rest_ratio) {
  System net;
  net.dimension = dimension;
  Fixed rim;
  SpringSet set;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int node = j * side + i;
      net.nodes.position.push_back(i);
      net.nodes.position.push_back(j);
      if (dimension == 3) net.nodes.position.push_back(0);
      if (i == 0 || j == 0 || i == side - 1 || j == side - 1) rim.nodes.push_back(node);
      if (i + 1 < side) set.ends.push_back({node, node + 1});
      if (j + 1 < side) set.ends.push_back({node, node + side});
    }
  set.stiffness = {1};
  set.rest_length = {rest_ratio};
  net.springs = {set};
  net.nodes.fixed = {rim};
  return net;
}

/// The same net with `start` off the drawn shape by up to `amount` on every axis.
inline System perturbed(System net, double amount, std::uint64_t seed = 1) {
  Random random(seed);
  net.nodes.start = net.nodes.position;
  for (double& x : net.nodes.start) x += random.uniform(-amount, amount);
  return net;
}

}  // namespace tensio::testing
