// The section `obstacles`.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/scene/obstacle_keys.hpp"
#include "io/scene/reader.hpp"

namespace tensio::io {

void SceneReader::read_obstacles(const Value& root) {
  const List* obstacles =
      list_of(root, "obstacles", R"([{"kind": "plane", "point": [0, 0], "normal": [0, 1]}])");
  for (std::size_t i = 0; obstacles && i < obstacles->size() && !findings_.full(); ++i) {
    system_.obstacles.push_back(read_obstacle((*obstacles)[i], fmt::format("/obstacles/{}", i)));
  }
}

Obstacle SceneReader::read_obstacle(const Value& value, const std::string& pointer) {
  Obstacle obstacle;
  if (!is_object(value, pointer, "an obstacle", KeyPlace::obstacle)) return obstacle;
  obstacle.name = text_of(value, pointer, "name");
  obstacle.note = text_of(value, pointer, "note");
  static const std::vector<std::string_view> kKinds = names_of<Obstacle::Kind>(4);
  const auto kind = word_of(value, pointer, "kind", kKinds, KeyPlace::obstacle);
  if (!value.find("kind")) {
    findings_.add_missing(
        value, pointer, "kind",
        fmt::format("`kind` is missing in an obstacle; it is one of {}", listed(kKinds)));
  }
  if (kind) {
    obstacle.kind = static_cast<Obstacle::Kind>(*kind);
    read_shape(value, pointer, obstacle);
  } else {
    findings_.distrust(pointer);
  }
  read_into(value, pointer, "friction", "a number, Coulomb's coefficient", obstacle.friction);
  read_into(value, pointer, "restitution", "a number from 0 to 1", obstacle.restitution);
  read_into(value, pointer, "thickness", "a number [m]", obstacle.thickness);
  if (const Value* motion = value.find("motion")) {
    obstacle.motion = vector_of_waves(*motion, pointer + "/motion", "motion");
  }
  return obstacle;
}

// The keys that say where an obstacle of its kind is, and how large.
void SceneReader::read_shape(const Value& value, const std::string& pointer, Obstacle& obstacle) {
  const ObstacleKeys keys = keys_of(obstacle.kind);
  for (const Member& member : *value.object()) {
    const std::string place = fmt::format("{}/{}", pointer, member.key);
    if (!is_shape_key(member.key) ||
        std::find(keys.all.begin(), keys.all.end(), member.key) != keys.all.end())
      continue;
    findings_.add(member.key_offset, place,
                  fmt::format("a {} has no `{}`; it has {}", to_string(obstacle.kind), member.key,
                              listed(keys.all)));
  }
  obstacle.point = vector_of(value, pointer, keys.point);
  if (keys.normal) obstacle.normal = vector_of(value, pointer, "normal");
  if (keys.point_b) obstacle.point_b = vector_of(value, pointer, "to");
  if (keys.size) obstacle.size = vector_of(value, pointer, "size");
  // on a line the plane's second axis is as thick as the first
  if (written_dimension_ == 1 && obstacle.size.size() == 2) obstacle.size[1] = obstacle.size[0];
  if (keys.radius) {
    if (!value.find("radius")) {
      findings_.add_missing(
          value, pointer, "radius",
          fmt::format("`radius` is missing in a {}; give a number [m]", to_string(obstacle.kind)));
    }
    read_into(value, pointer, "radius", "a number [m]", obstacle.radius);
  }
  if (const Value* rotate = value.find("rotate"); rotate && keys.size) {
    const std::size_t angles = written_dimension_ == 3 ? 3 : 1;
    const auto row = read_row(
        reading_, *rotate, pointer + "/rotate",
        {"rotate", "", angles, angles == 3 ? "[0, 0, 45], degrees about x, y and z" : "45"});
    if (row) obstacle.rotate = *row;
  }
}

// A vector that must be there.
std::vector<double> SceneReader::vector_of(const Value& object, const std::string& pointer,
                                           const char* key) {
  const auto width = usize(written_dimension_);
  const Value* value = object.find(key);
  if (!value) {
    findings_.add_missing(
        object, pointer, key,
        fmt::format("`{}` is missing; give a vector such as {}", key, kRowExample[width]));
    return {};
  }
  auto row = read_row(reading_, *value, fmt::format("{}/{}", pointer, key),
                      {key, "", width, kRowExample[width]});
  return row ? widened(std::move(*row)) : std::vector<double>();
}

}  // namespace tensio::io
