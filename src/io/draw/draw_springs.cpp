// The springs of a picture: far ones first, each with a rim of paper that sets it off.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostRims = 5000;
constexpr int kLayers = 8;    // of depth, in simple pictures
constexpr double kApart = 5;  // pixels between springs that join the same nodes

struct Segment {
  Point a, b;
  double near = 0;   // 0 the farthest spring, 1 the nearest
  double drawn = 0;  // length as drawn, in pixels
};

// For each spring, how many before it join the same nodes, and how many do at all.
std::vector<std::array<int, 2>> doubles(const Picture& picture) {
  std::vector<std::array<int, 2>> result(picture.springs.size(), {0, 1});
  const auto pair = [&](std::size_t i) {
    const auto [a, b] = picture.springs[i].ends;
    return std::array<int, 2>{std::min(a, b), std::max(a, b)};
  };
  std::vector<std::size_t> order(picture.springs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return pair(i) < pair(j); });
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && pair(order[end]) == pair(order[begin])) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      result[order[i]] = {static_cast<int>(i - begin), static_cast<int>(end - begin)};
    }
    begin = end;
  }
  return result;
}

// Moves springs that join the same nodes apart, sideways; which side does not depend on the order
// of the ends.
void move_apart(const Picture& picture, std::vector<Segment>& segments) {
  const std::vector<std::array<int, 2>> rank = doubles(picture);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (rank[i][1] < 2) continue;
    Segment& s = segments[i];
    const double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y;
    const double length = std::hypot(dx, dy);
    if (length == 0) continue;
    const double turn = picture.springs[i].ends[0] < picture.springs[i].ends[1] ? 1 : -1;
    const double side = turn * kApart * (rank[i][0] - 0.5 * (rank[i][1] - 1));
    for (Point* p : {&s.a, &s.b}) {
      p->x -= side * dy / length;
      p->y += side * dx / length;
    }
  }
}

std::vector<Segment> segments_of(const Picture& picture) {
  std::vector<Segment> segments;
  segments.reserve(picture.springs.size());
  double far = 0, near = 0;
  for (const SpringFact& spring : picture.springs) {
    const Point& a = picture.shape[spring.ends[0]];
    const Point& b = picture.shape[spring.ends[1]];
    const double depth = a.depth / 2 + b.depth / 2;
    far = segments.empty() ? depth : std::min(far, depth);
    near = segments.empty() ? depth : std::max(near, depth);
    const auto dimension = usize(picture.system.dimension);
    const std::vector<double>& position = picture.system.nodes.position;
    const Point from = picture.projection(row(position, usize(spring.ends[0]), dimension));
    const Point to = picture.projection(row(position, usize(spring.ends[1]), dimension));
    segments.push_back({a, b, depth, std::hypot(to.x - from.x, to.y - from.y) * picture.scale});
  }
  for (Segment& s : segments) s.near = near > far ? (s.near - far) / (near - far) : 0.5;
  if (!picture.simple) move_apart(picture, segments);
  return segments;
}

std::string ends_text(const Segment& s) {
  return fmt::format("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", pixels(s.a.x), pixels(s.a.y),
                     pixels(s.b.x), pixels(s.b.y));
}

// The rim leaves the ends free, where other springs arrive.
std::string rim(const Segment& s, double width) {
  const double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y;
  const double length = std::hypot(dx, dy);
  if (length < 24) return {};
  Segment inner = s;
  const double part = 9 / length;
  inner.a = {s.a.x + part * dx, s.a.y + part * dy};
  inner.b = {s.b.x - part * dx, s.b.y - part * dy};
  return fmt::format("<line class=\"rim\" {} stroke=\"#ffffff\" stroke-width=\"{}\"/>\n",
                     ends_text(inner), pixels(width + 3.2));
}

