// The parts of a net in the order in which they are painted, far ones first.
#include "io/draw/paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "io/text/markup.hpp"

namespace tensio::io {

namespace {

constexpr const char* kFaceColor = "#e6ebf2";
constexpr double kTint = 0.62;  // of a face whose springs are at the end of the scale

// The light from above, the left and the front, on the page with x to the right and y upwards.
constexpr Vector kLightFrom = {-0.43, 0.72, 0.545};

bool is_broken(const PaintNet& net, std::size_t spring) {
  return !net.broken.empty() && net.broken[spring] != 0;
}

// Twice the area of a face as a vector, in pixels, x to the right, y upwards, z to the eye.
Vector area_on_page(const PaintNet& net, std::span<const int> corners) {
  Vector area = {};
  const auto at = [&](int node) {
    const Point& p = net.places[usize(node)];
    return Vector{p.x, -p.y, p.depth * net.depth_scale};
  };
  const Vector first = at(corners[0]);
  const auto from_first = [&](int node) {
    const Vector v = at(node);
    return Vector{v[0] - first[0], v[1] - first[1], v[2] - first[2]};
  };
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector part = cross(from_first(corners[i]), from_first(corners[i + 1]));
    for (std::size_t k = 0; k < 3; ++k) area[k] += part[k];
  }
  return area;
}

struct PaintedFaces {
  std::vector<PaintItem> items = {};
  std::vector<unsigned char> seen = {};
  std::vector<double> depth = {};
};

PaintedFaces painted_faces(const PaintNet& net) {
  PaintedFaces faces;
  const std::size_t count = net.look.closed.size();
  faces.seen.assign(count, 0);
  faces.depth.assign(count, 0);
  for (std::size_t face = 0; face < count; ++face) {
    const std::span<const int> corners = net.look.faces.corners(static_cast<int>(face));
    if (corners.size() < 3) continue;
    const std::vector<int>& edges = net.look.face_edges[face];
    if (std::any_of(edges.begin(), edges.end(),
                    [&](int spring) { return is_broken(net, usize(spring)); }))
      continue;
    const Vector area = area_on_page(net, corners);
    const double size = magnitude(area);
    if (net.look.closed[face] != 0 && net.system.dimension == 3 && area[2] < 0) continue;
    double depth = 0;
    for (const int node : corners)
      depth += net.places[usize(node)].depth / static_cast<double>(corners.size());
    // Open surfaces are seen from both sides.
    const double turn = area[2] < 0 ? -1 : 1;
    double light = 0.6;
    if (size > 0 && std::isfinite(size)) {
      light = 0;
      for (std::size_t k = 0; k < 3; ++k) light += turn * area[k] / size * kLightFrom[k];
    }
    faces.seen[face] = 1;
    faces.depth[face] = depth;
    faces.items.push_back({PaintItem::Kind::face, face, depth, 1, std::clamp(light, 0.0, 1.0)});
  }
  return faces;
}

}  // namespace

std::vector<PaintItem> paint_order(const PaintNet& net, const std::vector<PaintSphere>& spheres,
                                   bool edges) {
  PaintedFaces faces = painted_faces(net);
  std::vector<PaintItem> items = std::move(faces.items);
  double far = std::numeric_limits<double>::infinity(), near = -far;
  for (const SpringFact& spring : net.springs) {
    const double depth =
        net.places[usize(spring.ends[0])].depth / 2 + net.places[usize(spring.ends[1])].depth / 2;
    far = std::min(far, depth);
    near = std::max(near, depth);
  }
  for (std::size_t i = 0; i < net.springs.size(); ++i) {
    if (is_broken(net, i) || net.look.inner[i] != 0) continue;
    const auto [a, b] = net.springs[i].ends;
    double depth = net.places[usize(a)].depth / 2 + net.places[usize(b)].depth / 2;
    const double share = near > far ? (depth - far) / (near - far) : 0.5;
    if (!net.look.spring_faces.empty() && !net.look.spring_faces[i].empty()) {
      // Along faces: after all of them, and not where it is behind the body.
      bool any = false, closed = false;
      for (const int face : net.look.spring_faces[i]) {
        closed |= net.look.closed[usize(face)] != 0;
        if (faces.seen[usize(face)] == 0) continue;
        any = true;
        depth = std::max(depth, faces.depth[usize(face)]);
      }
      if (any && !edges) continue;
      if (!any && closed) continue;
    }
    // In the plane, weak springs first.
    if (net.system.dimension == 2 && !net.shares.empty() && std::isfinite(net.shares[i]))
      depth = std::abs(net.shares[i]);
    items.push_back({PaintItem::Kind::spring, i, depth, share});
  }
  for (std::size_t i = 0; i < spheres.size(); ++i)
    items.push_back({PaintItem::Kind::sphere, i, spheres[i].centre.depth});
  // Where depths are the same, faces come first, as they stand in the list.
  std::stable_sort(items.begin(), items.end(),
                   [](const PaintItem& a, const PaintItem& b) { return a.depth < b.depth; });
  return items;
}

