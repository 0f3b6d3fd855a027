// Plots of a run over time, made from its tables: rows are read one by one and thinned, so that a
// long run needs no more memory than a short one.
#include "io/run/recording_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>

#include "io/text/number.hpp"
#include "tensio/error.hpp"
#include "tensio/model/units.hpp"
#include "tensio/pictures/plot.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kBuckets = 1000;  // more than that no picture shows
constexpr std::size_t kCurves = 12;     // more than that cannot be distinguished

// A curve of any length in at most kBuckets pieces: of each only the lowest and the highest point
// are kept, which is what would be seen.
class ThinnedCurve {
 public:
  void add(double x, double y) {
    if (!std::isfinite(y)) return;
    if (rows_++ % stride_ == 0) {
      if (buckets_.size() == kBuckets) halve();
      buckets_.push_back({{x, y}, {x, y}});
      return;
    }
    take(buckets_.back(), {x, y});
  }
  void fill(PlotSeries& series) const {
    const auto add = [&](const Point& point) {
      series.x.push_back(point.x);
      series.y.push_back(point.y);
    };
    for (const Bucket& bucket : buckets_) {
      const bool falls = bucket.high.x < bucket.low.x;
      add(falls ? bucket.high : bucket.low);
      if (bucket.low.x != bucket.high.x) add(falls ? bucket.low : bucket.high);
    }
  }
  // The largest magnitude up to a time, and the last time.
  double largest_until(double time) const {
    double largest = 0;
    for (const Bucket& bucket : buckets_)
      for (const Point& point : {bucket.low, bucket.high})
        if (point.x <= time) largest = std::max(largest, std::abs(point.y));
    return largest;
  }
  double end() const {
    return buckets_.empty() ? 0 : std::max(buckets_.back().low.x, buckets_.back().high.x);
  }
  bool is_zero() const {
    return std::all_of(buckets_.begin(), buckets_.end(), [](const Bucket& bucket) {
      return bucket.low.y == 0 && bucket.high.y == 0;
    });
  }

 private:
  struct Point {
    double x, y;
  };
  struct Bucket {
    Point low, high;
  };
  static void take(Bucket& bucket, const Point& point) {
    if (point.y < bucket.low.y) bucket.low = point;
    if (point.y > bucket.high.y) bucket.high = point;
  }
  void halve() {
    for (std::size_t i = 0; i < kBuckets / 2; ++i) {
      Bucket merged = buckets_[2 * i];
      take(merged, buckets_[2 * i + 1].low);
      take(merged, buckets_[2 * i + 1].high);
      buckets_[i] = merged;
    }
    buckets_.resize(kBuckets / 2);
    stride_ *= 2;
  }

  std::vector<Bucket> buckets_ = {};
  std::uint64_t rows_ = 0;
  std::uint64_t stride_ = 1;  // rows in a bucket
};

// A plot of a table that was only partly read would be wrong without a warning.
void fail_reading(const std::string& path) {
  throw Error({{.file = path, .message = "cannot be read back for its plot"}}, ErrorKind::io);
}

// The first columns behind the time, as curves over it.
std::vector<ThinnedCurve> read_curves(const std::string& path, std::size_t heading,
                                      std::size_t count) {
  std::vector<ThinnedCurve> curves(count);
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(heading));
  if (!file) fail_reading(path);
  std::string line;
  while (std::getline(file, line)) {
    double time = 0;
    std::size_t begin = 0;
    for (std::size_t column = 0; column <= count && begin <= line.size(); ++column) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      const double value = begin == end
                               ? std::numeric_limits<double>::quiet_NaN()
                               : parse_number(std::string_view(line).substr(begin, end - begin));
      column == 0 ? static_cast<void>(time = value) : curves[column - 1].add(time, value);
      begin = end + 1;
    }
  }
  if (file.bad()) fail_reading(path);
  return curves;
}

// "reaction [N]" for "reaction.x".
std::string quantity_label(const std::string& quantity, const Units& units) {
  constexpr std::array<std::pair<std::string_view, UnitKind>, 9> kQuantities = {
      {{"position", UnitKind::length},
       {"displacement", UnitKind::length},
       {"velocity", UnitKind::velocity},
       {"force", UnitKind::force},
       {"reaction", UnitKind::force},
       {"tension", UnitKind::force},
       {"length", UnitKind::length},
       {"energy", UnitKind::energy},
       {"stress", UnitKind::stress}}};
  const std::string kind = quantity.substr(0, quantity.find('.'));
  for (const auto& [name, of] : kQuantities) {
    if (kind == name) return std::string(name) + unit_after_heading(units, of);
  }
  return kind.empty() ? kind : kind + " [1]";
}

