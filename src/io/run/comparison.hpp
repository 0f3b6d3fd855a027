// The largest difference of a quantity while its numbers come in.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "io/run/compare.hpp"

namespace tensio::io {

class Differences {
 public:
  explicit Differences(Comparison& result) : result_(result) {}

  /// Two numbers of a quantity; `where` is called for the largest difference alone.
  template <class Where>
  void add(const std::string& quantity, double a, double b, const Where& where) {
    Difference& difference = of(quantity);
    if (differs_more(difference, a, b)) difference.where = where();
  }
  /// Lists of the same length; `where(i)` names entry i.
  template <class Where>
  void add_all(const std::string& quantity, std::span<const double> a, std::span<const double> b,
               const Where& where) {
    Difference& difference = of(quantity);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (differs_more(difference, a[i], b[i])) difference.where = where(i);
    }
  }
  /// Differences that are not numbers, up to a limit.
  void mismatch(std::string sentence);

 private:
  Difference& of(const std::string& quantity);
  /// Counts the two in; true where they differ more than any before.
  static bool differs_more(Difference& difference, double a, double b);

  Comparison& result_;
};

}  // namespace tensio::io