// The text that is shown while the pointer rests on the spring.
std::string tooltip(const Picture& picture, std::size_t spring) {
  std::string text = spring_label(picture.system, static_cast<int>(spring));
  const std::string& set = picture.system.springs[picture.springs[spring].set].name;
  if (!set.empty()) text += ", " + set;
  if (picture.rest != nullptr) {
    const Units& units = picture.system.units;
    text += fmt::format(
        ": tension {}{}, length {}{}, strain {}", number_text(picture.rest->tension[spring]),
        unit_after_number(units, UnitKind::force), number_text(picture.rest->length[spring]),
        unit_after_number(units, UnitKind::length), number_text(picture.rest->strain[spring]));
    if (!picture.rest->utilisation.empty()) {
      text += ", utilisation " + number_text(picture.rest->utilisation[spring]);
    }
    if (picture.coloring.slack[spring] != 0) text += ", slack";
  }
  return escaped(text);
}

// Far springs are lighter; not among faces, which would shine through.
double far_opacity(const Picture& picture, double near) {
  if (picture.system.dimension == 2 || picture.look.has_faces()) return 1;
  return 0.5 + 0.5 * near;
}

std::string spring_text(const Picture& picture, const Segment& s, std::size_t spring,
                        const PaintItem& item, double base) {
  const bool slack = picture.coloring.slack[spring] != 0;
  const bool edge = picture.look.has_faces() && !picture.look.spring_faces[spring].empty();
  const bool rims = picture.system.dimension == 3 && picture.springs.size() <= kMostRims &&
                    picture.spheres.empty() && !picture.look.has_faces();
  double width = base * width_factor(spring_share(picture, spring));
  if (picture.system.dimension == 3) width *= 0.8 + 0.3 * item.near;
  if (picture.look.strand[spring] != 0) width = std::max(2.0, 1.5 * width);
  if (edge) width *= 0.5;
  if (slack) width *= 0.75;
  width = std::max(0.4, width);
  std::string text;
  if (rims && !slack && !edge) text += rim(s, width);
  const double opacity = far_opacity(picture, item.near);
  const std::string look = fmt::format(
      "class=\"{}\" stroke=\"{}\"{}", spring_class(picture, spring), spring_color(picture, spring),
      opacity < 0.995 ? fmt::format(" stroke-opacity=\"{:.2f}\"", opacity) : std::string());
  const char* dashes = slack ? " stroke-dasharray=\"5 4\"" : "";
  // The pointer finds a coil by a line that is not seen.
  const bool coil = picture.look.coil[spring] != 0 && picture.room >= kLeastCoilRoom;
  if (coil) {
    text += fmt::format("<path {} stroke-width=\"{}\"{} d=\"{}\"/>\n", look, pixels(width), dashes,
                        coil_path(s.a, s.b, s.drawn, picture.room));
  }
  return text + fmt::format(
                    "<line data-spring=\"{}\" {} {} stroke-width=\"{}\"{}>"
                    "<title>{}</title></line>\n",
                    spring, ends_text(s), coil ? look + " opacity=\"0\"" : look,
                    pixels(coil ? std::max(8.0, width) : width), dashes, tooltip(picture, spring));
}

std::string full_springs(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  const double base = usual_width(picture.springs, picture.look, picture.shape);
  std::vector<double> shares;
  if (picture.coloring.by == ColorBy::tension || picture.coloring.by == ColorBy::strain)
    for (std::size_t i = 0; i < segments.size(); ++i) shares.push_back(spring_share(picture, i));
  const PaintNet net = {picture.system, picture.look, picture.springs, picture.shape,
                        picture.broken, shares,       picture.scale};
  std::string text = "<g class=\"springs\" stroke-linecap=\"round\" fill=\"none\">\n";
  for (const PaintItem& item : paint_order(net, picture.spheres, true)) {
    switch (item.kind) {
      case PaintItem::Kind::sphere: text += sphere_text(picture.spheres[item.index]); break;
      case PaintItem::Kind::face: {
        const std::string color = face_color(net, item);
        text += fmt::format(
            "<path class=\"faces\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.6\"{1} "
            "d=\"{2}\"/>\n",
            color, picture.options.inner ? " opacity=\"0.35\"" : "", face_path(net, item.index));
        break;
      }
      case PaintItem::Kind::spring:
        text += spring_text(picture, segments[item.index], item.index, item, base);
    }
  }
  return text + "</g>\n";
}

