// Mode shapes as pictures.
#include "tensio/pictures/modes_picture.hpp"

#include <gtest/gtest.h>

#include "support/nets.hpp"
#include "tensio/solve/modes.hpp"

namespace tensio {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

System swinging_net() {
  System net = testing::springsys();
  net.nodes.mass = {1};
  return net;
}

TEST(ModesPicture, EveryModeHasAPanelWithItsFrequency) {
  const System net = swinging_net();
  const ModesResult modes = find_modes(net);
  ASSERT_EQ(modes.modes.size(), 4u);
  const MovieText picture = modes_svg(net, modes);
  EXPECT_EQ(times(picture.svg, "elastic, "), 4u);
  EXPECT_EQ(times(picture.svg, "<animate"), 0u);
  EXPECT_EQ(picture.frames, 1u);
}

// A swing by sines: 24 steps of a period have 13 shapes, each shown on the way there and back.
TEST(ModesPicture, AMovieShowsEachShapeOnTheWayThereAndBack) {
  const System net = swinging_net();
  const MovieText movie = modes_svg(net, find_modes(net), {.swinging = true});
  EXPECT_EQ(times(movie.svg, "<animate"), 4 * 13u);
  std::vector<int> shown(24, 0);
  std::size_t at = 0;
  for (int shape = 0; shape < 13; ++shape) {
    at = movie.svg.find("values=\"", at) + 8;
    for (int step = 0; step < 24; ++step) {
      const bool here = movie.svg.compare(at, 6, "inline") == 0;
      shown[static_cast<std::size_t>(step)] += here ? 1 : 0;
      at += here ? 7 : 5;
    }
  }
  EXPECT_EQ(shown, std::vector<int>(24, 1)) << "one shape at any time";
}

TEST(ModesPicture, TheTitleIsNotObeyed) {
  System net = swinging_net();
  net.title = "</title><script>alert(1)</script>";
  const MovieText movie = modes_svg(net, find_modes(net), {.swinging = true});
  EXPECT_EQ(movie.svg.find("<script"), std::string::npos);
  const std::string page = movie_html(net, movie);
  EXPECT_EQ(times(page, "<script"), 1u) << "its own one";
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
}

TEST(ModesPicture, NoModesIsAnError) {
  const System net = swinging_net();
  EXPECT_THROW((void)modes_svg(net, ModesResult{}), Error);
}

}  // namespace
}  // namespace tensio
