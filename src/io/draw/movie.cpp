// An animated SVG: every frame is a group that is shown in its turn.
//
// Springs of one colour are one path, so that a frame is a few elements; nothing is moved by the
// browser, and every one shows it alike.
#include "tensio/pictures/movie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/draw/color_scale.hpp"
#include "io/draw/movie_painter.hpp"
#include "io/draw/movie_stage.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio {
namespace {

using io::pixels;

constexpr std::size_t kMostLines = 500000;  // of all frames together
constexpr std::size_t kFewestFrames = 25;   // springs are thinned before fewer are shown
constexpr io::MovieStage::Box kMovieBox = {50, io::kHeaderHeight + 16, io::kPageWidth - 100, 440,
                                           true};

// Every Nth spring, and the frames, that fit.
struct Thinning {
  std::size_t spring_step = 1;
  std::vector<std::size_t> frames = {};
};

Thinning thinned(const io::MovieStage& stage, std::size_t most_frames,
                 std::vector<std::string>& notes) {
  Thinning thinning;
  const std::size_t springs = std::max<std::size_t>(stage.springs().size(), 1);
  const std::size_t all = stage.frame_count();
  const std::size_t wanted = std::min(all, std::max<std::size_t>(most_frames, 1));
  std::size_t kept = std::min(wanted, std::max(kMostLines / springs, std::size_t{1}));
  if (kept < std::min(wanted, kFewestFrames)) {
    kept = std::min(wanted, kFewestFrames);
    thinning.spring_step = (kept * springs + kMostLines - 1) / kMostLines;
    notes.push_back(fmt::format("one of {} springs is shown, since there are {}",
                                thinning.spring_step, io::count_text(springs)));
  }
  if (kept < all) notes.push_back(fmt::format("{} of {} frames are shown", kept, all));
  for (std::size_t i = 0; i < kept; ++i) {
    thinning.frames.push_back(kept < 2 ? all - 1
                                       : (2 * i * (all - 1) + (kept - 1)) / (2 * (kept - 1)));
  }
  return thinning;
}

bool obstacles_move(const System& system) {
  return std::any_of(system.obstacles.begin(), system.obstacles.end(),
                     [](const Obstacle& obstacle) { return !obstacle.motion.empty(); });
}

// When a frame is shown: from its own start to that of the next.
std::string timing(const std::vector<double>& starts, std::size_t i) {
  const double begin = starts[i], end = i + 1 < starts.size() ? starts[i + 1] : 1.0;
  const auto part = [](double share) { return fmt::format("{:.6g}", share); };
  if (i == 0) return fmt::format("values=\"inline;none\" keyTimes=\"0;{}\"", part(end));
  if (i + 1 == starts.size()) {
    return fmt::format("values=\"none;inline\" keyTimes=\"0;{}\"", part(begin));
  }
  return fmt::format("values=\"none;inline;none\" keyTimes=\"0;{};{}\"", part(begin), part(end));
}

std::string time_text(double time, const Units& units) {
  return fmt::format("t = {:.4g}{}", time, unit_after_number(units, UnitKind::time));
}

std::string loads_key(const io::MovieStage& stage, double y) {
  if (stage.largest_load() == 0) return {};
  const double x = io::kPageWidth - io::kPageMargin - 210;
  return io::arrow_mark(x, y, {.x = 30}) + "/>\n" +
         io::text_mark(x + 40, y + 4, "",
                       "loads, the largest " + io::number_text(stage.largest_load()) +
                           unit_after_number(stage.system().units, UnitKind::force));
}

std::string key_text(const io::MovieStage& stage) {
  const double y = stage.bottom() + 46;
  std::string text = loads_key(stage, y);
  if (stage.color_by() == ColorBy::none || stage.springs().empty()) return text;
  if (stage.color_by() == ColorBy::set) {
    double x = io::kPageMargin;
    const auto& sets = stage.system().springs;
    for (std::size_t i = 0; i < std::min<std::size_t>(sets.size(), 5); ++i) {
      const std::string name = sets[i].name.empty() ? fmt::format("set {}", i) : sets[i].name;
      text += fmt::format("<path d=\"M{0} {1}h24\" stroke=\"{2}\" stroke-width=\"3\"/>\n",
                          pixels(x), pixels(y), io::set_color(i));
      text += io::text_mark(x + 32, y + 4, "", io::clipped(name, 18));
      x += 180;
    }
    return text;
  }
  // the same on both sides of zero, as the colours are
  const double largest = stage.end();
  const std::size_t steps = stage.palette().size();
  const double width = 300.0 / static_cast<double>(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    text += fmt::format(
        "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"10\" fill=\"{}\"/>\n",
        stage.palette_class(i), pixels(io::kPageMargin + static_cast<double>(i) * width),
        pixels(y - 6), pixels(width + (i + 1 < steps ? 0.5 : 0.0)), stage.palette()[i]);
  }
  const bool tension = stage.color_by() == ColorBy::tension;
  const std::string unit =
      tension ? unit_after_number(stage.system().units, UnitKind::force) : std::string();
  return text +
         io::text_mark(io::kPageMargin, y + 18, "", "push " + io::number_text(largest, 6) + unit) +
         io::text_mark(io::kPageMargin + 300, y + 18, "text-anchor=\"end\"",
                       io::number_text(largest, 6) + unit + " pull") +
         io::text_mark(io::kPageMargin + 150, y + 18, "text-anchor=\"middle\"",
                       to_string(stage.color_by())) +
         io::text_mark(io::kPageMargin + 330, y + 4, "",
                       fmt::format("from {} to {}", io::number_text(stage.low()) + unit,
                                   io::number_text(stage.high()) + unit));
}

// When each frame begins, as a part of the whole; the last is fixed as long as the mean of the
// others.
std::vector<double> starts_of(const io::MovieStage& stage, const std::vector<std::size_t>& frames,
                              double& seconds) {
  const bool moves = frames.size() > 1 && stage.duration() > 0;
  const double last = moves ? stage.duration() / static_cast<double>(frames.size() - 1) : 0;
  seconds = moves ? (stage.duration() + last) / stage.speed() : 0;
  std::vector<double> starts;
  starts.reserve(frames.size());
  for (const std::size_t i : frames) {
    starts.push_back(moves ? (stage.time(i) - stage.time(0)) / (stage.duration() + last) : 0);
  }
  return starts;
}

double movie_height(const io::MovieStage& stage) {
  const bool key =
      (stage.color_by() != ColorBy::none && !stage.springs().empty()) || stage.largest_load() > 0;
  return std::ceil(stage.bottom() + (key ? 78 : 34));
}

// The page, its title, and what is to be said of the movie.
std::string head_text(const io::MovieStage& stage, const MovieText& movie) {
  const System& system = stage.system();
  const double height = movie_height(stage);
  const std::string title = system.title.empty() ? "A net of masses and springs" : system.title;
  std::string summary =
      fmt::format("{}, {}", io::count_text(stage.constrained().size(), "node", "nodes"),
                  io::count_text(stage.springs().size(), "spring", "springs"));
  if (movie.seconds > 0 && movie.speed != 1) {
    summary += fmt::format("; {} times {} than real time",
                           io::number_text(movie.speed < 1 ? 1 / movie.speed : movie.speed, 3),
                           movie.speed < 1 ? "slower" : "faster");
  }
  if (stage.options().deformed != 1)
    summary +=
        fmt::format("; displacements \xC3\x97 {}", io::number_text(stage.options().deformed));
  for (const std::string& note : movie.notes) summary += "; " + note;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tensio-movie\" viewBox=\"0 0 {0} "
             "{1}\" width=\"{0}\" "
             "height=\"{1}\" role=\"img\" font-family=\"system-ui, 'Helvetica Neue', Arial, "
             "sans-serif\">\n<title>{2}</title>\n<style>{3}</style>\n"
             "<rect class=\"paper\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
             pixels(io::kPageWidth), pixels(height), io::escaped(title), io::movie_style()) +
         io::text_mark(io::kPageMargin, 30, "class=\"ink\" fill=\"#16191d\" font-size=\"17\"",
                       io::clipped(title, 84)) +
         io::text_mark(io::kPageMargin, 51, "class=\"faint\" fill=\"#555c66\" font-size=\"12.5\"",
                       io::clipped(summary, 130));
}

