// The key to a picture, under it: the colours with their numbers, and what the marks mean.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr double kRow = 20;
constexpr double kBarWidth = 290;
constexpr std::size_t kMostSets = 12;
constexpr int kBarSteps = 58;
constexpr double kHistogram = 22;  // height of its largest column

std::string heading(ColorBy by, const Units& units) {
  switch (by) {
    case ColorBy::tension: return "tension" + unit_after_heading(units, UnitKind::force);
    case ColorBy::strain: return "strain [1]";
    case ColorBy::utilisation: return "utilisation [1]";
    case ColorBy::set: return "spring sets";
    case ColorBy::none: return "";
  }
  return "";
}

// The colours from one value to another, with these numbers under the bar.
struct Bar {
  double low;
  double high;
};

Bar bar_of(const Coloring& coloring) {
  if (coloring.by == ColorBy::utilisation) return {0, std::max(1.0, coloring.high)};
  const double end = coloring.end;
  return {coloring.low < 0 ? -end : 0, coloring.high > 0 || coloring.low >= 0 ? end : 0};
}

// A piece of the bar, or of the histogram above it.
std::string bar_piece(const Coloring& coloring, double value, double x, double y, double width,
                      double height) {
  std::string color, kind;
  if (coloring.by == ColorBy::utilisation) {
    color = value > 1 ? std::string(kOverColor) : sequential_color(value);
    kind = value > 1 ? std::string("over") : sequential_class(value);
  } else {
    const double share = coloring.end > 0 ? value / coloring.end : 0;
    color = diverging_color(share);
    kind = diverging_class(share);
  }
  return fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", kind,
      pixels(x), pixels(y), pixels(width), pixels(height), color);
}

// How many springs have how much, as columns on the bar; the last ones have all beyond it.
std::string histogram(const Coloring& coloring, Bar bar, double bottom) {
  std::vector<std::size_t> counts(kBarSteps / 2, 0);
  const double span = bar.high / 2 - bar.low / 2;
  if (!(span > 0)) return {};
  for (const double value : coloring.values) {
    if (!std::isfinite(value)) continue;
    const double place = (value / 2 - bar.low / 2) / span * static_cast<double>(counts.size());
    ++counts[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(counts.size()) - 1))];
  }
  const std::size_t most = *std::max_element(counts.begin(), counts.end());
  std::string text;
  const double step = kBarWidth / static_cast<double>(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(counts.size());
    const double height =
        std::max(1.5, kHistogram * static_cast<double>(counts[i]) / static_cast<double>(most));
    text += bar_piece(coloring, (1 - share) * bar.low + share * bar.high,
                      kPageMargin + static_cast<double>(i) * step + 0.5, bottom - height, step - 1,
                      height);
  }
  return text;
}

// A number under the bar, with a tick; not where it would overlap another one.
class Ticks {
 public:
  Ticks(double left, double top, Bar bar) : left_(left), top_(top), bar_(bar) {}
  void add(double value, const std::string& text) {
    const double span = bar_.high / 2 - bar_.low / 2;
    const double share = span > 0 ? (value / 2 - bar_.low / 2) / span : 0;
    const double x = left_ + share * kBarWidth;
    const double half = 3.6 * static_cast<double>(text.size()) + 4;
    const double begin = share < 0.06 ? left_ : share > 0.94 ? x - 2 * half : x - half;
    for (const auto& [taken_begin, taken_end] : taken_) {
      if (begin < taken_end && begin + 2 * half > taken_begin) return;
    }
    taken_.push_back({begin, begin + 2 * half});
    const char* anchor = share < 0.06   ? "text-anchor=\"start\""
                         : share > 0.94 ? "text-anchor=\"end\""
                                        : "text-anchor=\"middle\"";
    text_ += fmt::format(
        "<line class=\"ink-line\" x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" "
        "stroke=\"#16191d\"/>\n",
        pixels(x), pixels(top_ + 13), pixels(top_ + 17));
    text_ += text_mark(x, top_ + 30, anchor, text);
  }
  const std::string& text() const { return text_; }

 private:
  double left_, top_;
  Bar bar_;
  std::vector<std::array<double, 2>> taken_ = {};
  std::string text_ = {};
};

