// What a movie shows: its frames, the positions of nodes on the page, and colours.
#include "io/draw/movie_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "model/loads.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMostMovieArrows = 100;  // of a frame

constexpr double kShortest = 2, kLongest = 60, kSlowed = 6;  // seconds of a movie

double chosen_speed(double duration, const std::optional<double>& wanted) {
  if (wanted) return *wanted;
  if (!(duration > 0)) return 1;
  if (duration < kShortest) return duration / kSlowed;
  return duration > kLongest ? duration / kLongest : 1;
}

struct Bounds {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

}  // namespace

MovieStage::MovieStage(const System& system, const FrameSource& frames, const MovieOptions& options,
                       const Box& box)
    : system_(system),
      frames_(frames),
      options_(options),
      projection_(system.dimension, options.view, options.camera, y_is_up(system, options.up)),
      springs_(spring_summary(system)),
      look_(look_of(system, springs_, {.inner = options.inner, .surface = options.surface})),
      constrained_(fixed_axes(system)),
      box_(box) {
  if (options.color_by == ColorBy::utilisation) {
    throw Error("a movie has no utilisation; it is coloured by tension, strain, set or none");
  }
  const bool tension = !frames.frame(0).tension.empty();
  if (options.color_by == ColorBy::tension && !tension && !springs_.empty()) {
    throw Error(
        "these frames have no tensions; only those of the format vtk do: colour by strain, set or "
        "none");
  }
  color_by_ = options.color_by.value_or(tension ? ColorBy::tension : ColorBy::set);
  if (color_by_ == ColorBy::strain) rest_length_ = unstressed_lengths(system);
  speed_ = chosen_speed(duration(), options.speed);
  if (color_by_ == ColorBy::tension || color_by_ == ColorBy::strain) {
    for (int i = -kScaleSteps; i <= kScaleSteps; ++i) {
      palette_.push_back(diverging_color(static_cast<double>(i) / kScaleSteps));
    }
  } else if (color_by_ == ColorBy::set) {
    for (std::size_t i = 0; i < 7; ++i) palette_.push_back(set_color(i));
  } else {
    palette_.emplace_back(kPlainColor);
  }
  look_at_loads();
  look_at_all();
}

// The largest load of all frames; the net leaves room for its arrow.
void MovieStage::look_at_loads() {
  if (std::all_of(system_.loads.begin(), system_.loads.end(),
                  [](const Load& load) { return load.force.empty() && load.wave.empty(); }))
    return;
  LoadSize most;
  for (std::size_t i = 0; i < frame_count(); ++i) {
    const LoadSize size = size_of_loads(load_forces(system_, time(i)), usize(system_.dimension));
    most.largest = std::max(most.largest, size.largest);
    most.nodes = std::max(most.nodes, size.nodes);
  }
  if (most.nodes > kMostMovieArrows || !std::isfinite(most.largest) || most.largest == 0) return;
  largest_load_ = most.largest;
  longest_arrow_ = longest_arrow(most.nodes);
  box_ = {box_.left + longest_arrow_, box_.top + longest_arrow_, box_.width - 2 * longest_arrow_,
          box_.height - 2 * longest_arrow_, box_.shrinks};
}

std::vector<Arrow> MovieStage::arrows(double time) const {
  if (largest_load_ == 0) return {};
  return load_arrows(load_forces(system_, time), usize(system_.dimension), projection_,
                     largest_load_, longest_arrow_);
}

// The bounds of all that is shown, and of what colours it.
void MovieStage::look_at_all() {
  const auto dimension = usize(system_.dimension);
  const std::size_t up = projection_.up_axis();
  const Point upwards = projection_.axis(up);
  Bounds across, along, colored, height, level;
  std::vector<double> ends;  // of a scale for each frame alone
  for (std::size_t i = 0; i < frame_count(); ++i) {
    const Snapshot frame = frames_.frame(i);
    const std::vector<double> position = shown(frame.position);
    for (std::size_t node = 0; node < constrained_.size(); ++node) {
      if (look_.hidden[node] != 0) continue;
      const Vector at = row(position, node, dimension);
      const Point p = projection_(at);
      across.include(p.x);
      along.include(p.y);
      height.include(at[up]);
      level.include(p.y - at[up] * upwards.y);
    }
    const std::vector<double> coloring = values(frame);
    for (const double value : coloring) colored.include(value);
    ends.push_back(scale_end(coloring));
  }
  end_ = scale_end(ends);
  const double width = std::max(across.high - across.low, along.high - along.low);
  if (dimension == 3) ground_ = ground_level(system_, projection_, height.low, height.high, width);
  if (ground_) {
    along.include(level.low + *ground_ * upwards.y);
    along.include(level.high + *ground_ * upwards.y);
  }
  if (!colored.empty()) {
    low_ = colored.low;
    high_ = colored.high;
  }
  if (across.empty()) return;
  // obstacles too, but no farther than half the net's extent beyond it
  const double room = 0.5 * std::max(across.high - across.low, along.high - along.low);
  const Bounds net_across = across, net_along = along;
  for (const Obstacle& obstacle : system_.obstacles) {
    const Outline outline = this->outline(obstacle, time(0));
    const auto include = [&](double x, double y) {
      across.include(std::clamp(x, net_across.low - room, net_across.high + room));
      along.include(std::clamp(y, net_along.low - room, net_along.high + room));
    };
    if (obstacle.kind == Obstacle::Kind::plane) continue;
    // the stage is not fitted yet: places are those of the projection, y downwards
    for (const auto& line : outline.lines) {
      for (const Point& p : line) include(p.x, -p.y);
    }
    for (const Outline::Circle& circle : outline.circles) {
      include(circle.centre.x - circle.radius, -circle.centre.y - circle.radius);
      include(circle.centre.x + circle.radius, -circle.centre.y + circle.radius);
    }
  }
  middle_ = {across.low / 2 + across.high / 2, along.low / 2 + along.high / 2};
  const double scale =
      std::min(box_.width / (across.high - across.low), box_.height / (along.high - along.low));
  scale_ = std::isfinite(scale) ? scale : 1;
  if (box_.shrinks)
    box_.height = std::clamp((along.high - along.low) * scale_, 0.2 * box_.height, box_.height);
  bottom_ = box_.top + box_.height + longest_arrow_;
  box_ = {box_.left + box_.width / 2, box_.top + box_.height / 2, 0, 0, false};
  fitted_ = true;
  const std::vector<Point> first = places(frames_.frame(0).position);
  usual_length_ = io::usual_length(springs_, look_, first);
  line_width_ = usual_width(springs_, look_, first);
}