std::string frame_text(const io::MovieStage& stage, const Snapshot& frame, std::size_t spring_step,
                       bool moving_obstacles) {
  return io::painted_frame(stage, frame, spring_step, moving_obstacles) +
         io::text_mark(io::kPageWidth - io::kPageMargin, 30,
                       "class=\"ink\" fill=\"#16191d\" font-size=\"17\" text-anchor=\"end\"",
                       time_text(frame.time, stage.system().units));
}

}  // namespace

MovieText movie_svg(const System& system, const FrameSource& frames, const MovieOptions& options) {
  const io::MovieStage stage(system, frames, options, kMovieBox);
  MovieText movie;
  const Thinning thinning = thinned(stage, options.most_frames, movie.notes);
  movie.frames = thinning.frames.size();
  movie.speed = stage.speed();
  const std::vector<double> starts = starts_of(stage, thinning.frames, movie.seconds);
  const bool moving_obstacles = obstacles_move(system);

  std::string text = head_text(stage, movie);
  if (!moving_obstacles) text += io::painted_obstacles(stage, stage.time(0));
  text += "<g class=\"springs\">\n";
  for (std::size_t i = 0; i < movie.frames; ++i) {
    text += i == 0 ? "<g>\n" : "<g display=\"none\">\n";
    if (movie.seconds > 0) {
      text += fmt::format(
          "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{:.6g}s\" "
          "repeatCount=\"indefinite\" {}/>\n",
          movie.seconds, timing(starts, i));
    }
    text +=
        frame_text(stage, stage.frame(thinning.frames[i]), thinning.spring_step, moving_obstacles) +
        "</g>\n";
  }
  movie.svg = text + "</g>\n<g class=\"ink\" fill=\"#16191d\" font-size=\"12\">\n" +
              key_text(stage) + "</g>\n</svg>\n";
  return movie;
}

}  // namespace tensio
