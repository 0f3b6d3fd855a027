// Mode shapes as a picture: one panel for each mode, still or swinging.
#include "tensio/pictures/modes_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/index.hpp"
#include "core/sine.hpp"
#include "io/draw/movie_painter.hpp"
#include "io/text/markup.hpp"
#include "model/damage.hpp"
#include "tensio/error.hpp"

namespace tensio {
namespace {

constexpr double kPart = 0.08;                  // of the net's size: the largest displacement
constexpr std::size_t kMostModeLines = 400000;  // of all frames together
constexpr double kSlowestMode = 2;              // seconds of a period on the page

struct PanelGrid {
  std::size_t columns, rows;
  double width, height;
};

PanelGrid panel_grid(std::size_t modes, bool flat) {
  const std::size_t columns = modes < 2 ? 1 : modes < 5 ? 2 : 3;
  const double width = (io::kPageWidth - 2 * io::kPageMargin) / static_cast<double>(columns);
  return {columns, (modes + columns - 1) / columns, width,
          flat        ? 0.3 * width + 40
          : modes < 2 ? 460
                      : 0.66 * width + 26};
}

std::string mode_caption(const Mode& mode, std::size_t index, bool has_mass) {
  std::string text = fmt::format("{}: {}", index + 1, to_string(mode.kind));
  if (mode.kind == ModeKind::elastic && has_mass)
    return text + fmt::format(", {} Hz", io::number_text(mode.frequency, 4));
  if (mode.kind == ModeKind::elastic)
    return text + fmt::format(", {} N/m", io::number_text(mode.eigenvalue, 4));
  if (mode.kind == ModeKind::unstable && has_mass)
    return text + fmt::format(", grows by {} 1/s", io::number_text(mode.growth_rate, 4));
  return text;
}

// The extent of a state, along the axis where it is largest.
double size_of(const std::vector<double>& position, std::size_t dimension) {
  double size = 0;
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    double low = 0, high = 0;
    for (std::size_t i = axis; i < position.size(); i += dimension) {
      low = i == axis ? position[i] : std::min(low, position[i]);
      high = i == axis ? position[i] : std::max(high, position[i]);
    }
    size = std::max(size, high - low);
  }
  return size;
}

// The state displaced along a mode by a part of its largest displacement; as tension the change of
// length of each spring, along the mode.
Snapshot swung(const System& system, const std::vector<double>& rest, const Mode& mode,
               double amplitude, double phase) {
  const auto dimension = usize(system.dimension);
  Snapshot state{.position = rest};
  for (std::size_t i = 0; i < rest.size(); ++i)
    state.position[i] += phase * amplitude * mode.shape[i];
  for (const SpringSet& set : system.springs) {
    for (const auto& [a, b] : set.ends) {
      const io::Vector p = io::row(rest, usize(a), dimension),
                       q = io::row(rest, usize(b), dimension);
      const io::Vector d = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
      const double length = io::magnitude(d);
      double change = 0;
      for (std::size_t k = 0; k < dimension && length > 0; ++k)
        change += d[k] / length *
                  (mode.shape[usize(b) * dimension + k] - mode.shape[usize(a) * dimension + k]);
      state.tension.push_back(phase * change);
    }
  }
  state.broken = broken_springs(system);
  return state;
}

// The state itself, faint behind the mode.
std::string state_path(const io::MovieStage& stage, const std::vector<double>& rest) {
  const std::vector<io::Point> places = stage.places(rest);
  io::LinePath path;
  for (std::size_t i = 0; i < stage.springs().size(); ++i) {
    if (stage.look().inner[i] != 0) continue;
    const auto [a, b] = stage.springs()[i].ends;
    path.add(places[usize(a)], places[usize(b)]);
  }
  return fmt::format(
      "<path class=\"drawn\" fill=\"none\" stroke=\"#c9ced5\" stroke-width=\"0.8\" d=\"{}\"/>\n",
      path.text());
}

// A frame is shown twice in a period, on the way there and back.
std::string swing_timing(int step, int steps, double seconds) {
  std::string values;
  for (int k = 0; k < steps; ++k) {
    const int turned = (steps / 2 - k % steps + steps) % steps;
    values +=
        fmt::format("{}{}", k == 0 ? "" : ";", k == step || turned == step ? "inline" : "none");
  }
  return fmt::format(
      "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{:.6g}s\" "
      "repeatCount=\"indefinite\" values=\"{}\"/>\n",
      seconds, values);
}

class ModesSheet {
 public:
  ModesSheet(const System& system, const ModesResult& modes, const ModesPictureOptions& options)
      : system_(system), modes_(modes), options_(options), rest_(modes.rest.state.position) {
    if (modes.modes.empty()) {
      throw Error(modes.problem.empty() ? "there are no modes to draw"
                                        : "there are no modes to draw: " + modes.problem);
    }
    count_ = std::min(modes.modes.size(), static_cast<std::size_t>(kMostModesDrawn));
    // Rods bend, and do not become longer.
    const io::NetLook look =
        io::look_of(system, io::spring_summary(system), {.inner = options.inner});
    if (std::count(look.strand.begin(), look.strand.end(), 1) > 0) color_by_ = ColorBy::none;
    amplitude_ = kPart * size_of(rest_, usize(system.dimension));
    const std::size_t lines = std::max<std::size_t>(usize(system.spring_count()), 1) * count_;
    steps_ = lines * 13 <= kMostModeLines ? 24 : lines * 7 <= kMostModeLines ? 12 : 8;
  }

