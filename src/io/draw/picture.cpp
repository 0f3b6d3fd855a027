// Where the parts of a picture lie: the net is seen, its arrows are measured, and all is fitted.
#include "io/draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "model/damage.hpp"
#include "model/loads.hpp"
#include "tensio/files/snapshot.hpp"

namespace tensio::io {

namespace {

constexpr double kLargestHeight = 460;  // of the net alone
constexpr double kSmallestHeight = 90;
constexpr double kAround = 42;  // room for marks and labels
constexpr std::size_t kMostArrows = 3000;

// What is not finite cannot be placed; it goes to the origin.
double placeable(double value) { return std::isfinite(value) ? value : 0.0; }

std::vector<Point> seen(const Projection& projection, const std::vector<double>& position,
                        std::size_t dimension) {
  std::vector<Point> points(position.size() / dimension);
  for (std::size_t node = 0; node < points.size(); ++node) {
    const Point p = projection(row(position, node, dimension));
    points[node] = {placeable(p.x), placeable(p.y), placeable(p.depth)};
  }
  return points;
}

// Where displacements are counted from.
std::vector<double> undisplaced(const Equilibrium& rest) {
  std::vector<double> position = rest.state.position;
  for (std::size_t i = 0; i < position.size(); ++i) position[i] -= rest.displacement[i];
  return position;
}

std::vector<double> shown_position(const System& system, const Equilibrium* rest,
                                   const DrawOptions& options) {
  if (rest == nullptr) return system.nodes.position;
  if (!options.deformed) return rest->state.position;
  std::vector<double> position = undisplaced(*rest);
  for (std::size_t i = 0; i < position.size(); ++i) {
    position[i] += *options.deformed * rest->displacement[i];
  }
  return position;
}

// Displacements are from the drawn shape, but under a combination from where nothing else acts.
bool is_drawn_shape(const System& system, const std::vector<double>& position) {
  double extent = 0, apart = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    extent = std::max(extent, std::abs(system.nodes.position[i]));
    apart = std::max(apart, std::abs(position[i] - system.nodes.position[i]));
  }
  return apart <= 1e-9 * extent;
}

void add_arrows(Picture& picture) {
  const auto dimension = usize(picture.system.dimension);
  const std::vector<double> loads =
      picture.moment ? load_forces(picture.system, *picture.moment) : load_forces(picture.system);
  const LoadSize size = size_of_loads(loads, dimension);
  picture.loaded_nodes = size.nodes;
  if (size.nodes > kMostArrows || !std::isfinite(size.largest)) return;
  picture.arrows =
      load_arrows(loads, dimension, picture.projection, size.largest, longest_arrow(size.nodes));
  const auto largest =
      std::max_element(picture.arrows.begin(), picture.arrows.end(),
                       [](const Arrow& a, const Arrow& b) { return a.force < b.force; });
  picture.largest_arrow = static_cast<std::size_t>(largest - picture.arrows.begin());
}

// Half of an extent, and its middle; halves, so that the largest numbers do not overflow.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double half() const { return high > low ? high / 2 - low / 2 : 0.0; }
  double middle() const { return high >= low ? high / 2 + low / 2 : 0.0; }
};

// Obstacles are shown too, but of large ones only what is near the net.
void include_obstacles(const Picture& picture, Extent& across, Extent& along) {
  const Extent net_across = across, net_along = along;
  const double room = std::max(net_across.half(), net_along.half());
  if (!(room > 0)) return;
  const auto include = [&](double x, double y) {
    across.include(std::clamp(x, net_across.low - room, net_across.high + room));
    along.include(std::clamp(y, net_along.low - room, net_along.high + room));
  };
  for (const Obstacle& obstacle : picture.system.obstacles) {
    if (obstacle.kind == Obstacle::Kind::plane) continue;
    const Outline outline =
        outline_of(obstacle, picture.moment.value_or(0), picture.system.dimension,
                   picture.projection, 1, picture.projection);
    for (const auto& line : outline.lines)
      for (const Point& p : line) include(p.x, p.y);
    for (const Outline::Circle& circle : outline.circles)
      for (const double side : {-1.0, 1.0})
        include(circle.centre.x + side * circle.radius, circle.centre.y + side * circle.radius);
  }
}

