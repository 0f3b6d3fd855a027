// A run as pictures of pixels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/index.hpp"
#include "io/draw/movie_stage.hpp"
#include "io/draw/paint.hpp"
#include "io/draw/pixel_canvas.hpp"
#include "tensio/model/units.hpp"
#include "tensio/pictures/movie.hpp"

namespace tensio {
namespace {

constexpr int kVideoWidth = 1280, kVideoHeight = 720, kVideoRate = 30;
constexpr io::MovieStage::Box kVideoBox = {60, 70, kVideoWidth - 120, kVideoHeight - 150};
constexpr io::Rgb kPaper = {255, 255, 255}, kInk = {22, 25, 29}, kOutline = {139, 146, 155},
                  kSphere = {205, 210, 217}, kLoad = {31, 122, 58};

}  // namespace

struct MoviePixels::Impl {
  Impl(const System& system, const FrameSource& frames, const MovieOptions& options)
      : stage(system, frames, options, kVideoBox), canvas(kVideoWidth, kVideoHeight) {
    for (const std::string& color : stage.palette()) colors.push_back(io::rgb_of(color));
  }

  // Keeps the two frames around a time; they are read in order.
  void go_to(double time) {
    const auto take = [&](std::size_t i) -> Snapshot { return stage.frame(i); };
    if (!before || time < stage.time(index)) {
      index = 0;
      before = take(0);
      after = take(std::min<std::size_t>(1, stage.frame_count() - 1));
    }
    while (index + 2 < stage.frame_count() && time >= stage.time(index + 1)) {
      ++index;
      before = std::move(after);
      after = take(index + 1);
    }
  }

  void draw(double time) {
    go_to(time);
    const std::size_t next = std::min(index + 1, stage.frame_count() - 1);
    const double span = stage.time(next) - stage.time(index);
    const double share = span > 0 ? std::clamp((time - stage.time(index)) / span, 0.0, 1.0) : 0.0;
    const Snapshot& nearer = share < 0.5 ? *before : after;
    std::vector<double> position = before->position;
    for (std::size_t i = 0; i < position.size(); ++i) {
      position[i] += share * (after.position[i] - position[i]);
    }
    canvas.clear(kPaper);
    draw_obstacles(time);
    draw_net(stage.places(position), nearer, time);
    draw_words(time);
  }

  // Spheres in space are painted with the net; the others lie behind it.
  void draw_obstacles(double time) {
    for (const Obstacle& obstacle : stage.system().obstacles) {
      if (stage.system().dimension == 3 && obstacle.kind == Obstacle::Kind::sphere) continue;
      const io::Outline outline = stage.outline(obstacle, time);
      for (const auto& [a, b] : outline.lines) canvas.line(a.x, a.y, b.x, b.y, 1.5, kOutline);
      for (const auto& [centre, radius] : outline.circles) {
        canvas.circle(centre.x, centre.y, radius, 1.5, kOutline);
      }
    }
  }

  void draw_net(const std::vector<io::Point>& places, const Snapshot& frame, double time) {
    const std::vector<double> shares = stage.shares(frame);
    const std::vector<std::uint16_t> color = stage.colors(frame);
    const io::PaintNet net = {stage.system(), stage.look(), stage.springs(), places,
                              frame.broken,   shares,       stage.scale()};
    const std::vector<io::PaintSphere> spheres = stage.spheres(time);
    const double base = 1.2 * stage.line_width();
    for (const io::PaintItem& item : io::paint_order(net, spheres, false)) {
      if (item.kind == io::PaintItem::Kind::face) {
        draw_face(net, item);
      } else if (item.kind == io::PaintItem::Kind::sphere) {
        const io::PaintSphere& sphere = spheres[item.index];
        canvas.disc(sphere.centre.x, sphere.centre.y, sphere.radius, kSphere);
      } else {
        const double width =
            base * io::width_factor(shares.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                   : shares[item.index]);
        const io::Point& a = places[stage.springs()[item.index].ends[0]];
        const io::Point& b = places[stage.springs()[item.index].ends[1]];
        canvas.line(a.x, a.y, b.x, b.y, width, colors[color[item.index]]);
      }
    }
    draw_nodes(places);
    draw_loads(places, time);
  }

