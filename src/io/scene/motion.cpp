// The sections `faces`, `drag`, `wind` and `simulation`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {
namespace {

// The corners of each face: rows that may differ in length, or a file.
void read_corners(SceneReading& scene, Value& value, const std::string& pointer) {
  Faces& faces = scene.system.faces;
  const auto refuse = [&](const Value& where, const std::string& place, std::string message) {
    scene.reading.findings.add(where, place, std::move(message));
    scene.reading.findings.distrust(pointer);
    scene.corners_good = false;
  };
  PackedNumbers rows;
  if (names_file(value)) {
    std::optional<NpyArray> array = read_file(scene.reading, value, pointer, {"nodes", {}, true});
    if (!array) {
      scene.corners_good = false;
      return;
    }
    rows = {std::move(array->values), true, array->rows, array->width, {}};
  } else if (PackedNumbers* packed = value.packed();
             packed && (packed->is_rows || !packed->count)) {
    rows = std::move(*packed);
  } else {
    return refuse(value, pointer,
                  "`faces` must be a list with the node ids of each face, such as [[0, 1, 2], "
                  "[2, 3, 4, 5]]");
  }
  if (rows.count == 0) return;
  if (rows.count > kMaxItems || rows.values.size() > kMaxItems) {
    return refuse(value, pointer, "there are more faces than this program can handle");
  }
  faces.start.push_back(0);
  std::size_t next = 0;
  for (std::size_t face = 0; face < rows.count; ++face) {
    for (std::size_t end = next + rows.row_width(face); next < end; ++next) {
      const std::optional<int> id = whole_number(rows.values[next]);
      scene.corners_good = scene.corners_good && id && *id >= 0 && *id < scene.node_count();
      faces.nodes.push_back(id.value_or(0));
      if (id || scene.reading.findings.full()) continue;
      scene.reading.findings.add_item(
          value, pointer, face,
          fmt::format("face {} has the corner {}; node ids are whole numbers from 0", face,
                      rows.values[next]));
    }
    faces.start.push_back(static_cast<int>(faces.nodes.size()));
  }
}

}  // namespace

void read_faces(SceneReading& scene, const Value& root) {
  Value* value = root.find("faces");
  scene.faces_object = value && value->object();
  if (scene.faces_object) {
    check_keys(scene.reading.findings, *value, "/faces", KeyPlace::faces);
    scene.system.faces.note = text_of(scene.reading, *value, "/faces", "note");
    if (Value* nodes = value->find("nodes")) {
      read_corners(scene, *nodes, "/faces/nodes");
    } else {
      scene.reading.findings.add_missing(
          *value, "/faces", "nodes",
          "`nodes` is missing in `faces`; give the corners of each face");
    }
    Value* mass = value->find("mass_per_area");
    // without the faces there is no count to compare with
    if (mass && (mass->number() || !scene.reading.findings.concerns("/faces/nodes"))) {
      const auto count = usize(scene.system.faces.count());
      scene.system.faces.mass_per_area = read_column(scene.reading, *mass, "/faces/mass_per_area",
                                                     {"mass_per_area", count, "faces"});
    }
  } else if (value) {
    read_corners(scene, *value, "/faces");
  }
}

void read_drag(SceneReading& scene, const Value& root) {
  scene.system.drag = number_of(scene.reading, root, "", "drag",
                                "a number [1/s]: the force is -drag x mass x velocity")
                          .value_or(scene.system.drag);
}

void read_wind(SceneReading& scene, const Value& root) {
  const Value* value = root.find("wind");
  if (!value || !is_object(scene.reading, *value, "/wind", "`wind`", KeyPlace::wind)) return;
  Wind& wind = scene.system.wind.emplace();
  wind.note = text_of(scene.reading, *value, "/wind", "note");
  if (const Value* velocity = value->find("velocity")) {
    wind.velocity = vector_of_waves(scene, *velocity, "/wind/velocity", "velocity");
  } else {
    scene.reading.findings.add_missing(*value, "/wind", "velocity",
                                       "`velocity` is missing in `wind`; give a vector [m/s]");
  }
  read_fields(scene.reading, *value, "/wind", KeyPlace::wind, kWindFields, wind);
}

std::vector<Waveform> vector_of_waves(SceneReading& scene, const Value& value,
                                      const std::string& pointer, const char* key) {
  const auto width = usize(scene.written_dimension);
  std::vector<Waveform> waves = read_waves(scene.reading, value, pointer, key, width);
  // a line is carried in the plane
  if (scene.written_dimension == 1 && !waves.empty()) waves.emplace_back();
  return waves;
}

void read_simulation(SceneReading& scene, const Value& root) {
  const Value* value = root.find("simulation");
  const std::string pointer = "/simulation";
  if (!value || !is_object(scene.reading, *value, pointer, "`simulation`", KeyPlace::simulation))
    return;
  SimulationOptions& options = scene.system.simulation.emplace();
  options.note = text_of(scene.reading, *value, pointer, "note");
  read_fields(scene.reading, *value, pointer, KeyPlace::simulation, kSimulationFields, options);
}

}  // namespace tensio::io
