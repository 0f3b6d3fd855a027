// How a scene says what it says about motion.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/same_motion.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

using testing::expect_comes_back;
using Ids = std::vector<int>;
using Numbers = std::vector<double>;
using Points = std::vector<std::array<double, 2>>;

// Three nodes and two springs in the plane, and whatever else.
System with(const std::string& rest, const std::string& nodes = R"(, "fixed": [0])") {
  return parse_system(R"({"tensio": 1, "dimension": 2,
   "nodes": {"position": [[0, 0], [1, 0], [2, 1]])" +
                      nodes + R"(},
   "springs": [{"name": "net", "ends": [[0, 1], [1, 2]], "stiffness": 10}], )" +
                      rest + "}");
}

TEST(SceneMotion, LeftOutThereIsNone) {
  const System system = with(R"("note": "")");
  EXPECT_TRUE(system.nodes.velocity.empty() && system.nodes.area.empty());
  EXPECT_FALSE(system.simulation || system.wind);
  EXPECT_EQ(system.drag, 0);
  EXPECT_EQ(system.faces.count(), 0);
  EXPECT_TRUE(system.obstacles.empty() && system.events.empty() && system.probes.empty());
  EXPECT_EQ(with(R"("faces": [])").faces.count(), 0);
  const SimulationOptions options = *with(R"("simulation": {})").simulation;
  EXPECT_EQ(options.integrator, Integrator::automatic);
  EXPECT_EQ(options.time_step, 0);
  EXPECT_EQ(options.start, StartFrom::drawn);
  EXPECT_EQ(options.blowup_strain, 100);
  EXPECT_EQ(options.max_iterations, 50);
  EXPECT_EQ(options.precision, Precision::double_precision);
}

TEST(SceneMotion, TheOptionsOfASimulation) {
  const SimulationOptions options =
      *with(R"("simulation": {"integrator": "rk45", "time_step": "auto", "duration": 2.5,
        "output_every": 0.5, "probe_every": 0.125, "start": "equilibrium", "blowup_strain": 3,
        "tolerance": 1e-6, "max_iterations": 7, "precision": "single", "note": "n"})")
           .simulation;
  EXPECT_EQ(options.integrator, Integrator::rk45);
  EXPECT_EQ(options.time_step, 0);
  EXPECT_EQ(options.duration, 2.5);
  EXPECT_EQ(options.output_every, 0.5);
  EXPECT_EQ(options.probe_every, 0.125);
  EXPECT_EQ(options.start, StartFrom::equilibrium);
  EXPECT_EQ(options.blowup_strain, 3);
  EXPECT_EQ(options.tolerance, 1e-6);
  EXPECT_EQ(options.max_iterations, 7);
  EXPECT_EQ(options.precision, Precision::single_precision);
  EXPECT_EQ(options.note, "n");
  for (int i = 0; i < kIntegratorCount; ++i) {
    const auto integrator = static_cast<Integrator>(i);
    const System system = with(std::string(R"("simulation": {"time_step": 0.25, "integrator": ")") +
                               to_string(integrator) + "\"}");
    EXPECT_EQ(system.simulation->integrator, integrator);
    EXPECT_EQ(system.simulation->time_step, 0.25);
  }
}

TEST(SceneMotion, WaveformsInEveryForm) {
  const System system = with(
      R"("loads": [{"nodes": [1, 2], "force": [{"ramp": [[0, 1], [2, 5]]}, -3]},
                   {"nodes": [1], "force": [0, {"sine": {"amplitude": 2, "frequency": 3}}]},
                   {"nodes": [1], "force": [4, {"sine": {"amplitude": 1, "frequency": 0.5,
                    "phase": -1, "offset": 7}}]},
                   {"nodes": [1], "force": [4, 5]}])",
      R"(, "fixed": [{"node": 0, "move": [1, 2]},
           {"nodes": [2], "move": [0, {"ramp": [[-1, 0.5]]}]}])");
  ASSERT_EQ(system.loads[0].wave.size(), 2u);
  EXPECT_TRUE(system.loads[0].force.empty());
  EXPECT_EQ(system.loads[0].wave[0].points, (Points{{0, 1}, {2, 5}}));
  EXPECT_EQ(system.loads[0].wave[1].shape, Waveform::Shape::constant);
  EXPECT_EQ(system.loads[0].wave[1].value, -3);
  const Waveform& plain = system.loads[1].wave[1];
  EXPECT_EQ(plain.shape, Waveform::Shape::sine);
  EXPECT_EQ(plain.amplitude, 2);
  EXPECT_EQ(plain.frequency, 3);
  EXPECT_EQ(plain.phase, 0);
  EXPECT_EQ(plain.offset, 0);
  EXPECT_EQ(system.loads[2].wave[1].phase, -1);
  EXPECT_EQ(system.loads[2].wave[1].offset, 7);
  EXPECT_TRUE(system.loads[3].wave.empty());
  EXPECT_EQ(system.nodes.fixed[0].move, (Numbers{1, 2}));
  EXPECT_TRUE(system.nodes.fixed[0].motion.empty());
  EXPECT_TRUE(system.nodes.fixed[1].move.empty());
  EXPECT_EQ(system.nodes.fixed[1].motion[1].points, (Points{{-1, 0.5}}));
}

