// The section `recorded`: hashes of results, read and written.
#include <fmt/format.h>

#include <algorithm>

#include "io/scene/reader.hpp"
#include "io/scene/sections.hpp"
#include "io/scene/writer.hpp"

namespace tensio::io {

namespace {

// A hash, or "" where there is none or something else.
std::string hash_of(Reading& reading, const Value& object, const std::string& pointer,
                    const char* key) {
  std::string hash = text_of(reading, object, pointer, key);
  const Value* value = object.find(key);
  if (value == nullptr || !value->text()) return {};
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (hash.size() == 16 && std::all_of(hash.begin(), hash.end(), digit)) return hash;
  reading.findings.add(*value, fmt::format("{}/{}", pointer, key),
                       fmt::format("`{}` must be a hash: 16 digits 0-9 and a-f", key));
  return {};
}

void require(Reading& reading, const Value& object, const std::string& pointer, const char* key) {
  if (object.find(key) == nullptr)
    reading.findings.add_missing(
        object, pointer, key,
        fmt::format("`{}` is missing in `motion`; record the scene again with `tensio verify "
                    "--record`",
                    key));
}

void read_motion(Reading& reading, const Value& value, const std::string& pointer,
                 Recorded& recorded) {
  if (!is_object(reading, value, pointer, "`motion`", KeyPlace::recorded_motion)) return;
  RecordedMotion motion;
  read_fields(reading, value, pointer, KeyPlace::recorded_motion, kRecordedMotionFields, motion);
  for (const char* key : {"integrator", "steps", "state"}) require(reading, value, pointer, key);
  motion.state = hash_of(reading, value, pointer, "state");
  if (const Value* steps = value.find("steps"); steps && steps->number() && motion.steps < 1)
    reading.findings.add(*steps, pointer + "/steps", "`steps` must be a whole number from 1");
  const Value* word = value.find("integrator");
  if (word && word->text() && *word->text() == to_string(Integrator::automatic))
    reading.findings.add(*word, pointer + "/integrator",
                         "`integrator` must be the one that was used, not auto");
  if (const Value* step = value.find("time_step"); step && motion.time_step < 0)
    reading.findings.add(*step, pointer + "/time_step",
                         "`time_step` must be a positive number [s]");
  recorded.motion = motion;
}

}  // namespace

void read_recorded(SceneReading& scene, const Value& root) {
  const Value* value = root.find("recorded");
  const std::string pointer = "/recorded";
  Reading& reading = scene.reading;
  if (!value || !is_object(reading, *value, pointer, "`recorded`", KeyPlace::recorded)) return;
  Recorded& recorded = scene.system.recorded.emplace();
  recorded.version = text_of(reading, *value, pointer, "version");
  recorded.scene = hash_of(reading, *value, pointer, "scene");
  recorded.rest = hash_of(reading, *value, pointer, "rest");
  if (const Value* motion = value->find("motion"))
    read_motion(reading, *motion, pointer + "/motion", recorded);
}

void SceneWriter::recorded(const Recorded& data) {
  key("recorded");
  object(false, [&] {
    text_member("version", data.version);
    text_member("scene", data.scene);
    text_member("rest", data.rest);
    if (!data.motion) return;
    key("motion");
    object(true, [&] {
      members(kRecordedMotionFields, *data.motion);
      text_member("state", data.motion->state);
    });
  });
}

}  // namespace tensio::io