// Twice the area of a face on the page; its sign is the direction of its outline.
double turned_area(const Picture& picture, std::size_t face) {
  const std::span<const int> corners = picture.look.faces.corners(static_cast<int>(face));
  double area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point& a = picture.shape[usize(corners[i])];
    const Point& b = picture.shape[usize(corners[(i + 1) % corners.size()])];
    area += a.x * b.y - a.y * b.x;
  }
  return area;
}

// Many faces and springs in the order of their depth: one path for as many neighbours in this order
// as look the same. Springs along faces are left out.
std::string simple_surfaces(const Picture& picture) {
  std::vector<double> shares;
  if (picture.coloring.by == ColorBy::tension || picture.coloring.by == ColorBy::strain)
    for (std::size_t i = 0; i < picture.springs.size(); ++i)
      shares.push_back(spring_share(picture, i));
  const PaintNet net = {picture.system, picture.look, picture.springs, picture.shape,
                        picture.broken, shares,       picture.scale};
  const double base = std::min(1.0, usual_width(picture.springs, picture.look, picture.shape));
  std::string text = "<g class=\"springs\" fill=\"none\">\n", look, path;
  const auto close = [&] {
    if (!path.empty()) text += fmt::format("<path {} d=\"{}\"/>\n", look, path);
    path.clear();
  };
  bool turned = false;  // outlines in two directions would leave holes where they overlap
  for (const PaintItem& item : paint_order(net, picture.spheres, false)) {
    if (item.kind == PaintItem::Kind::sphere) {
      close();
      text += sphere_text(picture.spheres[item.index]);
      continue;
    }
    std::string own;
    bool turns = false;
    if (item.kind == PaintItem::Kind::face) {
      own = fmt::format("class=\"faces\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.6\"{1}",
                        face_color(net, item),
                        picture.options.inner ? " opacity=\"0.35\"" : "");
      turns = turned_area(picture, item.index) < 0;
    } else {
      const double share = std::round(4 * spring_share(picture, item.index)) / 4;
      own = fmt::format("class=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}",
                        spring_class(picture, item.index), spring_color(picture, item.index),
                        pixels(std::max(0.3, base * width_factor(share))),
                        picture.coloring.slack[item.index] != 0 ? " stroke-dasharray=\"5 4\"" : "");
    }
    if (own != look || turns != turned) close();
    look = std::move(own);
    turned = turns;
    if (item.kind == PaintItem::Kind::face) {
      path += face_path(net, item.index);
    } else {
      const auto [a, b] = picture.springs[item.index].ends;
      const Point &from = picture.shape[usize(a)], &to = picture.shape[usize(b)];
      fmt::format_to(std::back_inserter(path), "M{} {}L{} {}", pixels(from.x), pixels(from.y),
                     pixels(to.x), pixels(to.y));
    }
  }
  close();
  return text + "</g>\n";
}

// One path for each colour in each layer of depth.
std::string simple_springs(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  const double base = std::min(1.0, usual_width(picture.springs, picture.look, picture.shape));
  std::map<std::pair<int, std::string>, std::string> paths;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (picture.broken[i] != 0 || picture.look.inner[i] != 0) continue;
    const Segment& s = segments[i];
    const int layer = std::min(kLayers - 1, static_cast<int>(s.near * kLayers));
    std::string color =
        fmt::format("{}\" class=\"{}", spring_color(picture, i), spring_class(picture, i));
    if (picture.coloring.slack[i] != 0) color += "\" stroke-dasharray=\"5 4";
    const double share = std::round(4 * spring_share(picture, i)) / 4;
    color += fmt::format("\" stroke-width=\"{}", pixels(std::max(0.3, base * width_factor(share))));
    fmt::format_to(std::back_inserter(paths[{layer, color}]), "M{} {}L{} {}", pixels(s.a.x),
                   pixels(s.a.y), pixels(s.b.x), pixels(s.b.y));
  }
  std::string text = "<g class=\"springs\" fill=\"none\">\n";
  for (const auto& [key, path] : paths) {
    const double opacity = far_opacity(picture, (key.first + 0.5) / kLayers);
    text += fmt::format("<path stroke=\"{}\" opacity=\"{:.2f}\" d=\"{}\"/>\n", key.second, opacity,
                        path);
  }
  return text + "</g>\n";
}

}  // namespace

