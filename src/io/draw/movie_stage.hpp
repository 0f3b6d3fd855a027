// What a movie shows: its frames, the positions of nodes on the page, and colours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/draw/net_values.hpp"
#include "io/draw/obstacle_outline.hpp"
#include "io/draw/paint.hpp"
#include "io/draw/picture.hpp"
#include "tensio/pictures/movie.hpp"

namespace tensio::io {

/// Nets of more nodes are shown without dots.
inline constexpr std::size_t kMostDots = 400;

class MovieStage {
 public:
  /// The net is fitted into a box of the page, over all frames.
  struct Box {
    double left, top, width, height;
    bool shrinks = false;  ///< to the height that the net needs
  };
  MovieStage(const System& system, const FrameSource& frames, const MovieOptions& options,
             const Box& box);

  const System& system() const { return system_; }
  std::size_t frame_count() const { return frames_.times().size(); }
  double time(std::size_t frame) const { return frames_.times()[frame]; }
  double duration() const { return frames_.times().back() - frames_.times().front(); }
  double speed() const { return speed_; }
  double seconds() const { return duration() / speed_; }

  /// Read once more, when it is asked for.
  Snapshot frame(std::size_t index) const { return frames_.frame(index); }
  std::vector<Point> places(const std::vector<double>& position) const;
  /// The colour of each spring: its place in palette().
  std::vector<std::uint16_t> colors(const Snapshot& frame) const;
  const std::vector<std::string>& palette() const { return palette_; }
  /// The class that a colour of the palette has, for dark screens.
  std::string palette_class(std::size_t place) const;
  /// The share of the scale of each spring; empty where no scale colours.
  std::vector<double> shares(const Snapshot& frame) const;
  /// What is straight below the nodes, on the ground; empty where no shadow is seen.
  std::vector<Point> ground(const std::vector<double>& position) const;
  std::vector<PaintSphere> spheres(double time) const;
  /// The loads at a time; none where there are many.
  std::vector<Arrow> arrows(double time) const;
  double largest_load() const { return largest_load_; }  ///< over all frames; 0: none is shown
  Outline outline(const Obstacle& obstacle, double time) const;

  ColorBy color_by() const { return color_by_; }
  double low() const { return low_; }  ///< of what colours, over all frames
  double high() const { return high_; }
  double end() const { return end_; }        ///< of the scale
  double bottom() const { return bottom_; }  ///< of the box, once the net is in it
  double scale() const { return scale_; }    ///< pixels per unit of length
  const NetLook& look() const { return look_; }
  /// Of a spring as drawn, in pixels.
  double drawn_length(std::size_t spring) const;
  double line_width() const { return line_width_; }
  double usual_length() const { return usual_length_; }  ///< of a spring on the page
  const std::vector<SpringFact>& springs() const { return springs_; }
  const std::vector<unsigned char>& constrained() const { return constrained_; }
  const MovieOptions& options() const { return options_; }

 private:
  std::vector<double> values(const Snapshot& frame) const;
  std::vector<double> shown(std::vector<double> position) const;
  void look_at_all();
  void look_at_loads();
  Point place(const Vector& v) const;

  const System& system_;
  const FrameSource& frames_;
  MovieOptions options_;
  Projection projection_;
  std::vector<SpringFact> springs_;
  NetLook look_;
  std::vector<unsigned char> constrained_;
  std::vector<double> rest_length_ = {};
  ColorBy color_by_ = ColorBy::none;
  std::vector<std::string> palette_ = {};
  double low_ = 0, high_ = 0, end_ = 0, speed_ = 1;
  double largest_load_ = 0, longest_arrow_ = 0;
  std::optional<double> ground_ = {};  // its height
  double bottom_ = 0, usual_length_ = 0, line_width_ = 1;
  Box box_;
  std::array<double, 2> middle_ = {};
  double scale_ = 1;
  bool fitted_ = false;  // places are those on the page
};

}  // namespace tensio::io