std::string bar_part(const Coloring& coloring, double top) {
  const Bar bar = bar_of(coloring);
  std::string text;
  const double step = kBarWidth / kBarSteps;
  for (int i = 0; i < kBarSteps; ++i) {
    const double share = (i + 0.5) / kBarSteps;
    text += bar_piece(coloring, (1 - share) * bar.low + share * bar.high, kPageMargin + i * step,
                      top + kHistogram, step + (i + 1 < kBarSteps ? 0.5 : 0.0), 9);
  }
  text += histogram(coloring, bar, top + kHistogram - 1);
  // The extremes first: they are shown where there is no room for all.
  Ticks ticks(kPageMargin, top + kHistogram - 3, bar);
  const bool signs = coloring.by != ColorBy::utilisation;
  ticks.add(bar.high, number_text(bar.high, 6) + (signs && bar.high > 0 ? " pull" : ""));
  ticks.add(bar.low, number_text(bar.low, 6) + (signs && bar.low < 0 ? " push" : ""));
  ticks.add(0, "0");
  if (coloring.by == ColorBy::utilisation) ticks.add(1, "1");
  return text + ticks.text();
}

std::string colors_part(const Picture& picture, double top, double& height) {
  const Coloring& coloring = picture.coloring;
  if (coloring.by == ColorBy::none || picture.springs.empty()) return {};
  const bool numbers = coloring.by != ColorBy::set && coloring.missing < picture.springs.size();
  const std::string low = number_text(coloring.low), high = number_text(coloring.high);
  const std::string range = ": " + (low == high ? low : fmt::format("{} to {}", low, high));
  std::string text = text_mark(kPageMargin, top + 12, "font-weight=\"bold\"",
                               heading(coloring.by, picture.system.units) + (numbers ? range : ""));
  if (coloring.by == ColorBy::set) {
    const std::vector<SpringSet>& sets = picture.system.springs;
    double y = top + 12;
    for (std::size_t i = 0; i < sets.size() && i < kMostSets; ++i) {
      y += kRow;
      text += fmt::format(
          "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\n",
          pixels(kPageMargin), pixels(y - 4), pixels(kPageMargin + 26), pixels(y - 4),
          set_color(i));
      const std::string name = sets[i].name.empty() ? fmt::format("set {}", i) : sets[i].name;
      text += text_mark(kPageMargin + 36, y, "",
                        fmt::format("{} ({})", clipped(name, 34), count_text(sets[i].ends.size())));
    }
    if (sets.size() > kMostSets) {
      y += kRow;
      text += text_mark(kPageMargin, y, "",
                        fmt::format("and {} more, in the same colours again",
                                    count_text(sets.size() - kMostSets)));
    }
    height = y - top;
    return text;
  }
  height = 52 + kHistogram;
  if (coloring.missing == picture.springs.size()) {
    height = 52;
    return text + text_mark(kPageMargin, top + 32, "", "not given for any spring");
  }
  return text + bar_part(coloring, top + 20);
}

// Lines of the key: a mark of 34 x 14 pixels whose middle is the origin, and words.
struct LegendKey {
  std::string mark;
  std::string words;
};

std::string line_mark(const char* color, const char* attributes) {
  return fmt::format("<line x1=\"-15\" y1=\"0\" x2=\"15\" y2=\"0\" stroke=\"{}\" {}/>", color,
                     attributes);
}

std::string gravity_text(const Picture& picture) {
  const auto dimension = usize(picture.system.dimension);
  std::string text;
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    text += (axis == 0 ? "" : ", ") + number_text(picture.system.gravity[axis], 4);
  }
  return fmt::format("gravity ({}){}", text,
                     unit_after_number(picture.system.units, UnitKind::acceleration));
}

