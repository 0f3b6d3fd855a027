// The scale of a plot's axis: its range, its ticks at round numbers, and their texts.
#pragma once

#include <string>
#include <vector>

namespace tensio::io {

struct PlotTick {
  double value = 0;
  std::string text = {};
};

class PlotAxis {
 public:
  /// From pixel `begin` to pixel `end` for finite numbers `low` to `high`, low <= high, both
  /// positive where `log`; with about `ticks` ticks.
  PlotAxis(double low, double high, bool log, double begin, double end, int ticks);

  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<PlotTick>& ticks() const { return ticks_; }
  /// Whether the axis has a place for this number.
  bool shows(double value) const;
  double pixel(double value) const;

 private:
  void linear_ticks(int count);
  void log_ticks(int count);

  double low_, high_;
  bool log_;
  double begin_, end_;
  std::vector<PlotTick> ticks_;
};

}  // namespace tensio::io
