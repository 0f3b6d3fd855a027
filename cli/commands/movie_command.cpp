// `tensio movie`: the folder of a run becomes a moving picture.
#include "tensio/pictures/movie.hpp"

#include <filesystem>

#include "args/args_check.hpp"
#include "commands/commands.hpp"
#include "commands/video_encoder.hpp"
#include "exit_code.hpp"
#include "io/text/save_text.hpp"
#include "output/json_output.hpp"
#include "output/output_file.hpp"
#include "output/text_output.hpp"

namespace tensio::cli {

namespace {

enum class MovieKind { svg, html, mp4 };

MovieKind kind_of(const Args& args) {
  const std::string ending = std::filesystem::path(args.out).extension().string();
  if (ending == ".svg") return MovieKind::svg;
  if (ending == ".html") return MovieKind::html;
  if (ending != ".mp4") {
    throw UsageError(
        fmt::format("--out {}: the extension must be .svg, .html or .mp4", printable(args.out)),
        args.out);
  }
  if (args.convert.most_frames) {
    throw UsageError("--frames is for .svg and .html files; an .mp4 file shows all frames",
                     "--frames");
  }
  return MovieKind::mp4;
}

MovieOptions movie_options(const Args& args, const System& system) {
  check_view(args, system.dimension);
  MovieOptions options{.color_by = args.color_by, .speed = args.convert.speed};
  options.view = args.view.value_or(options.view);
  options.camera = args.camera;
  options.up = args.up;
  options.inner = args.inner;
  options.surface = args.surface;
  options.deformed = args.deformed.value_or(options.deformed);
  if (args.convert.most_frames) {
    options.most_frames = static_cast<std::size_t>(*args.convert.most_frames);
  }
  return options;
}

// What was made, but for its bytes.
MovieText made_video(const ResultFolder& run, const MovieOptions& options,
                     const std::string& path) {
  MoviePixels movie(run.scene(), run, options);
  VideoEncoder encoder(path, movie.width(), movie.height(), movie.rate());
  for (std::size_t i = 0; i < movie.count(); ++i) encoder.add(movie.picture(i));
  encoder.finish();
  return {.frames = movie.count(),
          .seconds = static_cast<double>(movie.count()) / movie.rate(),
          .speed = movie.speed()};
}

MovieText made_text(const ResultFolder& run, const MovieOptions& options, MovieKind kind,
                    const std::string& path) {
  MovieText movie = movie_svg(run.scene(), run, options);
  save_text(kind == MovieKind::html ? movie_html(run.scene(), movie) : movie.svg, path);
  return movie;
}

void report(const Args& args, const MovieText& movie) {
  Output output;
  if (args.json) {
    JsonWriter json(output);
    json.begin_object();
    json.members({{"status", "ok"},
                  {"file", args.out},
                  {"frames", movie.frames},
                  {"seconds", movie.seconds},
                  {"speed", movie.speed}});
    json.texts("notes", movie.notes);
    json.end_object();
  } else if (!args.quiet) {
    output.print("written to {}\n{}, {}, {}\n", printable(args.out),
                 count_text(static_cast<long long>(movie.frames), "frame", "frames"),
                 seconds_text(movie.seconds),
                 movie.speed == 1 ? std::string("real time")
                                  : fmt::format("speed {}", number_text(movie.speed)));
    for (const std::string& note : movie.notes) output.print("note: {}\n", printable(note));
  }
  output.flush();
}

}  // namespace

int movie_command(const Args& args) {
  const MovieKind kind = kind_of(args);
  const std::string path = output_path(args.out, "--out", args.force);
  const ResultFolder run(args.scene);
  const MovieOptions options = movie_options(args, run.scene());
  report(args, kind == MovieKind::mp4 ? made_video(run, options, path)
                                      : made_text(run, options, kind, path));
  return kExitDone;
}

}  // namespace tensio::cli
