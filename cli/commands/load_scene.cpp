// Reading the scene that the command line names.
#include "commands/load_scene.hpp"

#include <filesystem>

#include "output/output.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio::cli {

namespace {

// A mesh is read by `convert`, which is reported how stiff it is; it says what to do.
void refuse_mesh(const Args& args) {
  const FileFormat* format = format_of_file(args.scene);
  std::error_code ignored;
  const bool mesh = format != nullptr && format->reads && !args.scene.ends_with(".json");
  if (!mesh || !std::filesystem::is_regular_file(args.scene, ignored)) return;
  const std::string scene = std::filesystem::path(args.scene).stem().string() + ".json";
  throw UsageError(fmt::format("{0} is not a scene, but a file in the format {1}: convert it with "
                               "`tensio convert {0} {2} --stiffness 100 --mass 0.1`, say in {2} "
                               "which nodes are `fixed`, then `tensio {3} {2}`",
                               printable(args.scene), format->name, printable(scene), args.verb),
                   args.scene);
}

}  // namespace

System load_scene(const Args& args) {
  if (args.verb != "convert") refuse_mesh(args);
  for (const std::string& folder : args.data) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
      throw Error({{.file = folder, .message = "is not a folder; --data needs one"}},
                  ErrorKind::io);
    }
  }
  return load_system(args.scene, {.data_folders = args.data, .set = args.set});
}

bool names_run(const Args& args) {
  std::error_code ignored;
  return std::filesystem::is_directory(args.scene, ignored);
}

std::size_t chosen_frame(const ResultFolder& run, const Args& args) {
  const ConvertArgs& convert = args.convert;
  const std::size_t count = run.times().size();
  if (convert.first_frame) return 0;
  if (convert.time) return run.frame_at(*convert.time);
  if (!convert.frame) return count - 1;
  if (*convert.frame >= count) {
    throw UsageError(
        fmt::format("--frame {}: the run has the frames 0 to {}", *convert.frame, count - 1),
        std::to_string(*convert.frame));
  }
  return *convert.frame;
}

}  // namespace tensio::cli
