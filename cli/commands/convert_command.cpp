// `tensio convert`: a scene, a mesh or a run in, a file of another format out.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "commands/commands.hpp"
#include "commands/load_scene.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"
#include "tensio/files/export.hpp"
#include "tensio/files/import.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMatrixEnding = ".mtx";

// What is to be written, by the ending of its name.
struct Target {
  std::string path = {};
  const ExportKind* kind = nullptr;
  bool matrix = false;

  const char* name() const { return matrix ? "Matrix Market" : kind->name; }
  bool series() const { return !matrix && kind->series; }
};

std::string endings() {
  std::string text;
  for (const ExportKind& kind : export_kinds()) text += std::string(kind.ending) + ", ";
  return text + kMatrixEnding;
}

Target target_of(const Args& args) {
  Target target{.path = args.second, .kind = export_kind_of(args.second)};
  target.matrix = fs::path(args.second).extension() == kMatrixEnding;
  if (target.kind == nullptr && !target.matrix) {
    throw UsageError(
        fmt::format("{}: this extension is not a format that can be written; there are {}",
                    printable(args.second), endings()),
        args.second);
  }
  target.path = output_path(args.second, "OUTPUT", args.force);
  // the frames of a list go to a folder of its name
  const fs::path folder = fs::path(args.second).replace_extension();
  std::error_code ignored;
  const bool list = target.kind != nullptr && target.kind->format == ExportFormat::pvd;
  if (list && !args.force && fs::exists(folder, ignored)) {
    throw UsageError(fmt::format("OUTPUT {}: its frames go to the folder {}, which exists; --force "
                                 "overwrites them",
                                 printable(args.second), printable(folder.string())),
                     args.second);
  }
  if (target.kind != nullptr && target.kind->format == ExportFormat::tetgen && !args.force)
    for (const char* ending : {".edge", ".face", ".ele"})
      if (const fs::path part = fs::path(args.second).replace_extension(ending);
          fs::exists(part, ignored))
        throw UsageError(fmt::format("OUTPUT {}: a mesh of TetGen is several files, and {} exists; "
                                     "--force overwrites them",
                                     printable(args.second), printable(part.string())),
                         args.second);
  return target;
}

[[noreturn]] void refuse_option(const char* option, const std::string& reason) {
  throw UsageError(fmt::format("{}: {}", option, reason), option);
}

void check_options(const Args& args, const Target& target, bool run) {
  const ConvertArgs& convert = args.convert;
  const bool frame = convert.frame || convert.first_frame || convert.last_frame;
  if (frame && !run) refuse_option("--frame", "a scene has no frames; the folder of a run has");
  if (convert.time && !run)
    refuse_option("--time", "a scene has no frames; the folder of a run has");
  if (args.drawn && run) refuse_option("--drawn", "is for scenes; a run has --frame and --time");
  if (convert.table && (target.matrix || target.kind->format != ExportFormat::csv)) {
    refuse_option("--table", "is for .csv files");
  }
  if ((args.view || args.camera) && (target.matrix || target.kind->format != ExportFormat::svg)) {
    refuse_option("--view", "is for .svg files");
  }
  if (convert.matrix && !target.matrix) refuse_option("--matrix", "is for .mtx files");
  const bool gltf = !target.matrix && (target.kind->format == ExportFormat::gltf ||
                                       target.kind->format == ExportFormat::glb);
  if (convert.most_frames && !(gltf && run)) {
    refuse_option("--frames", "is for a run that becomes .gltf or .glb");
  }
}

// What is read: a scene, a mesh, or a run with its frames.
struct Source {
  std::optional<ResultFolder> run = {};
  std::optional<ImportReport> import = {};
  System scene = {};

  const System& system() const { return run ? run->scene() : scene; }
};

// What a mesh does not say of itself.
void complete(System& mesh, const ConvertArgs& args) {
  for (SpringSet& set : mesh.springs) {
    if (args.stiffness || args.axial_stiffness) {
      set.stiffness.clear();
      set.axial_stiffness.clear();
    }
    if (args.stiffness) set.stiffness = {*args.stiffness};
    if (args.axial_stiffness) set.axial_stiffness = {*args.axial_stiffness};
  }
  if (args.mass) mesh.nodes.mass = {*args.mass};
  if (args.total_mass) mesh.nodes.mass = {*args.total_mass / std::max(mesh.node_count(), 1)};
}

void refuse_mesh_options(const ConvertArgs& args) {
  const auto refuse = [](bool given, const char* option) {
    if (given) refuse_option(option, "is for meshes; scenes and runs define it themselves");
  };
  refuse(args.stiffness.has_value(), "--stiffness");
  refuse(args.axial_stiffness.has_value(), "--axial-stiffness");
  refuse(args.mass.has_value(), "--mass");
  refuse(args.total_mass.has_value(), "--total-mass");
  refuse(args.dimension.has_value(), "--dimension");
}