TEST(SceneMotion, ALineCarriesItsWavesInThePlane) {
  const System system = parse_system(R"({"tensio": 1, "dimension": 1,
    "nodes": {"position": [0, 1], "velocity": [0, 3],
              "fixed": {"node": 0, "move": {"ramp": [[0, 1]]}}},
    "loads": [{"node": 1, "force": [{"ramp": [[0, 2]]}]}],
    "wind": {"velocity": 4}, "drag": 0.5,
    "obstacles": [{"kind": "plane", "point": -1, "normal": [1]},
                  {"kind": "box", "center": 5, "size": 2, "rotate": 0}],
    "events": [{"at": 1, "set": {"gravity": -9.81}}]})");
  EXPECT_EQ(system.nodes.velocity, (Numbers{0, 0, 3, 0}));
  ASSERT_EQ(system.nodes.fixed[0].motion.size(), 2u);
  EXPECT_EQ(system.nodes.fixed[0].motion[0].points, (Points{{0, 1}}));
  EXPECT_EQ(system.nodes.fixed[0].motion[1].value, 0);
  EXPECT_EQ(system.loads[0].wave.size(), 2u);
  EXPECT_EQ(system.wind->velocity[0].value, 4);
  EXPECT_EQ(system.wind->velocity.size(), 2u);
  EXPECT_EQ(system.obstacles[0].point, (Numbers{-1, 0}));
  EXPECT_EQ(system.obstacles[0].normal, (Numbers{1, 0}));
  EXPECT_EQ(system.obstacles[1].size, (Numbers{2, 2}));
  EXPECT_EQ(system.events[0].set[0].second, (Numbers{-9.81, 0}));
  expect_comes_back(system);
}

TEST(SceneMotion, FacesAndWhatActsOnThem) {
  const System plain = with(R"("faces": [[0, 1], [0, 1, 2]])");
  EXPECT_EQ(plain.faces.start, (Ids{0, 2, 5}));
  EXPECT_EQ(plain.faces.nodes, (Ids{0, 1, 0, 1, 2}));
  EXPECT_TRUE(plain.faces.mass_per_area.empty());
  const System system = with(
      R"("faces": {"nodes": [[0, 1], [1, 2], [0, 2]], "mass_per_area": [1, 2, 3], "note": "sail"},
         "loads": [{"faces": "all", "pressure": 4}, {"faces": [2, 0], "pressure": {"ramp": [[0, 1]]}},
                   {"faces": "1:", "pressure": 1}, {"faces": {"where": "x > 0.75"}, "pressure": 1}])");
  EXPECT_EQ(system.faces.note, "sail");
  EXPECT_EQ(system.faces.mass_per_area, (Numbers{1, 2, 3}));
  EXPECT_EQ(system.loads[0].faces, (Ids{0, 1, 2}));
  EXPECT_EQ(system.loads[0].pressure->value, 4);
  EXPECT_EQ(system.loads[1].faces, (Ids{2, 0}));
  EXPECT_EQ(system.loads[1].pressure->points, (Points{{0, 1}}));
  EXPECT_EQ(system.loads[2].faces, (Ids{1, 2}));
  EXPECT_EQ(system.loads[3].faces, (Ids{1, 2}));  // whose middles are at 1.5 and 1
}

