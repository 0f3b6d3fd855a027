// Parts, waveforms and faces: what they come to, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "model/loads.hpp"
#include "model/resolve.hpp"
#include "network/network_data.hpp"
#include "tensio/equilibrium.hpp"
#include "tensio/network.hpp"

namespace tensio {
namespace {

Waveform constant(double value) {
  Waveform wave;
  wave.value = value;
  return wave;
}

Waveform ramp(std::vector<std::array<double, 2>> points) {
  Waveform wave;
  wave.shape = Waveform::Shape::ramp;
  wave.points = std::move(points);
  return wave;
}

Waveform sine(double amplitude, double frequency, double phase, double offset) {
  Waveform wave;
  wave.shape = Waveform::Shape::sine;
  wave.amplitude = amplitude;
  wave.frequency = frequency;
  wave.phase = phase;
  wave.offset = offset;
  return wave;
}

// Two springs in a line, of 2 m and 3 m; the outer nodes are fixed.
System line() {
  System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 2, 0, 5, 0};
  net.nodes.fixed = {{.nodes = {0, 2}}, {.nodes = {1}, .axes = kAxisY}};
  net.springs = {{.name = "net", .ends = {{0, 1}, {1, 2}}, .stiffness = {600}}};
  return net;
}

// ---- parts of springs ----

TEST(Parts, OfASetTakeThePlaceOfTheMaterials) {
  System net = line();
  net.materials = {{.name = "wire",
                    .damping = 3,
                    .viscous = Viscous{.stiffness = 5, .time = 2},
                    .yield = Yield{.strain = 0.1},
                    .breaks = Break{.force = 9},
                    .active = Active{.stiffness = constant(2)}}};
  SpringSet& set = net.springs[0];
  SpringColumns columns = columns_of(net, set);
  EXPECT_TRUE(columns.damping.empty() && columns.damping_time.empty());
  EXPECT_FALSE(columns.viscous || columns.yield || columns.breaks || columns.active);
  EXPECT_EQ(columns.damping_of(0, 600), 0);

  set.material = "wire";
  columns = columns_of(net, set);
  EXPECT_EQ(columns.damping_of(1, 600), 3);
  EXPECT_EQ(columns.viscous->time, 2);
  EXPECT_EQ(columns.yield->strain, 0.1);
  EXPECT_EQ(columns.breaks->force, 9);
  EXPECT_EQ(columns.active->stiffness->value, 2);

  set.damping_time = {0.01, 0.02};
  set.yield = Yield{.force = 7, .hardening = 0.5};
  set.breaks = Break{.strain = 0.2};
  columns = columns_of(net, set);
  EXPECT_TRUE(columns.damping.empty());  // the material's does not add to it
  EXPECT_EQ(columns.damping_of(1, 600), 12);
  EXPECT_FALSE(columns.yield->strain);
  EXPECT_EQ(columns.yield->hardening, 0.5);
  EXPECT_FALSE(columns.breaks->force);
  EXPECT_EQ(columns.viscous->stiffness, 5);
}

// ---- what acts at the beginning ----

TEST(Waves, ActInASolveWithTheirValueAtTimeZero) {
  System net = line();
  net.nodes.fixed[0].motion = {ramp({{-1, 0}, {1, 0.5}}), constant(-1)};
  net.loads = {{.nodes = {1}, .wave = {sine(3, 2, 0, 10), constant(4)}},
               {.nodes = {1}, .force = {1, 1}}};
  ASSERT_TRUE(validate(net).empty());
  EXPECT_EQ(support_moves(net), (std::vector<double>{0.25, -1, 0, 0, 0.25, -1}));
  EXPECT_EQ(load_forces(net), (std::vector<double>{0, 0, 11, 5, 0, 0}));
  EXPECT_EQ(compile(net).data().start, (std::vector<double>{0.25, -1, 2, 0, 5.25, -1}));
}

TEST(Waves, AreScaledWithTheirCaseAndWithLoadSteps) {
  System net = line();
  net.loads = {
      {.nodes = {1}, .wave = {sine(3, 2, 0, 10), ramp({{0, 4}, {1, 6}})}, .load_case = "quake"}};
  net.combinations = {{.name = "A", .factors = {{"quake", -2}}}};
  const System half = under(net, net.combinations[0]);
  EXPECT_EQ(load_forces(half)[2], -20);
  EXPECT_EQ(value_at(half.loads[0].wave[1], 0.5), -10);
  EXPECT_EQ(half.loads[0].wave[0].amplitude, -6);
  EXPECT_EQ(half.loads[0].wave[0].frequency, 2);

  System grown = line();
  grown.nodes.fixed[0].motion = {constant(2), sine(1, 1, 0, 4)};
  grown.loads = {{.faces = {}, .pressure = constant(8)}};
  scale_actions(grown, 0.25);
  EXPECT_EQ(support_moves(grown)[0], 0.5);
  EXPECT_EQ(support_moves(grown)[1], 1);
  EXPECT_EQ(grown.loads[0].pressure->value, 2);
}

TEST(Waves, OfSupportsGoOnFromARedrawnShape) {
  System net = line();
  net.nodes.fixed[0].motion = {sine(0.5, 1, 0, 0.25), ramp({{0, 1}, {2, 3}})};
  Equilibrium rest = solve_equilibrium(net);
  const System drawn = redrawn(net, rest);
  EXPECT_EQ(drawn.nodes.position[0], 0.25);
  EXPECT_EQ(drawn.nodes.position[1], 1);
  const std::vector<Waveform>& motion = drawn.nodes.fixed[0].motion;
  EXPECT_EQ(motion[0].offset, 0);
  EXPECT_EQ(motion[0].amplitude, 0.5);
  EXPECT_EQ(value_at(motion[1], 1), 1);
}

// ---- faces ----

TEST(FaceMass, IsSharedAmongTheCorners) {
  System net;
  net.nodes.position = {0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 3, 0, 0, 0, 5};
  net.nodes.mass = {1};
  net.faces = {.start = {0, 4, 7}, .nodes = {0, 1, 2, 3, 0, 1, 4}, .mass_per_area = {2, 3}};
  EXPECT_EQ(drawn_area(net, 0), 12);
  EXPECT_EQ(drawn_area(net, 1), 10);
  EXPECT_EQ(node_masses(net), (std::vector<double>{17, 17, 7, 7, 11}));
  net.faces.mass_per_area = {3};
  EXPECT_EQ(node_masses(net), (std::vector<double>{20, 20, 10, 10, 11}));
  net.faces.mass_per_area.clear();
  EXPECT_EQ(node_masses(net), (std::vector<double>{1, 1, 1, 1, 1}));
}

TEST(FaceMass, OfALineInThePlaneGoesByItsLength) {
  System net = line();
  net.faces = {.start = {0, 2, 5}, .nodes = {0, 1, 0, 1, 2}, .mass_per_area = {3}};
  net.nodes.position[5] = 4;  // a triangle of base 2 and height 4
  EXPECT_EQ(drawn_area(net, 0), 2);
  EXPECT_EQ(drawn_area(net, 1), 4);
  EXPECT_EQ(node_masses(net), (std::vector<double>{7, 7, 4}));
}

TEST(FaceMass, StaysWhenTheFoundShapeIsDrawn) {
  System net = line();
  net.faces = {.start = {0, 2}, .nodes = {0, 1}, .mass_per_area = {3}};
  net.loads = {{.nodes = {1}, .force = {100, 0}}};
  const System drawn = redrawn(net, solve_equilibrium(net));
  EXPECT_GT(drawn.nodes.position[2], 2);
  EXPECT_EQ(node_masses(drawn), node_masses(net));
}

}  // namespace
}  // namespace tensio
