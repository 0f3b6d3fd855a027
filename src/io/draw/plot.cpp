// A plot from the outside in: the frame with its ticks, the curves, the marks, the key.
#include "tensio/pictures/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/index.hpp"
#include "io/draw/plot_axis.hpp"
#include "io/text/markup.hpp"

namespace tensio {

namespace {

using io::escaped;
using io::pixels;
using io::PlotAxis;
using io::PlotTick;

// The palette of Okabe and Ito, which survives every common kind of colour blindness.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000"};
constexpr const char* kPlotInk = "#16191d";
constexpr const char* kGrid = "#e3e6ea";
constexpr const char* kZeroLine = "#8b929b";

// Energies have the same colours everywhere, in the studio too; the second is for dark screens.
struct NamedColour {
  std::string_view name;
  const char* light;
  const char* dark;
};
constexpr NamedColour kEnergies[] = {
    {"kinetic", "#006d5b", "#1f8f78"}, {"elastic", "#b0790a", "#f0c869"},
    {"gravity", "#6d2f86", "#bb79e9"}, {"load", "#1f7a3a", "#63c77c"},
    {"contact", "#2f82c6", "#3f93d6"}, {"dissipated", "#7b828c", "#828b96"},
    {"work", "#2b5fb8", "#7aa7f0"},    {"total", "#16191d", "#eceff2"}};
constexpr const char* kDarkColours[] = {"#3f93d6", "#dc7f33", "#1f8f78", "#cc79a7",
                                        "#e69f00", "#56b4e9", "#eceff2"};

const NamedColour* energy_colour(const std::string& name) {
  const auto* found = std::find_if(std::begin(kEnergies), std::end(kEnergies),
                                   [&](const NamedColour& one) { return one.name == name; });
  return found == std::end(kEnergies) ? nullptr : found;
}

// On dark screens these rules override the attributes.
std::string plot_style() {
  std::string rules =
      "<style>@media screen and (prefers-color-scheme: dark){.tensio-plot{fill:#eceff2}"
      ".tensio-plot .paper{fill:#0f1216}.tensio-plot .grid{stroke:#2a3038}"
      ".tensio-plot .zero{stroke:#656c76}.tensio-plot .rimmed{stroke:#0f1216}"
      ".tensio-plot .mark{fill:#0f1216;stroke:#eceff2}";
  const auto add = [&](std::string_view name, const char* colour) {
    rules += fmt::format(".tensio-plot path.{0}{{stroke:{1}}}.tensio-plot circle.{0}{{fill:{1}}}",
                         name, colour);
  };
  for (const NamedColour& one : kEnergies) add(one.name, one.dark);
  for (std::size_t i = 0; i < std::size(kDarkColours); ++i)
    add(fmt::format("c{}", i), kDarkColours[i]);
  return rules + "}</style>\n";
}
constexpr double kLetter = 7.2;  // pixels of an average letter at 12 px
constexpr double kLine = 16;     // pixels of a line of text

double text_width(std::string_view text) { return kLetter * static_cast<double>(text.size()); }

// The range of the numbers that an axis shows.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;

  void add(double value, bool log) {
    if (!std::isfinite(value) || (log && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void settle(bool log) {
    if (low > high) low = high = log ? 1 : 0;
  }
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot), names_(distinct_names(plot)), x_(make_axis(true)), y_(make_axis(false)) {}

  std::string svg() {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tensio-plot\" role=\"img\" "
        "width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"{2}\">\n"
        "<title>{3}</title>\n{4}<rect class=\"paper\" width=\"{0}\" height=\"{1}\" "
        "fill=\"#fff\"/>\n",
        plot_.width, plot_.height, kPlotInk,
        escaped(plot_.title.empty() ? plot_.y_label + " over " + plot_.x_label : plot_.title),
        plot_style());
    headings();
    frame();
    for (const PlotSeries& series : plot_.series) curve(series);
    for (const PlotMark& mark : plot_.marks) draw_mark(mark);
    return text_ + "</svg>\n";
  }

 private:
  static std::vector<std::string> distinct_names(const Plot& plot) {
    std::vector<std::string> names;
    for (const PlotSeries& series : plot.series)
      if (std::find(names.begin(), names.end(), series.name) == names.end())
        names.push_back(series.name);
    return names;
  }

  // ---- the plot's area ----

  bool has_key() const { return names_.size() > 1; }
  double left() const { return 72; }
  double right() const { return plot_.width - 24; }
  double top() const {
    return 20 + (plot_.title.empty() ? 0 : 20) + (plot_.subtitle.empty() ? 0 : 18) +
           (has_key() ? 20 : 0);
  }
  double bottom() const { return plot_.height - 52; }

  PlotAxis make_axis(bool horizontal) const {
    const bool log = !horizontal && plot_.log_y;
    Range range;
    for (const PlotSeries& series : plot_.series) {
      const std::size_t count = std::min(series.x.size(), series.y.size());
      for (std::size_t i = 0; i < count; ++i) range.add((horizontal ? series.x : series.y)[i], log);
    }
    for (const PlotMark& mark : plot_.marks) range.add(horizontal ? mark.x : mark.y, log);
    range.settle(log);
    if (horizontal) return {range.low, range.high, false, left(), right(), plot_.width / 90};
    return {range.low, range.high, log, bottom(), top(), plot_.height / 60};
  }

  // ---- elements ----

  void line(double x1, double y1, double x2, double y2, const char* colour) {
    text_ += fmt::format(
        "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n",
        colour == kGrid ? "grid" : "zero", pixels(x1), pixels(y1), pixels(x2), pixels(y2), colour);
  }
  void word(double x, double y, const char* anchor, std::string_view text, const char* more = "") {
    text_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", pixels(x),
                         pixels(y), anchor, more, escaped(text));
  }