std::string face_color(const PaintNet& net, const PaintItem& face) {
  std::string color = kFaceColor;
  const std::vector<int>& edges = net.look.face_edges[face.index];
  if (!net.shares.empty() && !edges.empty()) {
    double share = 0;
    for (const int spring : edges) {
      const double own = net.shares[usize(spring)];
      if (std::isfinite(own))
        share += std::clamp(own, -1.0, 1.0) / static_cast<double>(edges.size());
    }
    // In steps, as the colours of springs.
    share = std::round(share * kScaleSteps) / kScaleSteps;
    const double tint = std::min(1.0, kTint * std::sqrt(std::abs(share)));
    color = mixed_color(color, diverging_color(share < 0 ? -0.5 : 0.5), tint);
  }
  constexpr double kShades = 12;
  return lit_color(color, 0.77 + 0.27 * std::round(face.light * kShades) / kShades);
}

std::string face_path(const PaintNet& net, std::size_t face) {
  std::string path;
  for (const int node : net.look.faces.corners(static_cast<int>(face))) {
    const Point& p = net.places[usize(node)];
    path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', pixels(p.x), pixels(p.y));
  }
  return path + "z";
}

std::string sphere_text(const PaintSphere& sphere) {
  constexpr int kRings = 7;
  std::string text = "<g class=\"sphere\">\n";
  for (int i = 0; i < kRings; ++i) {
    const double part = static_cast<double>(i) / kRings, radius = sphere.radius * (1 - part);
    const double aside = -0.36 * part * sphere.radius, above = -0.5 * part * sphere.radius;
    text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n",
                        pixels(sphere.centre.x + aside), pixels(sphere.centre.y + above),
                        pixels(radius), mixed_color("#a9b1bc", "#eef1f4", std::sqrt(part)));
  }
  return text + "</g>\n";
}

std::vector<Point> ground_places(const System& system, const Projection& projection,
                                 const std::vector<double>& position, double level) {
  const auto dimension = usize(system.dimension);
  std::vector<Point> places(position.size() / dimension);
  for (std::size_t node = 0; node < places.size(); ++node) {
    Vector p = row(position, node, dimension);
    p[projection.up_axis()] = level;
    places[node] = projection(p);
  }
  return places;
}

std::optional<double> ground_level(const System& system, const Projection& projection, double low,
                                   double high, double width) {
  if (system.dimension != 3 || !projection.sees_ground() || !std::isfinite(low) ||
      !(high - low > 0.03 * width))
    return {};
  std::optional<double> level;
  for (const Obstacle& obstacle : system.obstacles) {
    if (obstacle.kind != Obstacle::Kind::plane) continue;
    const std::size_t up = projection.up_axis();
    const double across = std::hypot(obstacle.normal[(up + 1) % 3], obstacle.normal[(up + 2) % 3]);
    if (!(obstacle.normal[up] > 0) || across > 1e-6 * obstacle.normal[up]) continue;
    const double height = obstacle.point[up];
    const double size = std::max(high - low, width);
    if (height > low + 0.05 * size || height < low - size) continue;
    level = std::max(level.value_or(height), height);
  }
  return level.value_or(low);
}

