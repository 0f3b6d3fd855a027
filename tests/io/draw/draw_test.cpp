// Pictures show every spring once, in the colours of the scale, whatever the net.
#include "tensio/pictures/draw.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "io/draw/color_scale.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "support/nets.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {
namespace {

using testing::random_net;
using testing::springsys;
using testing::square_net;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

// The value of an attribute in the element that holds `mark`.
std::string attribute(const std::string& text, const std::string& mark, const std::string& name) {
  const std::size_t at = text.find(mark);
  EXPECT_NE(at, std::string::npos) << mark;
  if (at == std::string::npos) return {};
  const std::size_t begin = text.rfind('<', at), end = text.find('>', at);
  const std::string element = text.substr(begin, end - begin);
  const std::size_t value = element.find(" " + name + "=\"");
  if (value == std::string::npos) return {};
  const std::size_t first = value + name.size() + 3;
  return element.substr(first, element.find('"', first) - first);
}

System mixed_net() {
  Random random(7);
  System net = random_net(random, {.nodes = 24, .chords = 40, .all_laws = true});
  net.loads = {{.nodes = {5, 6}, .force = {0.2, 0, -0.3}}};
  return net;
}

TEST(Draw, EverySpringStandsOnce) {
  const System net = mixed_net();
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = draw_svg(net, &rest);
  for (int i = 0; i < net.spring_count(); ++i) {
    EXPECT_EQ(count(text, "data-spring=\"" + std::to_string(i) + "\""), 1u) << i;
  }
  EXPECT_EQ(count(text, "data-spring="), usize(net.spring_count()));
}

TEST(Draw, LargeNetsAreSimplifiedAndStillHaveEverySpring) {
  const System net = square_net(102, 3, 1);
  ASSERT_GT(net.spring_count(), kSpringsDrawnInFull);
  const std::string text = draw_svg(net, nullptr, {.labels = Labels::all});
  const std::size_t begin = text.find("class=\"springs\""), end = text.find("</g>", begin);
  EXPECT_EQ(count(text.substr(begin, end - begin), "M"), usize(net.spring_count()));
  EXPECT_NE(text.find("simplified"), std::string::npos);
  EXPECT_EQ(count(text, "data-spring="), 0u);
}

TEST(Draw, ColoursComeFromTheScaleByShareOfItsEnd) {
  const System net = mixed_net();
  const Equilibrium rest = solve_equilibrium(net);
  std::set<std::string> scale = {io::kSlackColor};
  for (int i = -io::kScaleSteps; i <= io::kScaleSteps; ++i) {
    scale.insert(io::diverging_color(1.0 * i / io::kScaleSteps));
  }
  const std::string text = draw_svg(net, &rest);
  std::size_t strongest = 0;
  for (std::size_t i = 0; i < rest.tension.size(); ++i) {
    const std::string mark = "data-spring=\"" + std::to_string(i) + "\"";
    EXPECT_EQ(scale.count(attribute(text, mark, "stroke")), 1u);
    if (std::abs(rest.tension[i]) > std::abs(rest.tension[strongest])) strongest = i;
  }
  EXPECT_EQ(attribute(text, "data-spring=\"" + std::to_string(strongest) + "\"", "stroke"),
            io::diverging_color(rest.tension[strongest] / io::scale_end(rest.tension)));
}

// The stops are those of the studio's tension scale.
TEST(Draw, CompressionIsBlueAndTensionIsOrange) {
  EXPECT_EQ(io::diverging_color(-1), "#00498a");
  EXPECT_EQ(io::diverging_color(-0.5), "#2f82c6");
  EXPECT_EQ(io::diverging_color(0), "#8b929b");
  EXPECT_EQ(io::diverging_color(0.5), "#cd7524");
  EXPECT_EQ(io::diverging_color(1), "#a83500");
  EXPECT_EQ(io::diverging_color(-1, true), "#9ad6ff");
  EXPECT_EQ(io::diverging_color(1, true), "#ffbe85");
  EXPECT_EQ(io::diverging_color(0), io::diverging_color(-0.0));
  EXPECT_EQ(io::diverging_color(7), io::diverging_color(1));
  EXPECT_EQ(io::diverging_class(-1), "t0");
  EXPECT_EQ(io::diverging_class(1), "t40");
}

TEST(Draw, TheScaleEndsAboveTheUsualTensionsAndAtARoundNumber) {
  EXPECT_EQ(io::scale_end({}), 0);
  EXPECT_EQ(io::scale_end({0, 0}), 0);
  EXPECT_EQ(io::scale_end({-3, 2}), 3);
  EXPECT_NEAR(io::scale_end({0.31, -0.35}), 0.4, 1e-15);
  // One of a hundred is far above all others: it does not set the scale.
  std::vector<double> many(100, -7.0);
  many[17] = 500;
  EXPECT_EQ(io::scale_end(many), 8);
  // Not so if it is not far above, nor if there are few.
  many[17] = 9.5;
  EXPECT_EQ(io::scale_end(many), 10);
  EXPECT_EQ(io::scale_end({1, 1, 1, 500}), 500);
}

// The contrast of two colours, as accessibility guidelines define it [WCAG 2.1].
double luminance(const std::string& color) {
  const double parts[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += parts[i] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& a, const std::string& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Draw, ScalesStandOutOnWhiteAndOnDarkScreens) {
  for (const bool dark : {false, true}) {
    const std::string paper = dark ? "#0f1216" : "#ffffff";
    for (const double share : {-1.0, -0.5, 0.0, 0.5, 1.0})
      EXPECT_GT(contrast(io::diverging_color(share, dark), paper), 3) << share << paper;
    for (double share = 0; share <= 1; share += 0.1)
      EXPECT_GT(contrast(io::sequential_color(share, dark), paper), 2) << share << paper;
    EXPECT_GT(contrast(io::kSlackColor, paper), 3);
    EXPECT_GT(contrast(dark ? "#ff6f9c" : io::kOverColor, paper), 3);
    EXPECT_GT(contrast(dark ? "#63c77c" : io::kLoadColor, paper), 3);
  }
}

TEST(Draw, TheDarkFormOfAColourIsARuleOfItsClass) {
  const System net = mixed_net();
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = draw_svg(net, &rest);
  const double end = io::scale_end(rest.tension);
  for (int i = 0; i < net.spring_count(); ++i) {
    const std::string mark = "data-spring=\"" + std::to_string(i) + "\"";
    if (attribute(text, mark, "class") == "slack") continue;
    const double share = rest.tension[usize(i)] / end;
    EXPECT_EQ(attribute(text, mark, "class"), io::diverging_class(share));
    EXPECT_NE(text.find("." + io::diverging_class(share) +
                        "{stroke:" + io::diverging_color(share, true) + "}"),
              std::string::npos);
  }
}

TEST(Draw, TheLegendHoldsTheExtremesToTheBit) {
  const System net = mixed_net();
  Equilibrium rest = solve_equilibrium(net);
  rest.utilisation.assign(rest.tension.size(), std::numeric_limits<double>::quiet_NaN());
  rest.utilisation[3] = 0.25;
  rest.utilisation[4] = 1.5;
  const std::pair<ColorBy, const std::vector<double>*> cases[] = {
      {ColorBy::tension, &rest.tension},
      {ColorBy::strain, &rest.strain},
      {ColorBy::utilisation, &rest.utilisation}};
  for (const auto& [by, values] : cases) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : *values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const std::string text = draw_svg(net, &rest, {.color_by = by});
    EXPECT_EQ(std::strtod(attribute(text, "data-low", "data-low").c_str(), nullptr), low);
    EXPECT_EQ(std::strtod(attribute(text, "data-low", "data-high").c_str(), nullptr), high);
    EXPECT_NE(text.find(io::number_text(low) + " to " + io::number_text(high)), std::string::npos);
  }
  const std::string text = draw_svg(net, &rest, {.color_by = ColorBy::utilisation});
  EXPECT_EQ(attribute(text, "data-spring=\"4\"", "stroke"), io::kOverColor);
  EXPECT_EQ(attribute(text, "data-spring=\"3\"", "stroke"), io::sequential_color(0.25));
  EXPECT_EQ(attribute(text, "data-spring=\"2\"", "stroke"), io::kPlainColor);
}

TEST(Draw, UtilisationThatIsNotGivenIsSaidToBeSo) {
  const System net = springsys();
  Equilibrium rest = solve_equilibrium(net);
  rest.utilisation.clear();
  const std::string text = draw_svg(net, &rest, {.color_by = ColorBy::utilisation});
  EXPECT_NE(text.find("not given for any spring"), std::string::npos);
  EXPECT_EQ(text.find("data-low"), std::string::npos);
}

TEST(Draw, SlackSpringsAreGreyAndDashed) {
  System net = springsys();
  net.springs[0].law = Law::cable;
  net.springs[0].rest_length = {9};
  const Equilibrium rest = solve_equilibrium(net);
  ASSERT_EQ(rest.slack.size(), 5u);
  const std::string text = draw_svg(net, &rest);
  for (int i = 0; i < 5; ++i) {
    const std::string mark = "data-spring=\"" + std::to_string(i) + "\"";
    EXPECT_EQ(attribute(text, mark, "stroke"), io::kSlackColor);
    EXPECT_EQ(attribute(text, mark, "stroke-dasharray"), "5 4");
  }
  EXPECT_NE(text.find("5 slack springs"), std::string::npos);
}

TEST(Draw, SpringsBetweenTheSameNodesLieApart) {
  System net = springsys();
  net.springs[0].ends = {{0, 4}, {4, 0}, {0, 4}};
  const std::string text = draw_svg(net, nullptr);
  std::set<std::string> places;
  for (int i = 0; i < 3; ++i) {
    const std::string mark = "data-spring=\"" + std::to_string(i) + "\"";
    // The second one runs the other way.
    places.insert(attribute(text, mark, i == 1 ? "x2" : "x1") + " " +
                  attribute(text, mark, i == 1 ? "y2" : "y1"));
  }
  EXPECT_EQ(places.size(), 3u);
}

TEST(Draw, ViewsLookAlongTheirAxes) {
  const io::Vector v = {1, 10, 100};
  const auto see = [&](View view) { return io::Projection(3, view)(v); };
  EXPECT_EQ(see(View::top).x, 1);
  EXPECT_EQ(see(View::top).y, 10);
  EXPECT_EQ(see(View::top).depth, 100);
  EXPECT_EQ(see(View::front).x, 1);
  EXPECT_EQ(see(View::front).y, 100);
  EXPECT_EQ(see(View::front).depth, -10);
  EXPECT_EQ(see(View::side).x, 10);
  EXPECT_EQ(see(View::side).y, 100);
  EXPECT_EQ(see(View::side).depth, 1);
}

TEST(Draw, EveryViewIsATurnWithoutAMirror) {
  for (const View view : {View::top, View::front, View::side, View::iso}) {
    const io::Projection projection(3, view);
    io::Vector column[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const io::Point p = projection.axis(axis);
      column[axis] = {p.x, p.y, p.depth};
      EXPECT_NEAR(io::magnitude(column[axis]), 1, 1e-15);
    }
    const io::Vector z = io::cross(column[0], column[1]);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(z[i], column[2][i], 1e-15) << to_string(view);
  }
}

TEST(Draw, CamerasAreNamedViewsAtTheirAngles) {
  const auto same = [](const io::Projection& a, const io::Projection& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(a.axis(axis).x, b.axis(axis).x, 1e-15);
      EXPECT_NEAR(a.axis(axis).y, b.axis(axis).y, 1e-15);
      EXPECT_NEAR(a.axis(axis).depth, b.axis(axis).depth, 1e-15);
    }
  };
  same({3, View::iso, Camera{0, 0}}, {3, View::front});
  same({3, View::iso, Camera{90, 0}}, {3, View::side});
  same({3, View::iso, Camera{0, 90}}, {3, View::top});
  // The default looks from atan(8/15) aside and asin(3/5) above.
  const double degrees = 180 / std::acos(-1.0);
  same({3, View::front, Camera{std::atan2(8, 15) * degrees, std::asin(0.6) * degrees}},
       {3, View::iso});
}