std::string time_label(const Units& units) {
  return "time" + unit_after_heading(units, UnitKind::time);
}

// One picture of several plots.
std::string below_each_other(const std::vector<Plot>& plots) {
  if (plots.size() == 1) return plot_svg(plots[0]);
  const int height = plots[0].height * static_cast<int>(plots.size());
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n",
      plots[0].width, height);
  int y = 0;
  for (const Plot& plot : plots) {
    const std::string one = plot_svg(plot);
    const std::size_t tag = one.find("<svg ");
    text += fmt::format("<svg y=\"{}\" ", y) + one.substr(tag + 5);
    y += plot.height;
  }
  return text + "</svg>\n";
}

}  // namespace

namespace {

// Whether energies end far above all that they were before.
bool blew_up(const std::vector<ThinnedCurve>& curves) {
  constexpr double kFarAbove = 1000;
  double before = 0, whole = 0, end = 0;
  for (const ThinnedCurve& curve : curves) end = std::max(end, curve.end());
  for (const ThinnedCurve& curve : curves) {
    before = std::max(before, curve.largest_until(0.75 * end));
    whole = std::max(whole, curve.largest_until(end));
  }
  return before > 0 && whole > kFarAbove * before;
}

}  // namespace

std::string energy_svg(const std::string& history_path, const Units& units,
                       const PlotTitle& title) {
  constexpr std::array kEnergies = {"kinetic", "elastic",    "gravity", "load",
                                    "contact", "dissipated", "work",    "total"};
  std::ifstream file(history_path, std::ios::binary);
  std::string heading;
  if (!std::getline(file, heading)) fail_reading(history_path);
  const std::vector<ThinnedCurve> curves =
      read_curves(history_path, heading.size() + 1, kEnergies.size());
  Plot plot{.title = title.scene.empty() ? "Energy" : "Energy: " + title.scene,
            .subtitle = title.how,
            .x_label = time_label(units),
            .y_label = quantity_label("energy", units),
            .log_y = blew_up(curves)};
  if (plot.log_y) plot.y_label = "magnitude of " + plot.y_label;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const bool total = i + 1 == curves.size();
    if (curves[i].is_zero() && !total) continue;
    PlotSeries series{.name = kEnergies[i], .named_colour = kEnergies[i], .dashed = total};
    curves[i].fill(series);
    if (plot.log_y)
      for (double& value : series.y) value = std::abs(value);
    plot.series.push_back(std::move(series));
  }
  return plot_svg(plot);
}

std::string probes_svg(const std::string& probes_path, const std::vector<ProbeColumn>& columns,
                       std::size_t heading, const Units& units) {
  const std::size_t shown = std::min(columns.size(), kCurves);
  const std::vector<ThinnedCurve> curves = read_curves(probes_path, heading, shown);
  std::vector<Plot> plots;
  for (std::size_t i = 0; i < shown; ++i) {
    PlotSeries series{.name = columns[i].name};
    curves[i].fill(series);
    if (series.x.empty()) continue;
    const std::string label = quantity_label(columns[i].quantity, units);
    const auto same = std::find_if(plots.begin(), plots.end(),
                                   [&](const Plot& plot) { return plot.y_label == label; });
    if (same != plots.end()) {
      same->series.push_back(std::move(series));
      continue;
    }
    plots.push_back(
        {.x_label = time_label(units), .y_label = label, .series = {std::move(series)}});
  }
  if (plots.empty()) return {};
  // a curve alone has no key
  for (Plot& plot : plots) {
    if (plot.series.size() > 1) continue;
    plot.y_label = plot.series[0].name + (plot.y_label.empty() ? "" : ": ") + plot.y_label;
  }
  plots[0].title = columns.size() > shown
                       ? fmt::format("Probes: the first {} of {}", shown, columns.size())
                       : "Probes";
  return below_each_other(plots);
}

}  // namespace tensio::io
