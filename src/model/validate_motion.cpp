// What can be wrong with faces, with what surrounds the net, and with the options of a simulation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "model/problems.hpp"
#include "model/step_method.hpp"

namespace tensio {

namespace {

// Where each face begins and ends; checked before anything else.
bool starts_are_good(const Faces& faces) {
  if (faces.start.empty()) return faces.nodes.empty();
  return faces.start.front() == 0 && std::is_sorted(faces.start.begin(), faces.start.end()) &&
         usize(faces.start.back()) == faces.nodes.size();
}

void check_face(const System& system, int face, Problems& problems) {
  const std::span<const int> corners = system.faces.corners(face);
  const std::string pointer = fmt::format("/faces/nodes/{}", face);
  const int nodes = system.node_count();
  const std::size_t least = system.dimension == 2 ? 2 : 3;
  if (corners.size() < least)
    return problems.add(pointer, std::to_string(corners.size()),
                        fmt::format("face {} has {} corners; in {} dimensions it needs {} or more",
                                    face, corners.size(), system.dimension, least));
  std::vector<int> sorted(corners.begin(), corners.end());
  std::sort(sorted.begin(), sorted.end());
  const int bad = sorted.front() < 0 ? sorted.front() : sorted.back();
  if (bad < 0 || bad >= nodes)
    return problems.add(
        pointer, std::to_string(bad),
        fmt::format("face {} has the corner {}, but the nodes are 0 to {}", face, bad, nodes - 1));
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    problems.add(pointer, std::to_string(*twice),
                 fmt::format("face {} has node {} for two of its corners; they must differ", face,
                             node_label(system, *twice)));
}

class ObstacleChecker {
 public:
  ObstacleChecker(const System& system, std::size_t index, Problems& problems)
      : obstacle_(system.obstacles[index]),
        pointer_(fmt::format("/obstacles/{}", index)),
        dimension_(usize(system.dimension)),
        problems_(problems) {}

  void run() {
    check_shape();
    problems_.check_from_zero(place("friction"), "friction", obstacle_.friction);
    problems_.check_from_zero(place("thickness"), "thickness", obstacle_.thickness);
    if (!(obstacle_.restitution >= 0.0 && obstacle_.restitution <= 1.0))
      problems_.add(
          place("restitution"), fmt::format("{}", obstacle_.restitution),
          fmt::format("restitution is {}; it must be from 0 to 1", obstacle_.restitution));
    if (!obstacle_.motion.empty())
      check_waves(place("motion"), "motion", obstacle_.motion, dimension_, problems_);
  }

 private:
  std::string place(const char* key) const { return fmt::format("{}/{}", pointer_, key); }
  bool check_vector(const char* key, const std::vector<double>& values) {
    return problems_.check_vector(place(key), key, values, dimension_);
  }
  void check_radius() { problems_.check_positive(place("radius"), "radius", obstacle_.radius); }

  void check_shape() {
    switch (obstacle_.kind) {
      case Obstacle::Kind::plane: return check_plane();
      case Obstacle::Kind::sphere: check_vector("center", obstacle_.point); return check_radius();
      case Obstacle::Kind::box: return check_box();
      case Obstacle::Kind::capsule: return check_capsule();
    }
  }

  void check_plane() {
    check_vector("point", obstacle_.point);
    if (!check_vector("normal", obstacle_.normal)) return;
    if (std::any_of(obstacle_.normal.begin(), obstacle_.normal.end(),
                    [](double n) { return n != 0.0; }))
      return;
    problems_.add(place("normal"), "0",
                  "normal is zero; it must point away from the solid side of the plane");
  }

  void check_box() {
    check_vector("center", obstacle_.point);
    if (check_vector("size", obstacle_.size))
      for (std::size_t axis = 0; axis < dimension_; ++axis)
        problems_.check_positive(fmt::format("{}/{}", place("size"), axis), "size",
                                 obstacle_.size[axis]);
    if (!obstacle_.rotate.empty())
      problems_.check_vector(place("rotate"), "rotate", obstacle_.rotate, dimension_ == 3 ? 3 : 1);
  }

  void check_capsule() {
    const bool from = check_vector("from", obstacle_.point);
    const bool to = check_vector("to", obstacle_.point_b);
    if (from && to && obstacle_.point == obstacle_.point_b)
      problems_.add(place("to"), "", "from and to are the same point; that is a sphere");
    check_radius();
  }

  const Obstacle& obstacle_;
  const std::string pointer_;
  const std::size_t dimension_;
  Problems& problems_;
};

}  // namespace

void check_faces(const System& system, Problems& problems) {
  const Faces& faces = system.faces;
  if (!starts_are_good(faces)) {
    problems.add("/faces", "",
                 "the starts of faces must ascend from 0 to the number of their corners");
    return;
  }
  for (int face = 0; face < faces.count() && !problems.full(); ++face)
    check_face(system, face, problems);
  const std::string place = "/faces/mass_per_area";
  if (problems.check_column(place, "mass_per_area", faces.mass_per_area, usize(faces.count()),
                            "faces"))
    problems.check_all_from_zero(place, "mass_per_area", faces.mass_per_area);
}

void check_surroundings(const System& system, Problems& problems) {
  problems.check_from_zero("/drag", "drag", system.drag);
  if (system.wind) {
    check_waves("/wind/velocity", "velocity", system.wind->velocity, usize(system.dimension),
                problems);
    problems.check_from_zero("/wind/density", "density", system.wind->density);
    problems.check_from_zero("/wind/drag_coefficient", "drag_coefficient",
                             system.wind->drag_coefficient);
  }
  for (std::size_t i = 0; i < system.obstacles.size() && !problems.full(); ++i)
    ObstacleChecker(system, i, problems).run();
}

void check_simulation(const SimulationOptions& options, Problems& problems) {
  // 0 stands for what is chosen where nothing is given
  if (options.time_step != 0.0)
    problems.check_positive("/simulation/time_step", "time_step", options.time_step);
  if (options.output_every != 0.0)
    problems.check_positive("/simulation/output_every", "output_every", options.output_every);
  if (options.probe_every != 0.0)
    problems.check_positive("/simulation/probe_every", "probe_every", options.probe_every);
  problems.check_from_zero("/simulation/start_time", "start_time", options.start_time);
  problems.check_from_zero("/simulation/duration", "duration", options.duration);
  problems.check_positive("/simulation/blowup_strain", "blowup_strain", options.blowup_strain);
  problems.check_positive("/simulation/tolerance", "tolerance", options.tolerance);
  if (const auto size = run_size_problem(options))
    problems.add(fmt::format("/simulation/{}", size->key), fmt::format("{}", size->value),
                 size->message);
  if (const std::string problem = prefactored_problem(options); !problem.empty())
    options.accuracy == Accuracy::preview
        ? problems.add("/simulation/accuracy", "preview", problem)
        : problems.add("/simulation/method", "prefactored", problem);
  if (options.max_iterations < 1)
    problems.add(
        "/simulation/max_iterations", std::to_string(options.max_iterations),
        fmt::format("max_iterations is {}; it must be at least 1", options.max_iterations));
}

}  // namespace tensio
