// What a movie shows: its frames, the positions of nodes on the page, and colours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/draw/net_values.hpp"
#include "io/draw/picture.hpp"
#include "tensio/pictures/movie.hpp"

namespace tensio::io {

/// Nets of more nodes are shown without dots.
inline constexpr std::size_t kMostDots = 400;

/// An obstacle's outline on the page, at one time.
struct Outline {
  std::vector<std::array<Point, 2>> lines = {};
  struct Circle {
    Point centre = {};
    double radius = 0;
  };
  std::vector<Circle> circles = {};
};

class MovieStage {
 public:
  /// The net is fitted into a box of the page, over all frames.
  struct Box {
    double left, top, width, height;
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
  Outline outline(const Obstacle& obstacle, double time) const;

  ColorBy color_by() const { return color_by_; }
  double low() const { return low_; }  ///< of what colours, over all frames
  double high() const { return high_; }
  const std::vector<SpringFact>& springs() const { return springs_; }
  const std::vector<unsigned char>& constrained() const { return constrained_; }
  const MovieOptions& options() const { return options_; }

 private:
  std::vector<double> values(const Snapshot& frame) const;
  void look_at_all();
  Point place(const Vector& v) const;

  const System& system_;
  const FrameSource& frames_;
  MovieOptions options_;
  Projection projection_;
  std::vector<SpringFact> springs_;
  std::vector<unsigned char> constrained_;
  std::vector<double> rest_length_ = {};
  ColorBy color_by_ = ColorBy::none;
  std::vector<std::string> palette_ = {};
  double low_ = 0, high_ = 0, speed_ = 1;
  Box box_;
  std::array<double, 2> middle_ = {};
  double scale_ = 1;
  bool fitted_ = false;  // places are those on the page
};

}  // namespace tensio::io