TEST(Draw, WithYUpwardsTheNetIsTurnedAboutX) {
  // (x, y, z) with y upwards looks like (x, -z, y) with z upwards.
  for (const View view : {View::top, View::front, View::side, View::iso}) {
    const io::Point a = io::Projection(3, view, {}, true)({1, 10, 100});
    const io::Point b = io::Projection(3, view)({1, -100, 10});
    EXPECT_EQ(a.x, b.x);
    EXPECT_EQ(a.y, b.y);
    EXPECT_EQ(a.depth, b.depth);
  }
  System net{.dimension = 3};
  EXPECT_FALSE(io::y_is_up(net, Up::automatic));
  net.gravity = {0, -9.81, 0};
  EXPECT_TRUE(io::y_is_up(net, Up::automatic));
  EXPECT_FALSE(io::y_is_up(net, Up::z));
  net.gravity = {0, -9.81, -1};
  EXPECT_FALSE(io::y_is_up(net, Up::automatic));
}

TEST(Draw, WidthsGrowWithTheForce) {
  System net = springsys();
  net.springs[0].axial_stiffness = net.springs[0].stiffness;  // lines rather than coils
  net.springs[0].stiffness.clear();
  const Equilibrium rest = solve_equilibrium(net);
  const std::string text = draw_svg(net, &rest);
  const auto width = [&](std::size_t i) {
    const std::string mark = "data-spring=\"" + std::to_string(i) + "\"";
    return std::strtod(attribute(text, mark, "stroke-width").c_str(), nullptr);
  };
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      if (std::abs(rest.tension[i]) > std::abs(rest.tension[j])) EXPECT_GE(width(i), width(j));
}

