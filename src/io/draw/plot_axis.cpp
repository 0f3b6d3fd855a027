#include "io/draw/plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/text/markup.hpp"

namespace tensio::io {

namespace {

// 1, 2 or 5 times a power of ten, not below `least`; `exponent` is that power's.
double round_step(double least, int& exponent) {
  exponent = static_cast<int>(std::floor(std::log10(least)));
  for (;; ++exponent)
    for (double digit : {1.0, 2.0, 5.0})
      if (const double step = digit * std::pow(10.0, exponent); step >= least * (1 - 1e-9))
        return step;
}

// A tick's number with as many decimals as its step needs.
std::string tick_text(double value, int exponent, double largest) {
  if (exponent < -5 || largest >= 1e6) return number_text(value, 6);
  const std::string text = fmt::format("{:.{}f}", std::abs(value), std::max(0, -exponent));
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "\xE2\x88\x92" + text : text;
}

}  // namespace

PlotAxis::PlotAxis(double low, double high, bool log, double begin, double end, int ticks)
    : low_(low), high_(high), log_(log), begin_(begin), end_(end) {
  log_ ? log_ticks(ticks) : linear_ticks(ticks);
}

// The range grows to the ticks that enclose it.
void PlotAxis::linear_ticks(int count) {
  if (!(high_ - low_ > 1e-12 * std::max(std::abs(low_), std::abs(high_)))) {
    const double half = low_ == 0 ? 1 : 0.5 * std::abs(low_);
    low_ -= half;
    high_ += half;
  }
  int exponent = 0;
  const double step = round_step((high_ - low_) / count, exponent);
  const double first = std::floor(low_ / step + 1e-9), last = std::ceil(high_ / step - 1e-9);
  low_ = first * step;
  high_ = last * step;
  const double largest = std::max(std::abs(low_), std::abs(high_));
  for (double i = first; i <= last; ++i)
    ticks_.push_back({i * step, tick_text(i * step, exponent, largest)});
}

// Every Nth whole power of ten.
void PlotAxis::log_ticks(int count) {
  int first = static_cast<int>(std::floor(std::log10(low_) + 1e-9));
  int last = static_cast<int>(std::ceil(std::log10(high_) - 1e-9));
  if (last == first) ++last;
  const int step = std::max(1, (last - first + count - 1) / count);
  last = first + (last - first + step - 1) / step * step;
  low_ = std::pow(10.0, first);
  high_ = std::pow(10.0, last);
  for (int i = first; i <= last; i += step)
    ticks_.push_back({std::pow(10.0, i), fmt::format("1e{}", i)});
}

bool PlotAxis::shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }

double PlotAxis::pixel(double value) const {
  const double part =
      log_ ? std::log10(value / low_) / std::log10(high_ / low_) : (value - low_) / (high_ - low_);
  return begin_ + part * (end_ - begin_);
}

}  // namespace tensio::io