std::string shadow_text(const PaintNet& net, const std::vector<Point>& places, bool soft) {
  LinePath lines;
  std::string faces;
  const PaintNet flat = {net.system, net.look, net.springs, places, net.broken, net.shares};
  for (std::size_t face = 0; face < net.look.closed.size(); ++face) {
    std::span<const int> corners = net.look.faces.corners(static_cast<int>(face));
    if (corners.size() < 3) continue;
    const std::vector<int>& edges = net.look.face_edges[face];
    if (std::any_of(edges.begin(), edges.end(),
                    [&](int spring) { return is_broken(net, usize(spring)); }))
      continue;
    const bool back = area_on_page(flat, corners)[2] < 0;
    if (back && net.look.closed[face] != 0) continue;
    // All in one direction, so that faces above each other make one shadow.
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point& p = places[usize(corners[back ? corners.size() - 1 - i : i])];
      fmt::format_to(std::back_inserter(faces), "{}{:.0f} {:.0f}", i == 0 ? 'M' : 'L', p.x, p.y);
    }
    faces += 'z';
  }
  for (std::size_t i = 0; i < net.springs.size(); ++i) {
    if (is_broken(net, i) || net.look.inner[i] != 0) continue;
    if (!net.look.spring_faces.empty() && !net.look.spring_faces[i].empty()) continue;
    const auto whole = [](const Point& p) {
      return Point{std::round(p.x), std::round(p.y), p.depth};
    };
    lines.add(whole(places[usize(net.springs[i].ends[0])]),
              whole(places[usize(net.springs[i].ends[1])]));
  }
  if (faces.empty() && lines.empty()) return {};
  std::string text = fmt::format("<g class=\"shadow\" opacity=\"0.11\"{}>\n",
                                 soft ? " style=\"filter:blur(2.5px)\"" : "");
  if (!faces.empty()) text += fmt::format("<path fill=\"#16191d\" d=\"{}\"/>\n", faces);
  if (!lines.empty())
    text += fmt::format(
        "<path fill=\"none\" stroke=\"#16191d\" stroke-width=\"3\" stroke-linejoin=\"round\" "
        "d=\"{}\"/>\n",
        lines.text());
  return text + "</g>\n";
}

std::string coil_path(const Point& a, const Point& b, double drawn, double room) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  const double amplitude = std::clamp(0.11 * room, 2.5, 6.5);
  const int teeth = static_cast<int>(std::lround(std::clamp(drawn / (1.5 * amplitude), 4.0, 20.0)));
  if (!(length > 12) || drawn < 26 || room < kLeastCoilRoom)
    return fmt::format("M{} {}L{} {}", pixels(a.x), pixels(a.y), pixels(b.x), pixels(b.y));
  const double nx = -dy / length, ny = dx / length;
  constexpr double kStraight = 0.15;  // at each end
  const auto at = [&](double share, double side) {
    return fmt::format("L{} {}", pixels(a.x + share * dx + side * nx),
                       pixels(a.y + share * dy + side * ny));
  };
  std::string path = fmt::format("M{} {}", pixels(a.x), pixels(a.y)) + at(kStraight, 0);
  const double step = (1 - 2 * kStraight) / teeth;
  for (int i = 0; i < teeth; ++i)
    path += at(kStraight + (i + 0.5) * step, i % 2 == 0 ? amplitude : -amplitude);
  return path + at(1 - kStraight, 0) + at(1, 0);
}

double usual_length(const std::vector<SpringFact>& springs, const NetLook& look,
                    const std::vector<Point>& places) {
  std::vector<double> lengths;
  lengths.reserve(springs.size());
  for (std::size_t i = 0; i < springs.size(); ++i) {
    if (look.inner[i] != 0) continue;
    const Point &a = places[usize(springs[i].ends[0])], &b = places[usize(springs[i].ends[1])];
    lengths.push_back(std::hypot(b.x - a.x, b.y - a.y));
  }
  if (lengths.empty()) return 100;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return std::isfinite(*middle) ? *middle : 100;
}

