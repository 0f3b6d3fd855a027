// The heading of a picture and the marks on its nodes: supports, loads, labels.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "io/draw/color_scale.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "tensio/model/units.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostNodeDots = 3000;  // nodes drawn as dots
constexpr std::size_t kMostTooltips = 5000;  // supports drawn one by one

unsigned char all_axes(const Picture& picture) {
  return static_cast<unsigned char>((1u << picture.system.dimension) - 1);
}

std::string state_text(const Picture& picture) {
  if (picture.moment) {
    return fmt::format("at t = {}{}", number_text(*picture.moment, 4),
                       unit_after_number(picture.system.units, UnitKind::time));
  }
  if (picture.rest == nullptr) return "as drawn, not solved";
  std::string text = picture.rest->converged()
                         ? "at rest"
                         : fmt::format("not at rest: {}", to_string(picture.rest->report.status));
  if (picture.options.deformed) {
    text += fmt::format(", displacements \xC3\x97 {}", number_text(*picture.options.deformed));
  }
  return text;
}

std::string view_text(const Picture& picture) {
  if (const std::optional<Camera>& camera = picture.options.camera) {
    return fmt::format("seen from {}\xC2\xB0 aside and {}\xC2\xB0 above",
                       number_text(camera->azimuth), number_text(camera->elevation));
  }
  switch (picture.options.view) {
    case View::top: return "seen from above";
    case View::front:
      return fmt::format("seen from the front, against {}",
                         picture.projection.up_axis() == 2 ? "y" : "z");
    case View::side: return "seen from the side, against x";
    case View::iso: return "seen from above and aside";
  }
  return "";
}

// The directions of the axes, in the upper right corner.
std::string axes_mark(const Picture& picture) {
  const double x = kPageWidth - kPageMargin - 30, y = 40, length = 22;
  std::string text =
      "<g class=\"axes ink-line\" stroke=\"#16191d\" stroke-width=\"1.2\" fill=\"none\">\n";
  std::string letters;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Point p = picture.projection.axis(axis);
    const double dx = length * p.x, dy = -length * p.y;
    const bool seen = std::hypot(dx, dy) > 1;
    if (seen) {
      text += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", pixels(x), pixels(y),
                          pixels(x + dx), pixels(y + dy));
    }
    const double reach = seen ? 1 + 8 / std::hypot(dx, dy) : 0;
    letters += text_mark(seen ? x + reach * dx : x - 7, (seen ? y + reach * dy : y + 7) + 4,
                         "text-anchor=\"middle\"", std::string(1, "xyz"[axis]));
  }
  return text + "</g>\n<g class=\"ink\" fill=\"#16191d\" font-size=\"12\">\n" + letters + "</g>\n";
}

// A length of 1, 2 or 5 times a power of ten, between 40 and 100 pixels long.
std::string scale_mark(const Picture& picture) {
  const double metres = 100 / picture.scale;
  if (!(picture.shape.size() > 1) || !std::isfinite(metres) || !(metres > 0)) return {};
  const double power = std::pow(10.0, std::floor(std::log10(metres)));
  const double share = metres / power;
  const double round = power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
  const double length = round * picture.scale;
  const double right = kPageWidth - kPageMargin - (picture.system.dimension == 3 ? 66 : 0), y = 50;
  return fmt::format(
             "<path class=\"ink-line\" d=\"M{0} {2}v8m0 -4H{1}m0 -4v8\" fill=\"none\" "
             "stroke=\"#16191d\" stroke-width=\"1.2\"/>\n",
             pixels(right - length), pixels(right), pixels(y - 4)) +
         text_mark(right - length / 2, y - 8,
                   "class=\"ink\" fill=\"#16191d\" font-size=\"12\" text-anchor=\"middle\"",
                   number_text(round) + unit_after_number(picture.system.units, UnitKind::length));
}

}  // namespace

std::string header_part(const Picture& picture) {
  const System& system = picture.system;
  const std::string title = system.title.empty() ? "A net of masses and springs" : system.title;
  std::string summary = state_text(picture);
  if (!picture.options.name.empty()) {
    summary = fmt::format("{}: {}", clipped(picture.options.name, 40), summary);
  }
  if (system.dimension == 3) summary += fmt::format("; {}", view_text(picture));
  summary += fmt::format("; {}, {}", count_text(picture.shape.size(), "node", "nodes"),
                         count_text(picture.springs.size(), "spring", "springs"));
  if (picture.simple) summary += "; simplified, since it is large";
  const bool at_rest = picture.rest == nullptr || picture.rest->converged();
  std::string text =
      text_mark(kPageMargin, 30, "class=\"ink\" fill=\"#16191d\" font-size=\"17\"",
                clipped(title, 84)) +
      text_mark(kPageMargin, 51,
                at_rest
                    ? "class=\"faint\" fill=\"#555c66\" font-size=\"12.5\""
                    : "class=\"alarm\" fill=\"#c2104e\" font-size=\"12.5\" font-weight=\"bold\"",
                summary);
  if (picture.look.inner_count > 0) {
    text += text_mark(kPageWidth - kPageMargin, picture.bottom - 4,
                      "class=\"faint\" fill=\"#555c66\" font-size=\"11\" text-anchor=\"end\"",
                      count_text(picture.look.inner_count, "inner spring is", "inner springs are") +
                          " not drawn");
  }
  const bool true_lengths =
      system.dimension == 2 || (picture.options.view != View::iso && !picture.options.camera);
  if (true_lengths) text += scale_mark(picture);
  if (system.dimension == 3) text += axes_mark(picture);
  return text;
}