Point MovieStage::place(const Vector& v) const {
  const Point p = projection_(v);
  if (!fitted_) return {p.x, -p.y, p.depth};
  return {box_.left + (p.x - middle_[0]) * scale_, box_.top - (p.y - middle_[1]) * scale_, p.depth};
}

// With displacements as large as they are asked for.
std::vector<double> MovieStage::shown(std::vector<double> position) const {
  for (std::size_t i = 0; i < position.size() && options_.deformed != 1; ++i) {
    const double drawn = system_.nodes.position[i];
    position[i] = drawn + options_.deformed * (position[i] - drawn);
  }
  return position;
}

std::vector<Point> MovieStage::places(const std::vector<double>& of_nodes) const {
  const std::vector<double> position = shown(of_nodes);
  std::vector<Point> points;
  points.reserve(constrained_.size());
  const auto dimension = usize(system_.dimension);
  for (std::size_t node = 0; node < constrained_.size(); ++node) {
    points.push_back(place(row(position, node, dimension)));
  }
  return points;
}

// What colours the springs; empty where that does not change.
std::vector<double> MovieStage::values(const Snapshot& frame) const {
  if (color_by_ == ColorBy::tension) return frame.tension;
  if (color_by_ != ColorBy::strain) return {};
  const auto dimension = usize(system_.dimension);
  std::vector<double> strain;
  strain.reserve(springs_.size());
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Vector a = row(frame.position, usize(springs_[i].ends[0]), dimension);
    const Vector b = row(frame.position, usize(springs_[i].ends[1]), dimension);
    const double length = magnitude({b[0] - a[0], b[1] - a[1], b[2] - a[2]});
    strain.push_back(length / rest_length_[i] - 1);
  }
  return strain;
}

std::vector<double> MovieStage::shares(const Snapshot& frame) const {
  std::vector<double> result = values(frame);
  for (double& value : result) value = end_ > 0 && std::isfinite(value) ? value / end_ : 0.0;
  return result;
}

std::vector<std::uint16_t> MovieStage::colors(const Snapshot& frame) const {
  std::vector<std::uint16_t> result(springs_.size(), 0);
  const std::vector<double> shown = shares(frame);
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    if (color_by_ == ColorBy::set) {
      result[i] = static_cast<std::uint16_t>(springs_[i].set % palette_.size());
    } else if (!shown.empty()) {
      const double step = std::round(std::clamp(shown[i], -1.0, 1.0) * kScaleSteps);
      result[i] = static_cast<std::uint16_t>(kScaleSteps + static_cast<int>(step));
    }
  }
  return result;
}

std::string MovieStage::palette_class(std::size_t place) const {
  if (color_by_ == ColorBy::none) return "plain";
  if (color_by_ == ColorBy::set) return fmt::format("set{}", place);
  return fmt::format("t{}", place);
}

std::vector<Point> MovieStage::ground(const std::vector<double>& position) const {
  if (!ground_) return {};
  std::vector<Point> points = ground_places(system_, projection_, shown(position), *ground_);
  for (Point& p : points)
    p = {box_.left + (p.x - middle_[0]) * scale_, box_.top - (p.y - middle_[1]) * scale_, p.depth};
  return points;
}

double MovieStage::drawn_length(std::size_t spring) const {
  const auto [a, b] = springs_[spring].ends;
  const auto dimension = usize(system_.dimension);
  const Point from = projection_(row(system_.nodes.position, usize(a), dimension));
  const Point to = projection_(row(system_.nodes.position, usize(b), dimension));
  return std::hypot(to.x - from.x, to.y - from.y) * scale_;
}

std::vector<PaintSphere> MovieStage::spheres(double time) const {
  std::vector<PaintSphere> result;
  if (system_.dimension != 3) return result;
  for (const Obstacle& obstacle : system_.obstacles) {
    if (obstacle.kind != Obstacle::Kind::sphere) continue;
    for (const Outline::Circle& circle : outline(obstacle, time).circles)
      result.push_back({circle.centre, circle.radius});
  }
  return result;
}

Outline MovieStage::outline(const Obstacle& obstacle, double time) const {
  return outline_of(obstacle, time, system_.dimension, projection_, scale_,
                    [this](const Vector& v) { return place(v); });
}

}  // namespace tensio::io
