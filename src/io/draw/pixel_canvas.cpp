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

// Seven rows of five dots as bits, the upper left one the highest of 35.
struct Letter {
  char name;
  std::uint64_t dots;
};

constexpr Letter kLetters[] = {
    {'0', 0x3A33AE62E}, {'1', 0x11842108E}, {'2', 0x3A211111F}, {'3', 0x7C441062E},
    {'4', 0x08CA97C42}, {'5', 0x7E1E0862E}, {'6', 0x1910F462E}, {'7', 0x7C2222108},
    {'8', 0x3A317462E}, {'9', 0x3A317844C}, {'.', 0x00000018C}, {'-', 0x0000F8000},
    {'+', 0x0084F9080}, {'=', 0x001F07C00}, {'e', 0x000E8FE0E}, {'t', 0x211C42126},
    {'s', 0x000E8383E}, {'N', 0x4639ACE31}, {'k', 0x4212A6292}, {'m', 0x001AAD6B5},
    {'M', 0x4775AC631}, {'i', 0x100C2108E}, {'n', 0x0016CC631}, {'h', 0x4216CC631},
    {'d', 0x042D9C66D}, {'u', 0x00118C66D}};

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
    pixels_[at + i] = static_cast<unsigned char>(std::lround(old + share * (target[i] - old)));
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

void PixelCanvas::polygon(const std::vector<std::array<double, 2>>& corners, Rgb color) {
  double low = height_, high = 0;
  for (const auto& [x, y] : corners) {
    if (!std::isfinite(x + y)) return;
    low = std::min(low, y);
    high = std::max(high, y);
  }
  std::vector<double> crossings;
  const int top = static_cast<int>(std::clamp(std::ceil(low), 0.0, height_ * 1.0));
  const int bottom = static_cast<int>(std::clamp(std::floor(high), -1.0, height_ - 1.0));
  for (int y = top; y <= bottom; ++y) {
    crossings.clear();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto [ax, ay] = corners[i];
      const auto [bx, by] = corners[(i + 1) % corners.size()];
      if ((ay <= y) != (by <= y)) crossings.push_back(ax + (y - ay) / (by - ay) * (bx - ax));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const double left = std::clamp(std::ceil(crossings[i]), 0.0, width_ * 1.0);
      const double right = std::clamp(std::floor(crossings[i + 1]), -1.0, width_ - 1.0);
      for (int x = static_cast<int>(left); x <= static_cast<int>(right); ++x) mix(x, y, 1, color);
    }
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto [ax, ay] = corners[i];
    const auto [bx, by] = corners[(i + 1) % corners.size()];
    line(ax, ay, bx, by, 0.5, color);
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
          if ((letter.dots >> (34 - 5 * row - dot) & 1) != 0) {
            bar(x + dot * size, y + row * size, size, size, color);
          }
        }
      }
    }
    x += 6 * size;
  }
}

}  // namespace tensio::io
