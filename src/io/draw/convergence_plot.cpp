// The residual of each iteration as a curve.
#include "io/draw/convergence_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/text/markup.hpp"

namespace tensio::io {

namespace {

constexpr double kWidth = 640, kHeight = 260;
constexpr double kLeft = 62, kRight = 16, kTop = 14, kBottom = 42;
constexpr std::size_t kMostResidualDots = 200;

// Powers of ten around all residuals and the tolerance.
struct Decades {
  int low = 0;
  int high = 1;
  double y(double residual) const {
    const double exponent =
        std::clamp(residual > 0 && std::isfinite(residual) ? std::log10(residual) : low, 1.0 * low,
                   1.0 * high);
    return kTop + (high - exponent) / (high - low) * (kHeight - kTop - kBottom);
  }
};

Decades decades_of(const std::vector<double>& residuals, double tolerance) {
  double least = tolerance, most = tolerance;
  for (const double residual : residuals) {
    if (!(residual > 0) || !std::isfinite(residual)) continue;
    least = std::min(least, residual);
    most = std::max(most, residual);
  }
  Decades decades{static_cast<int>(std::floor(std::log10(least))),
                  static_cast<int>(std::ceil(std::log10(most)))};
  if (decades.high == decades.low) ++decades.high;
  return decades;
}

// 1, 2 or 5 times a power of ten: at most `most` steps make up `span`.
int round_step(int span, int most) {
  int step = 1;
  for (int i = 0; (span + step - 1) / step > most; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

std::string level(double y, const std::string& word, const char* kind) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
      kind, pixels(kLeft), pixels(y), pixels(kWidth - kRight), pixels(y), pixels(kLeft - 8),
      pixels(y + 4), word);
}

}  // namespace

std::string convergence_svg(const std::vector<double>& residuals, double tolerance) {
  const Decades decades = decades_of(residuals, tolerance);
  const int last = std::max(1, static_cast<int>(residuals.size()) - 1);
  const auto x = [&](int iteration) {
    return kLeft + (kWidth - kLeft - kRight) * iteration / last;
  };
  std::string text = fmt::format(
      "<svg class=\"tensio-curve\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" font-size=\"11.5\">\n<title>residual by iteration</title>\n",
      pixels(kWidth), pixels(kHeight));
  const int step = round_step(decades.high - decades.low, 8);
  for (int power = decades.low; power <= decades.high; power += step) {
    text += level(decades.y(std::pow(10.0, power)), fmt::format("1e{}", power), "grid");
  }
  const double limit = decades.y(tolerance);
  text += fmt::format(
      "<line class=\"limit\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">tolerance</text>\n",
      pixels(kLeft), pixels(limit), pixels(kWidth - kRight), pixels(limit), pixels(kWidth - kRight),
      pixels(limit - 5));
  for (int iteration = 0; iteration <= last; iteration += round_step(last, 10)) {
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                        pixels(x(iteration)), pixels(kHeight - kBottom + 17), iteration);
  }
  text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">iteration</text>\n",
                      pixels((kLeft + kWidth - kRight) / 2), pixels(kHeight - 6));
  std::string path, dots;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const double px = x(static_cast<int>(i)), py = decades.y(residuals[i]);
    fmt::format_to(std::back_inserter(path), "{}{} {}", i == 0 ? "M" : "L", pixels(px), pixels(py));
    if (residuals.size() > kMostResidualDots) continue;
    fmt::format_to(
        std::back_inserter(dots),
        "<circle cx=\"{}\" cy=\"{}\" r=\"2.6\"><title>iteration {}: {}</title></circle>\n",
        pixels(px), pixels(py), i, number_text(residuals[i], 3));
  }
  return text + fmt::format("<path class=\"curve\" d=\"{}\"/>\n{}</svg>\n", path, dots);
}

}  // namespace tensio::io