  void draw_loads(const std::vector<io::Point>& places, double time) {
    for (const io::Arrow& arrow : stage.arrows(time)) {
      const io::Point& p = places[arrow.node];
      const double length = std::hypot(arrow.x, arrow.y);
      if (length < 5) {
        canvas.circle(p.x, p.y, 5, 1.5, kLoad);
        continue;
      }
      const double ux = arrow.x / length, uy = arrow.y / length, head = std::min(9.0, 0.6 * length);
      const double x = p.x + arrow.x - head * ux, y = p.y + arrow.y - head * uy;
      canvas.line(p.x, p.y, x, y, 1.6, kLoad);
      canvas.polygon({{p.x + arrow.x, p.y + arrow.y},
                      {x - 0.42 * head * uy, y + 0.42 * head * ux},
                      {x + 0.42 * head * uy, y - 0.42 * head * ux}},
                     kLoad);
    }
  }

  void draw_face(const io::PaintNet& net, const io::PaintItem& item) {
    std::vector<std::array<double, 2>> corners;
    for (const int node : net.look.faces.corners(static_cast<int>(item.index)))
      corners.push_back({net.places[usize(node)].x, net.places[usize(node)].y});
    canvas.polygon(corners, io::rgb_of(io::face_color(net, item)));
  }

  void draw_nodes(const std::vector<io::Point>& places) {
    const double size = io::support_size(stage.look(), stage.constrained(), stage.usual_length());
    const bool dots = places.size() <= io::kMostDots && stage.usual_length() > 13;
    for (std::size_t node = 0; node < places.size(); ++node) {
      if (stage.look().hidden[node] != 0) continue;
      const auto& [x, y, depth] = places[node];
      if (stage.constrained()[node] != 0) {
        canvas.polygon({{x, y}, {x + 7 * size, y + 12 * size}, {x - 7 * size, y + 12 * size}},
                       kInk);
      } else if (dots && stage.look().on_face[node] == 0) {
        canvas.line(x, y, x, y, 6, kInk);
      }
    }
  }

  void draw_words(double time) {
    canvas.text(
        24, 20, 3,
        fmt::format("t = {:.3f}{}", time, unit_after_number(stage.system().units, UnitKind::time)),
        kInk);
    const ColorBy by = stage.color_by();
    if (by != ColorBy::tension && by != ColorBy::strain) return;
    const int y = kVideoHeight - 44;
    for (std::size_t i = 0; i < colors.size(); ++i) {
      canvas.bar(24 + 4 * static_cast<int>(i), y, 4, 14, colors[i]);
    }
    const int end = 24 + 4 * static_cast<int>(colors.size());
    const double largest = stage.end();
    const std::string unit = by == ColorBy::tension
                                 ? unit_after_number(stage.system().units, UnitKind::force)
                                 : std::string();
    canvas.text(24, y + 20, 2, fmt::format("{:.3g}{}", -largest, unit), kInk);
    const std::string high = fmt::format("+{:.3g}{}", largest, unit);
    canvas.text(end - io::PixelCanvas::text_width(high, 2), y + 20, 2, high, kInk);
  }

  io::MovieStage stage;
  io::PixelCanvas canvas;
  std::vector<io::Rgb> colors = {};
  std::size_t index = 0;
  std::optional<Snapshot> before = {};
  Snapshot after = {};
};

MoviePixels::MoviePixels(const System& system, const FrameSource& frames,
                         const MovieOptions& options)
    : impl_(std::make_unique<Impl>(system, frames, options)) {}

MoviePixels::~MoviePixels() = default;

int MoviePixels::width() const { return kVideoWidth; }
int MoviePixels::height() const { return kVideoHeight; }
int MoviePixels::rate() const { return kVideoRate; }
double MoviePixels::speed() const { return impl_->stage.speed(); }

std::size_t MoviePixels::count() const {
  return static_cast<std::size_t>(std::floor(impl_->stage.seconds() * kVideoRate + 1e-9)) + 1;
}

const std::vector<unsigned char>& MoviePixels::picture(std::size_t index) {
  const io::MovieStage& stage = impl_->stage;
  const double time = stage.time(0) + static_cast<double>(index) / kVideoRate * stage.speed();
  impl_->draw(std::min(time, stage.time(stage.frame_count() - 1)));
  return impl_->canvas.pixels();
}

}  // namespace tensio
