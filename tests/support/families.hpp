// Families of random nets on which solvers are judged. Each net is well posed: its energy is
// bounded below, since every part with a net load has a support and springs that pull back.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/index.hpp"
#include "core/random.hpp"
#include "tensio/model/system.hpp"

namespace tensio::testing {

enum class Family {
  near,          ///< starts close to rest
  random,        ///< starts anywhere
  frustrated,    ///< rest lengths that do not fit together
  loaded,        ///< forces and weights of the size of the springs' own, starts anywhere
  slack,         ///< cables, many of them slack, with loads
  tensegrity,    ///< cables, struts and bars together
  free_body,     ///< no support at all, one to three parts
  flat,          ///< exactly flat or straight, and too long for its frame: must buckle
  coincident,    ///< many nodes start on one point; some rest lengths are zero
  stiff,         ///< stiffnesses from 1 to 1e8 in one net
  stiff_loaded,  ///< the same with cables and loads
  all_laws,      ///< every law of scene files
};
inline constexpr int kFamilyCount = 12;

inline const char* to_string(Family family) {
  constexpr const char* names[] = {"near",       "random",     "frustrated",   "loaded",
                                   "slack",      "tensegrity", "free",         "flat",
                                   "coincident", "stiff",      "stiff loaded", "all laws"};
  return names[static_cast<int>(family)];
}

class FamilyNet {
 public:
  FamilyNet(Family family, std::uint64_t seed)
      : family_(family), random_(seed * 1000003 + static_cast<std::uint64_t>(family) * 7919 + 17) {}

  System make() {
    net_.dimension = 2 + random_.index(2);
    if (family_ == Family::flat) return flat();
    const int nodes = 5 + random_.index(36);
    draw(nodes);
    join(nodes);
    rest_lengths();
    if (family_ != Family::free_body) hold(nodes);
    if (family_ == Family::loaded || family_ == Family::slack || family_ == Family::tensegrity ||
        family_ == Family::stiff_loaded || family_ == Family::all_laws)
      load(nodes);
    start(nodes);
    return net_;
  }

 private:
  int d() const { return net_.dimension; }

  void draw(int nodes) {
    for (int i = 0; i < nodes * d(); ++i) net_.nodes.position.push_back(random_.uniform(-1, 1));
  }

  Law law_of_spring() {
    switch (family_) {
      case Family::slack: return Law::cable;
      case Family::stiff_loaded: return random_.index(2) ? Law::cable : Law::linear;
      case Family::tensegrity: {
        constexpr Law laws[] = {Law::cable, Law::cable, Law::strut, Law::linear};
        return laws[random_.index(4)];
      }
      case Family::all_laws: {
        constexpr Law laws[] = {Law::linear,          Law::cable,      Law::strut,
                                Law::force_density,   Law::polynomial, Law::table,
                                Law::constant_tension};
        return laws[random_.index(kLawCount > 5 ? 7 : 4)];
      }
      default: return Law::linear;
    }
  }

  // A random tree, whose springs pull at any length, plus chords.
  void join(int nodes) {
    const int parts = family_ == Family::free_body ? 1 + random_.index(3) : 1;
    const int chords = random_.index(2 * nodes);
    for (int i = parts; i < nodes; ++i) {
      int other = random_.index(i);
      // Within the part i belongs to.
      while (parts > 1 && other % parts != i % parts) other = random_.index(i);
      Law law = law_of_spring();
      if (law == Law::strut || law == Law::constant_tension) law = Law::linear;
      spring(law, other, i);
    }
    for (int c = 0; c < chords; ++c) {
      const int a = random_.index(nodes), b = random_.index(nodes);
      if (a != b && a % parts == b % parts) spring(law_of_spring(), a, b);
    }
  }

  void spring(Law law, int a, int b) {
    SpringSet* set = nullptr;
    for (SpringSet& each : net_.springs)
      if (each.law == law) set = &each;
    if (set == nullptr) {
      set = &net_.springs.emplace_back();
      set->law = law;
      // Hardens, and keeps pulling; a curve that is flat in the middle.
      if (law == Law::polynomial) set->coefficients = {1, 0.5, 1};
      if (law == Law::table) set->points = {{-1, -2}, {-0.5, -0.5}, {0, 0}, {0.5, 0.1}, {1, 1}};
    }
    set->ends.push_back({a, b});
    double k = random_.uniform(0.5, 2);
    if (family_ == Family::stiff || family_ == Family::stiff_loaded)
      for (int decades = random_.index(9); decades > 0; --decades) k *= 10;
    set->stiffness.push_back(k);
  }

  double drawn(const std::array<int, 2>& ends) const {
    double squared = 0;
    for (int axis = 0; axis < d(); ++axis) {
      const double along =
          net_.nodes.position[at(ends[1], axis)] - net_.nodes.position[at(ends[0], axis)];
      squared += along * along;
    }
    return std::sqrt(squared);
  }

