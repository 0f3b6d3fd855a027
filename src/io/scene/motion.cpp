// The sections `faces`, `drag`, `wind` and `simulation`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {

void SceneReader::read_faces(const Value& root) {
  Value* value = root.find("faces");
  faces_object_ = value && value->object();
  if (faces_object_) {
    check_keys(findings_, *value, "/faces", KeyPlace::faces);
    system_.faces.note = text_of(*value, "/faces", "note");
    if (Value* nodes = value->find("nodes")) {
      read_corners(*nodes, "/faces/nodes");
    } else {
      findings_.add_missing(*value, "/faces", "nodes",
                            "`nodes` is missing in `faces`; give the corners of each face");
    }
    Value* mass = value->find("mass_per_area");
    // without the faces there is no count to compare with
    if (mass && (mass->number() || !findings_.concerns("/faces/nodes"))) {
      const auto count = usize(system_.faces.count());
      system_.faces.mass_per_area =
          read_column(reading_, *mass, "/faces/mass_per_area", {"mass_per_area", count, "faces"});
    }
  } else if (value) {
    read_corners(*value, "/faces");
  }
}

// The corners of each face: rows that may differ in length, or a file.
void SceneReader::read_corners(Value& value, const std::string& pointer) {
  Faces& faces = system_.faces;
  const auto refuse = [&](const Value& where, const std::string& place, std::string message) {
    findings_.add(where, place, std::move(message));
    findings_.distrust(pointer);
    corners_good_ = false;
  };
  PackedNumbers rows;
  if (names_file(value)) {
    std::optional<NpyArray> array = read_file(reading_, value, pointer, {"nodes", {}, true});
    if (!array) {
      corners_good_ = false;
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
    return refuse(value, pointer, "there are more faces than this program can hold");
  }
  faces.start.push_back(0);
  std::size_t next = 0;
  for (std::size_t face = 0; face < rows.count; ++face) {
    for (std::size_t end = next + rows.row_width(face); next < end; ++next) {
      const std::optional<int> id = whole_number(rows.values[next]);
      corners_good_ = corners_good_ && id && *id >= 0 && *id < node_count();
      faces.nodes.push_back(id.value_or(0));
      if (id || findings_.full()) continue;
      findings_.add_item(value, pointer, face,
                         fmt::format("face {} has the corner {}; node ids are whole numbers from 0",
                                     face, rows.values[next]));
    }
    faces.start.push_back(static_cast<int>(faces.nodes.size()));
  }
}

void SceneReader::read_drag(const Value& root) {
  read_into(root, "", "drag", "a number [1/s]: the force is -drag x mass x velocity", system_.drag);
}

void SceneReader::read_wind(const Value& root) {
  const Value* value = root.find("wind");
  if (!value || !is_object(*value, "/wind", "`wind`", KeyPlace::wind)) return;
  Wind& wind = system_.wind.emplace();
  wind.note = text_of(*value, "/wind", "note");
  if (const Value* velocity = value->find("velocity")) {
    wind.velocity = vector_of_waves(*velocity, "/wind/velocity", "velocity");
  } else {
    findings_.add_missing(*value, "/wind", "velocity",
                          "`velocity` is missing in `wind`; give a vector [m/s]");
  }
  read_into(*value, "/wind", "density", "a number [kg/m3]", wind.density);
  read_into(*value, "/wind", "drag_coefficient", "a number", wind.drag_coefficient);
}

std::vector<Waveform> SceneReader::vector_of_waves(const Value& value, const std::string& pointer,
                                                   const char* key) {
  const auto width = usize(written_dimension_);
  std::vector<Waveform> waves = read_waves(reading_, value, pointer, key, width);
  // a line is carried in the plane
  if (written_dimension_ == 1 && !waves.empty()) waves.emplace_back();
  return waves;
}

// A time between two things: 0 stands for the one that is chosen where it is left out.
void SceneReader::read_interval(const Value& object, const char* key, std::string_view allowed,
                                double& target) {
  const std::string place = fmt::format("/simulation/{}", key);
  const auto number = number_of(object, "/simulation", key, allowed);
  if (!number) return;
  target = *number;
  if (target == 0.0) {
    findings_.add(*object.find(key), place, fmt::format("`{}` must be {}", key, allowed));
  }
}

void SceneReader::read_simulation(const Value& root) {
  const Value* value = root.find("simulation");
  const std::string pointer = "/simulation";
  if (!value || !is_object(*value, pointer, "`simulation`", KeyPlace::simulation)) return;
  SimulationOptions& options = system_.simulation.emplace();
  options.note = text_of(*value, pointer, "note");
  static const std::vector<std::string_view> kIntegrators = names_of<Integrator>(kIntegratorCount);
  static const std::vector<std::string_view> kStarts = names_of<StartFrom>(2);
  static const std::vector<std::string_view> kMethods = names_of<StepMethod>(2);
  options.integrator = static_cast<Integrator>(
      word_of(*value, pointer, "integrator", kIntegrators, KeyPlace::simulation).value_or(0));
  options.start = static_cast<StartFrom>(
      word_of(*value, pointer, "start", kStarts, KeyPlace::simulation).value_or(0));
  options.method = static_cast<StepMethod>(
      word_of(*value, pointer, "method", kMethods, KeyPlace::simulation).value_or(0));
  static const std::vector<std::string_view> kPrecisions = names_of<Precision>(2);
  options.precision = static_cast<Precision>(
      word_of(*value, pointer, "precision", kPrecisions, KeyPlace::simulation).value_or(0));
  const Value* step = value->find("time_step");
  if (step && !(step->text() && *step->text() == "auto")) {
    read_interval(*value, "time_step", "a positive number [s], or \"auto\"", options.time_step);
  }
  read_interval(*value, "output_every", "a positive number [s]", options.output_every);
  read_interval(*value, "probe_every", "a positive number [s]", options.probe_every);
  read_into(*value, pointer, "start_time", "a number [s]", options.start_time);
  read_into(*value, pointer, "duration", "a number [s]", options.duration);
  read_into(*value, pointer, "blowup_strain", "a positive number", options.blowup_strain);
  read_into(*value, pointer, "tolerance", "a positive number such as 1e-10", options.tolerance);
  if (const Value* given = value->find("max_iterations")) {
    options.max_iterations = read_whole_number(reading_, *given, pointer + "/max_iterations",
                                               "max_iterations", "a whole number from 1")
                                 .value_or(options.max_iterations);
  }
}

}  // namespace tensio::io