TEST(Draw, DeformedShapesAreTheDrawnShapePlusTheirDisplacements) {
  const System net = springsys();
  const Equilibrium rest = solve_equilibrium(net);
  const io::Picture picture = io::make_picture(net, &rest, {.deformed = 3.0});
  ASSERT_EQ(picture.drawn.size(), picture.shape.size());
  for (std::size_t node = 0; node < picture.shape.size(); ++node) {
    EXPECT_NEAR(picture.shape[node].x - picture.drawn[node].x,
                3 * rest.displacement[2 * node] * picture.scale, 1e-9);
    EXPECT_NEAR(picture.drawn[node].y - picture.shape[node].y,
                3 * rest.displacement[2 * node + 1] * picture.scale, 1e-9);
  }
  EXPECT_NE(draw_svg(net, &rest, {.deformed = 3.0}).find("class=\"drawn\""), std::string::npos);
  EXPECT_EQ(draw_svg(net, &rest).find("class=\"drawn\""), std::string::npos);
}

TEST(Draw, ArrowsGrowWithTheirLoads) {
  System net = springsys();
  net.loads = {{.nodes = {4}, .force = {0, -2}}, {.nodes = {5}, .force = {1, 0}}};
  const io::Picture picture = io::make_picture(net, nullptr, {});
  ASSERT_EQ(picture.arrows.size(), 2u);
  EXPECT_EQ(picture.largest_arrow, 0u);
  EXPECT_GT(picture.arrows[0].y, 0) << "the page's y is downwards";
  EXPECT_NEAR(picture.arrows[0].y, 2 * picture.arrows[1].x, 1e-9);
  EXPECT_NE(draw_svg(net, nullptr).find(">2</text>"), std::string::npos);
}