  void rest_lengths() {
    for (SpringSet& set : net_.springs) {
      if (set.law == Law::force_density) continue;
      for (const auto& ends : set.ends) {
        double ratio = random_.uniform(0.9, 1.1);
        if (family_ == Family::frustrated) ratio = random_.uniform(0.2, 2);
        if (family_ == Family::random || family_ == Family::all_laws)
          ratio = random_.uniform(0.5, 1.5);
        if (family_ == Family::slack) ratio = random_.uniform(0.7, 1.8);
        if (family_ == Family::tensegrity)
          ratio = set.law == Law::strut ? random_.uniform(1, 1.3) : random_.uniform(0.8, 1.1);
        if (family_ == Family::coincident && random_.index(4) == 0) ratio = 0;
        set.rest_length.push_back(ratio * drawn(ends));
      }
    }
  }

  void hold(int nodes) {
    Fixed fixed;
    const int count = 1 + random_.index(4);
    for (int i = 0; i < count && i < nodes; ++i) fixed.nodes.push_back(i);
    net_.nodes.fixed.push_back(fixed);
    // A roller now and then.
    if (random_.index(3) == 0)
      net_.nodes.fixed.push_back(
          {.nodes = {nodes - 1}, .axes = random_.index(2) ? kAxisX : kAxisY});
  }

  void load(int nodes) {
    const double size = family_ == Family::stiff_loaded ? 100 : 1;
    for (int i = 0; i < nodes; ++i) {
      if (random_.index(2)) continue;
      Load load{.nodes = {i}};
      for (int axis = 0; axis < d(); ++axis)
        load.force.push_back(size * random_.uniform(-0.5, 0.5));
      net_.loads.push_back(load);
    }
    if (random_.index(2)) {
      net_.nodes.mass = {random_.uniform(0, 0.05)};
      net_.gravity[usize(d() - 1)] = -9.81;
    }
  }

  void start(int nodes) {
    double off = 1.5;
    if (family_ == Family::near) off = 0.02;
    if (family_ == Family::slack || family_ == Family::tensegrity) off = 0.3;
    if (family_ == Family::frustrated) return;
    net_.nodes.start = net_.nodes.position;
    for (double& x : net_.nodes.start) x += random_.uniform(-off, off);
    if (family_ != Family::coincident) return;
    // All of them, or about half, or pairs of neighbours.
    const int kind = random_.index(3);
    for (int i = 0; i < nodes; ++i) {
      const int onto = kind == 2 ? i - i % 2 : 0;
      if (kind == 1 && random_.index(2)) continue;
      for (int axis = 0; axis < d(); ++axis)
        net_.nodes.start[at(i, axis)] = net_.nodes.start[at(onto, axis)];
    }
  }

  // A square net in a plane, or a straight chain in two dimensions, springs too long by 2 to 30 %.
  System flat() {
    const double ratio = random_.uniform(1.02, 1.3);
    SpringSet set{.stiffness = {random_.uniform(0.5, 2)}, .rest_length = {ratio}};
    Fixed rim;
    if (d() == 2) {
      const int count = 3 + random_.index(30);
      for (int i = 0; i < count; ++i) {
        net_.nodes.position.insert(net_.nodes.position.end(), {1.0 * i, 0.0});
        if (i > 0) set.ends.push_back({i - 1, i});
      }
      rim.nodes = {0, count - 1};
    } else {
      const int side = 3 + random_.index(6);
      const bool diagonals = random_.index(2) != 0;
      for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
          const int node = j * side + i;
          net_.nodes.position.insert(net_.nodes.position.end(), {1.0 * i, 1.0 * j, 0.0});
          if (i == 0 || j == 0 || i == side - 1 || j == side - 1) rim.nodes.push_back(node);
          if (i + 1 < side) set.ends.push_back({node, node + 1});
          if (j + 1 < side) set.ends.push_back({node, node + side});
        }
      if (diagonals) {
        set.rest_length.assign(set.ends.size(), ratio);
        for (int j = 0; j + 1 < side; ++j)
          for (int i = 0; i + 1 < side; ++i) {
            set.ends.push_back({j * side + i, (j + 1) * side + i + 1});
            set.rest_length.push_back(ratio * std::sqrt(2.0));
          }
      }
    }
    net_.springs = {set};
    net_.nodes.fixed = {rim};
    return net_;
  }

  std::size_t at(int node, int axis) const { return usize(node * d() + axis); }

  Family family_;
  Random random_;
  System net_;
};

inline System family_net(Family family, std::uint64_t seed) {
  return FamilyNet(family, seed).make();
}

}  // namespace tensio::testing
