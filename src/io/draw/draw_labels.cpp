// The words beside nodes and springs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/index.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"

namespace tensio::io {

namespace {

constexpr std::size_t kMostLabels = 5000;

// The directions in which something leaves each node.
std::vector<std::vector<double>> taken_angles(const Picture& picture) {
  std::vector<std::vector<double>> taken(picture.shape.size());
  const auto add = [&](std::size_t node, double x, double y) {
    if (x != 0 || y != 0) taken[node].push_back(std::atan2(y, x));
  };
  for (const SpringFact& spring : picture.springs) {
    const auto a = usize(spring.ends[0]);
    const auto b = usize(spring.ends[1]);
    const double x = picture.shape[b].x - picture.shape[a].x;
    const double y = picture.shape[b].y - picture.shape[a].y;
    add(a, x, y);
    add(b, -x, -y);
  }
  for (const Arrow& arrow : picture.arrows) add(arrow.node, arrow.x, arrow.y);
  for (std::size_t node = 0; node < taken.size(); ++node) {
    if (picture.constrained[node] == 0) continue;
    // The triangle of a support, and the axes named beside it.
    add(node, -0.5, 1);
    add(node, 0.5, 1);
    add(node, 1, 0.7);
  }
  return taken;
}

// The middle of the widest gap between the directions taken: up and to the right if none is.
double free_angle(std::vector<double> taken) {
  if (taken.empty()) return -std::numbers::pi / 4;
  std::sort(taken.begin(), taken.end());
  double widest = 0, middle = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const double next = i + 1 < taken.size() ? taken[i + 1] : taken[0] + 2 * std::numbers::pi;
    // Equal but for rounding: the first one stays, whatever the machine.
    if (next - taken[i] > widest + 1e-6) {
      widest = next - taken[i];
      middle = (next + taken[i]) / 2;
    }
  }
  return middle;
}

/// No letter of a label is wider.
constexpr double kLetter = 0.7 * 12;

std::string node_labels(const Picture& picture) {
  std::string text;
  const std::vector<std::vector<double>> taken = taken_angles(picture);
  for (std::size_t node = 0; node < picture.shape.size(); ++node) {
    if (picture.look.hidden[node] != 0) continue;
    const double angle = free_angle(taken[node]);
    const double x = std::cos(angle), y = std::sin(angle);
    const std::string label = clipped(node_label(picture.system, static_cast<int>(node)), 32);
    // Beside the node, on the free side; where that would leave the page, at the page's edge.
    const double room = kLetter * static_cast<double>(label.size());
    const double at = picture.shape[node].x + 8 * x;
    const double before = x > 0.4 ? 0 : x < -0.4 ? room : room / 2;
    const double left = std::max(0.0, std::min(at - before, kPageWidth - room));
    const bool moved = left != at - before;
    const char* anchor = x > 0.4 || moved ? "text-anchor=\"start\""
                         : x < -0.4       ? "text-anchor=\"end\""
                                          : "text-anchor=\"middle\"";
    text += text_mark(moved ? left : at, picture.shape[node].y + 12 * y + 4, anchor, label);
  }
  return text;
}

// The axes of supports that do not fix all of them.
std::string axes_labels(const Picture& picture) {
  const auto all = static_cast<unsigned char>((1u << picture.system.dimension) - 1);
  std::string text;
  for (std::size_t node = 0; node < picture.constrained.size(); ++node) {
    if (picture.constrained[node] == 0 || picture.constrained[node] == all ||
        picture.look.hidden[node] != 0 || picture.look.on_a_line)
      continue;
    text += text_mark(picture.shape[node].x + 9, picture.shape[node].y + 12, "",
                      axes_text(picture.constrained[node]));
  }
  return text;
}

}  // namespace

std::string labels_part(const Picture& picture) {
  if (picture.simple) return {};
  const Labels wanted = picture.options.labels;
  const bool nodes = wanted == Labels::nodes || wanted == Labels::all;
  const bool springs = wanted == Labels::springs || wanted == Labels::all;
  // Axes are named where there is room for them.
  std::string text =
      picture.room < 18 && wanted == Labels::none ? std::string() : axes_labels(picture);
  if (springs && picture.springs.size() <= kMostLabels) text += spring_labels(picture);
  if (nodes && picture.shape.size() <= kMostLabels) text += node_labels(picture);
  if (text.empty()) return {};
  const std::size_t count = picture.shape.size() + picture.springs.size();
  const double size = count <= 200 ? 11.5 : count <= 1000 ? 8 : 5;
  return fmt::format(
      "<g class=\"labels ink rimmed\" fill=\"#16191d\" stroke=\"#ffffff\" stroke-width=\"3\" "
      "paint-order=\"stroke\" stroke-linejoin=\"round\" font-size=\"{}\">\n{}</g>\n",
      size, text);
}

}  // namespace tensio::io
