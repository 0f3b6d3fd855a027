// One frame of a movie as SVG text.
#include "io/draw/movie_painter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "io/draw/color_scale.hpp"
#include "io/draw/paint.hpp"
#include "io/text/markup.hpp"

namespace tensio::io {
namespace {

constexpr int kMovieLayers = 4;  // of depth: far springs are lighter

// Springs and faces from far to near; those of one look that follow each other are one path.
class MoviePainter {
 public:
  MoviePainter(const MovieStage& stage, const Snapshot& frame, const std::vector<Point>& places)
      : stage_(stage),
        shares_(stage.shares(frame)),
        colors_(stage.colors(frame)),
        places_(places),
        net_{stage.system(), stage.look(), stage.springs(), places,
             frame.broken,   shares_,      stage.scale()},
        spheres_(stage.spheres(frame.time)),
        base_(stage.line_width()) {}

  // Every Nth spring.
  std::string springs(std::size_t step) {
    const bool faces = stage_.look().has_faces() || !spheres_.empty();
    const std::vector<PaintItem> items = paint_order(net_, spheres_, false);
    std::map<std::pair<int, std::uint16_t>, LinePath> paths;
    for (const PaintItem& item : items) {
      if (item.kind == PaintItem::Kind::spring) {
        if (item.index % step != 0) continue;
        const std::pair<int, std::uint16_t> look = {layer(item), colors_[item.index]};
        // With faces among them the order counts.
        if (faces && !paths.empty() && paths.begin()->first != look) flush(paths);
        if (faces) add(paths[look], item.index);
      } else {
        flush(paths);
        if (item.kind == PaintItem::Kind::face) {
          add_face(item);
        } else {
          end_faces();
          text_ += sphere_text(spheres_[item.index]);
        }
      }
    }
    if (!faces) add_by_id(items, step, paths);
    flush(paths);
    end_faces();
    return text_;
  }

  std::string shadow(const std::vector<Point>& ground) const {
    return ground.empty() ? std::string() : shadow_text(net_, ground, false);
  }

 private:
  int layer(const PaintItem& item) const {
    if (stage_.system().dimension == 2 || stage_.look().has_faces()) return kMovieLayers - 1;
    return std::min(kMovieLayers - 1, static_cast<int>(item.near * kMovieLayers));
  }

  // In the order of their ids, so that chains become long lines.
  void add_by_id(const std::vector<PaintItem>& items, std::size_t step,
                 std::map<std::pair<int, std::uint16_t>, LinePath>& paths) {
    std::vector<int> layers(stage_.springs().size(), -1);
    for (const PaintItem& item : items)
      if (item.kind == PaintItem::Kind::spring && item.index % step == 0)
        layers[item.index] = layer(item);
    for (std::size_t i = 0; i < layers.size(); ++i)
      if (layers[i] >= 0) add(paths[{layers[i], colors_[i]}], i);
  }

  void add(LinePath& path, std::size_t spring) const {
    const auto [a, b] = stage_.springs()[spring].ends;
    if (stage_.look().coil[spring] != 0) {
      path.add(coil_path(places_[static_cast<std::size_t>(a)], places_[static_cast<std::size_t>(b)],
                         stage_.drawn_length(spring), stage_.usual_length()));
      return;
    }
    path.add(places_[static_cast<std::size_t>(a)], places_[static_cast<std::size_t>(b)]);
  }

  void flush(std::map<std::pair<int, std::uint16_t>, LinePath>& paths) {
    for (const auto& [look, path] : paths) {
      const auto [depth, color] = look;
      end_faces();
      const double share = shares_.empty() ? std::numeric_limits<double>::quiet_NaN()
                                           : static_cast<double>(color) / kScaleSteps - 1;
      const double least = strands_ ? 2.0 : 0.5, strand = strands_ ? 1.5 : 1;
      const double opacity = 0.45 + 0.55 * (depth + 1) / kMovieLayers;
      text_ += fmt::format(
          "<path class=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{} d=\"{}\"/>\n",
          stage_.palette_class(color), stage_.palette()[color],
          pixels(std::max(least, strand * base_ * width_factor(share))),
          depth + 1 < kMovieLayers ? fmt::format(" opacity=\"{:.2f}\"", opacity) : std::string(),
          path.text());
    }
    paths.clear();
  }

