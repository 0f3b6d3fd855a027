// A small good file of each format: where mutations start.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/files.hpp"
#include "tensio/files/import.hpp"

namespace tensio {

struct Sample {
  std::string format;
  std::string file;
  std::string bytes;
};

/// The files of tests/data/meshes, by name; the ending says the format.
inline std::vector<Sample> samples() {
  const std::filesystem::path folder =
      std::filesystem::path(TENSIO_SOURCE_DIR) / "tests" / "data" / "meshes";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::vector<Sample> result;
  for (const std::string& name : names) {
    const FileFormat* format = format_of_file(name);
    if (!format || !format->reads) continue;
    result.push_back({format->name, name, testing::read_file(folder / name)});
  }
  return result;
}

/// Other files of the same mesh are beside a sample.
inline ImportOptions beside_samples() {
  ImportOptions options;
  options.beside = [](const std::string& name) -> std::optional<std::string> {
    const std::filesystem::path path =
        std::filesystem::path(TENSIO_SOURCE_DIR) / "tests" / "data" / "meshes" / name;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return testing::read_file(path);
  };
  return options;
}

}  // namespace tensio