std::string nodes_part(const Picture& picture) {
  // Where there is room for them, and on no surface.
  if (picture.shape.size() > kMostNodeDots || picture.room < 13) return {};
  const double radius = picture.look.on_a_line ? 8 : std::clamp(0.065 * picture.room, 1.3, 2.8);
  std::string text = "<g class=\"nodes ink\" fill=\"#16191d\">\n";
  for (std::size_t node = 0; node < picture.shape.size(); ++node) {
    if (picture.look.hidden[node] != 0 || picture.look.on_face[node] != 0) continue;
    if (picture.look.on_a_line && (picture.constrained[node] & 1u) != 0) continue;
    fmt::format_to(std::back_inserter(text),
                   "<circle data-node=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>node {}</title>"
                   "</circle>\n",
                   node, pixels(picture.shape[node].x), pixels(picture.shape[node].y),
                   pixels(radius), escaped(node_label(picture.system, static_cast<int>(node))));
  }
  return text + "</g>\n";
}

std::string text_mark(double x, double y, std::string_view attributes, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", pixels(x), pixels(y),
                     attributes.empty() ? "" : " ", attributes, escaped(text));
}

std::string support_mark(double x, double y, bool all, double size) {
  return fmt::format(
      "<path d=\"{}\" class=\"{}\" fill=\"{}\" stroke=\"#16191d\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\"",
      support_path({}, {x, y}, size, 0), all ? "ink ink-line" : "open ink-line",
      all ? "#16191d" : "#ffffff", pixels(std::max(0.6, 1.3 * size)));
}

std::string supports_part(const Picture& picture) {
  std::size_t count = 0;
  for (std::size_t node = 0; node < picture.constrained.size(); ++node)
    count += picture.constrained[node] != 0 && picture.look.hidden[node] == 0 ? 1 : 0;
  if (count == 0) return {};
  std::string text = "<g class=\"supports\">\n";
  // Many are one path, and on a line they are walls.
  if (count > kMostTooltips || picture.look.on_a_line) {
    return text +
           supports_text(picture.system, picture.look, picture.constrained, picture.shape,
                         picture.room) +
           "</g>\n";
  }
  const double size = support_size(picture.look, picture.constrained, picture.room);
  for (std::size_t node = 0; node < picture.constrained.size(); ++node) {
    if (picture.constrained[node] == 0 || picture.look.hidden[node] != 0) continue;
    const bool all = picture.constrained[node] == all_axes(picture);
    const Point& p = picture.shape[node];
    text += support_mark(p.x, p.y, all, size) +
            fmt::format("><title>node {}: fixed on {}</title></path>\n",
                        escaped(node_label(picture.system, static_cast<int>(node))),
                        axes_text(picture.constrained[node]));
  }
  return text + "</g>\n";
}

std::string arrow_mark(double x, double y, const Arrow& arrow) {
  const double length = std::hypot(arrow.x, arrow.y);
  if (length < 5) {
    // Towards the eye: the arrow's point; away from it: its feathers.
    const char* inside =
        arrow.depth > 0 ? "m4 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0" : "m1.5 -3.5l7 7m0 -7l-7 7";
    return fmt::format(
        "<path class=\"load ring\" d=\"M{} {}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0{}\" fill=\"none\" "
        "stroke=\"{}\" stroke-width=\"1.5\"",
        pixels(x - 5), pixels(y), inside, kLoadColor);
  }
  const double ux = arrow.x / length, uy = arrow.y / length;
  const double head = std::min(9.0, 0.6 * length), half = 0.42 * head;
  const double tip_x = x + arrow.x, tip_y = y + arrow.y;
  const double neck_x = tip_x - head * ux, neck_y = tip_y - head * uy;
  return fmt::format(
      "<path class=\"load\" d=\"M{} {}L{} {}M{} {}L{} {}L{} {}z\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.6\"",
      pixels(x), pixels(y), pixels(neck_x), pixels(neck_y), pixels(tip_x), pixels(tip_y),
      pixels(neck_x - half * uy), pixels(neck_y + half * ux), pixels(neck_x + half * uy),
      pixels(neck_y - half * ux), kLoadColor, kLoadColor);
}

std::string loads_part(const Picture& picture) {
  if (picture.arrows.empty()) return {};
  const std::string unit = unit_after_number(picture.system.units, UnitKind::force);
  std::string text = "<g class=\"loads\">\n";
  for (const Arrow& arrow : picture.arrows) {
    const Point& p = picture.shape[arrow.node];
    text += arrow_mark(p.x, p.y, arrow) +
            fmt::format("><title>load on node {}: {}{}</title></path>\n",
                        escaped(node_label(picture.system, static_cast<int>(arrow.node))),
                        number_text(arrow.force), escaped(unit));
  }
  // The number is beside the tip of the largest.
  const Arrow& largest = picture.arrows[picture.largest_arrow];
  const Point& p = picture.shape[largest.node];
  const bool aside = std::abs(largest.x) > std::abs(largest.y) || std::abs(largest.y) < 5;
  const double x = p.x + largest.x + (aside ? (largest.x < 0 ? -8 : 8) : 0);
  const double y = p.y + largest.y + (aside ? 4 : largest.y < 0 ? -5 : 14);
  const char* anchor = !aside ? "middle" : largest.x < 0 ? "end" : "start";
  text += text_mark(
      x, y,
      fmt::format("class=\"rimmed load\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"3\" "
                  "paint-order=\"stroke\" font-size=\"12\" text-anchor=\"{}\"",
                  kLoadColor, anchor),
      number_text(largest.force) + unit);
  return text + "</g>\n";
}

}  // namespace tensio::io