  // A face has the colour of its light and tension, and a darker edge.
  void add_face(const PaintItem& item) {
    const std::string color = face_color(net_, item);
    if (!in_faces_) text_ += "<g class=\"faces\">\n";
    in_faces_ = true;
    if (color != face_color_) end_face();
    if (face_color_.empty()) {
      face_color_ = color;
      text_ += fmt::format("<path fill=\"{}\" stroke=\"{}\" d=\"", color, lit_color(color, 0.84));
    }
    text_ += face_path(net_, item.index);
  }
  void end_face() {
    if (!face_color_.empty()) text_ += "\"/>\n";
    face_color_.clear();
  }
  void end_faces() {
    end_face();
    if (in_faces_) text_ += "</g>\n";
    in_faces_ = false;
  }

  const MovieStage& stage_;
  std::vector<double> shares_;
  std::vector<std::uint16_t> colors_;
  const std::vector<Point>& places_;
  PaintNet net_;
  std::vector<PaintSphere> spheres_;
  double base_;
  bool strands_ = std::any_of(stage_.look().strand.begin(), stage_.look().strand.end(),
                              [](unsigned char strand) { return strand != 0; });
  std::string text_ = {}, face_color_ = {};
  bool in_faces_ = false;
};

// Dots for nodes where there is room, and supports.
std::string movie_nodes(const MovieStage& stage, const std::vector<Point>& places) {
  std::string dots;
  const double room = stage.usual_length();
  const bool few = places.size() <= kMostDots && room > 13;
  for (std::size_t node = 0; few && node < places.size(); ++node) {
    if (stage.look().hidden[node] != 0 || stage.look().on_face[node] != 0 ||
        (stage.look().on_a_line ? (stage.constrained()[node] & 1u) != 0
                                : stage.constrained()[node] != 0))
      continue;
    dots += fmt::format("M{} {}h0", pixels(places[node].x), pixels(places[node].y));
  }
  std::string text;
  if (!dots.empty()) {
    const double width = stage.look().on_a_line ? 16 : std::clamp(0.13 * room, 3.0, 6.0);
    text += fmt::format("<path class=\"dots ink-line\" stroke-width=\"{}\" d=\"{}\"/>\n",
                        pixels(width), dots);
  }
  return text + supports_text(stage.system(), stage.look(), stage.constrained(), places, room);
}

std::string movie_loads(const MovieStage& stage, double time, const std::vector<Point>& places) {
  std::string text;
  for (const Arrow& arrow : stage.arrows(time))
    text += arrow_mark(places[arrow.node].x, places[arrow.node].y, arrow) + "/>\n";
  return text;
}

}  // namespace

// Spheres in space are painted with the net; the others lie behind it.
std::string painted_obstacles(const MovieStage& stage, double time) {
  std::string lines, circles;
  for (const Obstacle& obstacle : stage.system().obstacles) {
    if (stage.system().dimension == 3 && obstacle.kind == Obstacle::Kind::sphere) continue;
    const Outline outline = stage.outline(obstacle, time);
    for (const auto& [a, b] : outline.lines) {
      lines += fmt::format("M{} {}L{} {}", pixels(a.x), pixels(a.y), pixels(b.x), pixels(b.y));
    }
    for (const auto& [centre, radius] : outline.circles) {
      circles += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", pixels(centre.x),
                             pixels(centre.y), pixels(radius));
    }
  }
  if (lines.empty() && circles.empty()) return {};
  if (!lines.empty()) lines = fmt::format("<path d=\"{}\"/>\n", lines);
  return "<g class=\"obstacles\">\n" + circles + lines + "</g>\n";
}

std::string painted_frame(const MovieStage& stage, const Snapshot& frame, std::size_t spring_step,
                          bool moving_obstacles) {
  const std::vector<Point> places = stage.places(frame.position);
  MoviePainter painter(stage, frame, places);
  return painter.shadow(stage.ground(frame.position)) +
         (moving_obstacles ? painted_obstacles(stage, frame.time) : std::string()) +
         painter.springs(spring_step) + movie_nodes(stage, places) +
         movie_loads(stage, frame.time, places);
}

std::string movie_style() {
  return ".springs{fill:none;stroke-linecap:round;stroke-linejoin:round}.dots{fill:none;"
         "stroke:#16191d;stroke-linecap:round}.obstacles{fill:#8b929b33;stroke:#8b929b;"
         "stroke-width:1.2}.faces{stroke-width:.7}"
         "@media screen and (prefers-color-scheme: dark){.tensio-movie .paper{fill:#0f1216}"
         ".tensio-movie .ink{fill:#eceff2}.tensio-movie .faint{fill:#a8b0ba}"
         ".tensio-movie .ink-line{stroke:#eceff2}"
         ".tensio-movie .load{fill:#63c77c;stroke:#63c77c}.tensio-movie .load.ring{fill:none}" +
         dark_paint_rules(".tensio-movie") + dark_scale_rules(".tensio-movie") + "}";
}

}  // namespace tensio::io
