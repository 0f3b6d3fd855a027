// What a movie shows: its frames, the positions of nodes on the page, and colours.
#include "io/draw/movie_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/sine.hpp"
#include "io/draw/color_scale.hpp"

namespace tensio::io {
namespace {

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

Vector shifted(const std::vector<double>& point, const std::vector<Waveform>& motion, double time) {
  Vector result = {};
  for (std::size_t axis = 0; axis < point.size(); ++axis) {
    result[axis] = point[axis] + (motion.empty() ? 0.0 : value_at(motion[axis], time));
  }
  return result;
}

Vector sum(const Vector& a, const Vector& b, double times) {
  return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}

// The axes of a box, each half its size long.
std::array<Vector, 3> half_axes(const Obstacle& box) {
  std::array<Vector, 3> axes = {};
  for (std::size_t i = 0; i < box.size.size(); ++i) axes[i][i] = 0.5 * box.size[i];
  const auto turn = [&](double degrees, std::size_t i, std::size_t j) {
    const double s = sine_of_turns(degrees / 360), c = sine_of_turns(degrees / 360 + 0.25);
    for (Vector& own : axes) {
      const double a = own[i], b = own[j];
      own[i] = c * a - s * b;
      own[j] = s * a + c * b;
    }
  };
  if (box.rotate.size() == 1) turn(box.rotate[0], 0, 1);
  if (box.rotate.size() == 3) {
    turn(box.rotate[0], 1, 2);
    turn(box.rotate[1], 2, 0);
    turn(box.rotate[2], 0, 1);
  }
  return axes;
}

}  // namespace

MovieStage::MovieStage(const System& system, const FrameSource& frames, const MovieOptions& options,
                       const Box& box)
    : system_(system),
      frames_(frames),
      options_(options),
      projection_(system.dimension, options.view),
      springs_(spring_summary(system)),
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
  look_at_all();
}

// The bounds of all that is shown, and of what colours it.
void MovieStage::look_at_all() {
  const auto dimension = usize(system_.dimension);
  Bounds across, along, colored;
  for (std::size_t i = 0; i < frame_count(); ++i) {
    const Snapshot frame = frames_.frame(i);
    for (std::size_t node = 0; node < constrained_.size(); ++node) {
      const Point p = projection_(row(frame.position, node, dimension));
      across.include(p.x);
      along.include(p.y);
    }
    for (const double value : values(frame)) colored.include(value);
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
  box_ = {box_.left + box_.width / 2, box_.top + box_.height / 2, 0, 0};
  fitted_ = true;
}

Point MovieStage::place(const Vector& v) const {
  const Point p = projection_(v);
  if (!fitted_) return {p.x, -p.y, p.depth};
  return {box_.left + (p.x - middle_[0]) * scale_, box_.top - (p.y - middle_[1]) * scale_, p.depth};
}

std::vector<Point> MovieStage::places(const std::vector<double>& position) const {
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
    const double length = magnitude(sum(b, a, -1));
    strain.push_back(length / rest_length_[i] - 1);
  }
  return strain;
}

std::vector<std::uint16_t> MovieStage::colors(const Snapshot& frame) const {
  std::vector<std::uint16_t> result(springs_.size(), 0);
  const std::vector<double> shown = values(frame);
  const double largest = std::max(-low_, high_);
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    if (color_by_ == ColorBy::set) {
      result[i] = static_cast<std::uint16_t>(springs_[i].set % palette_.size());
    } else if (!shown.empty()) {
      const double share = largest > 0 && std::isfinite(shown[i]) ? shown[i] / largest : 0;
      const double step = std::round(std::clamp(share, -1.0, 1.0) * kScaleSteps);
      result[i] = static_cast<std::uint16_t>(kScaleSteps + static_cast<int>(step));
    }
  }
  return result;
}

Outline MovieStage::outline(const Obstacle& obstacle, double time) const {
  Outline outline;
  const Vector point = shifted(obstacle.point, obstacle.motion, time);
  const double radius = obstacle.radius * scale_;
  const auto line = [&](const Vector& a, const Vector& b) {
    outline.lines.push_back({place(a), place(b)});
  };
  switch (obstacle.kind) {
    case Obstacle::Kind::sphere: outline.circles.push_back({place(point), radius}); break;
    case Obstacle::Kind::capsule: {
      const Point a = place(point), b = place(shifted(obstacle.point_b, obstacle.motion, time));
      outline.circles = {{a, radius}, {b, radius}};
      const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
      if (!(length > 0)) break;
      const double x = radius * dy / length, y = -radius * dx / length;
      outline.lines.push_back({Point{a.x + x, a.y + y}, Point{b.x + x, b.y + y}});
      outline.lines.push_back({Point{a.x - x, a.y - y}, Point{b.x - x, b.y - y}});
      break;
    }
    case Obstacle::Kind::box: {
      const std::array<Vector, 3> axes = half_axes(obstacle);
      const auto corner = [&](unsigned bits) {
        Vector v = point;
        for (unsigned i = 0; i < 3; ++i) v = sum(v, axes[i], (bits >> i & 1u) != 0 ? 1 : -1);
        return v;
      };
      const unsigned dimension = static_cast<unsigned>(system_.dimension);
      for (unsigned bits = 0; bits < (1u << dimension); ++bits) {
        for (unsigned i = 0; i < dimension; ++i) {
          if ((bits >> i & 1u) == 0) line(corner(bits), corner(bits | 1u << i));
        }
      }
      break;
    }
    case Obstacle::Kind::plane: {
      // seen as a line where it is seen from its edge
      Vector normal = {};
      std::copy(obstacle.normal.begin(), obstacle.normal.end(), normal.begin());
      const Point seen = projection_(normal);
      const double length = std::hypot(seen.x, seen.y);
      if (!(length > 0) || std::abs(seen.depth) > 1e-6 * length) break;
      const Point p = place(point);
      constexpr double kFar = 4000;  // pixels, beyond every page
      const double x = kFar * seen.y / length, y = kFar * seen.x / length;
      outline.lines.push_back({Point{p.x - x, p.y - y}, Point{p.x + x, p.y + y}});
      break;
    }
  }
  return outline;
}

}  // namespace tensio::io
