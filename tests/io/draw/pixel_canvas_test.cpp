// Pictures of pixels: a line covers as much as it should, and nothing outside is touched.
#include "io/draw/pixel_canvas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tensio::io {
namespace {

constexpr Rgb kWhite = {255, 255, 255}, kBlack = {0, 0, 0};

// The area of ink on white paper, in pixels.
double ink(const PixelCanvas& canvas) {
  double sum = 0;
  for (std::size_t i = 0; i < canvas.pixels().size(); i += 3) sum += 255 - canvas.pixels()[i];
  return sum / 255;
}

PixelCanvas paper(int width = 200, int height = 120) {
  PixelCanvas canvas(width, height);
  canvas.clear(kWhite);
  return canvas;
}

TEST(PixelCanvas, ALineCoversItsAreaWhateverItsDirection) {
  for (const double angle : {0.0, 0.1, 0.5, std::numbers::pi / 4, 1.2, std::numbers::pi / 2, 2.5}) {
    for (const double width : {1.0, 2.4, 5.0}) {
      PixelCanvas canvas = paper();
      const double x = 35 * std::cos(angle), y = 35 * std::sin(angle);
      canvas.line(100.3 - x, 60.2 - y, 100.3 + x, 60.2 + y, width, kBlack);
      // a stripe of 70 pixels, and half a disc at either end
      const double area = 70 * width + std::numbers::pi * width * width / 4;
      // Sampled at the middles of pixels, a profile that falls in a straight line over a pixel is
      // at most 1/8 of a pixel too wide or too narrow: most on a diagonal, whose rows of middles
      // lie 0.71 apart.
      EXPECT_NEAR(ink(canvas), area, 0.125 * 70 + 1) << angle << " " << width;
    }
  }
}

TEST(PixelCanvas, WhatLiesOutsideIsCutOff) {
  PixelCanvas canvas = paper();
  canvas.line(-1e6, 60, 1e6, 60, 2, kBlack);
  EXPECT_NEAR(ink(canvas), 400, 4);
  canvas.clear(kWhite);
  canvas.line(-50, -50, -10, 300, 3, kBlack);
  canvas.line(500, 500, 600, 600, 3, kBlack);
  canvas.circle(-100, -100, 20, 2, kBlack);
  canvas.bar(-10, -10, 5, 5, kBlack);
  canvas.line(std::nan(""), 0, 10, 10, 3, kBlack);
  EXPECT_EQ(ink(canvas), 0);
  canvas.bar(190, 110, 50, 50, kBlack);
  EXPECT_EQ(ink(canvas), 100);
}

TEST(PixelCanvas, ACircleIsARing) {
  PixelCanvas canvas = paper();
  canvas.circle(100, 60, 30, 2, kBlack);
  EXPECT_NEAR(ink(canvas), 2 * std::numbers::pi * 30 * 2, 10);
}

TEST(PixelCanvas, LettersHaveTheirDots) {
  PixelCanvas canvas = paper();
  canvas.text(10, 10, 2, "-", kBlack);
  EXPECT_EQ(ink(canvas), 5 * 4);
  canvas.text(40, 10, 1, "?", kBlack);
  EXPECT_EQ(ink(canvas), 5 * 4);
  EXPECT_EQ(PixelCanvas::text_width("0.5", 2), 36);
}

TEST(PixelCanvas, APolygonCoversItsAreaAndAtMostAPixelMore) {
  PixelCanvas canvas = paper();
  canvas.polygon({{20, 30}, {120, 30}, {20, 100}}, kBlack);
  const double around = 100 + 70 + std::sqrt(100.0 * 100 + 70 * 70);
  EXPECT_NEAR(ink(canvas), 100 * 70 / 2.0, around);
  PixelCanvas off = paper();
  off.polygon({{-500, -300}, {-20, 40}, {-400, 90}}, kBlack);
  off.polygon({{0, 0}, {std::numeric_limits<double>::quiet_NaN(), 5}, {9, 9}}, kBlack);
  EXPECT_EQ(ink(off), 0);
}

TEST(PixelCanvas, ColoursAreReadFromTheirText) {
  const Rgb color = rgb_of("#d55e00");
  EXPECT_EQ(color.red, 0xd5);
  EXPECT_EQ(color.green, 0x5e);
  EXPECT_EQ(color.blue, 0);
}

}  // namespace
}  // namespace tensio::io