std::vector<LegendKey> legend_keys(const Picture& picture) {
  std::vector<LegendKey> keys;
  const Coloring& coloring = picture.coloring;
  if (coloring.slack_count > 0) {
    keys.push_back({line_mark(kSlackColor, "stroke-width=\"2\" stroke-dasharray=\"5 4\""),
                    count_text(coloring.slack_count, "slack spring", "slack springs")});
  }
  const bool by_number = coloring.by != ColorBy::set && coloring.by != ColorBy::none;
  const std::size_t plain = coloring.missing - coloring.broken;
  if (by_number && plain > 0 && coloring.missing < picture.springs.size()) {
    keys.push_back({line_mark(kPlainColor, "stroke-width=\"2\""),
                    fmt::format("{} not given ({})", to_string(coloring.by), count_text(plain))});
  }
  if (coloring.broken > 0) {
    const bool stage = picture.options.stage;
    keys.push_back({"", count_text(coloring.broken, stage ? "absent spring" : "broken spring",
                                   stage ? "absent springs" : "broken springs") +
                            ", not drawn"});
  }
  if (by_number && coloring.by != ColorBy::utilisation && coloring.beyond > 0) {
    keys.push_back({"", fmt::format("{} beyond the scale's end",
                                    count_text(coloring.beyond, "spring", "springs"))});
  }
  const auto all = static_cast<unsigned char>((1u << picture.system.dimension) - 1);
  std::size_t whole = 0, partly = 0;
  for (std::size_t node = 0; node < picture.constrained.size(); ++node) {
    if (picture.look.hidden[node] != 0) continue;
    const unsigned char axes = picture.constrained[node];
    whole += axes == all ? 1 : 0;
    partly += axes != 0 && axes != all ? 1 : 0;
  }
  if (whole > 0) {
    keys.push_back({support_mark(0, -6, true) + "/>",
                    fmt::format("fixed on all axes ({})", count_text(whole))});
  }
  if (partly > 0) {
    keys.push_back({support_mark(0, -6, false) + "/>",
                    fmt::format("fixed on the axes named ({})", count_text(partly))});
  }
  if (!picture.arrows.empty()) {
    const Arrow& largest = picture.arrows[picture.largest_arrow];
    keys.push_back({arrow_mark(-15, 0, {.x = 30}),
                    fmt::format("loads ({}), the largest {}{}", count_text(picture.loaded_nodes),
                                number_text(largest.force),
                                unit_after_number(picture.system.units, UnitKind::force))});
    keys.back().mark += "/>";
  } else if (picture.loaded_nodes > 0) {
    keys.push_back(
        {"", fmt::format("loads on {} nodes, not shown", count_text(picture.loaded_nodes))});
  }
  const std::vector<double> weight = weights(picture.system);
  if (std::any_of(weight.begin(), weight.end(), [](double w) { return w != 0; })) {
    keys.push_back({"", gravity_text(picture)});
  }
  if (!picture.drawn.empty()) {
    keys.push_back(
        {"<line class=\"drawn\" x1=\"-15\" y1=\"0\" x2=\"15\" y2=\"0\" "
         "stroke=\"#c4c4c4\" stroke-width=\"1.5\"/>",
         picture.drawn_is_base ? "the shape before the combination acts" : "the drawn shape"});
  }
  return keys;
}

}  // namespace

Legend legend_part(const Picture& picture) {
  const double top = picture.bottom + 8;
  double left_height = 0;
  std::string text = colors_part(picture, top, left_height);
  const bool has_colors = !text.empty();
  const std::vector<LegendKey> keys = legend_keys(picture);

  // Two columns beside the colours, three without them.
  const double begin = has_colors ? 366 : kPageMargin;
  const std::size_t columns = has_colors ? 2 : 3;
  const double column = (kPageWidth - kPageMargin - begin) / static_cast<double>(columns);
  const std::size_t rows = (keys.size() + columns - 1) / columns;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t place = i / rows;
    const double x = begin + column * static_cast<double>(place);
    const double y = top + 12 + kRow * static_cast<double>(i % rows);
    if (!keys[i].mark.empty()) {
      text += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", pixels(x + 17),
                          pixels(y - 4), keys[i].mark);
    }
    text += text_mark(x + (keys[i].mark.empty() ? 2 : 42), y, "", clipped(keys[i].words, 42));
  }
  const double height = std::max(left_height, 12 + kRow * static_cast<double>(rows));
  const Coloring& coloring = picture.coloring;
  const bool numbers = coloring.by != ColorBy::set && coloring.by != ColorBy::none &&
                       coloring.missing < picture.springs.size();
  return {fmt::format("<g class=\"legend ink\" fill=\"#16191d\" font-size=\"12\"{}>\n{}</g>\n",
                      numbers ? fmt::format(" data-low=\"{}\" data-high=\"{}\"", coloring.low,
                                            coloring.high)
                              : std::string(),
                      text),
          keys.empty() && !has_colors ? 8.0 : height + 24};
}

}  // namespace tensio::io
