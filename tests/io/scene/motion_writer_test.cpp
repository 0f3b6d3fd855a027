// What a scene says about motion comes back to the bit.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/index.hpp"
#include "support/random_values.hpp"
#include "support/same_motion.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

using testing::expect_comes_back;
using Numbers = std::vector<double>;

// Systems with whatever chance gives them, all of them valid.
class RandomMotion : testing::RandomValues {
 public:
  using RandomValues::RandomValues;

  System make() {
    System system;
    system.dimension = 2 + below(2);
    dimension_ = usize(system.dimension);
    const int nodes = 4 + below(6);
    for (int i = 0; i < nodes; ++i)
      for (int axis = 0; axis < system.dimension; ++axis)
        system.nodes.position.push_back(axis == 0 ? i : number());
    if (maybe()) system.nodes.velocity = vector(system.nodes.position.size());
    if (maybe()) system.nodes.area = column(usize(nodes));
    system.nodes.fixed = {{.nodes = {0}, .motion = waves()}, {.nodes = {1}}};
    Material gum = {.name = "gum"};
    if (maybe()) (maybe() ? gum.damping : gum.damping_time) = positive();
    parts(gum);
    system.materials = {gum};
    for (int s = below(3); s >= 0; --s) {
      SpringSet set = {.name = "set" + std::to_string(s), .ends = {{0, 1}, {1, 2}, {2, 3}}};
      set.stiffness = {positive()};
      set.rest_length = {positive()};
      if (maybe()) set.material = "gum";
      if (maybe()) (maybe() ? set.damping : set.damping_time) = column(3);
      parts(set);
      system.springs.push_back(set);
    }
    if (maybe()) {
      system.faces = {.start = {0, 3}, .nodes = {2, 0, 1}, .note = text()};
      if (maybe()) {
        system.faces.start.push_back(7);
        system.faces.nodes.insert(system.faces.nodes.end(), {3, 1, 0, 2});
      }
      if (maybe()) system.faces.mass_per_area = {positive()};
    }
    if (maybe()) system.loads.push_back({.nodes = {2, 1}, .wave = waves(), .load_case = "w"});
    if (maybe() && system.faces.count() > 0)
      system.loads.push_back({.faces = {0}, .pressure = wave()});
    if (maybe()) system.drag = positive();
    if (maybe())
      system.wind = Wind{waves(), maybe() ? 1.2 : positive(), maybe() ? 1 : positive(), text()};
    for (int i = below(4); i > 0; --i) system.obstacles.push_back(obstacle());
    for (int i = below(3); i > 0; --i) system.events.push_back(event(system));
    for (int i = below(3); i > 0; --i) system.probes.push_back(probe(i));
    if (maybe()) system.simulation = simulation();
    return system;
  }

