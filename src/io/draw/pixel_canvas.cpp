// A picture of pixels.
//
// The share of a pixel that a line covers is taken from the distance of its middle to the line's
// segment: 1 inside, 0 half a pixel outside, straight between.
#include "io/draw/pixel_canvas.hpp"
#include "core/index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace tensio::io {
namespace {

// Rows of five dots, the leftmost the highest bit.
struct Letter {
  char name;
  std::array<std::uint8_t, 7> rows;
};

constexpr Letter kLetters[] = {
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 2, 4, 8, 31}},     {'3', {31, 2, 4, 2, 1, 17, 14}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},      {'-', {0, 0, 0, 31, 0, 0, 0}},
    {'+', {0, 4, 4, 31, 4, 4, 0}},       {'=', {0, 0, 31, 0, 31, 0, 0}},
    {'e', {0, 0, 14, 17, 31, 16, 14}},   {'t', {8, 8, 28, 8, 8, 9, 6}},
    {'s', {0, 0, 14, 16, 14, 1, 30}},    {'N', {17, 17, 25, 21, 19, 17, 17}},
    {'k', {16, 16, 18, 20, 24, 20, 18}}, {'m', {0, 0, 26, 21, 21, 21, 21}},
    {'M', {17, 27, 21, 21, 17, 17, 17}}, {'i', {4, 0, 12, 4, 4, 4, 14}},
    {'n', {0, 0, 22, 25, 17, 17, 17}},   {'h', {16, 16, 22, 25, 17, 17, 17}},
    {'d', {1, 1, 13, 19, 17, 19, 13}},   {'u', {0, 0, 17, 17, 17, 19, 13}},
};

}  // namespace

Rgb rgb_of(std::string_view color) {
  const auto part = [&](std::size_t at) {
    return static_cast<std::uint8_t>(std::stoi(std::string(color.substr(at, 2)), nullptr, 16));
  };
  return {part(1), part(3), part(5)};
}

PixelCanvas::PixelCanvas(int width, int height)
    : width_(width), height_(height), pixels_(usize(width) * usize(height) * 3) {}

void PixelCanvas::clear(Rgb color) {
  for (std::size_t i = 0; i < pixels_.size(); i += 3) {
    pixels_[i] = color.red;
    pixels_[i + 1] = color.green;
    pixels_[i + 2] = color.blue;
  }
}

void PixelCanvas::mix(int x, int y, double share, Rgb color) {
  const std::size_t at = 3 * (usize(y) * usize(width_) + usize(x));
  const std::array<std::uint8_t, 3> target = {color.red, color.green, color.blue};
  for (std::size_t i = 0; i < 3; ++i) {
    const double old = pixels_[at + i];
    pixels_[at + i] = static_cast<unsigned char>(old + share * (target[i] - old) + 0.5);
  }
}

void PixelCanvas::line(double x0, double y0, double x1, double y1, double width, Rgb color) {
  const double reach = width / 2 + 0.5;
  const bool finite =
      std::isfinite(x0) && std::isfinite(y0) && std::isfinite(x1) && std::isfinite(y1);
  if (!finite) return;
  const double dx = x1 - x0, dy = y1 - y0, square = dx * dx + dy * dy;
  // row by row, only the pixels near the line
  const int top =
      static_cast<int>(std::clamp(std::floor(std::min(y0, y1) - reach), 0.0, height_ * 1.0));
  const int bottom =
      static_cast<int>(std::clamp(std::ceil(std::max(y0, y1) + reach), -1.0, height_ - 1.0));
  for (int y = top; y <= bottom; ++y) {
    // the part of the segment within reach of this row
    double from = std::min(x0, x1), to = std::max(x0, x1);
    if (std::abs(dy) > 1e-9) {
      const double a = x0 + dx * std::clamp((y - reach - y0) / dy, 0.0, 1.0);
      const double b = x0 + dx * std::clamp((y + reach - y0) / dy, 0.0, 1.0);
      from = std::min(a, b);
      to = std::max(a, b);
    }
    const int left = static_cast<int>(std::clamp(std::floor(from - reach), 0.0, width_ * 1.0));
    const int right = static_cast<int>(std::clamp(std::ceil(to + reach), -1.0, width_ - 1.0));
    for (int x = left; x <= right; ++x) {
      const double t =
          square > 0 ? std::clamp(((x - x0) * dx + (y - y0) * dy) / square, 0.0, 1.0) : 0.0;
      const double ex = x - x0 - t * dx, ey = y - y0 - t * dy;
      const double share = std::clamp(reach - std::sqrt(ex * ex + ey * ey), 0.0, 1.0);
      if (share > 0) mix(x, y, share * std::min(1.0, width), color);
    }
  }
}

void PixelCanvas::circle(double x, double y, double radius, double width, Rgb color) {
  const double reach = radius + width / 2 + 0.5;
  if (!std::isfinite(x + y + radius)) return;
  const int top = static_cast<int>(std::clamp(std::floor(y - reach), 0.0, height_ * 1.0));
  const int bottom = static_cast<int>(std::clamp(std::ceil(y + reach), -1.0, height_ - 1.0));
  const int left = static_cast<int>(std::clamp(std::floor(x - reach), 0.0, width_ * 1.0));
  const int right = static_cast<int>(std::clamp(std::ceil(x + reach), -1.0, width_ - 1.0));
  for (int j = top; j <= bottom; ++j) {
    for (int i = left; i <= right; ++i) {
      const double distance = std::abs(std::sqrt((i - x) * (i - x) + (j - y) * (j - y)) - radius);
      const double share = std::clamp(width / 2 + 0.5 - distance, 0.0, 1.0);
      if (share > 0) mix(i, j, share, color);
    }
  }
}

void PixelCanvas::bar(int x, int y, int width, int height, Rgb color) {
  for (int j = std::max(y, 0); j < std::min(y + height, height_); ++j) {
    for (int i = std::max(x, 0); i < std::min(x + width, width_); ++i) mix(i, j, 1, color);
  }
}

int PixelCanvas::text_width(std::string_view text, int size) {
  return static_cast<int>(text.size()) * 6 * size;
}

void PixelCanvas::text(int x, int y, int size, std::string_view text, Rgb color) {
  for (const char c : text) {
    for (const Letter& letter : kLetters) {
      if (letter.name != c) continue;
      for (int row = 0; row < 7; ++row) {
        for (int dot = 0; dot < 5; ++dot) {
          if ((letter.rows[row] >> (4 - dot) & 1) != 0) {
            bar(x + dot * size, y + row * size, size, size, color);
          }
        }
      }
    }
    x += 6 * size;
  }
}

}  // namespace tensio::io
