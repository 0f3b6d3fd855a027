// Two systems that say the same about motion, to the bit.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "support/same_members.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::testing {

inline std::uint64_t bits(double value) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof value);
  return pattern;
}
inline bool same(double a, double b) { return bits(a) == bits(b); }
inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}
inline bool same(const Waveform& a, const Waveform& b) {
  if (a.shape != b.shape || a.points.size() != b.points.size()) return false;
  for (std::size_t i = 0; i < a.points.size(); ++i)
    if (!same(a.points[i][0], b.points[i][0]) || !same(a.points[i][1], b.points[i][1]))
      return false;
  return same(a.value, b.value) && same(a.amplitude, b.amplitude) &&
         same(a.frequency, b.frequency) && same(a.phase, b.phase) && same(a.offset, b.offset);
}
inline bool same(const Viscous& a, const Viscous& b);
inline bool same(const Yield& a, const Yield& b);
inline bool same(const Break& a, const Break& b);
inline bool same(const Active& a, const Active& b);
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
inline bool same(const Viscous& a, const Viscous& b) {
  return same(a.stiffness, b.stiffness) && same(a.viscosity, b.viscosity) && same(a.time, b.time);
}
inline bool same(const Yield& a, const Yield& b) {
  return same(a.strain, b.strain) && same(a.force, b.force) && same(a.hardening, b.hardening);
}
inline bool same(const Break& a, const Break& b) {
  return same(a.strain, b.strain) && same(a.force, b.force) && a.compression == b.compression;
}
inline bool same(const Active& a, const Active& b) {
  return same(a.rest_length, b.rest_length) && same(a.stiffness, b.stiffness);
}
inline bool same(const std::vector<Waveform>& a, const std::vector<Waveform>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same(a[i], b[i])) return false;
  return true;
}
template <class Owner>
void expect_same_parts(const Owner& a, const Owner& b) {
  EXPECT_TRUE(same(a.damping, b.damping));
  EXPECT_TRUE(same(a.damping_time, b.damping_time));
  EXPECT_TRUE(same(a.viscous, b.viscous));
  EXPECT_TRUE(same(a.yield, b.yield));
  EXPECT_TRUE(same(a.breaks, b.breaks));
  EXPECT_TRUE(same(a.active, b.active));
}

inline void expect_same_obstacles(const System& a, const System& b) {
  ASSERT_EQ(a.obstacles.size(), b.obstacles.size());
  for (std::size_t i = 0; i < a.obstacles.size(); ++i) {
    const Obstacle &p = a.obstacles[i], &q = b.obstacles[i];
    EXPECT_EQ(p.kind, q.kind);
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.note, q.note);
    for (const auto vector : {&Obstacle::point, &Obstacle::normal, &Obstacle::point_b,
                              &Obstacle::size, &Obstacle::rotate})
      EXPECT_TRUE(same(p.*vector, q.*vector));
    for (const auto number :
         {&Obstacle::radius, &Obstacle::friction, &Obstacle::restitution, &Obstacle::thickness})
      EXPECT_TRUE(same(p.*number, q.*number));
    EXPECT_TRUE(same(p.motion, q.motion));
  }
}

inline void expect_same_events(const System& a, const System& b) {
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_TRUE(same(a.events[i].at, b.events[i].at));
    EXPECT_EQ(a.events[i].free, b.events[i].free);
    EXPECT_EQ(a.events[i].fix, b.events[i].fix);
    EXPECT_EQ(a.events[i].note, b.events[i].note);
    ASSERT_EQ(a.events[i].set.size(), b.events[i].set.size());
    for (std::size_t k = 0; k < a.events[i].set.size(); ++k) {
      EXPECT_EQ(a.events[i].set[k].first, b.events[i].set[k].first);
      EXPECT_TRUE(same(a.events[i].set[k].second, b.events[i].set[k].second));
    }
  }
  expect_same_lists(a.probes, b.probes, &Probe::name, &Probe::nodes, &Probe::springs,
                    &Probe::quantity, &Probe::reduce, &Probe::note);
}

inline void expect_same_simulation(const SimulationOptions& a, const SimulationOptions& b) {
  EXPECT_EQ(a.integrator, b.integrator);
  EXPECT_EQ(a.method, b.method);
  EXPECT_EQ(a.accuracy, b.accuracy);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.max_iterations, b.max_iterations);
  EXPECT_EQ(a.note, b.note);
  for (const auto number :
       {&SimulationOptions::time_step, &SimulationOptions::start_time, &SimulationOptions::duration,
        &SimulationOptions::output_every, &SimulationOptions::probe_every,
        &SimulationOptions::blowup_strain, &SimulationOptions::tolerance})
    EXPECT_TRUE(same(a.*number, b.*number));
}

inline void expect_same(const System& a, const System& b) {
  EXPECT_TRUE(same(a.nodes.velocity, b.nodes.velocity));
  EXPECT_TRUE(same(a.nodes.area, b.nodes.area));
  ASSERT_EQ(a.nodes.fixed.size(), b.nodes.fixed.size());
  for (std::size_t i = 0; i < a.nodes.fixed.size(); ++i) {
    EXPECT_TRUE(same(a.nodes.fixed[i].move, b.nodes.fixed[i].move));
    EXPECT_TRUE(same(a.nodes.fixed[i].motion, b.nodes.fixed[i].motion));
  }
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i)
    expect_same_parts(a.materials[i], b.materials[i]);
  ASSERT_EQ(a.springs.size(), b.springs.size());
  for (std::size_t i = 0; i < a.springs.size(); ++i) expect_same_parts(a.springs[i], b.springs[i]);
  ASSERT_EQ(a.loads.size(), b.loads.size());
  for (std::size_t i = 0; i < a.loads.size(); ++i) {
    EXPECT_EQ(a.loads[i].nodes, b.loads[i].nodes);
    EXPECT_EQ(a.loads[i].faces, b.loads[i].faces);
    EXPECT_EQ(a.loads[i].load_case, b.loads[i].load_case);
    EXPECT_TRUE(same(a.loads[i].force, b.loads[i].force));
    EXPECT_TRUE(same(a.loads[i].wave, b.loads[i].wave));
    EXPECT_TRUE(same(a.loads[i].pressure, b.loads[i].pressure));
  }
  EXPECT_EQ(a.faces.start, b.faces.start);
  EXPECT_EQ(a.faces.nodes, b.faces.nodes);
  EXPECT_EQ(a.faces.note, b.faces.note);
  EXPECT_TRUE(same(a.faces.mass_per_area, b.faces.mass_per_area));
  EXPECT_TRUE(same(a.drag, b.drag));
  ASSERT_EQ(a.wind.has_value(), b.wind.has_value());
  if (a.wind) {
    EXPECT_TRUE(same(a.wind->velocity, b.wind->velocity));
    EXPECT_TRUE(same(a.wind->density, b.wind->density));
    EXPECT_TRUE(same(a.wind->drag_coefficient, b.wind->drag_coefficient));
    EXPECT_EQ(a.wind->note, b.wind->note);
  }
  expect_same_obstacles(a, b);
  expect_same_events(a, b);
  ASSERT_EQ(a.simulation.has_value(), b.simulation.has_value());
  if (a.simulation) expect_same_simulation(*a.simulation, *b.simulation);
}

inline void expect_comes_back(const System& system) {
  const std::string text = write_system(system);
  SCOPED_TRACE(text);
  const System again = parse_system(text);
  expect_same(system, again);
  EXPECT_EQ(write_system(again), text);
}

}  // namespace tensio::testing
