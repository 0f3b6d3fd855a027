// The parts of a net in the order in which they are painted, far ones first, for still and moving
// pictures: springs, shaded faces, spheres, and the shadow on the ground.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/draw/net_look.hpp"
#include "io/draw/projection.hpp"

namespace tensio::io {

/// What is needed to paint a net at one time.
struct PaintNet {
  const System& system;
  const NetLook& look;
  const std::vector<SpringFact>& springs;
  const std::vector<Point>& places;          ///< of the nodes on the page
  const std::vector<unsigned char>& broken;  ///< of the springs; empty: none is
  const std::vector<double>& shares;         ///< of the colour scale, -1 to 1; empty: no scale
  double depth_scale = 1;                    ///< pixels per unit of depth
};

struct PaintItem {
  enum class Kind : std::uint8_t { spring, face, sphere };
  Kind kind = Kind::spring;
  std::size_t index = 0;
  double depth = 0;  ///< in units of Point::depth
  double near = 1;   ///< 0 the farthest, 1 the nearest
  double light = 1;  ///< of a face, 0 to 1
};

/// A sphere that springs and faces may hide.
struct PaintSphere {
  Point centre = {};
  double radius = 0;
};

/// Far ones first. Broken and inner springs are left out, and so are faces beside broken springs
/// and the backs of closed surfaces. `edges`: springs along faces too.
std::vector<PaintItem> paint_order(const PaintNet& net, const std::vector<PaintSphere>& spheres,
                                   bool edges);

/// The colour of a face: its light, and a tint of the mean share of its springs.
std::string face_color(const PaintNet& net, const PaintItem& face);
/// Its outline as a path: "M1 2L3 4L5 6z".
std::string face_path(const PaintNet& net, std::size_t face);

/// Spheres are lit from the upper left: a few circles inside each other.
std::string sphere_text(const PaintSphere& sphere);

/// Where points lie that are straight below others, on the ground at a height.
std::vector<Point> ground_places(const System& system, const Projection& projection,
                                 const std::vector<double>& position, double level);
/// The height of the ground: that of the highest horizontal plane that is not above the net, if it
/// is near it, else of the lowest node; nothing where a shadow would not be seen.
std::optional<double> ground_level(const System& system, const Projection& projection, double low,
                                   double high, double width);
/// The shadow as SVG; `places` as from ground_places, on the page.
std::string shadow_text(const PaintNet& net, const std::vector<Point>& places, bool soft);

/// Where springs are usually shorter than this many pixels they are straight lines.
inline constexpr double kLeastCoilRoom = 55;
/// A coil between two places, as a path; a straight line where it would be too short. `drawn` is
/// the spring's usual length on the page, by which it has its turns; `room` as usual_length.
std::string coil_path(const Point& a, const Point& b, double drawn, double room);
/// The usual length of a spring on the page; lines, dots and supports are sized by it.
double usual_length(const std::vector<SpringFact>& springs, const NetLook& look,
                    const std::vector<Point>& places);
/// The width of its lines: by their usual length, and less where they would cover the page.
double usual_width(const std::vector<SpringFact>& springs, const NetLook& look,
                   const std::vector<Point>& places);
/// A line's width for a share of the scale: thick where much force is.
double width_factor(double share);

/// Appends a line to a path of lines; one that begins where the last one ended is joined to it.
class LinePath {
 public:
  void add(const Point& a, const Point& b);
  /// Another path, which ends anywhere.
  void add(const std::string& path);
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_ = {};
  long last_x_ = 0, last_y_ = 0;
};

/// The supports: triangles, full where a node is fixed on all axes, small where they are many;
/// walls where the net lies on a line.
std::string supports_text(const System& system, const NetLook& look,
                          const std::vector<unsigned char>& constrained,
                          const std::vector<Point>& places, double room);
/// Their size beside the largest, 1; by their number and the usual length of a spring.
double support_size(const NetLook& look, const std::vector<unsigned char>& constrained,
                    double room);
/// One of them as a path's data.
std::string support_path(const NetLook& look, const Point& at, double size, double middle);

/// Rules of the marks that both kinds of picture share, for dark screens.
std::string dark_paint_rules(const std::string& scope);

}  // namespace tensio::io