TEST(SceneMotion, EventsAndProbesSelectAsOthersDo) {
  const System system = with(
      R"("groups": {"far": [2]}, "drag": 1,
         "events": [{"at": 1, "free": 0, "note": "n"}, {"at": 2, "fix": ["far", "1:2"]},
           {"at": 3, "set": {"net.stiffness": [1, 2], "net.damping": 5, "drag": 0}}],
         "probes": [{"name": "a", "nodes": "far", "quantity": "reaction.x", "reduce": "sum"},
           {"name": "b", "springs": "net", "quantity": "tension"},
           {"name": "c", "node": 1, "quantity": "velocity", "reduce": "none", "note": "n"}])");
  EXPECT_EQ(system.events[0].free, (Ids{0}));
  EXPECT_EQ(system.events[1].fix, (Ids{2, 1}));
  EXPECT_EQ(system.events[2].set[0].first, "net.stiffness");
  EXPECT_EQ(system.events[2].set[0].second, (Numbers{1, 2}));
  EXPECT_EQ(system.events[2].set[1].second, (Numbers{5}));
  EXPECT_EQ(system.probes[0].nodes, (Ids{2}));
  EXPECT_EQ(system.probes[0].reduce, Probe::Reduce::sum);
  EXPECT_EQ(system.probes[1].springs, (Ids{0, 1}));
  EXPECT_EQ(system.probes[2].quantity, "velocity");
  expect_comes_back(system);
}

TEST(SceneMotion, ObstaclesOfEveryKind) {
  const System system = with(
      R"("obstacles": [{"kind": "plane", "point": [0, -1], "normal": [0, 2], "friction": 0.5},
          {"kind": "sphere", "center": [5, 5], "radius": 2, "restitution": 1, "name": "ball"},
          {"kind": "box", "center": [9, 9], "size": [1, 2], "rotate": 30, "thickness": 0.1},
          {"kind": "capsule", "from": [7, 7], "to": [8, 8], "radius": 0.5,
           "motion": [0, {"sine": {"amplitude": 1, "frequency": 1}}]}])");
  EXPECT_EQ(system.obstacles[0].normal, (Numbers{0, 2}));
  EXPECT_EQ(system.obstacles[1].point, (Numbers{5, 5}));
  EXPECT_EQ(system.obstacles[1].name, "ball");
  EXPECT_EQ(system.obstacles[2].rotate, (Numbers{30}));
  EXPECT_EQ(system.obstacles[3].point, (Numbers{7, 7}));
  EXPECT_EQ(system.obstacles[3].point_b, (Numbers{8, 8}));
  EXPECT_EQ(system.obstacles[3].motion.size(), 2u);
  expect_comes_back(system);
}

// ---- tables ----

class SceneTable : public ::testing::Test {
 protected:
  System read(const std::string& csv) {
    testing::write_file(folder_ / "f.csv", csv);
    return parse_system(R"({"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0]],
      "fixed": [{"node": 0, "move": [0, {"table": "f.csv"}]}]}})",
                        "scene", folder_.string());
  }
  std::string refused(const std::string& csv) {
    try {
      read(csv);
    } catch (const Error& error) {
      return error.problems().at(0).message;
    }
    return "";
  }

  testing::TemporaryFolder folder_;
};

TEST_F(SceneTable, IsARampFromAFile) {
  const Points expected = {{0, 1.5}, {0.5, -2e-3}, {1e1, 0.25}};
  for (const char* csv :
       {"0,1.5\n0.5,-2e-3\n1e1,.25\n", "time,value\r\n0,1.5\r\n0.5,-2e-3\r\n10,0.25",
        "# from a logger\n\n0;+1.5\n 0.5 ; -0.002 \n10.;25E-2\n\n",
        "\xEF\xBB\xBF"
        "0\t1.5\n.5\t-2e-3\n10\t.25"}) {
    const System system = read(csv);
    EXPECT_EQ(system.nodes.fixed[0].motion[1].points, expected) << csv;
    expect_comes_back(system);
  }
}

TEST_F(SceneTable, IsRefusedWithTheLine) {
  const auto expect = [&](const char* csv, const char* piece) {
    const std::string message = refused(csv);
    EXPECT_NE(message.find(piece), std::string::npos) << csv << ": " << message;
  };
  expect("", "it contains no numbers");
  expect("time,value\n", "it contains no numbers");
  expect("0,1\n1\n", "line 2 has 1 value; a line has two");
  expect("0,1,2\n", "line 1 has 3 values");
  expect("0,1\nx,2\n", "line 2: `x` is not a finite number");
  expect("0,1e999\n", "line 1: `1e999` is not a finite number");
  expect("0,nan\n", "`nan` is not a finite number");
  expect("a,b\nc,d\n", "line 2: `c` is not a finite number");
  expect("0,1\n2,1\n1,1\n", "line 3: the time 1 comes after 2; times must ascend");
  expect("0,1\n0,2\n", "line 2: the time 0 comes after 0");
  expect("0,1e\n", "`1e` is not a finite number");
  expect("0,-\n", "`-` is not a finite number");
}

}  // namespace
}  // namespace tensio
