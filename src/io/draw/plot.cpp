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
constexpr double kLeft = 72;     // pixels left of the area
constexpr double kMargin = 24;   // right of it, and between entries of the key
constexpr double kKeyLine = 26;  // length of a line in the key

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
      : plot_(plot), key_(key_of(plot)), x_(make_axis(true)), y_(make_axis(false)) {}

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
    draw_labels();
    return text_ + "</svg>\n";
  }

 private:
  // A name of the key, and where it is: the key has as many rows as it needs.
  struct KeyEntry {
    std::string name;
    double x = 0;
    int row = 0;
  };
  static std::vector<KeyEntry> key_of(const Plot& plot) {
    std::vector<KeyEntry> key;
    double x = kLeft;
    int row = 0;
    for (const PlotSeries& series : plot.series) {
      const auto same = [&](const KeyEntry& entry) { return entry.name == series.name; };
      if (std::any_of(key.begin(), key.end(), same)) continue;
      const double width = kKeyLine + 6 + text_width(series.name);
      if (x > kLeft && x + width > plot.width - kMargin) {
        x = kLeft;
        ++row;
      }
      key.push_back({series.name, x, row});
      x += width + kMargin;
    }
    return key;
  }

  // ---- the plot's area ----

  bool has_key() const { return key_.size() > 1; }
  double left() const { return kLeft; }
  double right() const { return plot_.width - kMargin; }
  double top() const {
    return 20 + (plot_.title.empty() ? 0 : 20) + (plot_.subtitle.empty() ? 0 : 18) +
           (has_key() ? 20 + kLine * key_.back().row : 0);
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
    for (const KeyEntry& entry : key_) {
      const PlotSeries& series =
          *std::find_if(plot_.series.begin(), plot_.series.end(),
                        [&](const PlotSeries& one) { return one.name == entry.name; });
      const double x = entry.x, y = top() - 12 - kLine * (key_.back().row - entry.row);
      if (series.line) stroke(fmt::format("M{} {}h{}", pixels(x), pixels(y), kKeyLine), series);
      if (series.points) dot(x + 0.5 * kKeyLine, y, series);
      word(x + kKeyLine + 6, y + 4, "start", io::clipped(entry.name, 84));
    }
  }

  std::size_t palette_place(const PlotSeries& series) const {
    const auto own = std::find_if(key_.begin(), key_.end(),
                                  [&](const KeyEntry& one) { return one.name == series.name; }) -
                     key_.begin();
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

  // A ring; its label comes last.
  void draw_mark(const PlotMark& mark) {
    if (!x_.shows(mark.x) || !y_.shows(mark.y)) return;
    const double x = x_.pixel(mark.x), y = y_.pixel(mark.y);
    text_ += fmt::format(
        "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"#fff\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        pixels(x), pixels(y), kPlotInk);
    if (!mark.label.empty()) labels_.push_back({x, y, text_width(mark.label), &mark.label});
  }

  struct Label {
    double x = 0, y = 0;  // of its mark, later of itself
    double width = 0;
    const std::string* text = nullptr;
    bool turned = false;  // to the left

    double begin() const { return turned ? x - 8 - width : x + 8; }
    bool beside(const Label& other) const {
      return other.begin() < begin() + width && begin() < other.begin() + other.width;
    }
  };

  // Labels keep the order of their marks from top to bottom, and those of close marks are on one
  // side of them.
  void draw_labels() {
    std::stable_sort(labels_.begin(), labels_.end(),
                     [](const Label& a, const Label& b) { return a.y < b.y; });
    for (Label& label : labels_) label.turned = label.x + 10 + label.width > right();
    for (std::size_t turns = 0; turns < labels_.size(); ++turns)
      for (Label& label : labels_)
        label.turned |= std::any_of(labels_.begin(), labels_.end(), [&](const Label& other) {
          return other.turned && std::abs(other.x - label.x) < label.width &&
                 std::abs(other.y - label.y) < kLine * static_cast<double>(labels_.size());
        });
    // Above the mark; a label that would cover the one above it moves down.
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      double y = std::max(labels_[i].y - 10, top() + 0.5 * kLine);
      for (std::size_t j = 0; j < i; ++j)
        if (labels_[j].beside(labels_[i])) y = std::max(y, labels_[j].y + kLine);
      labels_[i].y = y;
    }
    // And up again where that is below the axis.
    for (std::size_t i = labels_.size(); i-- > 0;) {
      double y = std::min(labels_[i].y, bottom() - 0.5 * kLine);
      for (std::size_t j = i + 1; j < labels_.size(); ++j)
        if (labels_[j].beside(labels_[i])) y = std::min(y, labels_[j].y - kLine);
      labels_[i].y = y;
    }
    for (const Label& label : labels_)
      word(label.turned ? label.x - 8 : label.x + 8, label.y + 4, label.turned ? "end" : "start",
           *label.text,
           " class=\"rimmed\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"");
  }

  const Plot& plot_;
  std::vector<KeyEntry> key_;
  PlotAxis x_, y_;
  std::vector<Label> labels_;
  std::string text_;
};

}  // namespace

std::string plot_svg(const Plot& plot) { return Drawing(plot).svg(); }

}  // namespace tensio