  MovieText make() {
    std::vector<std::string> panels;
    PanelGrid grid = panel_grid(count_, is_flat());
    for (std::size_t i = 0; i < count_; ++i) panels.push_back(panel(grid, i));
    const double height =
        std::ceil(io::kHeaderHeight + static_cast<double>(grid.rows) * grid.height + 14);
    MovieText movie{.frames = options_.swinging ? usize(steps_) : 1,
                    .seconds = options_.swinging ? 2 * kSlowestMode : 0};
    movie.svg = head(height);
    for (const std::string& one : panels) movie.svg += one;
    movie.svg += "</svg>\n";
    if (modes_.modes.size() > count_)
      movie.notes.push_back(
          fmt::format("the first {} of {} modes are shown", count_, modes_.modes.size()));
    return movie;
  }

 private:
  // Whether the net needs little height beside its width.
  bool is_flat() const {
    const io::MovieStage stage = stage_of(0, {0, 0, 100, 100, true});
    return stage.bottom() < 30;
  }

  io::MovieStage stage_of(std::size_t mode, const io::MovieStage::Box& box) const {
    return {system_,
            *frames_of(mode),
            {.view = options_.view,
             .camera = options_.camera,
             .up = options_.up,
             .inner = options_.inner,
             .color_by = color_by_},
            box};
  }

  // Both ends of the swing, which bound it.
  const StoredFrames* frames_of(std::size_t mode) const {
    const Mode& one = modes_.modes[mode];
    Snapshot there = swung(system_, rest_, one, amplitude_, 1);
    Snapshot back = swung(system_, rest_, one, amplitude_, -1);
    back.time = 1;
    frames_ = std::make_unique<StoredFrames>(std::vector<Snapshot>{there, back});
    return frames_.get();
  }

  std::string panel(const PanelGrid& grid, std::size_t index) const {
    const Mode& mode = modes_.modes[index];
    const double left = io::kPageMargin + grid.width * static_cast<double>(index % grid.columns);
    const double top = io::kHeaderHeight + grid.height * static_cast<double>(index / grid.columns);
    const io::MovieStage stage =
        stage_of(index, {left + 22, top + 34, grid.width - 44, grid.height - 58});
    std::string text = io::text_mark(
        left, top + 14, "class=\"ink\" fill=\"#16191d\" font-size=\"13\" font-weight=\"bold\"",
        mode_caption(mode, index, modes_.has_mass));
    text += "<g class=\"springs\">\n" + state_path(stage, rest_);
    if (!options_.swinging) {
      return text + io::painted_frame(stage, swung(system_, rest_, mode, amplitude_, 1), 1, false) +
             "</g>\n";
    }
    const double lowest = lowest_frequency();
    const double ratio = lowest > 0 && mode.frequency > 0 ? mode.frequency / lowest : 1;
    const double seconds = kSlowestMode / std::clamp(ratio, 1.0, 4.0);
    // From the one end of the swing to the other; the rest is the same backwards.
    for (int step = -steps_ / 4; step <= steps_ / 4; ++step) {
      const int turned = (step + steps_) % steps_;
      text += step == steps_ / 4 ? "<g>\n" : "<g display=\"none\">\n";
      text += swing_timing(turned, steps_, seconds);
      const double phase = sine_of_turns(static_cast<double>(step) / steps_);
      text += io::painted_frame(stage, swung(system_, rest_, mode, amplitude_, phase), 1, false);
      text += "</g>\n";
    }
    return text + "</g>\n";
  }

  double lowest_frequency() const {
    for (const Mode& mode : modes_.modes)
      if (mode.kind == ModeKind::elastic && mode.frequency > 0) return mode.frequency;
    return 0;
  }

  std::string head(double height) const {
    const std::string title = system_.title.empty() ? "A net of masses and springs" : system_.title;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tensio-movie\" "
               "viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
               "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">\n"
               "<title>{2}: modes</title>\n<style>{3}</style>\n"
               "<rect class=\"paper\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
               io::pixels(io::kPageWidth), io::pixels(height), io::escaped(title),
               io::movie_style()) +
           io::text_mark(io::kPageMargin, 30, "class=\"ink\" fill=\"#16191d\" font-size=\"17\"",
                         io::clipped(title, 84)) +
           io::text_mark(io::kPageMargin, 51, "class=\"faint\" fill=\"#555c66\" font-size=\"12.5\"",
                         color_by_ == ColorBy::none
                             ? "mode shapes, not to scale"
                             : "mode shapes, not to scale; orange springs become longer, blue ones "
                               "shorter");
  }

  const System& system_;
  const ModesResult& modes_;
  ModesPictureOptions options_;
  const std::vector<double>& rest_;
  mutable std::unique_ptr<StoredFrames> frames_ = {};
  std::size_t count_ = 0;
  double amplitude_ = 0;
  int steps_ = 24;
  ColorBy color_by_ = ColorBy::tension;
};

}  // namespace

MovieText modes_svg(const System& system, const ModesResult& modes,
                    const ModesPictureOptions& options) {
  return ModesSheet(system, modes, options).make();
}

}  // namespace tensio
