// A run as a moving picture: an animated SVG, or pixels for a video.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensio/files/snapshot.hpp"
#include "tensio/model/system.hpp"
#include "tensio/pictures/draw.hpp"

namespace tensio {

struct MovieOptions {
  View view = View::iso;
  std::optional<Camera> camera = {};  ///< overrides `view`
  Up up = Up::automatic;
  bool inner = false, surface = false;  ///< as in DrawOptions
  double deformed = 1;                  ///< displacements from the drawn shape, times this
  /// tension, strain, set or none; left out: tension where the frames have it, else set.
  std::optional<ColorBy> color_by = {};
  /// Time of the run, in its unit, in a second of the movie; left out: 1 where the movie then lasts
  /// 2 to 60 seconds, else such that it lasts 6 or 60.
  std::optional<double> speed = {};
  std::size_t most_frames = 200;  ///< of an SVG: more are thinned evenly
};

/// A movie's text, and what was left out of it, as sentences.
struct MovieText {
  std::string svg = {};
  std::vector<std::string> notes = {};
  std::size_t frames = 0;
  double seconds = 0;  ///< it lasts
  double speed = 1;
};

/// An SVG that plays over and over in a browser and needs nothing else; of one frame, a picture. It
/// holds at most 500,000 lines: frames, and in very large nets springs, are thinned to that.
MovieText movie_svg(const System& system, const FrameSource& frames,
                    const MovieOptions& options = {});

/// A page with the movie of `movie_svg`, a button to pause it and a slider for its time. Its only
/// script is the library's own; without scripts the movie plays over and over.
std::string movie_html(const System& system, const MovieText& movie);

/// The same as pictures of pixels, with positions in straight lines between frames.
class MoviePixels {
 public:
  MoviePixels(const System& system, const FrameSource& frames, const MovieOptions& options = {});
  ~MoviePixels();
  MoviePixels(const MoviePixels&) = delete;
  MoviePixels& operator=(const MoviePixels&) = delete;

  int width() const;  ///< even, as the height is
  int height() const;
  int rate() const;  ///< pictures a second
  std::size_t count() const;
  double speed() const;
  /// Red, green and blue of each pixel, row by row from the top. Ask for them in order.
  const std::vector<unsigned char>& picture(std::size_t index);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tensio
