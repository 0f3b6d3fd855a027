// The springs of a picture: far ones first, each with a rim of paper that sets it off.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

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
  double near = 0;  // 0 the farthest spring, 1 the nearest
};

double base_width(std::size_t count) {
  return count <= 300 ? 2.4 : count <= 3000 ? 1.6 : count <= kSpringsDrawnInFull ? 1.0 : 0.7;
}

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
    segments.push_back({a, b, depth});
  }
  for (Segment& s : segments) s.near = near > far ? (s.near - far) / (near - far) : 0.5;
  if (!picture.simple) move_apart(picture, segments);
  return segments;
}

std::vector<std::size_t> by_depth(const std::vector<Segment>& segments) {
  std::vector<std::size_t> order(segments.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return segments[i].near < segments[j].near;
  });
  return order;
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

std::string full_springs(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  const bool rims = picture.system.dimension == 3 && segments.size() <= kMostRims;
  const double base = base_width(segments.size());
  std::string text = "<g class=\"springs\" stroke-linecap=\"round\" fill=\"none\">\n";
  for (const std::size_t i : by_depth(segments)) {
    if (picture.broken[i] != 0) continue;
    const bool slack = picture.coloring.slack[i] != 0;
    const bool over = picture.coloring.by == ColorBy::utilisation && picture.coloring.values[i] > 1;
    double width = base * (0.75 + 0.5 * segments[i].near);
    if (over) width *= 1.8;
    if (slack) width *= 0.75;
    if (rims && !slack) text += rim(segments[i], width);
    fmt::format_to(std::back_inserter(text),
                   "<line data-spring=\"{}\" {} stroke=\"{}\" stroke-width=\"{}\"{}>"
                   "<title>{}</title></line>\n",
                   i, ends_text(segments[i]), spring_color(picture, i), pixels(width),
                   slack ? " stroke-dasharray=\"5 4\"" : "", tooltip(picture, i));
  }
  return text + "</g>\n";
}

// One path for each colour in each layer of depth.
std::string simple_springs(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  std::map<std::pair<int, std::string>, std::string> paths;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (picture.broken[i] != 0) continue;
    const Segment& s = segments[i];
    const int layer = std::min(kLayers - 1, static_cast<int>(s.near * kLayers));
    std::string color = spring_color(picture, i);
    if (picture.coloring.slack[i] != 0) color += "\" stroke-dasharray=\"5 4";
    fmt::format_to(std::back_inserter(paths[{layer, color}]), "M{} {}L{} {}", pixels(s.a.x),
                   pixels(s.a.y), pixels(s.b.x), pixels(s.b.y));
  }
  std::string text = fmt::format("<g class=\"springs\" fill=\"none\" stroke-width=\"{}\">\n",
                                 pixels(base_width(segments.size())));
  for (const auto& [key, path] : paths) {
    text += fmt::format("<path stroke=\"{}\" d=\"{}\"/>\n", key.second, path);
  }
  return text + "</g>\n";
}

}  // namespace

std::string spring_color(const Picture& picture, std::size_t spring) {
  const Coloring& coloring = picture.coloring;
  if (coloring.slack[spring] != 0) return kSlackColor;
  if (coloring.by == ColorBy::set) return set_color(picture.springs[spring].set);
  if (coloring.by == ColorBy::none) return kPlainColor;
  const double value = coloring.values[spring];
  if (!std::isfinite(value)) return kPlainColor;
  if (coloring.by == ColorBy::utilisation) return value > 1 ? kOverColor : sequential_color(value);
  // Divided first: the largest of all numbers must not overflow.
  const double largest = std::max(-coloring.low, coloring.high);
  return diverging_color(largest > 0 ? value / largest : 0);
}

std::string spring_labels(const Picture& picture) {
  const std::vector<Segment> segments = segments_of(picture);
  const std::vector<std::array<int, 2>> rank = doubles(picture);
  std::string text;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (picture.broken[i] != 0) continue;
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
  return picture.simple ? simple_springs(picture) : full_springs(picture);
}

std::string drawn_part(const Picture& picture) {
  if (picture.drawn.empty() || picture.springs.empty()) return {};
  std::string path;
  for (const SpringFact& spring : picture.springs) {
    const Point& a = picture.drawn[spring.ends[0]];
    const Point& b = picture.drawn[spring.ends[1]];
    fmt::format_to(std::back_inserter(path), "M{} {}L{} {}", pixels(a.x), pixels(a.y), pixels(b.x),
                   pixels(b.y));
  }
  return fmt::format(
      "<path class=\"drawn\" d=\"{}\" fill=\"none\" stroke=\"#c4c4c4\" stroke-width=\"1\"/>\n",
      path);
}

}  // namespace tensio::io
