// Loading a scene: text in, System out, or every problem at once.
#include "tensio/scene_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "io/columns.hpp"
#include "io/data_files.hpp"
#include "io/findings.hpp"
#include "io/json_text.hpp"
#include "io/json_value.hpp"
#include "io/scene_reader.hpp"

namespace tensio {

namespace {

// Files are looked for beside the scene; beside the working folder for standard input.
std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? std::filesystem::path(".").string() : folder.string();
}

}  // namespace

System parse_system(std::string_view text, const std::string& name, const std::string& folder,
                    const LoadOptions& options) {
  io::Document document = io::parse_json(text);
  if (!document.syntax.empty()) {
    const io::SyntaxError& error = document.syntax.front();
    const io::LineColumn place = io::LineCounter(text).at(error.offset);
    Problem problem;
    problem.file = name;
    problem.line = place.line;
    problem.column = place.column;
    problem.value = io::value_as_written(text, error.offset);
    problem.message = error.message;
    throw Error(std::vector<Problem>{std::move(problem)});
  }

  io::Findings findings(document);
  for (const io::DuplicateKey& duplicate : document.duplicates) {
    findings.add(duplicate.offset, duplicate.pointer,
                 fmt::format("the key `{}` stands twice in this object; remove one of them",
                             io::shortened(duplicate.key)));
  }
  io::DataFiles files(folder, options.data_folders);
  io::Reading reading = {findings, files};
  io::SceneReader reader(reading);
  System system = reader.read(document.root);

  // without positions, everything else would be out of range
  if (!findings.concerns("/nodes/position") && !findings.concerns("/dimension") &&
      reader.parts_good()) {
    std::vector<Problem> problems = validate(system);
    for (Problem& problem : problems) problem.pointer = reader.place_in_file(problem.pointer);
    findings.merge(problems);
  }
  if (!findings.empty()) throw Error(findings.problems(name));
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