TEST(Draw, NetsOfNoExtentAreDrawn) {
  System one{.dimension = 2, .nodes = {.position = {3, 4}}};
  System none{.dimension = 3};
  System same{.dimension = 3, .nodes = {.position = {1, 1, 1, 1, 1, 1}}};
  same.springs = {{.ends = {{0, 1}}, .stiffness = {1}, .rest_length = {0}}};
  System huge{.dimension = 3, .nodes = {.position = {-1e308, 0, 0, 1e308, 1e308, 1e308}}};
  huge.springs = same.springs;
  System tiny{.dimension = 2, .nodes = {.position = {0, 0, 5e-324, 0}}};
  tiny.springs = same.springs;
  for (const System* net : {&one, &none, &same, &huge, &tiny}) {
    for (const View view : {View::top, View::iso}) {
      const std::string text = draw_svg(*net, nullptr, {.view = view, .labels = Labels::all});
      EXPECT_EQ(text.find("nan"), std::string::npos);
      EXPECT_EQ(text.find("inf"), std::string::npos);
      EXPECT_NE(text.find("</svg>"), std::string::npos);
    }
  }
}

TEST(Draw, NothingTheUserWritesIsObeyed) {
  const std::string hostile = "</title><script>alert(1)</script>\"'&\x01";
  System net = springsys();
  net.title = hostile;
  net.nodes.name.assign(6, hostile);
  net.springs[0].name = hostile;
  const std::string text =
      draw_svg(net, nullptr, {.color_by = ColorBy::set, .labels = Labels::all});
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_EQ(text.find('\x01'), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;"), std::string::npos);
}

TEST(Draw, AStateThatIsNotAtRestSaysSo) {
  System net = springsys();
  const Equilibrium rest = solve_equilibrium(net, {.max_iterations = 1});
  ASSERT_FALSE(rest.converged());
  EXPECT_NE(draw_svg(net, &rest).find("not at rest: iteration_limit"), std::string::npos);
}

TEST(Markup, TextIsCutBetweenCharacters) {
  EXPECT_EQ(io::clipped("abcdef", 6), "abcdef");
  EXPECT_EQ(io::clipped("abcdefg", 6), "abcde\xE2\x80\xA6");
  EXPECT_EQ(io::clipped("\xC3\xA4\xC3\xB6\xC3\xBC", 2), "\xC3\xA4\xE2\x80\xA6");
  EXPECT_EQ(io::clipped(" a\n\tb ", 9), "a b ");
}

TEST(Markup, EscapedTextHoldsOnlyWhatXmlAllows) {
  EXPECT_EQ(io::escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(io::escaped("\x1b[0m\xff"), "\xEF\xBF\xBD[0m\xEF\xBF\xBD");
  EXPECT_EQ(io::escaped("\xEF\xBF\xBF"), "\xEF\xBF\xBD");
  EXPECT_EQ(io::escaped("\xC3\xA4\t\n"), "\xC3\xA4\t\n");
}

}  // namespace
}  // namespace tensio
