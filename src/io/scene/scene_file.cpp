// Loading a scene: from text to a System, or to a list of all problems.
#include "tensio/files/scene_file.hpp"

#include <filesystem>
#include <utility>

#include "io/json/value.hpp"
#include "io/scene/columns.hpp"
#include "io/scene/findings.hpp"
#include "io/scene/formulas/values.hpp"
#include "io/scene/include.hpp"
#include "io/scene/reader.hpp"
#include "io/text/data_files.hpp"

namespace tensio {

namespace {

// Files are looked for beside the scene; beside the working folder for standard input.
std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? std::filesystem::path(".").string() : folder.string();
}

// Formulas are kept under the places that they are written at.
void take_values(System& system, io::SceneValues& values, const io::SceneReading& scene) {
  system.units = std::move(values.units);
  system.parameters = std::move(values.parameters);
  system.parameters_note = std::move(values.parameters_note);
  system.formulas = std::move(values.formulas);
  io::place_formulas(scene, system.formulas);
}

}  // namespace

System parse_system(std::string_view text, const std::string& name, const std::string& folder,
                    const LoadOptions& options) {
  io::Document document = io::parse_json(text);
  if (!document.syntax.empty()) io::throw_syntax_error(name, document);
  io::Findings findings(document);
  findings.add_duplicates(document);
  io::DataFiles files(folder, options.data_folders);
  for (const MemoryFile& file : options.memory_files) files.add(file.name, file.bytes);
  io::Reading reading = {findings, files};
  io::Inclusions inclusions;
  inclusions.merge(reading, document);
  io::SceneValues values = io::resolve_values(reading, document.root, options.set);
  reading.parameters = &values.table;
  io::SceneReading scene = {reading, options.max_generated};
  scene.system.units = values.units;
  System system = io::read_scene(scene, document.root);
  take_values(system, values, scene);
  if (options.files_read != nullptr) {
    for (const io::DataFiles::Found& file : files.found())
      options.files_read->push_back({file.name, file.path});
  }

  // without positions, everything else would be out of range
  if (values.good && scene.parts_good && !findings.concerns("/nodes/position") &&
      !findings.concerns("/dimension")) {
    std::vector<Problem> problems = validate(system);
    for (Problem& problem : problems) problem.pointer = io::place_in_file(scene, problem.pointer);
    findings.merge(problems);
  }
  if (!findings.empty())
    throw Error(findings.problems(name), files.read_failed() ? ErrorKind::io : ErrorKind::content);
  return system;
}

System load_system(const std::string& path, const LoadOptions& options) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "standard input" : path;
  const io::DataFiles::Content content =
      standard_input ? io::read_standard_input() : io::read_whole_file(path);
  if (!content.error.empty()) {
    Problem problem;
    problem.file = name;
    problem.message = "cannot be read: " + content.error;
    throw Error(std::vector<Problem>{std::move(problem)}, ErrorKind::io);
  }
  return parse_system(content.bytes, name, folder_of(path), options);
}

}  // namespace tensio
