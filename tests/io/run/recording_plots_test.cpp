// Plots of a run: titles, colours, and the axis of a run that blew up.
#include "io/run/recording_plots.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/text/save_text.hpp"
#include "support/files.hpp"

namespace tensio {
namespace {

// A history whose kinetic energy is `growth` to the power of the row.
std::string history_of(const std::string& path, double growth) {
  std::string text = "time,kinetic,elastic,gravity,load,contact,dissipated,work,total\n";
  for (int i = 0; i <= 40; ++i) {
    const double kinetic = std::pow(growth, i);
    text += fmt::format("{},{},0,-2,0,0,0,0,{}\n", 0.1 * i, kinetic, kinetic - 2);
  }
  save_text(text, path);
  return path;
}

TEST(RecordingPlots, EnergiesSayTheSceneAndTheStepAndHaveTheirOwnColours) {
  const testing::TemporaryFolder folder;
  const std::string svg = io::energy_svg(history_of((folder / "h.csv").string(), 1.01), {},
                                         {"<A & B>", "rk4, time step 0.1 s"});
  EXPECT_NE(svg.find("Energy: &lt;A &amp; B&gt;"), std::string::npos);
  EXPECT_NE(svg.find(">rk4, time step 0.1 s<"), std::string::npos);
  EXPECT_NE(svg.find("class=\"kinetic\""), std::string::npos);
  EXPECT_NE(svg.find("stroke=\"#006d5b\""), std::string::npos);  // kinetic
  EXPECT_NE(svg.find("stroke=\"#6d2f86\""), std::string::npos);  // gravity
  EXPECT_EQ(svg.find("class=\"elastic\""), std::string::npos) << "zero throughout";
  EXPECT_EQ(svg.find("magnitude of energy"), std::string::npos);
}

TEST(RecordingPlots, ARunThatBlewUpHasALogarithmicAxis) {
  const testing::TemporaryFolder folder;
  // 10 rows are left after three quarters: 2^10 is above 1000, 1.9^10 below.
  EXPECT_NE(io::energy_svg(history_of((folder / "a.csv").string(), 2.0), {}, {})
                .find("magnitude of energy"),
            std::string::npos);
  EXPECT_EQ(io::energy_svg(history_of((folder / "b.csv").string(), 1.9), {}, {})
                .find("magnitude of energy"),
            std::string::npos);
}

}  // namespace
}  // namespace tensio
