// Where the parts of a picture lie: the net is seen, its arrows are measured, and all is fitted.
#include "io/draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/damage.hpp"
#include "model/loads.hpp"

namespace tensio::io {

namespace {

constexpr double kLargestHeight = 460;  // of the net alone
constexpr double kSmallestHeight = 90;
constexpr double kAround = 42;  // room for marks and labels
constexpr std::size_t kMostArrows = 3000;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

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

// The longest arrow; many arrows are shorter, so that they do not hide the net.
double longest_arrow(std::size_t count) { return count <= 20 ? 54 : count <= 200 ? 34 : 18; }

void add_arrows(Picture& picture) {
  const auto dimension = usize(picture.system.dimension);
  const std::vector<double> loads = load_forces(picture.system);
  double largest = 0;
  for (std::size_t node = 0; node < picture.constrained.size(); ++node) {
    const double force = magnitude(row(loads, node, dimension));
    if (force > 0) ++picture.loaded_nodes;
    largest = std::max(largest, force);
  }
  if (picture.loaded_nodes > kMostArrows || !std::isfinite(largest)) return;
  const double longest = longest_arrow(picture.loaded_nodes);
  for (std::size_t node = 0; node < picture.constrained.size(); ++node) {
    Vector load = row(loads, node, dimension);
    const double force = magnitude(load);
    if (!(force > 0)) continue;
    // Short ones are still seen to be arrows.
    const double length = std::max(0.25 * longest, longest * (force / largest));
    for (double& component : load) component = component / force * length;
    const Point p = picture.projection(load);
    if (force == largest &&
        (picture.arrows.empty() || picture.arrows[picture.largest_arrow].force < largest)) {
      picture.largest_arrow = picture.arrows.size();
    }
    picture.arrows.push_back({node, p.x, -p.y, p.depth, force});
  }
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

// Finds the scale at which everything fits, and puts the nodes where they lie on the page.
void fit(Picture& picture) {
  Extent across, along;
  for (const std::vector<Point>* points : {&picture.shape, &picture.drawn}) {
    for (const Point& p : *points) {
      across.include(p.x);
      along.include(p.y);
    }
  }
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
  for (std::vector<Point>* points : {&picture.shape, &picture.drawn}) {
    for (Point& p : *points) {
      p.x = middle_x + placeable((p.x - across.middle()) * picture.scale);
      p.y = middle_y - placeable((p.y - along.middle()) * picture.scale);
    }
  }
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
    if (picture.broken[i] != 0) coloring.values[i] = std::numeric_limits<double>::quiet_NaN();
  }
  Extent extent;
  for (const double value : coloring.values) {
    if (std::isfinite(value)) {
      extent.include(value);
    } else {
      ++coloring.missing;
    }
  }
  coloring.low = extent.low <= extent.high ? extent.low : 0;
  coloring.high = extent.low <= extent.high ? extent.high : 0;
  return coloring;
}

}  // namespace

Projection::Projection(int dimension, View view) {
  if (dimension == 2) return;
  switch (view) {
    case View::top: break;
    case View::front:
      up_ = {0, 0, 1};
      near_ = {0, -1, 0};
      break;
    case View::side:
      right_ = {0, 1, 0};
      up_ = {0, 0, 1};
      near_ = {1, 0, 0};
      break;
    case View::iso: {
      // 28 degrees aside and 37 above, by right triangles of whole numbers.
      const double aside = 8.0 / 17, ahead = 15.0 / 17, above = 3.0 / 5, level = 4.0 / 5;
      right_ = {ahead, aside, 0};
      up_ = {-above * aside, above * ahead, level};
      near_ = {level * aside, -level * ahead, above};
      break;
    }
  }
}

Point Projection::operator()(const Vector& v) const {
  return {dot(right_, v), dot(up_, v), dot(near_, v)};
}

Point Projection::axis(std::size_t axis) const { return {right_[axis], up_[axis], near_[axis]}; }

Picture make_picture(const System& system, const Equilibrium* rest, const DrawOptions& options) {
  Picture picture{.system = system,
                  .rest = rest,
                  .options = options,
                  .projection = Projection(system.dimension, options.view)};
  const auto dimension = usize(system.dimension);
  picture.simple = system.spring_count() > kSpringsDrawnInFull;
  picture.springs = spring_summary(system);
  picture.broken =
      rest != nullptr ? broken_springs(system, rest->report.events) : broken_springs(system);
  picture.broken.resize(picture.springs.size());
  picture.constrained = fixed_axes(system);
  picture.shape = seen(picture.projection, shown_position(system, rest, options), dimension);
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