// Where obstacles lie on the page; spheres in space among the springs.
void place_obstacles(Picture& picture, const std::function<Point(const Point&)>& on_page) {
  for (const Obstacle& obstacle : picture.system.obstacles) {
    Outline outline = outline_of(obstacle, picture.moment.value_or(0), picture.system.dimension,
                                 picture.projection, picture.scale,
                                 [&](const Vector& v) { return on_page(picture.projection(v)); });
    if (picture.system.dimension == 3 && obstacle.kind == Obstacle::Kind::sphere) {
      for (const Outline::Circle& circle : outline.circles)
        picture.spheres.push_back({circle.centre, circle.radius});
    } else {
      picture.obstacles.push_back(std::move(outline));
    }
  }
}

// What lies straight below the nodes on the ground, where that is seen.
void find_ground(Picture& picture, const std::vector<double>& position) {
  const auto dimension = usize(picture.system.dimension);
  const std::size_t up = picture.projection.up_axis();
  Extent height, across, along;
  for (std::size_t node = 0; node < picture.shape.size(); ++node) {
    if (picture.look.hidden[node] != 0) continue;
    height.include(placeable(row(position, node, dimension)[up]));
    across.include(picture.shape[node].x);
    along.include(picture.shape[node].y);
  }
  const std::optional<double> level =
      ground_level(picture.system, picture.projection, height.low, height.high,
                   2 * std::max(across.half(), along.half()));
  if (!level || picture.simple) return;
  picture.ground = ground_places(picture.system, picture.projection, position, *level);
  for (Point& p : picture.ground) p = {placeable(p.x), placeable(p.y), placeable(p.depth)};
}

// Finds the scale at which everything fits, and puts the nodes where they lie on the page.
void fit(Picture& picture) {
  Extent across, along;
  for (const std::vector<Point>* points : {&picture.shape, &picture.drawn, &picture.ground}) {
    for (std::size_t node = 0; node < points->size(); ++node) {
      if (picture.look.hidden[node] != 0) continue;
      across.include((*points)[node].x);
      along.include((*points)[node].y);
    }
  }
  include_obstacles(picture, across, along);
  double left = kAround, right = kAround, above = kAround, below = kAround;
  for (const Arrow& arrow : picture.arrows) {
    // Room for the arrow, and beside it or under it for the number at the largest.
    left = std::max(left, kAround - arrow.x + 20);
    right = std::max(right, kAround + arrow.x + 20);
    above = std::max(above, kAround - arrow.y);
    below = std::max(below, kAround + arrow.y);
  }
  const double width = kPageWidth - left - right;
  const double scale =
      1 / std::max(across.half() / (width / 2), along.half() / (kLargestHeight / 2));
  picture.scale = std::isfinite(scale) ? scale : 1.0;
  const double height = std::max(kSmallestHeight, 2 * (along.half() * picture.scale));
  const double middle_x = left + width / 2;
  const double middle_y = kHeaderHeight + above + height / 2;
  const auto on_page = [&](const Point& p) {
    return Point{middle_x + placeable((p.x - across.middle()) * picture.scale),
                 middle_y - placeable((p.y - along.middle()) * picture.scale), p.depth};
  };
  for (std::vector<Point>* points : {&picture.shape, &picture.drawn, &picture.ground})
    for (Point& p : *points) p = on_page(p);
  place_obstacles(picture, on_page);
  picture.room = usual_length(picture.springs, picture.look, picture.shape);
  picture.bottom = kHeaderHeight + above + height + below;
}

