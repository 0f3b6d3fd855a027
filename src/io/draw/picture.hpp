// A picture of a net while it is made: what lies where on the page, and the parts it is made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/draw/arrows.hpp"
#include "io/draw/net_look.hpp"
#include "io/draw/net_values.hpp"
#include "io/draw/obstacle_outline.hpp"
#include "io/draw/paint.hpp"
#include "io/draw/projection.hpp"
#include "tensio/pictures/draw.hpp"

namespace tensio::io {

inline constexpr double kPageWidth = 960;
inline constexpr double kPageMargin = 24;
inline constexpr double kHeaderHeight = 66;

/// What colours the springs.
struct Coloring {
  ColorBy by = ColorBy::none;
  std::vector<double> values = {};  ///< one per spring, or none
  double low = 0;                   ///< of the finite values
  double high = 0;
  double end = 0;           ///< of the scale, on both sides of zero
  std::size_t beyond = 0;   ///< springs of larger magnitudes
  std::size_t missing = 0;  ///< springs without a value, broken ones among them
  std::size_t broken = 0;   ///< which are not drawn
  std::vector<unsigned char> slack = {};
  std::size_t slack_count = 0;
};

struct Picture {
  const System& system;
  const Equilibrium* rest;
  DrawOptions options;
  Projection projection;
  std::optional<double> moment = {};  ///< of a run, whose state is `rest`
  NetLook look = {};
  bool simple = false;
  std::vector<SpringFact> springs = {};
  std::vector<unsigned char> broken = {};  ///< 1 for springs that are left out
  std::vector<Point> shape = {};           ///< of the nodes
  std::vector<Point> drawn = {};   ///< the shape before displacements; empty where not shown
  std::vector<Point> ground = {};  ///< what is straight below the nodes; empty: no shadow
  std::vector<Outline> obstacles = {};
  std::vector<PaintSphere> spheres = {};
  double room = 100;           ///< the usual length of a spring on the page
  bool drawn_is_base = false;  ///< that is not the drawn one: another state went before
  std::vector<unsigned char> constrained = {};
  std::vector<Arrow> arrows = {};
  std::size_t largest_arrow = 0;  ///< the one of the largest load
  std::size_t loaded_nodes = 0;
  Coloring coloring = {};
  double scale = 1;   ///< pixels per metre
  double bottom = 0;  ///< of the net's part of the page
};

Picture make_picture(const System& system, const Equilibrium* rest, const DrawOptions& options,
                     const Snapshot* moment = nullptr);

/// Rules for pictures on dark screens; a page with pictures needs them once.
std::string picture_style();

// ---- the parts, as SVG text ----

std::string header_part(const Picture& picture);
std::string drawn_part(const Picture& picture);
std::string springs_part(const Picture& picture);
/// The shadow on the ground, and obstacles behind the net.
std::string behind_part(const Picture& picture);
std::string nodes_part(const Picture& picture);
std::string supports_part(const Picture& picture);
std::string loads_part(const Picture& picture);
std::string labels_part(const Picture& picture);
/// The ids of the springs, a part of the labels.
std::string spring_labels(const Picture& picture);
/// The key to the picture, and the height it takes.
struct Legend {
  std::string text = {};
  double height = 0;
};
Legend legend_part(const Picture& picture);

/// The colour of a spring, its class for dark screens, and its share of the scale; NaN: none.
std::string spring_color(const Picture& picture, std::size_t spring);
std::string spring_class(const Picture& picture, std::size_t spring);
double spring_share(const Picture& picture, std::size_t spring);
/// Words, which may contain anything; attributes such as `text-anchor="end"`.
std::string text_mark(double x, double y, std::string_view attributes, std::string_view text);
/// A triangle under a node, of a size from 0 to 1.
std::string support_mark(double x, double y, bool all_axes, double size = 1);
/// An arrow from one point along a vector; a ring where it points at the eye or away from it.
std::string arrow_mark(double x, double y, const Arrow& arrow);

}  // namespace tensio::io
