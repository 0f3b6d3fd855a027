// The section `obstacles`.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/scene/obstacle_keys.hpp"
#include "io/scene/reader.hpp"

namespace tensio::io {
namespace {

// The keys that say where an obstacle of its kind is, and how large.
void read_shape(SceneReading& scene, const Value& value, const std::string& pointer,
                Obstacle& obstacle) {
  const ObstacleKeys keys = keys_of(obstacle.kind);
  for (const Member& member : *value.object()) {
    const std::string place = fmt::format("{}/{}", pointer, member.key);
    if (!is_shape_key(member.key) ||
        std::find(keys.all.begin(), keys.all.end(), member.key) != keys.all.end())
      continue;
    scene.reading.findings.add(member.key_offset, place,
                               fmt::format("a {} has no `{}`; it has {}", to_string(obstacle.kind),
                                           member.key, listed(keys.all)));
  }
  obstacle.point = vector_of(scene, value, pointer, keys.point);
  if (keys.normal) obstacle.normal = vector_of(scene, value, pointer, "normal");
  if (keys.point_b) obstacle.point_b = vector_of(scene, value, pointer, "to");
  if (keys.size) obstacle.size = vector_of(scene, value, pointer, "size");
  // on a line the plane's second axis is as thick as the first
  if (scene.written_dimension == 1 && obstacle.size.size() == 2)
    obstacle.size[1] = obstacle.size[0];
  if (keys.radius) {
    if (!value.find("radius")) {
      scene.reading.findings.add_missing(
          value, pointer, "radius",
          fmt::format("`radius` is missing in a {}; give a number [m]", to_string(obstacle.kind)));
    }
    obstacle.radius =
        number_of(scene.reading, value, pointer, "radius", "a number [m]").value_or(0);
  }
  if (const Value* rotate = value.find("rotate"); rotate && keys.size) {
    const std::size_t angles = scene.written_dimension == 3 ? 3 : 1;
    const auto row = read_row(
        scene.reading, *rotate, pointer + "/rotate",
        {"rotate", "", angles, angles == 3 ? "[0, 0, 45], degrees about x, y and z" : "45"});
    if (row) obstacle.rotate = *row;
  }
}

Obstacle read_obstacle(SceneReading& scene, const Value& value, const std::string& pointer) {
  Obstacle obstacle;
  if (!is_object(scene.reading, value, pointer, "an obstacle", KeyPlace::obstacle)) return obstacle;
  obstacle.name = text_of(scene.reading, value, pointer, "name");
  obstacle.note = text_of(scene.reading, value, pointer, "note");
  static const std::vector<std::string_view> kKinds = names_of<Obstacle::Kind>(4);
  const auto kind = word_of(scene.reading, value, pointer, "kind", kKinds, KeyPlace::obstacle);
  if (!value.find("kind")) {
    scene.reading.findings.add_missing(
        value, pointer, "kind",
        fmt::format("`kind` is missing in an obstacle; it is one of {}", listed(kKinds)));
  }
  if (kind) {
    obstacle.kind = static_cast<Obstacle::Kind>(*kind);
    read_shape(scene, value, pointer, obstacle);
  } else {
    scene.reading.findings.distrust(pointer);
  }
  read_fields(scene.reading, value, pointer, KeyPlace::obstacle, kObstacleFields, obstacle);
  if (const Value* motion = value.find("motion")) {
    obstacle.motion = vector_of_waves(scene, *motion, pointer + "/motion", "motion");
  }
  return obstacle;
}

}  // namespace

void read_obstacles(SceneReading& scene, const Value& root) {
  const List* obstacles = list_of(scene.reading, root, "obstacles",
                                  R"([{"kind": "plane", "point": [0, 0], "normal": [0, 1]}])");
  for (std::size_t i = 0; obstacles && i < obstacles->size() && !scene.reading.findings.full();
       ++i) {
    scene.system.obstacles.push_back(
        read_obstacle(scene, (*obstacles)[i], fmt::format("/obstacles/{}", i)));
  }
}

std::vector<double> vector_of(SceneReading& scene, const Value& object, const std::string& pointer,
                              const char* key) {
  const auto width = usize(scene.written_dimension);
  const Value* value = object.find(key);
  if (!value) {
    scene.reading.findings.add_missing(
        object, pointer, key,
        fmt::format("`{}` is missing; give a vector such as {}", key, kRowExample[width]));
    return {};
  }
  auto row = read_row(scene.reading, *value, fmt::format("{}/{}", pointer, key),
                      {key, "", width, kRowExample[width]});
  return row ? widened(scene, std::move(*row)) : std::vector<double>();
}

}  // namespace tensio::io
