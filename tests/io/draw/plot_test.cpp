// Line plots: ticks at round numbers, every number on the page, text that XML can hold.
#include "tensio/pictures/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "io/draw/plot_axis.hpp"

namespace tensio {
namespace {

using io::PlotAxis;

std::vector<std::string> tick_texts(const PlotAxis& axis) {
  std::vector<std::string> texts;
  for (const io::PlotTick& tick : axis.ticks()) texts.push_back(tick.text);
  return texts;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

Plot example() {
  Plot plot{.title = "energy", .x_label = "time [s]", .y_label = "energy [J]"};
  plot.series = {{.name = "kinetic", .x = {0, 1, 2, 3}, .y = {0, 2, 1, 4}},
                 {.name = "elastic", .x = {0, 1, 2, 3}, .y = {4, 2, 3, 0}, .dashed = true}};
  plot.marks = {{3, 4, "largest"}};
  return plot;
}

TEST(PlotAxis, TicksAreRoundAndEncloseTheRange) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(tick_texts(PlotAxis(0, 1, false, 0, 100, 5)),
            (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(tick_texts(PlotAxis(-0.3, 7, false, 0, 100, 4)),
            (Texts{"−2", "0", "2", "4", "6", "8"}));
  EXPECT_EQ(tick_texts(PlotAxis(0.0012, 0.0031, false, 0, 100, 4)),
            (Texts{"0.0010", "0.0015", "0.0020", "0.0025", "0.0030", "0.0035"}));
  EXPECT_EQ(tick_texts(PlotAxis(5, 5, false, 0, 100, 5)),
            (Texts{"2", "3", "4", "5", "6", "7", "8"}));
  EXPECT_EQ(tick_texts(PlotAxis(2e-12, 3, true, 0, 100, 7)),
            (Texts{"1e-12", "1e-10", "1e-8", "1e-6", "1e-4", "1e-2", "1e0", "1e2"}));
  for (double low : {-1e9, -3.7, 0.0, 1e-9, 123456.0})
    for (double width : {1e-7, 0.3, 45.0, 1e10}) {
      const PlotAxis axis(low, low + width, false, 0, 100, 6);
      EXPECT_LE(axis.low(), low);
      EXPECT_GE(axis.high(), low + width);
      EXPECT_GE(axis.ticks().size(), 2u);
      EXPECT_LE(axis.ticks().size(), 9u);
    }
}

TEST(PlotAxis, PlacesNumbersByTheirSizeOrTheirPowers) {
  const PlotAxis linear(0, 10, false, 100, 200, 5);
  EXPECT_DOUBLE_EQ(linear.pixel(5), 150);
  const PlotAxis log(1e-4, 1, true, 200, 100, 5);
  EXPECT_DOUBLE_EQ(log.pixel(1e-2), 150);
  EXPECT_FALSE(log.shows(0));
  EXPECT_FALSE(log.shows(-1));
  EXPECT_FALSE(linear.shows(std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(linear.shows(0));
}

TEST(Plot, ShowsSeriesMarksAndKey) {
  const std::string svg = plot_svg(example());
  EXPECT_TRUE(svg.starts_with("<svg xmlns"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  for (const char* word : {"energy", "time [s]", "energy [J]", "kinetic", "elastic", "largest"})
    EXPECT_NE(svg.find(std::string(">") + word + "</text>"), std::string::npos) << word;
  // Both curves, and their samples in the key.
  EXPECT_EQ(count(svg, "<path "), 4);
  EXPECT_EQ(count(svg, "stroke-dasharray"), 2);
  EXPECT_EQ(plot_svg(example()), svg);
}

TEST(Plot, NumbersThatAreNoneInterruptACurve) {
  Plot plot;
  plot.series = {{.x = {0, 1, 2, 3, 4}, .y = {1, 10, NAN, 100, 1000}}};
  const std::string linear = plot_svg(plot);
  EXPECT_EQ(linear.find("nan"), std::string::npos);
  EXPECT_EQ(count(linear, "M"), 2);
  plot.series[0].y = {1, 10, 0, 100, 1000};
  plot.log_y = true;
  const std::string log = plot_svg(plot);
  EXPECT_EQ(count(log, "M"), 2);
  EXPECT_EQ(log.find("inf"), std::string::npos);
  EXPECT_NE(log.find(">1e3</text>"), std::string::npos);
}

TEST(Plot, AnEmptyPlotAndOneOfASinglePointAreDrawn) {
  for (bool log : {false, true}) {
    Plot plot{.log_y = log};
    EXPECT_NE(plot_svg(plot).find("<line"), std::string::npos);
    plot.series = {{.x = {1}, .y = {3}, .points = true}};
    EXPECT_EQ(count(plot_svg(plot), "<circle"), 1);
    EXPECT_EQ(plot_svg(plot).find("nan"), std::string::npos);
  }
}

TEST(Plot, TextIsEscaped) {
  Plot plot = example();
  plot.title = "a < b & \"c\"\x01";
  const std::string svg = plot_svg(plot);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
}

TEST(Plot, LabelsOfMarksDoNotOverlap) {
  Plot plot = example();
  plot.marks.assign(4, {1, 2, "the same place"});
  const std::string svg = plot_svg(plot);
  std::vector<std::string> heights;
  const std::string end = ">the same place</text>";
  for (std::size_t at = svg.find(end); at != std::string::npos; at = svg.find(end, at + 1)) {
    const std::size_t y = svg.rfind(" y=\"", at);
    heights.push_back(svg.substr(y, svg.find('"', y + 4) - y));
  }
  ASSERT_EQ(heights.size(), 4u);
  std::sort(heights.begin(), heights.end());
  EXPECT_EQ(std::unique(heights.begin(), heights.end()), heights.end());
}

// Where a text is written, and from which end.
struct Written {
  double x = 0, y = 0;
  bool from_its_end = false;
};

Written written(const std::string& svg, const std::string& text) {
  const std::size_t at = svg.find('>' + text + "</text>");
  EXPECT_NE(at, std::string::npos) << text;
  const std::size_t begin = svg.rfind("<text", at);
  const std::string tag = svg.substr(begin, at - begin);
  const auto number = [&](const char* name) { return std::stod(tag.substr(tag.find(name) + 4)); };
  return {number(" x=\""), number(" y=\""), tag.find("anchor=\"end\"") != std::string::npos};
}

// The second mark is so far right that its label stands left of it.
TEST(Plot, LabelsOfCloseMarksKeepTheirOrderAndTheirSide) {
  Plot plot = example();
  plot.marks = {{2.7, 2.08, "the first of three"},
                {2.95, 2.0, "the second of three"},
                {2.75, 2.04, "the third of three"}};
  const std::string svg = plot_svg(plot);
  const Written high = written(svg, "the first of three"), low = written(svg, "the second of three"),
                middle = written(svg, "the third of three");
  EXPECT_LT(high.y, middle.y);
  EXPECT_LT(middle.y, low.y);
  EXPECT_TRUE(high.from_its_end && middle.from_its_end && low.from_its_end);
}

TEST(Plot, AKeyThatIsTooLongForARowGoesOnBelowIt) {
  Plot plot = example();
  for (int i = 0; i < 8; ++i)
    plot.series.push_back({.name = "a rather long name " + std::to_string(i), .x = {0}, .y = {1}});
  const std::string svg = plot_svg(plot);
  double lowest = 0;
  for (const PlotSeries& series : plot.series) {
    const Written name = written(svg, series.name);
    EXPECT_LE(name.x + 7 * static_cast<double>(series.name.size()), plot.width) << series.name;
    lowest = std::max(lowest, name.y);
  }
  EXPECT_GT(lowest, written(svg, "kinetic").y);
  // The area begins below it: the highest tick.
  EXPECT_GT(written(svg, "4.0").y, lowest);
}

}  // namespace
}  // namespace tensio