// The values that colour the springs, and their extremes.
Coloring make_coloring(const Picture& picture) {
  Coloring coloring{.by = picture.options.color_by};
  const std::size_t count = picture.springs.size();
  coloring.slack.assign(count, 0);
  if (picture.rest == nullptr) {
    if (coloring.by != ColorBy::set) coloring.by = ColorBy::none;
    return coloring;
  }
  for (const int spring : picture.rest->slack) coloring.slack[spring] = 1;
  coloring.slack_count = picture.rest->slack.size();
  switch (coloring.by) {
    case ColorBy::tension: coloring.values = picture.rest->tension; break;
    case ColorBy::strain: coloring.values = picture.rest->strain; break;
    case ColorBy::utilisation: coloring.values = picture.rest->utilisation; break;
    case ColorBy::set:
    case ColorBy::none: return coloring;
  }
  // An empty utilisation means that no spring has a strength.
  coloring.values.resize(count, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < count; ++i) {
    if (picture.broken[i] == 0) continue;
    coloring.values[i] = std::numeric_limits<double>::quiet_NaN();
    ++coloring.broken;
  }
  Extent extent;
  for (const double value : coloring.values) {
    if (std::isfinite(value)) {
      extent.include(value);
    } else {
      ++coloring.missing;
    }
  }
  coloring.end = coloring.by == ColorBy::utilisation ? 1 : scale_end(coloring.values);
  for (const double value : coloring.values)
    coloring.beyond += std::isfinite(value) && std::abs(value) > coloring.end ? 1 : 0;
  coloring.low = extent.low <= extent.high ? extent.low : 0;
  coloring.high = extent.low <= extent.high ? extent.high : 0;
  return coloring;
}

// Nodes at which springs end, but none is there yet.
void hide_absent_nodes(Picture& picture) {
  std::vector<char> state(picture.look.hidden.size(), 0);  // 1: absent springs, 2: one is there
  for (std::size_t i = 0; i < picture.springs.size(); ++i)
    for (const int node : picture.springs[i].ends)
      state[usize(node)] = std::max<char>(state[usize(node)], picture.broken[i] != 0 ? 1 : 2);
  for (std::size_t node = 0; node < state.size(); ++node)
    if (state[node] == 1 && picture.constrained[node] == 0) picture.look.hidden[node] = 1;
}

}  // namespace

Picture make_picture(const System& system, const Equilibrium* rest, const DrawOptions& options,
                     const Snapshot* moment) {
  Picture picture{.system = system,
                  .rest = rest,
                  .options = options,
                  .projection = Projection(system.dimension, options.view, options.camera,
                                           y_is_up(system, options.up)),
                  .moment = {}};
  if (moment != nullptr) picture.moment = moment->time;
  const auto dimension = usize(system.dimension);
  picture.springs = spring_summary(system);
  picture.broken =
      rest != nullptr ? broken_springs(system, rest->report.events) : broken_springs(system);
  if (moment != nullptr && !moment->broken.empty()) picture.broken = moment->broken;
  picture.broken.resize(picture.springs.size());
  picture.constrained = fixed_axes(system);
  picture.look =
      look_of(system, picture.springs, {.inner = options.inner, .surface = options.surface});
  if (options.stage) hide_absent_nodes(picture);
  picture.simple = picture.springs.size() - picture.look.inner_count > usize(kSpringsDrawnInFull);
  const std::vector<double> position = shown_position(system, rest, options);
  picture.shape = seen(picture.projection, position, dimension);
  find_ground(picture, position);
  if (rest != nullptr && options.deformed) {
    const std::vector<double> before = undisplaced(*rest);
    picture.drawn = seen(picture.projection, before, dimension);
    picture.drawn_is_base = !is_drawn_shape(system, before);
  }
  picture.coloring = make_coloring(picture);
  add_arrows(picture);
  fit(picture);
  return picture;
}

}  // namespace tensio::io