  void frame() {
    for (const PlotTick& tick : x_.ticks()) {
      const double x = x_.pixel(tick.value);
      line(x, top(), x, bottom(), tick.value == 0 ? kZeroLine : kGrid);
      word(x, bottom() + 17, "middle", tick.text);
    }
    for (const PlotTick& tick : y_.ticks()) {
      const double y = y_.pixel(tick.value);
      line(left(), y, right(), y, tick.value == 0 ? kZeroLine : kGrid);
      word(left() - 7, y + 4, "end", tick.text);
    }
    word(0.5 * (left() + right()), plot_.height - 12, "middle", plot_.x_label);
    const double middle = 0.5 * (top() + bottom());
    word(16, middle, "middle", plot_.y_label,
         fmt::format(" transform=\"rotate(-90 16 {})\"", pixels(middle)).c_str());
  }

  void headings() {
    if (!plot_.title.empty())
      word(left(), 24, "start", io::clipped(plot_.title, 78),
           " font-size=\"14\" font-weight=\"bold\"");
    if (!plot_.subtitle.empty()) word(left(), 42, "start", io::clipped(plot_.subtitle, 100));
    if (!has_key()) return;
    double x = left();
    const double y = top() - 12;
    for (const std::string& name : names_) {
      const PlotSeries& series =
          *std::find_if(plot_.series.begin(), plot_.series.end(),
                        [&](const PlotSeries& one) { return one.name == name; });
      if (series.line) stroke(fmt::format("M{} {}h26", pixels(x), pixels(y)), series);
      if (series.points) dot(x + 13, y, series);
      word(x + 32, y + 4, "start", name);
      x += 48 + text_width(name);
    }
  }

  std::size_t palette_place(const PlotSeries& series) const {
    const auto own = std::find(names_.begin(), names_.end(), series.name) - names_.begin();
    return usize(series.colour < 0 ? own : series.colour) % std::size(kColours);
  }
  const char* colour(const PlotSeries& series) const {
    const NamedColour* named = energy_colour(series.named_colour);
    return named != nullptr ? named->light : kColours[palette_place(series)];
  }
  std::string look(const PlotSeries& series) const {
    const NamedColour* named = energy_colour(series.named_colour);
    return named != nullptr ? std::string(named->name) : fmt::format("c{}", palette_place(series));
  }

  void stroke(const std::string& path, const PlotSeries& series) {
    text_ += fmt::format(
        "<path class=\"{}\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
        "stroke-linejoin=\"round\"{}/>\n",
        look(series), path, colour(series), series.dashed ? " stroke-dasharray=\"6 4\"" : "");
  }
  void dot(double x, double y, const PlotSeries& series) {
    text_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"{}\"/>\n",
                         look(series), pixels(x), pixels(y), colour(series));
  }

  void curve(const PlotSeries& series) {
    std::string path;
    bool joined = false;
    const std::size_t count = std::min(series.x.size(), series.y.size());
    for (std::size_t i = 0; i < count; ++i) {
      const bool shown = x_.shows(series.x[i]) && y_.shows(series.y[i]);
      if (shown) {
        const double x = x_.pixel(series.x[i]), y = y_.pixel(series.y[i]);
        path += fmt::format("{}{} {}", joined ? 'L' : 'M', pixels(x), pixels(y));
        if (series.points) dot(x, y, series);
      }
      joined = shown;
    }
    if (series.line && !path.empty()) stroke(path, series);
  }

  // A ring, and the label beside it where there is no other label.
  void draw_mark(const PlotMark& mark) {
    if (!x_.shows(mark.x) || !y_.shows(mark.y)) return;
    const double x = x_.pixel(mark.x), y = y_.pixel(mark.y);
    text_ += fmt::format(
        "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"#fff\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        pixels(x), pixels(y), kPlotInk);
    if (mark.label.empty()) return;
    Label label{x, y, text_width(mark.label)};
    label.turned = x + 10 + label.width > right();
    // Near the upper edge downwards, else upwards.
    const double way = y < 0.5 * (top() + bottom()) ? kLine : -kLine;
    label.y += way < 0 ? kLine : -0.5 * kLine;
    for (int attempt = 0; attempt < 20 && overlaps(label); ++attempt) label.y += way;
    labels_.push_back(label);
    word(label.turned ? x - 8 : x + 8, label.y + 4, label.turned ? "end" : "start", mark.label,
         " class=\"rimmed\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"");
  }

  struct Label {
    double x = 0, y = 0, width = 0;
    bool turned = false;  // to the left

    double begin() const { return turned ? x - 8 - width : x + 8; }
  };
  bool overlaps(const Label& label) const {
    return std::any_of(labels_.begin(), labels_.end(), [&](const Label& other) {
      return std::abs(other.y - label.y) < kLine && other.begin() < label.begin() + label.width &&
             label.begin() < other.begin() + other.width;
    });
  }

  const Plot& plot_;
  std::vector<std::string> names_;
  PlotAxis x_, y_;
  std::vector<Label> labels_;
  std::string text_;
};

}  // namespace

std::string plot_svg(const Plot& plot) { return Drawing(plot).svg(); }

}  // namespace tensio