Source read_source(const Args& args) {
  std::error_code ignored;
  Source source;
  const std::string& path = args.scene;
  const bool scene = path == "-" || fs::path(path).extension() == ".json";
  if (fs::is_directory(path, ignored)) {
    refuse_mesh_options(args.convert);
    source.run.emplace(path);
  } else if (scene && args.convert.format.empty()) {
    refuse_mesh_options(args.convert);
    source.scene = load_scene(args);
  } else {
    Imported imported = import_file(
        path, {.format = args.convert.format, .dimension = args.convert.dimension.value_or(0)});
    source.scene = std::move(imported.system);
    source.import = std::move(imported.report);
    complete(source.scene, args.convert);
  }
  return source;
}

// A scene and a matrix need springs that are whole.
void require_valid(const System& system, const Target& target) {
  if (!target.matrix && target.kind->format != ExportFormat::scene) return;
  for (const SpringSet& set : system.springs) {
    const bool soft = set.stiffness.empty() && set.axial_stiffness.empty() && !set.ends.empty();
    if (soft) {
      throw UsageError(
          "the springs of this mesh have no stiffness; give --stiffness or --axial-stiffness");
    }
  }
  require_valid(system);
}

std::string matrix_text(const System& system, const Snapshot& state, Matrix matrix) {
  // broken springs and permanent elongations count
  const Network network = compile(with_snapshot(system, state));
  if (matrix == Matrix::mass) {
    return matrix_market_text(mass_matrix(network), true,
                              "mass matrix, all nodes, axes of a node one after the other");
  }
  return matrix_market_text(
      stiffness_matrix(network, state.position), true,
      "stiffness matrix K = d2E/dx2 of the springs at this state, all nodes, fixed ones too,\n"
      "axes of a node one after the other");
}

struct Written {
  std::size_t frames = 1;
  std::optional<double> time = {};  // of one frame
  std::vector<std::string> notes = {};
};

Written write(const Source& source, const Target& target, const Args& args) {
  const ConvertArgs& convert = args.convert;
  ExportOptions options;
  options.table = convert.table.value_or(options.table);
  options.view = args.view.value_or(options.view);
  options.camera = args.camera;
  options.up = args.up;
  if (convert.most_frames) options.most_frames = static_cast<std::size_t>(*convert.most_frames);
  const bool one = convert.frame || convert.first_frame || convert.last_frame || convert.time;
  if (source.run && target.series() && !one) {
    return {.frames = source.run->times().size(),
            .notes = export_file(source.system(), *source.run, target.path, options)};
  }
  const System& system = source.system();
  const Snapshot state = source.run   ? source.run->frame(chosen_frame(*source.run, args))
                         : args.drawn ? drawn_snapshot(system)
                                      : start_snapshot(system);
  Written written;
  if (source.run) written.time = state.time;
  if (target.matrix) {
    save_text(matrix_text(system, state, convert.matrix.value_or(Matrix::stiffness)), target.path);
  } else {
    written.notes = export_file(system, StoredFrames({state}), target.path, options);
  }
  return written;
}

std::vector<std::string> remarks_on(const Source& source) {
  return source.import ? remarks(*source.import) : std::vector<std::string>();
}

void report(const Args& args, const Source& source, const Target& target, const Written& written) {
  const System& system = source.system();
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"},
                  {"file", args.second},
                  {"format", target.name()},
                  {"nodes", system.node_count()},
                  {"springs", system.spring_count()},
                  {"faces", system.faces.count()},
                  {"frames", written.frames},
                  {"time", written.time}});
    json.texts("remarks", remarks_on(source));
    json.texts("notes", written.notes);
    json.end_object();
  } else if (!args.quiet) {
    std::string what = fmt::format("{}, {}, {}", count_text(system.node_count(), "node", "nodes"),
                                   count_text(system.spring_count(), "spring", "springs"),
                                   count_text(system.faces.count(), "face", "faces"));
    if (written.time) what += fmt::format(", time {}", number_text(*written.time));
    if (written.frames > 1) {
      what += ", " + count_text(static_cast<long long>(written.frames), "frame", "frames");
    }
    output.print("written to {}: {}\n{}\n", printable(args.second), target.name(), what);
  }
  output.flush();
  if (args.json || args.quiet) return;
  for (const std::string& remark : remarks_on(source)) {
    say(coloured("found: ", Colour::yellow, 2) + printable(remark) + "\n");
  }
  for (const std::string& note : written.notes) {
    say(coloured("note: ", Colour::yellow, 2) + printable(note) + "\n");
  }
}

}  // namespace

int convert_command(const Args& args) {
  const Target target = target_of(args);
  const Source source = read_source(args);
  check_options(args, target, source.run.has_value());
  if (source.import) require_valid(source.scene, target);
  const Written written = write(source, target, args);
  report(args, source, target, written);
  return kExitDone;
}

}  // namespace tensio::cli