double usual_width(const std::vector<SpringFact>& springs, const NetLook& look,
                   const std::vector<Point>& places) {
  constexpr double kInk = 0.5;  // of the net's part of the page, at most
  double total = 0, left = 0, right = 0, top = 0, bottom = 0;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    if (look.inner[i] != 0) continue;
    const Point &a = places[usize(springs[i].ends[0])], &b = places[usize(springs[i].ends[1])];
    left = std::min(total > 0 ? left : a.x, std::min(a.x, b.x));
    right = std::max(total > 0 ? right : a.x, std::max(a.x, b.x));
    top = std::min(total > 0 ? top : a.y, std::min(a.y, b.y));
    bottom = std::max(total > 0 ? bottom : a.y, std::max(a.y, b.y));
    total += std::hypot(b.x - a.x, b.y - a.y);
  }
  const double usual = std::clamp(0.09 * usual_length(springs, look, places), 0.6, 2.6);
  const double area = std::max(right - left, 30.0) * std::max(bottom - top, 30.0);
  return total > 0 && std::isfinite(total) ? std::clamp(kInk * area / total, 0.5, usual) : usual;
}

double width_factor(double share) {
  return std::isfinite(share) ? 0.6 + 1.1 * std::min(1.0, std::abs(share)) : 0.9;
}

void LinePath::add(const Point& a, const Point& b) {
  const auto tenths = [](double value) { return std::lround(std::clamp(value, -1e8, 1e8) * 10); };
  const long ax = tenths(a.x), ay = tenths(a.y), bx = tenths(b.x), by = tenths(b.y);
  if (text_.empty() || ax != last_x_ || ay != last_y_)
    fmt::format_to(std::back_inserter(text_), "M{} {}", pixels(a.x), pixels(a.y));
  fmt::format_to(std::back_inserter(text_), "L{} {}", pixels(b.x), pixels(b.y));
  last_x_ = bx;
  last_y_ = by;
}

void LinePath::add(const std::string& path) {
  text_ += path;
  last_x_ = last_y_ = std::numeric_limits<long>::max();
}

double support_size(const NetLook& look, const std::vector<unsigned char>& constrained,
                    double room) {
  std::size_t count = 0;
  for (std::size_t node = 0; node < constrained.size(); ++node)
    count += constrained[node] != 0 && look.hidden[node] == 0 ? 1 : 0;
  return count > 12 ? std::clamp(room / 26, 0.32, 0.85) : std::clamp(room / 14, 0.6, 1.0);
}

std::string support_path(const NetLook& look, const Point& at, double size, double middle) {
  if (look.on_a_line) {
    // A wall, on the side away from the net.
    const double away = at.x < middle ? -1 : 1;
    return fmt::format("M{} {}v36h{}v-36z", pixels(at.x), pixels(at.y - 18), pixels(7 * away));
  }
  return fmt::format("M{} {}l{} {}h{}z", pixels(at.x), pixels(at.y), pixels(6.2 * size),
                     pixels(10.4 * size), pixels(-12.4 * size));
}

std::string supports_text(const System& system, const NetLook& look,
                          const std::vector<unsigned char>& constrained,
                          const std::vector<Point>& places, double room) {
  const auto all = static_cast<unsigned char>((1u << system.dimension) - 1);
  const double size = support_size(look, constrained, room);
  double middle = 0;
  for (const Point& p : places) middle += p.x / static_cast<double>(places.size());
  std::string full, open;
  for (std::size_t node = 0; node < constrained.size(); ++node) {
    if (constrained[node] == 0 || look.hidden[node] != 0) continue;
    if (look.on_a_line && (constrained[node] & 1u) == 0) continue;
    (constrained[node] == all ? full : open) += support_path(look, places[node], size, middle);
  }
  const auto one = [&](const std::string& path, const char* kind, const char* fill) {
    return path.empty() ? std::string()
                        : fmt::format(
                              "<path class=\"fixed {} ink-line\" fill=\"{}\" stroke=\"#16191d\" "
                              "stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"{}\"/>\n",
                              kind, fill, pixels(std::max(0.6, 1.3 * size)), path);
  };
  return one(full, "ink", "#16191d") + one(open, "open", "#ffffff");
}

std::string dark_paint_rules(const std::string& scope) {
  return fmt::format(
      "{0} .shadow{{opacity:.5}}{0} .shadow path[fill=\"#16191d\"]{{fill:#000}}"
      "{0} .shadow path[stroke]{{stroke:#000}}{0} .sphere{{filter:brightness(.62)}}"
      "{0} .faces{{filter:brightness(.9)}}{0} .over{{stroke:#ff6f9c}}{0} .plain{{stroke:#949da8}}"
      "{0} .open{{fill:#0f1216}}",
      scope);
}

}  // namespace tensio::io