double spring_share(const Picture& picture, std::size_t spring) {
  const Coloring& coloring = picture.coloring;
  if (coloring.values.empty() || !std::isfinite(coloring.values[spring]))
    return std::numeric_limits<double>::quiet_NaN();
  // Divided first: the largest of all numbers must not overflow.
  return coloring.end > 0 ? coloring.values[spring] / coloring.end : 0;
}

std::string spring_color(const Picture& picture, std::size_t spring) {
  const Coloring& coloring = picture.coloring;
  if (coloring.slack[spring] != 0) return kSlackColor;
  if (coloring.by == ColorBy::set) return set_color(picture.springs[spring].set);
  if (coloring.by == ColorBy::none) return kPlainColor;
  const double share = spring_share(picture, spring);
  if (!std::isfinite(share)) return kPlainColor;
  if (coloring.by == ColorBy::utilisation) return share > 1 ? kOverColor : sequential_color(share);
  return diverging_color(share);
}

std::string spring_class(const Picture& picture, std::size_t spring) {
  const Coloring& coloring = picture.coloring;
  if (coloring.slack[spring] != 0) return "slack";
  if (coloring.by == ColorBy::set) return fmt::format("set{}", picture.springs[spring].set % 7);
  const double share = spring_share(picture, spring);
  if (coloring.by == ColorBy::none || !std::isfinite(share)) return "plain";
  if (coloring.by == ColorBy::utilisation) return share > 1 ? "over" : sequential_class(share);
  return diverging_class(share);
}

std::string spring_labels(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  const std::vector<std::array<int, 2>> rank = doubles(picture);
  std::string text;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (picture.broken[i] != 0 || picture.look.inner[i] != 0) continue;
    // Not in the middle, where springs that cross would put theirs too.
    const double part = 0.42 + 0.12 * (rank[i][0] % 4);
    const Point &a = segments[i].a, &b = segments[i].b;
    text += text_mark(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y) + 4,
                      "text-anchor=\"middle\" font-style=\"italic\"", std::to_string(i));
  }
  return text;
}

std::string springs_part(const Picture& picture) {
  if (picture.springs.empty()) return {};
  if (!picture.simple) return full_springs(picture);
  return picture.look.has_faces() ? simple_surfaces(picture) : simple_springs(picture);
}

std::string behind_part(const Picture& picture) {
  std::string lines, circles;
  for (const Outline& outline : picture.obstacles) {
    for (const auto& [a, b] : outline.lines)
      lines += fmt::format("M{} {}L{} {}", pixels(a.x), pixels(a.y), pixels(b.x), pixels(b.y));
    for (const auto& [centre, radius] : outline.circles)
      circles += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", pixels(centre.x),
                             pixels(centre.y), pixels(radius));
  }
  std::string text;
  if (!picture.ground.empty()) {
    const std::vector<double> none;
    text = shadow_text(
        {picture.system, picture.look, picture.springs, picture.shape, picture.broken, none},
        picture.ground, true);
  }
  if (lines.empty() && circles.empty()) return text;
  if (!lines.empty()) circles += fmt::format("<path d=\"{}\"/>\n", lines);
  return text +
         "<g class=\"obstacles\" fill=\"#8b929b\" fill-opacity=\"0.2\" stroke=\"#8b929b\" "
         "stroke-width=\"1.2\">\n" +
         circles + "</g>\n";
}

std::string drawn_part(const Picture& picture) {
  if (picture.drawn.empty() || picture.springs.empty()) return {};
  std::string path;
  for (std::size_t i = 0; i < picture.springs.size(); ++i) {
    if (picture.look.inner[i] != 0) continue;
    const Point& a = picture.drawn[picture.springs[i].ends[0]];
    const Point& b = picture.drawn[picture.springs[i].ends[1]];
    fmt::format_to(std::back_inserter(path), "M{} {}L{} {}", pixels(a.x), pixels(a.y), pixels(b.x),
                   pixels(b.y));
  }
  return fmt::format(
      "<path class=\"drawn\" d=\"{}\" fill=\"none\" stroke=\"#c4c4c4\" stroke-width=\"1\"/>\n",
      path);
}

}  // namespace tensio::io