 private:
  // Positive everywhere, so that it may be a factor.
  Waveform wave() {
    Waveform made;
    const int shape = below(3);
    made.shape = static_cast<Waveform::Shape>(shape);
    if (shape == 0) made.value = positive();
    double time = number();
    for (int i = shape == 1 ? 1 + below(20) : 0; i > 0; --i, time += positive())
      if (made.points.empty() || time > made.points.back()[0])
        made.points.push_back({time, positive()});
    if (shape == 2) {
      made.amplitude = number();
      made.frequency = positive();
      made.phase = number();
      made.offset = std::abs(made.amplitude) + positive();
    }
    return made;
  }
  // At least one of them changes: plain numbers are read as such.
  std::vector<Waveform> waves() {
    std::vector<Waveform> made;
    for (std::size_t i = 0; i < dimension_; ++i) made.push_back(wave());
    if (!made.back().changes()) made.back() = {.shape = Waveform::Shape::ramp, .points = {{0, 1}}};
    return made;
  }
  // Of a part: a material has one, a set one for all or one for each.
  Column numbers_for(const Material&) { return {positive()}; }
  Column numbers_for(const SpringSet& set) {
    Column made = {positive()};
    while (made.size() < set.ends.size() && (made.size() > 1 || maybe()))
      made.push_back(positive());
    return made;
  }
  template <class Owner>
  void parts(Owner& owner) {
    if (maybe()) {
      owner.viscous = Viscous{.stiffness = numbers_for(owner)};
      (maybe() ? owner.viscous->viscosity : owner.viscous->time) = numbers_for(owner);
    }
    if (maybe()) {
      owner.yield = Yield{.hardening = {below(9) / 10.0}};
      (maybe() ? owner.yield->strain : owner.yield->force) = numbers_for(owner);
    }
    if (maybe()) {
      owner.breaks = Break{.compression = maybe()};
      (maybe() ? owner.breaks->strain : owner.breaks->force) = numbers_for(owner);
    }
    if (maybe()) {
      owner.active = Active{.rest_length = wave()};
      if (maybe()) owner.active->stiffness = wave();
    }
  }
  Obstacle obstacle() {
    Obstacle made = {.kind = static_cast<Obstacle::Kind>(below(4)), .name = text()};
    made.point = vector(dimension_);
    if (made.kind == Obstacle::Kind::plane) made.normal = column(1), made.normal.resize(dimension_);
    if (made.kind == Obstacle::Kind::sphere || made.kind == Obstacle::Kind::capsule)
      made.radius = positive();
    if (made.kind == Obstacle::Kind::capsule) made.point_b = Numbers(dimension_, 1e6);
    if (made.kind == Obstacle::Kind::box) {
      made.size = Numbers(dimension_, positive());
      if (maybe()) made.rotate = vector(dimension_ == 3 ? 3 : 1);
    }
    if (maybe()) made.friction = positive();
    made.restitution = below(11) / 10.0;
    if (maybe()) made.thickness = positive();
    if (maybe()) made.motion = waves();
    made.note = text();
    return made;
  }
  Event event(const System& system) {
    Event made = {.at = positive(), .note = text()};
    if (maybe()) made.free = {1, 0};
    if (maybe()) made.fix = {2, 3};
    if (maybe()) made.set.push_back({"gravity", vector(dimension_)});
    if (maybe()) made.set.push_back({"drag", {positive()}});
    if (maybe() && system.wind) made.set.push_back({"wind.velocity", vector(dimension_)});
    if (maybe()) made.set.push_back({"set0.stiffness", column(3)});
    if (maybe()) made.set.push_back({"set0.rest_length", column(3)});
    return made;
  }
  Probe probe(int number_of_it) {
    Probe made = {.name = "p" + std::to_string(number_of_it), .note = text()};
    made.reduce = static_cast<Probe::Reduce>(below(5));
    const bool of_springs = maybe();
    (of_springs ? made.springs : made.nodes) = {0, 2};
    made.quantity = of_springs ? "strain" : "velocity.y";
    return made;
  }
  SimulationOptions simulation() {
    SimulationOptions made;
    made.integrator = static_cast<Integrator>(below(kIntegratorCount));
    if (maybe()) made.time_step = positive();
    if (maybe()) made.start_time = positive();
    if (maybe()) made.duration = positive();
    if (maybe()) made.output_every = positive();
    if (maybe()) made.probe_every = positive();
    if (maybe()) made.start = StartFrom::equilibrium;
    if (maybe() && made.integrator >= Integrator::implicit_euler)
      made.method = StepMethod::prefactored;
    if (maybe()) made.blowup_strain = positive();
    if (maybe()) made.tolerance = positive();
    if (maybe()) made.max_iterations = 1 + below(100);
    if (maybe()) made.precision = Precision::single_precision;
    made.note = text();
    return made;
  }

  std::size_t dimension_ = 2;
};

TEST(SceneMotion, EverythingComesBackToTheBit) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const System system = RandomMotion(seed).make();
    ASSERT_TRUE(validate(system).empty()) << validate(system)[0].message;
    expect_comes_back(system);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace tensio
