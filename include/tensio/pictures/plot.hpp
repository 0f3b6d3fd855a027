// Line plots as SVG: curves over numbers, for files and pages.
#pragma once

#include <string>
#include <vector>

namespace tensio {

/// A curve, or single points. A number that is not finite (or not positive, on a logarithmic axis)
/// interrupts it.
struct PlotSeries {
  std::string name = {};  ///< for the key, where it stands once
  int colour = -1;        ///< place in the palette; -1: the series of a name have one of their own
  std::string named_colour = {};  ///< of an energy: "kinetic", "elastic"...; overrides `colour`
  std::vector<double> x = {};
  std::vector<double> y = {};
  bool dashed = false;
  bool points = false;  ///< a dot at every point
  bool line = true;     ///< points joined by a line
};

/// A place that is worth a word.
struct PlotMark {
  double x = 0;
  double y = 0;
  std::string label = {};
};

struct Plot {
  std::string title = {};
  std::string subtitle = {};
  std::string x_label = {};  ///< with the unit: "displacement [m]"
  std::string y_label = {};
  bool log_y = false;
  std::vector<PlotSeries> series = {};
  std::vector<PlotMark> marks = {};
  int width = 720;  ///< [pixels]
  int height = 480;
};

/// A self-contained <svg> element, fit for a file and for the middle of an HTML page. Colours can
/// be distinguished without colour vision; ticks stand at round numbers. The same plot gives the
/// same text.
std::string plot_svg(const Plot& plot);

}  // namespace tensio
