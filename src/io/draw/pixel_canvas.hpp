// A picture of pixels: smooth lines, discs, bars and a few letters.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tensio::io {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
};
/// Of "#rrggbb".
Rgb rgb_of(std::string_view color);

class PixelCanvas {
 public:
  PixelCanvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<unsigned char>& pixels() const { return pixels_; }

  void clear(Rgb color);
  /// A line with round ends; each pixel takes as much of the colour as the line covers of it.
  void line(double x0, double y0, double x1, double y1, double width, Rgb color);
  void circle(double x, double y, double radius, double width, Rgb color);
  /// A filled polygon with even-odd insides, and a smooth line of half a pixel along its edge.
  void polygon(const std::vector<std::array<double, 2>>& corners, Rgb color);
  void disc(double x, double y, double radius, Rgb color) {
    circle(x, y, radius / 2, radius, color);
  }
  void bar(int x, int y, int width, int height, Rgb color);
  /// Digits, signs and the letters that units and times need, 5 x 7 dots of `size` pixels each;
  /// what there is no letter for stays empty.
  void text(int x, int y, int size, std::string_view text, Rgb color);
  static int text_width(std::string_view text, int size);

 private:
  void mix(int x, int y, double share, Rgb color);

  int width_, height_;
  std::vector<unsigned char> pixels_;
};

}  // namespace tensio::io
